"""How a round of Murders in the Rue Morgue is scored."""

from typing import Final

from casefile.cases.rue_morgue.cards import COLOURS, DUPIN, DUPINS_HELP, KINDS, Figures
from casefile.cases.rue_morgue.state import RueMorgueState
from casefile.core.counts import bit
from casefile.core.score import RoundScore, SideScore
from casefile.core.state import BY_DISCARD

PAIR_BONUS: Final = 10
POINTS_FOR_HELP: Final = 2


def is_caught(s: RueMorgueState) -> bool:
    """Did somebody go out before the Orang-Utan escaped (RUE-20)?"""
    return s.ended_by == BY_DISCARD and s.file_number == 1


def catch(s: RueMorgueState, figures: Figures) -> None:
    """What lay under the Orang-Utan goes to the area of the player who went out, or onto the discard pile (RUE-20)."""
    side = s.side(s.ended_seat)
    found = [0] * KINDS
    for kind in s.under:
        found[kind] += 1
    s.under = []
    for colour in range(COLOURS):
        if found[colour] >= 3:
            s.melded |= bit(colour)
    for kind in range(KINDS):
        wanted = kind < DUPINS_HELP and s.may_play_by_melds(kind, figures)
        for _ in range(found[kind]):
            if wanted:
                s.put_into_area(side, kind)
            else:
                s.put_onto_discard(kind)


def score(state: RueMorgueState, figures: Figures, *, dupin_scores: bool, shut_out: bool) -> RoundScore:
    """The points of a round that is over (RUE-19 to RUE-27); the round itself stays as it is."""
    s = state.clone()
    sides = [SideScore() for _ in range(s.sides)]
    if s.ended_by != BY_DISCARD:
        return RoundScore("unsolved", sides)
    winner = s.side(s.ended_seat)
    caught = is_caught(s)
    if caught:
        catch(s, figures)
    result = RoundScore("solved", sides)
    if shut_out and caught and shuts_out(s, winner, figures):
        result.shut_out = winner
    for side in range(s.sides):
        if result.shut_out in (-1, side):
            score_side(s, side, figures, sides[side])
            if dupin_scores:
                score_dupin(s, side, sides[side])
    return result


def shuts_out(s: RueMorgueState, winner: int, figures: Figures) -> bool:
    """Has the winner a complete trio, and no opponent one (RUE-26, RUE-27)?"""
    return [side for side in range(s.sides) if s.has_trio(side, figures)] == [winner]


def score_side(s: RueMorgueState, side: int, figures: Figures, result: SideScore) -> None:
    """Plus for the area and its pairs, minus for the hands (RUE-21 to RUE-24)."""
    for kind in range(KINDS):
        count = s.in_area(side, kind)
        if count:
            result.add("", kind, count, count * figures.points[kind])
    for colour in figures.pairs:
        if s.has_pair(side, colour, figures):
            result.extra("pair", colour, 1, PAIR_BONUS)
    if side == s.side(s.ended_seat):
        return
    for kind in range(KINDS):
        count = 0
        for seat in range(side, s.seats, s.sides):
            count += s.in_hand(seat, kind)
        if count and not s.matches_meld(kind, figures):
            result.cost("hand", kind, count, count * figures.points[kind])


def score_dupin(s: RueMorgueState, side: int, result: SideScore) -> None:
    """Dupin is paid for the help that others took, and pays for that of this side (RUE-25)."""
    if not s.in_area(side, DUPIN):
        return
    for other in range(s.sides):
        count = s.in_area(other, DUPINS_HELP)
        if count and other == side:
            result.extra("dupin-own", DUPINS_HELP, count, -POINTS_FOR_HELP * count)
        elif count:
            result.extra("dupin-others", DUPINS_HELP, count, POINTS_FOR_HELP * count)
