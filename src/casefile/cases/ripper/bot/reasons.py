"""Why an expert chooses an action in Jack the Ripper: a key for the sentence, and the cards that it names."""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.ripper.bot.table import ALIBI_FACE, NOBODY, SUSPECT_OF, Table, held_by_others
from casefile.cases.ripper.bot.worth import RipperWorth
from casefile.cases.ripper.cards import (
    ALIBI,
    CALL_TIPS,
    COMMISSIONER,
    DISCARD,
    DRAW_FILE,
    ESCAPES,
    FACES,
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
    SUSPICION,
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
        return why_meld(policy, view, table, action - MELD)
    if action >= GIVE_TIP:
        return why_tip(view, table, action - GIVE_TIP)
    if action == HOLD:
        is_better = policy.escape_gain(table) < 0
        return Reason("escape-hold", [ESCAPES], table.margin() // POINT) if is_better else Reason("other", [])
    if action == CALL_TIPS:
        return Reason("call-tips", [])
    return why_draw(view, from_file=action == DRAW_FILE)


def is_meld(view: RipperView, colour: int, clues: int) -> bool:
    """Are this many clues of a colour enough for a meld, with the jokers of the hand (RIP-2)?"""
    return clues + (view.hand[JOKER] if colour < SUSPECTS else 0) >= 3


def behind(policy: RipperWorth, view: RipperView, table: Table, suspect: int) -> int:
    """How many points of a suspect's colour the best other area has more than this player's."""
    most = 0
    for side in range(view.sides):
        if side != view.seat:
            points = 0
            for face in range(FACES):
                if SUSPECT_OF[face] == suspect:
                    points += view.areas[side * FACES + face] * policy.points[FACE_KIND[face]]
            most = max(most, points)
    return most - table.ours[suspect] // POINT


def chances_held(view: RipperView, unseen: list[int]) -> list[int]:
    """For each victim out of sight, the chance in percent that another hand holds it; else the case file does."""
    hidden = [victim for victim in range(VICTIM, VICTIM + VICTIMS) if unseen[victim]]
    return [held_by_others(view, victim, unseen[victim]) for victim in hidden]


def why_draw(view: RipperView, *, from_file: bool) -> Reason:
    """Why this pile."""
    top = view.top()
    if top < 0:
        return Reason("draw-only", [])
    held = view.hand[top]
    is_melded = top <= LETTERS and view.melded >> top & 1 != 0
    if from_file:
        if top > LETTERS or is_melded or held > 1 or is_meld(view, top, held + 1):
            return Reason("draw-unseen", [top])
        return Reason("draw-not-pair" if held else "draw-not-single", [top])
    if is_melded:
        return Reason("draw-lay", [top])
    if top <= LETTERS and view.sizes[view.seat] >= 3:  # after a meld of three a card has to be left (C-8)
        if held >= 2:
            return Reason("draw-set", [top], held + 1)
        if held == 1 and is_meld(view, top, 2):
            return Reason("draw-joker", [top, JOKER])
    if VICTIM <= top < SCENE:
        return Reason("draw-victim", [top])
    return Reason("draw-top", [top])


def why_meld(policy: RipperWorth, view: RipperView, table: Table, code: int) -> Reason:
    """Why a meld goes down now."""
    colour = code // MELD_WIDTH
    clues = code % MELD_WIDTH // 3 + 1
    jokers = code % 3
    cards = [colour] * clues + [JOKER] * jokers
    if view.sizes[view.seat] == len(cards) + 1:
        return Reason("go-out", cards, table.margin() // POINT)
    if table.least <= FEW:
        return Reason("meld-now", cards, table.least)
    if colour < SUSPECTS and table.ripper() < 0 and colour != table.cleared:
        return Reason("meld-first", [colour])
    return Reason("meld-early" if clues < policy.copies[colour] else "meld", cards)


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


def why_tip(view: RipperView, table: Table, suspect: int) -> Reason:
    """Why this suspect."""
    if suspect == table.ripper():
        return Reason("tip-table", [suspect], table.total[suspect] // POINT)
    has_meld = table.melded >> suspect & 1 != 0 or is_meld(view, suspect, view.hand[suspect])
    if has_meld and suspect != table.cleared and view.hand[suspect] + view.hand[SUSPICION + suspect]:
        return Reason("tip-hand", [suspect], table.total[suspect] // POINT)
    return Reason("other", [])


def why_take(view: RipperView, face: int, *, is_played: bool) -> Reason:
    """Why this card of the discard pile."""
    kind = FACE_KIND[face]
    if kind == ESCAPES and is_played:
        return Reason("escape-found", [ESCAPES])
    if kind == ESCAPES:
        return Reason("take-escape", [ESCAPES], view.victims)
    if is_played:
        return Reason("take-play", [face])
    if kind <= LETTERS and view.hand[kind] >= 2 and view.sizes[view.seat] >= 3:
        return Reason("draw-set", [kind], view.hand[kind] + 1)
    return Reason("take", [kind])


def why_event(policy: RipperWorth, view: RipperView, table: Table, unseen: list[int], face: int) -> Reason:
    """Why this event, and now."""
    kind = FACE_KIND[face]
    suspect = SUSPECT_OF[face]
    if suspect >= 0 and view.sizes[view.seat] == 2:
        return Reason("go-out", [face], table.margin() // POINT)
    if ALIBI_FACE[face]:
        return why_alibi(policy, view, table, face)
    if suspect >= 0:
        if suspect == table.cleared:
            return Reason("counts", [face])
        key = "suspicion" if behind(policy, view, table, suspect) > 0 else "suspicion-ripper"
        return Reason(key, [face, suspect])
    if kind < SCENE:
        return why_victim(policy, view, kind)
    if kind < STRIKES:
        found = policy.best_find(view, table, unseen)
        if policy.taken_over(view, policy.partner[kind]):
            return Reason("takes-over", [kind, policy.partner[kind]])
        return Reason("scene-find", [kind, found]) if found >= 0 else Reason("counts", [kind])
    if kind == STRIKES:
        found = len([chance for chance in chances_held(view, unseen) if chance < 100])
        return Reason("strikes", [kind], found) if found else Reason("other", [])
    if kind == COMMISSIONER:
        return why_commissioner(view, unseen)
    return Reason("escape-now", [ESCAPES], policy.escape_points // POINT)


def why_alibi(policy: RipperWorth, view: RipperView, table: Table, face: int) -> Reason:
    """An alibi takes the doubling from another, or only counts."""
    suspect = SUSPECT_OF[face]
    lead_of_other = behind(policy, view, table, suspect)
    if suspect == table.ripper() and lead_of_other > 0:
        return Reason("alibi-ripper", [face, suspect], lead_of_other)
    return Reason("alibi-points", [face, suspect])


def why_commissioner(view: RipperView, unseen: list[int]) -> Reason:
    """The victims come out of the hands, if there may be any (RIP-12)."""
    held = sum(chances_held(view, unseen))
    for victim in range(VICTIM, VICTIM + VICTIMS):
        held += view.hand[victim]
    if not held:
        return Reason("other", [])
    return Reason("commissioner-escape" if view.hand[ESCAPES] else "commissioner", [COMMISSIONER])


def why_victim(policy: RipperWorth, view: RipperView, victim: int) -> Reason:
    """A victim opens the melds, brings cards, takes its scene, or leads to the escape."""
    if view.hand[ESCAPES]:
        return Reason("victim-escape", [victim, ESCAPES], VICTIMS - view.victims - 1)
    if not view.victims:
        return Reason("victim-first", [victim])
    if policy.taken_over(view, policy.partner[victim]):
        return Reason("takes-over", [victim, policy.partner[victim]])
    return Reason("victim" if view.file_size else "counts", [victim])


def why_discard(policy: RipperWorth, view: RipperView, table: Table, unseen: list[int], kind: int) -> Reason:
    """Why this card and no other; first of all, what is held back by it."""
    if view.sizes[view.seat] == 1:
        return Reason("last-discard", [kind], table.margin() // POINT)
    fifth = held_fifth(view)
    if fifth >= 0 and kind != fifth and not view.event_played and not view.hand[ESCAPES]:
        danger = held_by_others(view, ESCAPES, unseen[ESCAPES])
        if danger:
            return Reason("hold-fifth", [kind, fifth, ESCAPES], danger)
    ready = ready_meld(view, kind)
    if ready >= 0 and unseen[ready] + (unseen[JOKER] if ready < SUSPECTS else 0):
        return Reason("hold-meld", [kind, ready], table.least)
    return why_this_card(policy, view, unseen, kind)


def held_fifth(view: RipperView) -> int:
    """The victim of the hand that would be the fifth on the table, or -1."""
    if view.victims == VICTIMS - 1:
        for victim in range(VICTIM, VICTIM + VICTIMS):
            if view.hand[victim]:
                return victim
    return NOBODY


def ready_meld(view: RipperView, given: int) -> int:
    """A colour of which the hand could lay the first meld, without the card that it gives away, or -1 (RIP-1)."""
    if view.victims and view.sizes[view.seat] > 3 and given != JOKER:
        for colour in range(LETTERS + 1):
            if colour != given and not view.melded >> colour & 1 and is_meld(view, colour, view.hand[colour]):
                return colour
    return NOBODY


def why_this_card(policy: RipperWorth, view: RipperView, unseen: list[int], kind: int) -> Reason:
    """Why the hand misses this card least."""
    if kind <= LETTERS:
        return why_this_clue(policy, view, unseen, kind)
    if kind < VICTIM and kind != JOKER:
        suspect = policy.event_suspect(view, kind)
        if kind >= ALIBI and view.hand[suspect] >= 2:
            return Reason("discard-own-alibi", [kind, suspect])
        if view.melded >> suspect & 1:
            return Reason("discard-melded", [kind])
        return Reason("discard-no-meld", [kind], policy.points[kind])
    if kind == ESCAPES and view.victims < VICTIMS:
        return Reason("discard-escape", [kind], VICTIMS - view.victims)
    return Reason("give", [kind])


def why_this_clue(policy: RipperWorth, view: RipperView, unseen: list[int], kind: int) -> Reason:
    """Why the hand misses this clue least."""
    held = view.hand[kind]
    if view.melded >> kind & 1:
        return Reason("discard-melded", [kind])
    if is_meld(view, kind, held):
        return Reason("give", [kind])
    jokers = unseen[JOKER] if kind < SUSPECTS else 0
    if view.file_number > 1 and not is_meld(view, kind, held + unseen[kind] + jokers):  # no third file (C-16)
        return Reason("discard-dead", [kind], view.discard.count(kind))
    if held == 2:
        return Reason("discard-pair", [kind], unseen[kind])
    if kind == LETTERS:
        return Reason("discard-letters", [kind], policy.points[kind])
    for seat in range(view.seats):
        if seat != view.seat and view.known_of(seat, kind):
            return Reason("give", [kind])
    return Reason("discard-single", [kind])
