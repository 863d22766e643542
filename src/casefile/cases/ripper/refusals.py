"""Why an action of Jack the Ripper is not legal. A law test holds this against the list of legal actions."""

from casefile.cases.ripper import cards
from casefile.cases.ripper.cards import FACE_KIND, is_scene
from casefile.cases.ripper.state import RipperState
from casefile.core import turns
from casefile.core.actions import Refusal
from casefile.core.state import DRAW, OVER


def refusal(s: RipperState, seat: int, action: int, names: list[str], *, tips_allowed: bool) -> Refusal | None:
    """Why a seat that has to choose may not choose this."""
    if s.question == cards.ESCAPE:
        expected = action == cards.HOLD or action == cards.PLAY_CARD + cards.ESCAPES
        return None if expected else Refusal("answer-escape", "RIP-22")
    if s.question == cards.TIP:
        return None if cards.GIVE_TIP <= action < cards.MELD else Refusal("answer-tip", "RIP-31")
    if s.question == cards.SEARCH:
        return take_refusal(s, action, names)
    if action == cards.HOLD:
        return Refusal("nothing-to-hold", "RIP-22")
    if cards.GIVE_TIP <= action < cards.MELD:
        return Refusal("no-tips-called", "RIP-31")
    if cards.TAKE <= action < cards.DISCARD:
        return Refusal("no-search", "RIP-10")
    if action == cards.CALL_TIPS:
        return tips_refusal(s, seat, tips_allowed=tips_allowed)
    if action == cards.PLAY_CARD + cards.ESCAPES:
        return escape_refusal(s, seat, names[cards.ESCAPES])
    if turns.is_framed(s, action, cards.DRAW_DISCARD, cards.DISCARD):
        return turns.frame_refusal(s, seat, action, cards.DRAW_DISCARD, cards.DISCARD, names)
    if action >= cards.PLAY_CARD:
        return event_refusal(s, seat, action - cards.PLAY_CARD, names)
    if action >= cards.LAY:
        return lay_refusal(s, seat, action - cards.LAY, names)
    return meld_refusal(s, seat, action - cards.MELD, names)


def tips_refusal(s: RipperState, seat: int, *, tips_allowed: bool) -> Refusal | None:
    """May this player call for tips (RIP-30)?"""
    if not tips_allowed:
        return Refusal("tips-off", "RIP-30")
    if s.phase != DRAW:
        return Refusal("tips-too-late", "RIP-30")
    if s.tips:
        return Refusal("tips-once", "RIP-30")
    return None if s.has_meld(seat) else Refusal("tips-need-meld", "RIP-30")


def escape_refusal(s: RipperState, seat: int, name: str) -> Refusal | None:
    """May the player whose turn it is let the Ripper escape (RIP-18)?"""
    if not s.in_hand(seat, cards.ESCAPES):
        return Refusal("not-in-hand", "RIP-18", name)
    return None if s.may_escape() else Refusal("victims-missing", "RIP-18", name)


def escape_out_of_turn(s: RipperState, seat: int, action: int) -> Refusal | None:
    """The holder plays the escape out of turn when asked, after what the others do, and at no other moment (RIP-22)."""
    if (
        action != cards.PLAY_CARD + cards.ESCAPES
        or s.phase == OVER
        or not s.may_escape()
        or not s.in_hand(seat, cards.ESCAPES)
    ):
        return None
    return Refusal("escape-when-asked", "RIP-22")


def meld_refusal(s: RipperState, seat: int, code: int, names: list[str]) -> Refusal | None:
    """May this meld be played (C-8, C-9, RIP-1 to RIP-3)?"""
    colour = code // cards.MELD_WIDTH
    clues = code % cards.MELD_WIDTH // 3 + 1
    jokers = code % 3
    if not s.victims:
        return Refusal("no-victim", "RIP-1")
    if colour == cards.LETTERS and jokers:
        return Refusal("joker-as-letters", "RIP-2")
    if clues + jokers < 3:
        return Refusal("meld-too-small", "C-9")
    if s.in_hand(seat, colour) < clues:
        return Refusal("too-few-in-hand", "C-9", names[colour])
    if s.in_hand(seat, cards.JOKER) < jokers:
        return Refusal("too-few-in-hand", "C-9", names[cards.JOKER])
    return turns.last_card_refusal(s, seat, clues + jokers)


def lay_refusal(s: RipperState, seat: int, face: int, names: list[str]) -> Refusal | None:
    """May this clue be laid off (C-8, C-10, RIP-1, RIP-2)?"""
    kind = FACE_KIND[face]
    if kind > cards.JOKER:
        return Refusal("not-a-clue", "C-10", names[kind])
    if face == cards.JOKER:
        return Refusal("joker-needs-suspect", "RIP-2")
    if not s.in_hand(seat, kind):
        return Refusal("not-in-hand", "C-10", names[kind])
    if not s.victims:
        return Refusal("no-victim", "RIP-1")
    if not s.faces_now(kind) >> face & 1:
        colour = names[face - cards.JOKER_AS if face >= cards.JOKER_AS else face]
        return Refusal("no-meld-of", "C-10" if kind != cards.JOKER else "RIP-2", colour)
    return turns.last_card_refusal(s, seat, 1)


def event_refusal(s: RipperState, seat: int, face: int, names: list[str]) -> Refusal | None:
    """May this card be played as an event now (C-8, C-12, RIP-4 to RIP-7)?"""
    kind = FACE_KIND[face]
    if kind <= cards.JOKER:
        return Refusal("clue-is-no-event", "C-9", names[kind])
    if face == cards.ALIBI_EDDY_GULL:
        return Refusal("alibi-needs-suspect", "RIP-7")
    found = turns.event_refusal(s, seat, kind, names[kind])
    if found is None and not s.faces_now(kind) >> face & 1:
        found = Refusal("event-needs-meld", need_rule(kind), names[face])
    return found or turns.last_card_refusal(s, seat, 1)


def need_rule(kind: int) -> str:
    """The rule by which a suspicion or an alibi needs a meld."""
    if kind < cards.ALIBI:
        return "RIP-4"
    return "RIP-7" if kind == cards.ALIBI_EDDY_GULL else "RIP-5"


def take_refusal(s: RipperState, action: int, names: list[str]) -> Refusal | None:
    """May this card be chosen out of the discard pile (RIP-10, RIP-14)?"""
    if not cards.TAKE <= action < cards.DISCARD:
        return Refusal("answer-search", "RIP-10")
    face = action - cards.TAKE if action < cards.TAKE_AND_PLAY else action - cards.TAKE_AND_PLAY
    kind = FACE_KIND[face]
    if is_scene(kind):
        return Refusal("no-scene", "RIP-10", names[kind])
    if kind not in s.discard:
        return Refusal("not-in-discard", "RIP-10", names[kind])
    if action < cards.TAKE_AND_PLAY:
        return None
    if face == cards.JOKER:
        return Refusal("joker-needs-suspect", "RIP-2")
    if face == cards.ALIBI_EDDY_GULL:
        return Refusal("alibi-needs-suspect", "RIP-7")
    return None if s.faces_now(kind) >> face & 1 else Refusal("not-playable-now", "RIP-14", names[face])
