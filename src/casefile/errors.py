"""Errors that are meant for people: one line that says what is wrong and what would be right."""

import json
from difflib import get_close_matches

from casefile.core.errors import CasefileError

__all__ = ["CasefileError", "show", "unknown"]

MOST_NAMES = 24
MOST_LETTERS = 80


def unknown(what: str, given: object, known: list[str]) -> CasefileError:
    """An error for a name that does not exist, with the nearest or all names that do."""
    near = get_close_matches(given, known, 1, 0.7) if isinstance(given, str) else []
    some = ", ".join(known[:MOST_NAMES]) + (", …" if len(known) > MOST_NAMES else "")
    hint = f"did you mean {near[0]}?" if near else f"known: {some}"
    return CasefileError(f"unknown {what} {show(given)}; {hint}")


def show(value: object) -> str:
    """A value as its user wrote it: texts in quotes, anything else as JSON."""
    return repr(value) if isinstance(value, str) else json.dumps(value, default=repr)[:MOST_LETTERS]
