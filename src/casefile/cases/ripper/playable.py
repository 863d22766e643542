"""Questions about a round of Jack the Ripper: what could be played now?"""

from mypy_extensions import i64

from casefile.cases.ripper.cards import (
    ALIBI,
    ALIBI_EDDY,
    ALIBI_EDDY_GULL,
    ALIBI_GULL,
    ALL_SUSPECTS,
    EDDY,
    ESCAPES,
    GULL,
    JOKER,
    JOKER_AS,
    LETTERS,
    SUSPICION,
    VICTIM,
    VICTIMS,
    alibi_suspect,
)
from casefile.cases.ripper.state import RipperState
from casefile.core.counts import bit


def may_escape(s: RipperState) -> bool:
    """Do all five victims lie in areas (RIP-18)?"""
    return s.victims == VICTIMS


def may_call_tips(s: RipperState, seat: i64) -> bool:
    """Does this player have a meld in their own area, and has nobody called yet (RIP-30)?"""
    return not s.tips and has_meld(s, seat)


def has_meld(s: RipperState, side: i64) -> bool:
    """Does a meld lie in this area, of letters too (C-11)?"""
    return any(s.clues_of(side, colour) >= 3 for colour in range(LETTERS + 1))


def faces_now(s: RipperState, kind: i64) -> i64:
    """The faces (bits) with which a card could be played by its own rule now, hand and turn aside (RIP-14)."""
    if kind <= LETTERS:
        return s.melded & bit(kind)
    if kind == JOKER:
        return (s.melded & ALL_SUSPECTS) << JOKER_AS
    if kind < ALIBI:
        return (s.melded >> (kind - SUSPICION) & 1) << kind
    if kind == ALIBI_EDDY_GULL:
        return (s.melded >> EDDY & 1) << ALIBI_EDDY | (s.melded >> GULL & 1) << ALIBI_GULL
    if kind < VICTIM:
        return (s.melded >> alibi_suspect(kind) & 1) << kind
    if kind == ESCAPES and not may_escape(s):
        return 0
    return bit(kind)
