"""Questions about a round of Jack the Ripper: what could be played now?"""

from mypy_extensions import i64

from casefile.cases.ripper import cards
from casefile.cases.ripper.cards import alibi_suspect
from casefile.cases.ripper.state import RipperState
from casefile.core.counts import bit


def may_escape(s: RipperState) -> bool:
    """Do all five victims lie in areas (RIP-18)?"""
    return s.victims == cards.VICTIMS


def may_call_tips(s: RipperState, seat: i64) -> bool:
    """Does this player have a meld in their own area, and has nobody called yet (RIP-30)?"""
    return not s.tips and has_meld(s, seat)


def has_meld(s: RipperState, side: i64) -> bool:
    """Does a meld lie in this area, of letters too (C-11)?"""
    return any(s.clues_of(side, colour) >= 3 for colour in range(cards.LETTERS + 1))


def faces_now(s: RipperState, kind: i64) -> i64:
    """The faces (bits) with which a card could be played by its own rule now, hand and turn aside (RIP-14)."""
    if kind <= cards.LETTERS:
        return s.melded & bit(kind)
    if kind == cards.JOKER:
        return (s.melded & cards.ALL_SUSPECTS) << cards.JOKER_AS
    if kind < cards.ALIBI:
        return (s.melded >> (kind - cards.SUSPICION) & 1) << kind
    if kind == cards.ALIBI_EDDY_GULL:
        return (s.melded >> cards.EDDY & 1) << cards.ALIBI_EDDY | (s.melded >> cards.GULL & 1) << cards.ALIBI_GULL
    if kind < cards.VICTIM:
        return (s.melded >> alibi_suspect(kind) & 1) << kind
    if kind == cards.ESCAPES and not may_escape(s):
        return 0
    return bit(kind)
