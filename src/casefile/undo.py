"""Taking back: which actions go with a seat's last one, and whether that is harmless."""

from collections.abc import Iterable

from casefile.core.events import Event
from casefile.core.rules import Rules
from casefile.match import Match

# What tells nobody anything new, so that it can be taken back.
HARMLESS = {"meld", "lay", "play", "gather"}
SECRET = "hold"  # an answer of which the others may not know (RIP-22): it goes with what it follows


def is_secret(rules: Rules, action: int) -> bool:
    """Is this an answer of which the others may not know?"""
    return rules.actions[action].verb == SECRET


def steps_back(match: Match, seat: int) -> tuple[int, bool]:
    """How many actions go if a seat's last one of this round is taken back, and whether another seat acted since.

    No steps: there is nothing to take back.
    """
    others = False
    for steps, (actor, action) in enumerate(reversed(match.round.actions), 1):
        if is_secret(match.rules, action):
            continue
        if actor == seat:
            return steps, others
        others = True
    return 0, others


def told_nothing(rules: Rules, seat: int, action: int, news: Iterable[Event]) -> bool:
    """Did an action and the events that followed tell its seat nothing new?"""
    seen = [event.what for event in news if event.seen_by(seat) is not None]
    return rules.actions[action].verb in HARMLESS and all(what in HARMLESS for what in seen)
