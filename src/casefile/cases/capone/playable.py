"""Questions about a round of Al Capone: which melds and sets lie where?"""

from mypy_extensions import i64

from casefile.cases.capone.state import CaponeState
from casefile.core.counts import bit, lowest


def has_meld(s: CaponeState, side: i64, gangster: i64) -> bool:
    """Has this area a meld of the gangster (C-11)?"""
    return s.in_area(side, gangster) >= 3


def is_complete(s: CaponeState, side: i64, gangster: i64, copies: list[int]) -> bool:
    """Has this area the complete set of the gangster (CAP-2)?"""
    return s.in_area(side, gangster) == copies[gangster]


def complete_sets(s: CaponeState, copies: list[int]) -> i64:
    """The gangsters whose complete set lies in some area, one bit each (CAP-6)."""
    bits: i64 = 0
    melded = s.melded
    while melded:
        gangster = lowest(melded)
        for side in range(s.sides):
            if s.areas[side * s.faces + gangster] == copies[gangster]:
                bits |= bit(gangster)
        melded &= melded - 1
    return bits


def melds(s: CaponeState, side: i64) -> i64:
    """The gangsters of whom this area has a meld, one bit each."""
    bits: i64 = 0
    melded = s.melded
    while melded:
        gangster = lowest(melded)
        if s.areas[side * s.faces + gangster] >= 3:
            bits |= bit(gangster)
        melded &= melded - 1
    return bits


def open_melds(s: CaponeState, side: i64, copies: list[int]) -> i64:
    """The gangsters of whom this area has a meld that is not a complete set, one bit each (CAP-7, CAP-9, CAP-11)."""
    return melds(s, side) & ~complete_sets(s, copies)


def raid_brings(s: CaponeState, side: i64, gangster: i64) -> i64:
    """How many cards of the gangster lie in the areas of the opponents (CAP-12)."""
    count: i64 = 0
    for other in range(s.sides):
        if other != side:
            count += s.in_area(other, gangster)
    return count


def among(cards: list[int]) -> i64:
    """The kinds of some cards, one bit each."""
    bits: i64 = 0
    for kind in cards:
        bits |= bit(kind)
    return bits
