"""Why an expert chooses an action in Dr. Jekyll & Mr. Hyde: a key for the sentence, and the cards that it names."""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.jekyll_hyde import cards
from casefile.cases.jekyll_hyde.bot.reading import JekyllReading

FEW: Final = 3  # cards in the other hand: that player may go out soon
MELD_AND_DISCARD: Final = 4  # cards that a hand needs for a meld, as one must be left (C-8)
NONE: Final = -1


def reason(reading: JekyllReading, found: int, action: int) -> Reason:
    """The main reason for an action; `found` is what lab work would take out of London."""
    if action >= cards.DISCARD:
        return why_discard(reading, action - cards.DISCARD)
    if action >= cards.TAKE:
        return why_take(reading, action - cards.TAKE)
    if action >= cards.TRANSFORM:
        return why_transform(reading, action - cards.TRANSFORM)
    if action == cards.LAB_LONDON:
        return Reason("lab-london", [cards.LAB_WORK, found]) if found >= 0 else Reason("lab-nothing", [cards.LAB_WORK])
    if action == cards.LAB_FILE:
        return Reason("lab-file" if reading.view.file_size else "lab-nothing", [cards.LAB_WORK])
    if action >= cards.PLAY_CARD:
        return why_potion(reading)
    if action >= cards.LAY:
        return why_lay(reading, action - cards.LAY, 1)
    if action >= cards.MELD:
        return why_lay(reading, (action - cards.MELD) // cards.MELD_WIDTH, (action - cards.MELD) % cards.MELD_WIDTH + 1)
    return why_draw(reading, from_file=action == cards.DRAW_FILE)


def why_draw(reading: JekyllReading, *, from_file: bool) -> Reason:
    """Why this pile."""
    top = reading.view.top()
    if top < 0:
        return Reason("draw-only", [])
    held = reading.hand[top]
    if from_file:
        if top < cards.COLOURS and not reading.is_melded(top) and held < 2:
            return Reason("draw-not-pair" if held else "draw-not-single", [top])
        return Reason("draw-unseen", [top])
    if top < cards.COLOURS and reading.is_melded(top):
        return Reason("draw-lay", [top])
    if top < cards.COLOURS and completes_meld(reading, top):
        return Reason("draw-set" if reading.is_up(top) else "draw-set-later", [top], held + 1)
    return Reason("draw-potion" if top == cards.POTION else "draw-top", [top])


def why_take(reading: JekyllReading, kind: int) -> Reason:
    """Why this card of those that lab work offers."""
    if reading.is_melded(kind):
        return Reason("draw-lay", [kind])
    if completes_meld(reading, kind):
        return Reason("draw-set", [kind], reading.hand[kind] + 1)
    return Reason("take", [kind])


def completes_meld(reading: JekyllReading, colour: int) -> bool:
    """Would one more clue of a colour make a meld, with a card left to discard (C-8, C-9)?"""
    return reading.hand[colour] >= 2 and reading.size + 1 >= MELD_AND_DISCARD


def why_lay(reading: JekyllReading, colour: int, count: int) -> Reason:
    """Why clues come to the table now."""
    laid = [colour] * count
    seat = reading.seat
    is_up = reading.is_up(colour)
    if reading.size == count + 1:
        reading.add(seat, colour, count)
        shuts_out = reading.shuts_out(seat, reading.identity)
        reading.add(seat, colour, -count)
        return Reason("go-out-shut-out" if shuts_out else "go-out", laid)
    if reading.least <= FEW:
        return Reason("meld-now" if count > 1 else "lay-now", laid, reading.least)
    if count > 1:
        return Reason("meld-double" if reading.figures.letter[colour] != 3 else "meld-both", laid)
    return Reason("lay-double" if is_up and not reading.figures.never_doubled[colour] else "lay-single", laid)


def why_potion(reading: JekyllReading) -> Reason:
    """To free a meld, to double the player's own area, against a shut-out, or for two cards (JEK-7)."""
    other = 1 - reading.identity
    waiting = waiting_meld(reading)
    if waiting >= 0:
        return Reason("potion-frees", [cards.POTION, waiting])
    if reading.shuts_out(1 - reading.seat, reading.identity) and not reading.shuts_out(1 - reading.seat, other):
        return Reason("potion-no-shut-out", [cards.POTION])
    better = (reading.margin(other) - reading.margin(reading.identity)) // POINT
    if better > 0:
        return Reason("potion-jekyll" if other == cards.JEKYLL else "potion-hyde", [cards.POTION], better)
    return Reason("potion-cards" if reading.view.file_size >= 2 else "event", [cards.POTION])


def waiting_meld(reading: JekyllReading) -> int:
    """A meld of the hand that needs the other side up, or -1 (JEK-2)."""
    for colour in range(cards.COLOURS):
        if reading.hand[colour] >= 3 and not reading.is_melded(colour) and not reading.is_up(colour):
            return colour
    return NONE


def possible_meld(reading: JekyllReading, discarded: int) -> int:
    """A meld of the hand that can be played now, rather not of the discarded colour, or -1 (C-8, JEK-2)."""
    ready = NONE
    if reading.size >= MELD_AND_DISCARD:
        for colour in range(cards.COLOURS):
            if reading.hand[colour] >= 3 and reading.is_up(colour) and ready in (NONE, discarded):
                ready = colour
    return ready


def why_transform(reading: JekyllReading, code: int) -> Reason:
    """For the player's own points, against the opponent's, or only to be rid of the card (JEK-8)."""
    side = code // cards.COLOURS
    colour = code % cards.COLOURS
    before = reading.margin(reading.identity)
    if reading.figures.letter[colour] == reading.figures.letter[cards.CHANGED + colour]:
        return Reason("transform-rid", [cards.TRANSFORMATION], reading.figures.hand_points[cards.TRANSFORMATION])
    reading.change(side, colour, cards.CHANGED + colour)
    gain = (reading.margin(reading.identity) - before) // POINT
    shuts_out = side == reading.seat and reading.shuts_out(side, reading.identity)
    reading.change(side, cards.CHANGED + colour, colour)
    if shuts_out:
        return Reason("transform-shut-out", [cards.TRANSFORMATION, colour])
    if gain < 0:
        return Reason("event", [cards.TRANSFORMATION])
    if gain == 0:
        return Reason("transform-rid", [cards.TRANSFORMATION], reading.figures.hand_points[cards.TRANSFORMATION])
    return Reason("transform-own" if side == reading.seat else "transform-other", [cards.TRANSFORMATION, colour], gain)


def why_discard(reading: JekyllReading, kind: int) -> Reason:
    """Why this card and no other."""
    if reading.size == 1:
        return Reason("last-discard", [kind])
    held_back = possible_meld(reading, kind)
    if held_back == kind:
        return Reason("other", [])
    if held_back >= 0:
        return Reason("hold-back", [held_back, kind])
    if kind >= cards.COLOURS:
        if kind == cards.TRANSFORMATION:
            return Reason("discard-transformation", [kind], reading.figures.hand_points[kind])
        return Reason("give", [kind])
    held = reading.hand[kind]
    if reading.is_melded(kind):
        return Reason("discard-melded", [kind])
    if reading.unseen[kind] + held < 3:
        return Reason("discard-scarce", [kind], reading.view.discard.count(kind))
    waiting = waiting_meld(reading)
    if waiting >= 0 and kind != waiting:
        return Reason("hold-meld", [kind, waiting])
    if held == 1 and not reading.is_up(kind):
        return Reason("discard-other-side", [kind])
    if held == 1:
        return Reason("discard-single", [kind], reading.unseen[kind])
    return Reason("discard-pair", [kind], reading.unseen[kind]) if held == 2 else Reason("give", [kind])
