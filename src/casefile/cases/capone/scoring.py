"""How a round of Al Capone is scored."""

from casefile.cases.capone.cards import CAPONE, GANGSTERS, Figures
from casefile.cases.capone.state import CaponeState
from casefile.core.score import RoundScore, SideScore
from casefile.core.state import BY_DISCARD, NOBODY


def shut_out(s: CaponeState, figures: Figures) -> int:
    """The side that shuts the others out: it went out, and has the complete set of Capone; or NOBODY (CAP-16)."""
    if s.ended_by == BY_DISCARD and s.is_complete(s.side(s.ended_seat), CAPONE, figures.copies):
        return s.side(s.ended_seat)
    return NOBODY


def score(s: CaponeState, figures: Figures) -> RoundScore:
    """The points of a round that is over; cards in the hand cost nothing (CAP-14 to CAP-16)."""
    sides = [SideScore() for _ in range(s.sides)]
    winner = shut_out(s, figures)
    for side in range(s.sides):
        if winner == NOBODY or winner == side:
            score_area(s, side, figures, sides[side])
    result = RoundScore("scored", sides)
    result.shut_out = winner
    return result


def score_area(s: CaponeState, side: int, figures: Figures, result: SideScore) -> None:
    """A complete set has a value of its own; all other clues count one by one (CAP-15)."""
    for gangster in range(GANGSTERS):
        count = s.in_area(side, gangster)
        if s.is_complete(side, gangster, figures.copies):
            result.add("set", gangster, count, figures.complete_set[gangster])
        elif count:
            result.add("", gangster, count, count * figures.points[gangster])
