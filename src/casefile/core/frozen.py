"""Words that version 1 of a public format fixed: they name what single cases have, and stay as others read them."""

from typing import Final

from casefile.core.events import NOBODY, Event

# The key of `casefile score` for the suspect whom a round found guilty, in any case.
CULPRIT_KEY: Final = "ripper"

# The order of phases and questions in the observations of the `_v1` environments. Words of a case that do not stand
# here follow behind them, so that they change the rows of no other case.
PHASES_V1: Final = ["draw", "play", "over", "pass", "give"]
QUESTIONS_V1: Final = ["", "feed", "search", "reveal", "escape", "consult", "pass", "give", "tip"]

# The numbers of endings in events as JSON and in information states.
ENDINGS_V1: Final = ["", "discard", "commissioner", "escape", "file"]


def number_v1(event: Event, endings: list[str]) -> int:
    """The other seat of an event, its ending or its count in one number, as formats older than those fields have it."""
    if event.other != NOBODY:
        return event.other
    if not event.ending:
        return event.count
    word = endings[event.ending]
    return ENDINGS_V1.index(word) if word in ENDINGS_V1 else len(ENDINGS_V1) + event.ending
