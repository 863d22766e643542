"""Questions about a round of Murders in the Rue Morgue: what could be played now?"""

from mypy_extensions import i64

from casefile.cases.rue_morgue.cards import DEDUCTION, DUPINS_HELP, Figures
from casefile.cases.rue_morgue.state import RueMorgueState


def may_play_by_melds(s: RueMorgueState, kind: i64, figures: Figures) -> bool:
    """Do the melds that a card needs lie in any areas (RUE-10, RUE-11, C-10)?"""
    if kind >= DUPINS_HELP:
        return True
    return s.is_melded(figures.first[kind]) and s.is_melded(figures.second[kind])


def matches_meld(s: RueMorgueState, kind: i64, figures: Figures) -> bool:
    """Is a card of the hand dropped without minus, as it has a melded colour (RUE-21)?"""
    if kind >= DUPINS_HELP:
        return False
    return s.is_melded(figures.first[kind]) or s.is_melded(figures.second[kind])


def has_pair(s: RueMorgueState, side: i64, colour: i64, figures: Figures) -> bool:
    """Are a set and its partner both melded in this area (RUE-23)?"""
    return s.in_area(side, colour) >= 3 and s.in_area(side, figures.partner[colour]) >= 3


def has_trio(s: RueMorgueState, side: i64, figures: Figures) -> bool:
    """Has this area a pair of partner sets together with their deduction (RUE-26)?"""
    for kind in range(DEDUCTION, DEDUCTION + 4):
        if s.in_area(side, kind) and has_pair(s, side, figures.first[kind], figures):
            return True
    return False


def has_any_meld(s: RueMorgueState, side: i64) -> bool:
    """Does a meld lie in this area?"""
    return any(s.in_area(side, colour) >= 3 for colour in range(DEDUCTION))
