"""Taking back: which actions go with a seat's last one, and whether that is harmless."""

from collections import Counter
from collections.abc import Iterable

from casefile.core.events import ASIDE, DISCARD_PILE, FIRST_AREA, FIRST_HAND, OWN_PLACES, Event, hand_of
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.match import Match


def steps_back(match: Match, seat: int) -> tuple[int, bool]:
    """How many actions go if a seat's last one of this round is taken back, and whether another seat acted since.

    No steps: there is nothing to take back. A secret answer goes with what it follows.
    """
    others = False
    for steps, (actor, action) in enumerate(reversed(match.round.actions), 1):
        if action in match.rules.secret_actions:
            continue
        if actor == seat:
            return steps, others
        others = True
    return 0, others


def told_nothing(rules: Rules, state: State, seat: int, action: int, news: Iterable[Event]) -> bool:
    """Did an action and the events that followed tell its seat nothing new, and is it still this seat's choice?

    The state is the one that the seat is shown, after the action.
    """
    if action in rules.telling_actions or not state.actors() >> seat & 1:
        return False
    seen = [event for event in news if event.seen_by(seat) is not None]
    return bool(seen) and not any(tells_something(event, seat) for event in seen)


def tells_something(event: Event, seat: int) -> bool:
    """Does an event tell a seat more than that cards which it knew went down?

    It does if a card came out of a hidden place, or into a hand, and if it names cards that stay where they are.
    """
    moved = [card for move in event.moves for card in move.cards]
    if not moved or (moved != event.cards and Counter(event.cards) - Counter(moved)):
        return True
    return any(not is_open(move.came_from, seat) or is_hand(move.went_to) for move in event.moves)


def is_open(place: int, seat: int) -> bool:
    """Does a seat see which cards leave this place before they do?"""
    return place in (DISCARD_PILE, ASIDE, hand_of(seat)) or FIRST_AREA <= place < OWN_PLACES


def is_hand(place: int) -> bool:
    """Is this the hand of a seat?"""
    return FIRST_HAND <= place < FIRST_AREA
