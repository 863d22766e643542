"""Which languages Casefile speaks, and which of them a person wants to read."""

import os
import re

from casefile.errors import unknown

ENGLISH = "en"

# Each with its own name. A language has sentences, words/CODE.toml, and pages of rules, rules/PAGE/CODE.md.
LANGUAGES = {ENGLISH: "English", "de": "Deutsch", "it": "Italiano"}


def checked(language: str) -> str:
    """A language that Casefile speaks."""
    if language not in LANGUAGES:
        raise unknown("language", language, list(LANGUAGES))
    return language


def wanted(wish: str | None) -> str:
    """The language that was asked for, else that of the environment, else English."""
    if wish is not None:
        return checked(wish)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        locale = os.environ.get(name)
        if locale:  # the first one that is set decides, as everywhere
            code = re.split(r"[_.@]", locale)[0].lower()
            return code if code in LANGUAGES else ENGLISH
    return ENGLISH
