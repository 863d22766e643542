"""What was chance in a round: cards that came to light, and what might as well have come in their place."""

from collections import Counter
from collections.abc import Iterator

from casefile.core.rng import Rng
from casefile.core.state import State


def hidden_part(state: State) -> int:
    """How many cards of the case file nobody has looked at: all, or all but the top card."""
    size = len(state.case_file)
    return size if state.may_turn_file() else size - 1


def is_chance(before: State, after: State) -> bool:
    """Has an action brought cards to light that nobody had looked at?"""
    if before.file_number != after.file_number:
        return hidden_part(before) > 0
    return hidden_part(after) < hidden_part(before)


def could_have_been(before: State, rng: Rng) -> Iterator[tuple[float, State]]:
    """What might as well have been there before cards came to light: every card on top, with the share of each.

    Below it the hidden cards lie in any order. None of that hangs on what really lay there, so the mean over these
    states estimates without bias what was to be expected, however many cards the action takes.
    """
    hidden = hidden_part(before)
    known = before.case_file[hidden:]
    cards = sorted(before.case_file[:hidden])
    for kind, copies in Counter(cards).items():
        rest = cards[:]
        rest.remove(kind)
        rng.shuffle(rest)
        other = before.clone()
        other.case_file = [*rest, kind, *known]
        other.seed = f"{before.seed}/{kind}"  # of a second case file that may come in the middle of a draw
        yield copies / hidden, other
