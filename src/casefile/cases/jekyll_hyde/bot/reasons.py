"""Why an expert chooses an action in Dr. Jekyll & Mr. Hyde: a key for the sentence, and the cards that it names."""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.jekyll_hyde.bot.areas import Areas
from casefile.cases.jekyll_hyde.cards import (
    CHANGED,
    COLOURS,
    DISCARD,
    DRAW_FILE,
    JEKYLL,
    LAB_FILE,
    LAB_LONDON,
    LAB_WORK,
    LAY,
    MELD,
    MELD_WIDTH,
    PLAY_CARD,
    POTION,
    TAKE,
    TRANSFORM,
    TRANSFORMATION,
    Figures,
)
from casefile.cases.jekyll_hyde.state import JekyllView

FEW: Final = 3  # cards in the other hand: that player may go out soon
MELD_AND_DISCARD: Final = 4  # cards that a hand needs for a meld, as one must be left (C-8)
NONE: Final = -1


def reason(view: JekyllView, areas: Areas, figures: Figures, unseen: list[int], found: int, action: int) -> Reason:
    """The main reason for an action; `found` is what lab work would take out of London."""
    if action >= DISCARD:
        return why_discard(view, figures, unseen, action - DISCARD)
    if action >= TAKE:
        return why_take(view, action - TAKE)
    if action >= TRANSFORM:
        return why_transform(view, areas, figures, (action - TRANSFORM) // COLOURS, (action - TRANSFORM) % COLOURS)
    if action == LAB_LONDON:
        return Reason("lab-london", [LAB_WORK, found]) if found >= 0 else Reason("lab-nothing", [LAB_WORK])
    if action == LAB_FILE:
        return Reason("lab-file" if view.file_size else "lab-nothing", [LAB_WORK])
    if action >= PLAY_CARD:
        return why_potion(view, areas, figures)
    if action >= LAY:
        return why_lay(view, areas, figures, action - LAY, 1)
    if action >= MELD:
        return why_lay(view, areas, figures, (action - MELD) // MELD_WIDTH, (action - MELD) % MELD_WIDTH + 1)
    return why_draw(view, figures, from_file=action == DRAW_FILE)


def why_draw(view: JekyllView, figures: Figures, *, from_file: bool) -> Reason:
    """Why this pile."""
    top = view.top()
    if top < 0:
        return Reason("draw-only", [])
    held = view.hand[top]
    if from_file:
        if top < COLOURS and not view.melded >> top & 1 and held < 2:
            return Reason("draw-not-pair" if held else "draw-not-single", [top])
        return Reason("draw-unseen", [top])
    if top < COLOURS and view.melded >> top & 1:
        return Reason("draw-lay", [top])
    if top < COLOURS and completes_meld(view, top):
        return Reason("draw-set" if figures.matches(top, view.identity) else "draw-set-later", [top], held + 1)
    return Reason("draw-potion" if top == POTION else "draw-top", [top])


def why_take(view: JekyllView, kind: int) -> Reason:
    """Why this card of those that lab work offers."""
    if view.melded >> kind & 1:
        return Reason("draw-lay", [kind])
    if completes_meld(view, kind):
        return Reason("draw-set", [kind], view.hand[kind] + 1)
    return Reason("take", [kind])


def completes_meld(view: JekyllView, colour: int) -> bool:
    """Would one more clue of a colour make a meld, with a card left to discard (C-8, C-9)?"""
    return view.hand[colour] >= 2 and view.sizes[view.seat] + 1 >= MELD_AND_DISCARD


def why_lay(view: JekyllView, areas: Areas, figures: Figures, colour: int, count: int) -> Reason:
    """Why clues come to the table now."""
    cards = [colour] * count
    seat = view.seat
    is_up = figures.matches(colour, view.identity)
    if view.sizes[seat] == count + 1:
        areas.add(seat, colour, count)
        shuts_out = areas.shuts_out(seat, view.identity)
        areas.add(seat, colour, -count)
        return Reason("go-out-shut-out" if shuts_out else "go-out", cards)
    if view.sizes[1 - seat] <= FEW:
        return Reason("meld-now" if count > 1 else "lay-now", cards, view.sizes[1 - seat])
    if count > 1:
        return Reason("meld-double" if figures.letter[colour] != 3 else "meld-both", cards)
    return Reason("lay-double" if is_up and not figures.never_doubled[colour] else "lay-single", cards)


def why_potion(view: JekyllView, areas: Areas, figures: Figures) -> Reason:
    """To free a meld, to double the player's own area, against a shut-out, or for two cards (JEK-7)."""
    other = 1 - view.identity
    waiting = waiting_meld(view, figures)
    if waiting >= 0:
        return Reason("potion-frees", [POTION, waiting])
    if areas.shuts_out(1 - view.seat, view.identity) and not areas.shuts_out(1 - view.seat, other):
        return Reason("potion-no-shut-out", [POTION])
    better = (areas.margin(other) - areas.margin(view.identity)) // POINT
    if better > 0:
        return Reason("potion-jekyll" if other == JEKYLL else "potion-hyde", [POTION], better)
    return Reason("potion-cards" if view.file_size >= 2 else "event", [POTION])


def waiting_meld(view: JekyllView, figures: Figures) -> int:
    """A meld of the hand that needs the other side up, or -1 (JEK-2)."""
    for colour in range(COLOURS):
        if view.hand[colour] >= 3 and not view.melded >> colour & 1 and not figures.matches(colour, view.identity):
            return colour
    return NONE


def possible_meld(view: JekyllView, figures: Figures) -> int:
    """A meld of the hand that can be played now, or -1 (C-8, JEK-2)."""
    if view.sizes[view.seat] >= MELD_AND_DISCARD:
        for colour in range(COLOURS):
            if view.hand[colour] >= 3 and figures.matches(colour, view.identity):
                return colour
    return NONE


def why_transform(view: JekyllView, areas: Areas, figures: Figures, side: int, colour: int) -> Reason:
    """For the player's own points, against the opponent's, or only to be rid of the card (JEK-8)."""
    before = areas.margin(view.identity)
    if figures.letter[colour] == figures.letter[CHANGED + colour]:
        return Reason("transform-rid", [TRANSFORMATION], figures.hand_points[TRANSFORMATION])
    areas.change(side, colour, CHANGED + colour)
    gain = (areas.margin(view.identity) - before) // POINT
    shuts_out = side == view.seat and areas.shuts_out(side, view.identity)
    areas.change(side, CHANGED + colour, colour)
    if shuts_out:
        return Reason("transform-shut-out", [TRANSFORMATION, colour])
    if gain < 0:
        return Reason("event", [TRANSFORMATION])
    if gain == 0:
        return Reason("transform-rid", [TRANSFORMATION], figures.hand_points[TRANSFORMATION])
    return Reason("transform-own" if side == view.seat else "transform-other", [TRANSFORMATION, colour], gain)


def why_discard(view: JekyllView, figures: Figures, unseen: list[int], kind: int) -> Reason:
    """Why this card and no other."""
    if view.sizes[view.seat] == 1:
        return Reason("last-discard", [kind])
    held_back = possible_meld(view, figures)
    if held_back >= 0:
        return Reason("hold-back", [held_back])
    if kind >= COLOURS:
        if kind == TRANSFORMATION:
            return Reason("discard-transformation", [kind], figures.hand_points[kind])
        return Reason("give", [kind])
    held = view.hand[kind]
    if view.melded >> kind & 1:
        return Reason("discard-melded", [kind])
    if unseen[kind] + held < 3:
        return Reason("discard-scarce", [kind], view.discard.count(kind))
    waiting = waiting_meld(view, figures)
    if waiting >= 0 and kind != waiting:
        return Reason("hold-meld", [kind, waiting])
    if held == 1 and not figures.matches(kind, view.identity):
        return Reason("discard-other-side", [kind])
    if held == 1:
        return Reason("discard-single", [kind], unseen[kind])
    return Reason("discard-pair", [kind], unseen[kind]) if held == 2 else Reason("give", [kind])
