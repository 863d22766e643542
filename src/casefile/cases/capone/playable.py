"""Questions about a round of Al Capone: which melds and sets lie where?"""

from casefile.cases.capone.cards import GANGSTERS
from casefile.cases.capone.state import CaponeState


def has_meld(s: CaponeState, side: int, gangster: int) -> bool:
    """Has this area a meld of the gangster (C-11)?"""
    return s.in_area(side, gangster) >= 3


def is_complete(s: CaponeState, side: int, gangster: int, copies: list[int]) -> bool:
    """Has this area the complete set of the gangster (CAP-2)?"""
    return s.in_area(side, gangster) == copies[gangster]


def lies_complete(s: CaponeState, gangster: int, copies: list[int]) -> bool:
    """Does the complete set of the gangster lie in some area (CAP-6)?"""
    return any(is_complete(s, side, gangster, copies) for side in range(s.sides))


def melds(s: CaponeState, side: int) -> int:
    """The gangsters of whom this area has a meld, one bit each."""
    bits = 0
    for gangster in range(GANGSTERS):
        if has_meld(s, side, gangster):
            bits |= 1 << gangster
    return bits


def open_melds(s: CaponeState, side: int, copies: list[int]) -> int:
    """The gangsters of whom this area has a meld that is not a complete set, one bit each (CAP-7, CAP-9, CAP-11)."""
    bits = 0
    for gangster in range(GANGSTERS):
        if 3 <= s.in_area(side, gangster) < copies[gangster]:
            bits |= 1 << gangster
    return bits


def raid_brings(s: CaponeState, side: int, gangster: int) -> int:
    """How many cards of the gangster lie in the areas of the opponents (CAP-12)."""
    return sum([s.in_area(other, gangster) for other in range(s.sides) if other != side])


def among(cards: list[int]) -> int:
    """The kinds of some cards, one bit each."""
    bits = 0
    for kind in cards:
        bits |= 1 << kind
    return bits
