"""Why an expert chooses an action in Jack the Ripper: a key for the sentence, and the cards that it names."""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.bots.ripper_table import ALIBI_FACE, NOBODY, SUSPECT_OF, Table, held_by_others
from casefile.bots.ripper_worth import RipperWorth
from casefile.cases.ripper.cards import (
    ALIBI,
    CALL_TIPS,
    COMMISSIONER,
    DISCARD,
    DRAW_FILE,
    ESCAPES,
    GIVE_TIP,
    HOLD,
    JOKER,
    LAY,
    LETTERS,
    MELD,
    MELD_WIDTH,
    PLAY_CARD,
    SCENE,
    STRIKES,
    SUSPECTS,
    TAKE,
    TAKE_AND_PLAY,
    VICTIM,
    VICTIMS,
)
from casefile.cases.ripper.scoring import FACE_KIND
from casefile.cases.ripper.state import RipperView

FEW: Final = 3  # cards in another hand: that player may go out soon


def reason(policy: RipperWorth, view: RipperView, table: Table, unseen: list[int], action: int) -> Reason:
    """The main reason for an action."""
    if action >= DISCARD:
        return why_discard(policy, view, table, unseen, action - DISCARD)
    if action >= TAKE:
        is_played = action >= TAKE_AND_PLAY
        face = action - TAKE_AND_PLAY if is_played else action - TAKE
        return why_take(view, face, is_played=is_played)
    if action >= PLAY_CARD:
        return why_event(policy, view, table, unseen, action - PLAY_CARD)
    if action >= LAY:
        return why_lay(view, table, action - LAY)
    if action >= MELD:
        return why_meld(view, table, action - MELD)
    if action >= GIVE_TIP:
        return why_tip(table, action - GIVE_TIP)
    if action == HOLD:
        return Reason("escape-hold", [ESCAPES], table.margin() // POINT)
    if action == CALL_TIPS:
        return Reason("call-tips", [])
    return why_draw(policy, view, table, unseen, from_file=action == DRAW_FILE)


def why_draw(policy: RipperWorth, view: RipperView, table: Table, unseen: list[int], *, from_file: bool) -> Reason:
    """Why this pile."""
    top = view.top()
    if top < 0:
        return Reason("draw-only", [])
    held = view.hand[top]
    if from_file:
        if top <= LETTERS and held == 0:
            return Reason("draw-not-single", [top])
        if top <= LETTERS and held == 1 and not view.melded >> top & 1:
            return Reason("draw-not-pair", [top])
        return Reason("draw-unseen", [top])
    if top <= LETTERS and view.melded >> top & 1:
        return Reason("draw-lay", [top])
    if top < SUSPECTS and held == 1 and view.hand[JOKER]:
        return Reason("draw-joker", [top, JOKER])
    if top <= LETTERS and held >= 2:
        return Reason("draw-set", [top], held + 1)
    if VICTIM <= top < SCENE:
        return Reason("draw-victim", [top])
    return Reason("draw-top", [top])


def why_meld(view: RipperView, table: Table, code: int) -> Reason:
    """Why a meld goes down now."""
    colour = code // MELD_WIDTH
    clues = code % MELD_WIDTH // 3 + 1
    jokers = code % 3
    cards = [colour] * clues + [JOKER] * jokers
    if view.sizes[view.seat] == len(cards) + 1:
        return Reason("go-out", cards, table.margin() // POINT)
    if table.least <= FEW:
        return Reason("meld-now", cards, table.least)
    if colour < SUSPECTS and table.ripper() < 0:
        return Reason("meld-first", [colour])
    return Reason("meld-early", cards)


def why_lay(view: RipperView, table: Table, face: int) -> Reason:
    """Why a clue is laid off now."""
    if view.sizes[view.seat] == 2:
        return Reason("go-out", [face], table.margin() // POINT)
    suspect = SUSPECT_OF[face]
    if suspect >= 0 and suspect == table.ripper():
        return Reason("lay-double", [face])
    if table.least <= FEW:
        return Reason("lay-now", [face], table.least)
    return Reason("lay", [face])


def why_tip(table: Table, suspect: int) -> Reason:
    """Why this suspect."""
    key = "tip-table" if suspect == table.ripper() else "tip-hand"
    return Reason(key, [suspect], table.total[suspect] // POINT)


def why_take(view: RipperView, face: int, *, is_played: bool) -> Reason:
    """Why this card of the discard pile."""
    kind = FACE_KIND[face]
    if kind == ESCAPES and is_played:
        return Reason("escape-found", [ESCAPES])
    if kind == ESCAPES:
        return Reason("take-escape", [ESCAPES], view.victims)
    if is_played:
        return Reason("take-play", [face])
    if kind <= LETTERS and view.hand[kind] >= 2:
        return Reason("draw-set", [kind], view.hand[kind] + 1)
    return Reason("take", [kind])


def why_event(policy: RipperWorth, view: RipperView, table: Table, unseen: list[int], face: int) -> Reason:
    """Why this event, and now."""
    kind = FACE_KIND[face]
    suspect = SUSPECT_OF[face]
    if suspect >= 0 and view.sizes[view.seat] == 2:
        return Reason("go-out", [face], table.margin() // POINT)
    if ALIBI_FACE[face]:
        return why_alibi(table, face, suspect)
    if suspect >= 0:
        key = "suspicion-ripper" if table.lead(suspect) >= 0 else "suspicion"
        return Reason(key, [face, suspect])
    if kind < SCENE:
        return why_victim(policy, view, kind)
    if kind < STRIKES:
        found = policy.best_find(view, table, unseen)
        if policy.taken_over(view, policy.partner[kind]):
            return Reason("takes-over", [kind, policy.partner[kind]])
        return Reason("scene-find", [kind, found]) if found >= 0 else Reason("scene", [kind])
    if kind == STRIKES:
        return Reason("strikes", [kind], policy.unseen_victims(unseen))
    if kind == COMMISSIONER:
        key = "commissioner-escape" if view.hand[ESCAPES] else "commissioner"
        return Reason(key, [kind])
    return Reason("escape-now", [ESCAPES], policy.escape_points // POINT)


def why_alibi(table: Table, face: int, suspect: int) -> Reason:
    """An alibi takes the doubling from others, or only counts."""
    lead = table.lead(suspect)
    if suspect == table.ripper() and lead < 0:
        return Reason("alibi-ripper", [face, suspect], -lead // POINT)
    return Reason("alibi-points", [face, suspect])


def why_victim(policy: RipperWorth, view: RipperView, victim: int) -> Reason:
    """A victim opens the melds, brings cards, takes its scene, or leads to the escape."""
    if view.hand[ESCAPES]:
        return Reason("victim-escape", [victim, ESCAPES], VICTIMS - view.victims - 1)
    if not view.victims:
        return Reason("victim-first", [victim])
    if policy.taken_over(view, policy.partner[victim]):
        return Reason("takes-over", [victim, policy.partner[victim]])
    return Reason("victim", [victim])


def why_discard(policy: RipperWorth, view: RipperView, table: Table, unseen: list[int], kind: int) -> Reason:
    """Why this card and no other; first of all, what is held back by it."""
    if view.sizes[view.seat] == 1:
        return Reason("last-discard", [kind], table.margin() // POINT)
    fifth = held_fifth(view)
    if fifth >= 0 and kind != fifth and not view.event_played and not view.hand[ESCAPES] and unseen[ESCAPES]:
        return Reason("hold-fifth", [kind, fifth, ESCAPES], held_by_others(view, ESCAPES, unseen[ESCAPES]))
    ready = ready_meld(view)
    if ready >= 0 and kind != ready:
        return Reason("hold-meld", [kind, ready], table.least)
    return why_this_card(policy, view, unseen, kind)


def held_fifth(view: RipperView) -> int:
    """The victim of the hand that would be the fifth on the table, or -1."""
    if view.victims == VICTIMS - 1:
        for victim in range(VICTIM, VICTIM + VICTIMS):
            if view.hand[victim]:
                return victim
    return NOBODY


def ready_meld(view: RipperView) -> int:
    """A colour of which the hand holds a meld that is not laid, or -1 (RIP-1)."""
    if view.victims and view.sizes[view.seat] > 3:
        for colour in range(LETTERS + 1):
            if view.hand[colour] >= 3 and not view.melded >> colour & 1:
                return colour
    return NOBODY


def why_this_card(policy: RipperWorth, view: RipperView, unseen: list[int], kind: int) -> Reason:
    """Why the hand misses this card least."""
    if kind <= LETTERS:
        if view.melded >> kind & 1:
            return Reason("discard-melded", [kind])
        if unseen[kind] + view.hand[kind] < 3:
            return Reason("discard-dead", [kind], unseen[kind])
        if view.hand[kind] == 1:
            key = "discard-letters" if kind == LETTERS else "discard-single"
            return Reason(key, [kind], policy.points[kind])
        return Reason("discard-pair", [kind], unseen[kind]) if view.hand[kind] == 2 else Reason("give", [kind])
    if kind < VICTIM and kind != JOKER:
        suspect = policy.event_suspect(view, kind)
        if kind >= ALIBI and view.hand[suspect] >= 2:
            return Reason("discard-own-alibi", [kind, suspect])
        return Reason("discard-no-meld", [kind, suspect], policy.points[kind])
    if kind == ESCAPES:
        return Reason("discard-escape", [kind], VICTIMS - view.victims)
    return Reason("give", [kind])
