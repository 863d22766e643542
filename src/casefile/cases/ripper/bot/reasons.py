"""Why an expert chooses an action in Jack the Ripper: a key for the sentence, and the cards that it names."""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.ripper import cards
from casefile.cases.ripper.bot.reading import ALIBI_FACE, NOBODY, SUSPECT_OF, RipperReading
from casefile.cases.ripper.bot.worth import RipperWorth

FEW: Final = 3  # cards in another hand: that player may go out soon


def reason(policy: RipperWorth, reading: RipperReading, action: int) -> Reason:
    """The main reason for an action."""
    if action >= cards.DISCARD:
        return why_discard(policy, reading, action - cards.DISCARD)
    if action >= cards.TAKE:
        is_played = action >= cards.TAKE_AND_PLAY
        face = action - cards.TAKE_AND_PLAY if is_played else action - cards.TAKE
        return why_take(reading, face, is_played=is_played)
    if action >= cards.PLAY_CARD:
        return why_event(policy, reading, action - cards.PLAY_CARD)
    if action >= cards.LAY:
        return why_lay(reading, action - cards.LAY)
    if action >= cards.MELD:
        return why_meld(policy, reading, action - cards.MELD)
    if action >= cards.GIVE_TIP:
        return why_tip(reading, action - cards.GIVE_TIP)
    if action == cards.HOLD:
        is_better = policy.escape_gain(reading) < 0
        return Reason("escape-hold", [cards.ESCAPES], reading.margin() // POINT) if is_better else Reason("other", [])
    if action == cards.CALL_TIPS:
        return Reason("call-tips", [])
    return why_draw(reading, from_file=action == cards.DRAW_FILE)


def is_meld(reading: RipperReading, colour: int, clues: int) -> bool:
    """Are this many clues of a colour enough for a meld, with the jokers of the hand (RIP-2)?"""
    return clues + (reading.hand[cards.JOKER] if colour < cards.SUSPECTS else 0) >= 3


def behind(policy: RipperWorth, reading: RipperReading, suspect: int) -> int:
    """How many points of a suspect's colour the best other area has more than this player's."""
    most = 0
    view = reading.view
    for side in range(view.sides):
        if side != view.seat:
            points = 0
            for face in range(cards.FACES):
                if SUSPECT_OF[face] == suspect:
                    points += view.areas[side * cards.FACES + face] * policy.points[cards.FACE_KIND[face]]
            most = max(most, points)
    return most - reading.ours[suspect] // POINT


def why_draw(reading: RipperReading, *, from_file: bool) -> Reason:
    """Why this pile."""
    top = reading.view.top()
    if top < 0:
        return Reason("draw-only", [])
    held = reading.hand[top]
    is_melded = top <= cards.LETTERS and reading.is_melded(top)
    if from_file:
        if top > cards.LETTERS or is_melded or held > 1 or is_meld(reading, top, held + 1):
            return Reason("draw-unseen", [top])
        return Reason("draw-not-pair" if held else "draw-not-single", [top])
    if is_melded:
        return Reason("draw-lay", [top])
    if top <= cards.LETTERS and reading.size >= 3:  # after a meld of three a card has to be left (C-8)
        if held >= 2:
            return Reason("draw-set", [top], held + 1)
        if held == 1 and is_meld(reading, top, 2):
            return Reason("draw-joker", [top, cards.JOKER])
    if cards.VICTIM <= top < cards.SCENE:
        return Reason("draw-victim", [top])
    return Reason("draw-top", [top])


def why_meld(policy: RipperWorth, reading: RipperReading, code: int) -> Reason:
    """Why a meld goes down now."""
    colour = code // cards.MELD_WIDTH
    clues = code % cards.MELD_WIDTH // 3 + 1
    jokers = code % 3
    laid = [colour] * clues + [cards.JOKER] * jokers
    if reading.size == len(laid) + 1:
        return Reason("go-out", laid, reading.margin() // POINT)
    if reading.least <= FEW:
        return Reason("meld-now", laid, reading.least)
    if colour < cards.SUSPECTS and reading.ripper() < 0 and colour != reading.cleared:
        return Reason("meld-first", [colour])
    return Reason("meld-early" if clues < policy.copies[colour] else "meld", laid)


def why_lay(reading: RipperReading, face: int) -> Reason:
    """Why a clue is laid off now."""
    if reading.size == 2:
        return Reason("go-out", [face], reading.margin() // POINT)
    suspect = SUSPECT_OF[face]
    if suspect >= 0 and suspect == reading.ripper():
        return Reason("lay-double", [face])
    if reading.least <= FEW:
        return Reason("lay-now", [face], reading.least)
    return Reason("lay", [face])


def why_tip(reading: RipperReading, suspect: int) -> Reason:
    """Why this suspect."""
    if suspect == reading.ripper():
        return Reason("tip-table", [suspect], reading.total[suspect] // POINT)
    has_meld = reading.melded >> suspect & 1 != 0 or is_meld(reading, suspect, reading.hand[suspect])
    if has_meld and suspect != reading.cleared and reading.hand[suspect] + reading.hand[cards.SUSPICION + suspect]:
        return Reason("tip-hand", [suspect], reading.total[suspect] // POINT)
    return Reason("other", [])


def why_take(reading: RipperReading, face: int, *, is_played: bool) -> Reason:
    """Why this card of the discard pile."""
    kind = cards.FACE_KIND[face]
    if kind == cards.ESCAPES and is_played:
        return Reason("escape-found", [cards.ESCAPES])
    if kind == cards.ESCAPES:
        return Reason("take-escape", [cards.ESCAPES], reading.victims)
    if is_played:
        return Reason("take-play", [face])
    if kind <= cards.LETTERS and reading.hand[kind] >= 2 and reading.size >= 3:
        return Reason("draw-set", [kind], reading.hand[kind] + 1)
    return Reason("take", [kind])


def why_event(policy: RipperWorth, reading: RipperReading, face: int) -> Reason:
    """Why this event, and now."""
    kind = cards.FACE_KIND[face]
    suspect = SUSPECT_OF[face]
    if suspect >= 0 and reading.size == 2:
        return Reason("go-out", [face], reading.margin() // POINT)
    if ALIBI_FACE[face]:
        return why_alibi(policy, reading, face)
    if suspect >= 0:
        if suspect == reading.cleared:
            return Reason("counts", [face])
        key = "suspicion" if behind(policy, reading, suspect) > 0 else "suspicion-ripper"
        return Reason(key, [face, suspect])
    if kind < cards.SCENE:
        return why_victim(policy, reading, kind)
    if kind < cards.STRIKES:
        found = policy.best_find(reading)
        if policy.taken_over(reading, policy.partner[kind]):
            return Reason("takes-over", [kind, policy.partner[kind]])
        return Reason("scene-find", [kind, found]) if found >= 0 else Reason("counts", [kind])
    if kind == cards.STRIKES:
        found = len([chance for chance in reading.victims_held() if chance < 100])
        return Reason("strikes", [kind], found) if found else why_in_vain(reading, kind)
    if kind == cards.COMMISSIONER:
        return why_commissioner(reading)
    return Reason("escape-now", [cards.ESCAPES], policy.escape_points // POINT)


def why_alibi(policy: RipperWorth, reading: RipperReading, face: int) -> Reason:
    """An alibi takes the doubling from another, or only counts."""
    suspect = SUSPECT_OF[face]
    lead_of_other = behind(policy, reading, suspect)
    if suspect == reading.ripper() and lead_of_other > 0:
        return Reason("alibi-ripper", [face, suspect], lead_of_other)
    return Reason("alibi-points", [face, suspect])


def why_commissioner(reading: RipperReading) -> Reason:
    """The victims come out of the hands, if there may be any (RIP-12)."""
    if not reading.own_victims() and not any(reading.victims_held()):
        return why_in_vain(reading, cards.COMMISSIONER)
    return Reason("commissioner-escape" if reading.hand[cards.ESCAPES] else "commissioner", [cards.COMMISSIONER])


def why_in_vain(reading: RipperReading, event: int) -> Reason:
    """An event that finds no victim is good for nothing but to go out (C-18)."""
    return Reason("go-out", [event], reading.margin() // POINT) if reading.size == 2 else Reason("other", [])


def why_victim(policy: RipperWorth, reading: RipperReading, victim: int) -> Reason:
    """A victim opens the melds, brings cards, takes its scene, or leads to the escape."""
    if reading.hand[cards.ESCAPES]:
        return Reason("victim-escape", [victim, cards.ESCAPES], cards.VICTIMS - reading.victims - 1)
    if not reading.victims:
        return Reason("victim-first", [victim])
    if policy.taken_over(reading, policy.partner[victim]):
        return Reason("takes-over", [victim, policy.partner[victim]])
    return Reason("victim" if reading.view.file_size else "counts", [victim])


def why_discard(policy: RipperWorth, reading: RipperReading, kind: int) -> Reason:
    """Why this card and no other; first of all, what is held back by it."""
    if reading.size == 1:
        return Reason("last-discard", [kind], reading.margin() // POINT)
    fifth = held_fifth(reading)
    if fifth >= 0 and kind != fifth and not reading.view.event_played and not reading.hand[cards.ESCAPES]:
        danger = reading.held_by_others(cards.ESCAPES)
        if danger:
            return Reason("hold-fifth", [kind, fifth, cards.ESCAPES], danger)
    ready = ready_meld(reading, kind)
    if ready >= 0 and reading.unseen[ready] + (reading.unseen[cards.JOKER] if ready < cards.SUSPECTS else 0):
        return Reason("hold-meld", [kind, ready], reading.least)
    return why_this_card(policy, reading, kind)


def held_fifth(reading: RipperReading) -> int:
    """The victim of the hand that would be the fifth on the table, or -1."""
    if reading.victims == cards.VICTIMS - 1:
        for victim in range(cards.VICTIM, cards.VICTIM + cards.VICTIMS):
            if reading.hand[victim]:
                return victim
    return NOBODY


def ready_meld(reading: RipperReading, given: int) -> int:
    """A colour of which the hand could lay the first meld, without the card that it gives away, or -1 (RIP-1)."""
    if reading.victims and reading.size > 3 and given != cards.JOKER:
        for colour in range(cards.LETTERS + 1):
            if colour != given and not reading.is_melded(colour) and is_meld(reading, colour, reading.hand[colour]):
                return colour
    return NOBODY


def why_this_card(policy: RipperWorth, reading: RipperReading, kind: int) -> Reason:
    """Why the hand misses this card least."""
    if kind <= cards.LETTERS:
        return why_this_clue(policy, reading, kind)
    if kind < cards.VICTIM and kind != cards.JOKER:
        suspect = policy.event_suspect(reading, kind)
        if kind >= cards.ALIBI and reading.hand[suspect] >= 2:
            return Reason("discard-own-alibi", [kind, suspect])
        if reading.is_melded(suspect):
            return Reason("discard-melded", [kind])
        return Reason("discard-no-meld", [kind], policy.points[kind])
    if kind == cards.ESCAPES and reading.victims < cards.VICTIMS:
        return Reason("discard-escape", [kind], cards.VICTIMS - reading.victims)
    return Reason("give", [kind])


def why_this_clue(policy: RipperWorth, reading: RipperReading, kind: int) -> Reason:
    """Why the hand misses this clue least."""
    held = reading.hand[kind]
    if reading.is_melded(kind):
        return Reason("discard-melded", [kind])
    if is_meld(reading, kind, held):
        return Reason("give", [kind])
    jokers = reading.unseen[cards.JOKER] if kind < cards.SUSPECTS else 0
    may_meld = is_meld(reading, kind, held + reading.unseen[kind] + jokers)
    if reading.view.file_number > 1 and not may_meld:  # no third file (C-16)
        return Reason("discard-dead", [kind], reading.view.discard.count(kind))
    if held == 2:
        return Reason("discard-pair", [kind], reading.unseen[kind])
    if kind == cards.LETTERS:
        return Reason("discard-letters", [kind], policy.points[kind])
    view = reading.view
    for seat in range(view.seats):
        if seat != view.seat and view.known_of(seat, kind):
            return Reason("give", [kind])
    return Reason("discard-single", [kind])
