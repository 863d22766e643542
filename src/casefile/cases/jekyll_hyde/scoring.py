"""How a round of Dr. Jekyll & Mr. Hyde is scored."""

from typing import Final

from casefile.cases.jekyll_hyde.cards import COLOURS, FACES, KINDS, Figures
from casefile.cases.jekyll_hyde.state import JekyllState
from casefile.core.score import RoundScore, SideScore
from casefile.core.state import BY_DISCARD

DOUBLED_BY: Final = ("double-jekyll", "double-hyde")  # why a card counts double, by the side that is up


def is_solved(s: JekyllState) -> bool:
    """Did the round end by a last card discarded (JEK-11)?"""
    return s.ended_by == BY_DISCARD


def is_shut_out(s: JekyllState, figures: Figures) -> bool:
    """Do all letters in the area of the player who went out match the side that is up (JEK-14)?"""
    if not is_solved(s):
        return False
    side = s.side(s.ended_seat)
    for face in range(FACES):
        if s.in_area(side, face) and figures.letter[face] and not figures.matches(face, s.identity):
            return False
    return any(s.clues_of(side, colour) for colour in range(COLOURS))


def score(s: JekyllState, figures: Figures) -> RoundScore:
    """The points of a round that is over (JEK-11 to JEK-14)."""
    sides = [SideScore() for _ in range(s.sides)]
    if not is_solved(s):
        return RoundScore("unsolved", sides)
    result = RoundScore("solved", sides)
    if is_shut_out(s, figures):
        result.shut_out = s.side(s.ended_seat)
    for side in range(s.sides):
        if result.shut_out in (-1, side):
            score_area(s, side, figures, sides[side])
            score_hand(s, side, figures, sides[side])
    return result


def score_area(s: JekyllState, side: int, figures: Figures, result: SideScore) -> None:
    """The cards of a player's area; those whose letter matches count double, with some exceptions (JEK-9, JEK-12)."""
    for face in range(FACES):
        count = s.in_area(side, face)
        points = count * figures.points[face]
        if points == 0:
            continue
        if figures.matches(face, s.identity) and not figures.never_doubled[face]:
            result.add(DOUBLED_BY[s.identity], face, count, 2 * points)
        else:
            result.add("", face, count, points)


def score_hand(s: JekyllState, seat: int, figures: Figures, result: SideScore) -> None:
    """The cards that are left in the hand, without exception (JEK-13)."""
    for kind in range(KINDS):
        count = s.in_hand(seat, kind)
        if count:
            result.cost("hand", kind, count, count * figures.hand_points[kind])
