"""Questions about a round of Jack the Ripper: what could be played now?"""

from casefile.cases.ripper.cards import (
    ALIBI,
    ALIBI_EDDY,
    ALIBI_EDDY_GULL,
    ALIBI_GULL,
    ESCAPES,
    JOKER,
    JOKER_AS,
    LETTERS,
    SUSPECTS,
    SUSPICION,
    VICTIM,
    VICTIMS,
    alibi_suspect,
)
from casefile.cases.ripper.state import RipperState


def may_escape(s: RipperState) -> bool:
    """Do all five victims lie in areas (RIP-18)?"""
    return s.victims == VICTIMS


def may_call_tips(s: RipperState, seat: int) -> bool:
    """Has this player a meld in the own area, and did nobody call yet (RIP-30)?"""
    return not s.tips and has_meld(s, seat)


def has_meld(s: RipperState, side: int) -> bool:
    """Does a meld lie in this area, of letters too (C-11)?"""
    return any(s.clues_of(side, colour) >= 3 for colour in range(LETTERS + 1))


def faces_now(s: RipperState, kind: int) -> list[int]:
    """The faces with which a card could be played by its own rule now, hand and turn aside (RIP-14)."""
    if kind <= LETTERS:
        return [kind] if s.melded >> kind & 1 else []
    if kind == JOKER:
        return [JOKER_AS + suspect for suspect in range(SUSPECTS) if s.melded >> suspect & 1]
    if kind < ALIBI:
        return [kind] if s.melded >> (kind - SUSPICION) & 1 else []
    if kind == ALIBI_EDDY_GULL:
        return [face for face in (ALIBI_EDDY, ALIBI_GULL) if s.melded >> alibi_suspect(face) & 1]
    if kind < VICTIM:
        return [kind] if s.melded >> alibi_suspect(kind) & 1 else []
    if kind == ESCAPES:
        return [kind] if may_escape(s) else []
    return [kind]
