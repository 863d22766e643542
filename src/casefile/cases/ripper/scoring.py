"""How a round of Jack the Ripper is scored."""

from typing import Final

from casefile.cases.ripper import cards
from casefile.cases.ripper.cards import FACE_KIND, Figures, alibi_suspect, is_alibi
from casefile.cases.ripper.state import RipperState
from casefile.core.counts import bit
from casefile.core.score import RoundScore, SideScore

TIP_BONUS: Final = 10


def suspect_of(face: int) -> int:
    """The suspect whose colour a card in an area has, or -1 (RIP-25)."""
    if face < cards.SUSPECTS:
        return face
    if cards.JOKER_AS <= face < cards.JOKER_AS + cards.SUSPECTS:
        return face - cards.JOKER_AS
    if cards.SUSPICION <= face < cards.SUSPICION + cards.SUSPECTS:
        return face - cards.SUSPICION
    return alibi_suspect(face) if is_alibi(face) else -1


def find_ripper(s: RipperState, figures: Figures) -> int:
    """The melded suspect without an alibi who has the most points; of equals the lowest rank (RIP-25)."""
    points = [0] * cards.SUSPECTS
    for side in range(s.sides):
        for face in range(cards.FACES):
            suspect = suspect_of(face)
            if suspect >= 0:
                points[suspect] += s.in_area(side, face) * figures.points[FACE_KIND[face]]
    ripper = -1
    open_suspects = s.melded & ~s.cleared()
    for suspect in range(cards.SUSPECTS):
        if not open_suspects >> suspect & 1:
            continue
        if (
            ripper < 0
            or points[suspect] > points[ripper]
            or (points[suspect] == points[ripper] and figures.rank[suspect] < figures.rank[ripper])
        ):
            ripper = suspect
    return ripper


def matches_meld(s: RipperState, kind: int) -> bool:
    """Is a card of the hand dropped without minus, as it matches a meld in some area (RIP-27)?"""
    if kind <= cards.LETTERS:
        return s.melded >> kind & 1 != 0
    if kind == cards.JOKER:
        return s.melded & cards.ALL_SUSPECTS != 0
    if kind == cards.ALIBI_EDDY_GULL:
        return s.melded & (bit(cards.EDDY) | bit(cards.GULL)) != 0
    if kind < cards.VICTIM:
        return s.melded >> suspect_of(kind) & 1 != 0
    return False


def score(s: RipperState, figures: Figures) -> RoundScore:
    """The points of a round that is over (RIP-24 to RIP-29, RIP-32)."""
    sides = [SideScore() for _ in range(s.sides)]
    if not s.is_solved():
        for side in range(s.sides):
            for face in [*range(cards.VICTIM, cards.STRIKES), cards.ESCAPES]:
                if s.in_area(side, face):
                    sides[side].add("", face, 1, figures.points[face])
        return RoundScore("unsolved", sides)
    ripper = find_ripper(s, figures)
    for side in range(s.sides):
        score_area(s, side, ripper, figures, sides[side])
        score_hand(s, side, figures, sides[side])
        if s.tips and s.tips[side] == ripper:
            sides[side].extra("tip", ripper, 1, TIP_BONUS)
    result = RoundScore("solved", sides)
    result.culprit = ripper
    return result


def score_area(s: RipperState, side: int, ripper: int, figures: Figures, result: SideScore) -> None:
    """The cards of a player's area; those of the Ripper's colour count double (RIP-26)."""
    for face in range(cards.FACES):
        count = s.in_area(side, face)
        if count:
            points = count * figures.points[FACE_KIND[face]]
            if ripper >= 0 and suspect_of(face) == ripper:
                result.add("double", face, count, 2 * points)
            else:
                result.add("", face, count, points)


def score_hand(s: RipperState, seat: int, figures: Figures, result: SideScore) -> None:
    """The cards that are left in the hand (RIP-27, RIP-28)."""
    for kind in range(s.kinds):
        count = s.in_hand(seat, kind)
        if not count or matches_meld(s, kind):
            continue
        cost = figures.cost_per_victim * s.victims if kind == cards.ESCAPES else figures.points[kind]
        result.cost("hand", kind, count, count * cost)
