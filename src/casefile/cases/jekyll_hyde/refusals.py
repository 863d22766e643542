"""Why an action of Dr. Jekyll & Mr. Hyde is not legal. A law test holds this against the list of legal actions."""

from casefile.cases.jekyll_hyde import cards
from casefile.cases.jekyll_hyde.cards import Figures
from casefile.cases.jekyll_hyde.events import takeable
from casefile.cases.jekyll_hyde.state import JekyllState
from casefile.core import turns
from casefile.core.actions import Refusal
from casefile.core.state import NOTHING


def refusal(s: JekyllState, seat: int, action: int, names: list[str], figures: Figures) -> Refusal | None:
    """Why a seat that has to choose may not choose this."""
    if s.question != NOTHING:
        return take_refusal(s, action, names, figures)
    if cards.TAKE <= action < cards.DISCARD:
        return Refusal("nothing-to-take", "JEK-4")
    if turns.is_framed(s, action, cards.DRAW_DISCARD, cards.DISCARD):
        return turns.frame_refusal(s, seat, action, cards.DRAW_DISCARD, cards.DISCARD, names)
    if action >= cards.TRANSFORM:
        return transform_refusal(s, seat, action - cards.TRANSFORM, names)
    if action >= cards.LAB_FILE:
        return lab_refusal(s, seat, action, names)
    if action >= cards.PLAY_CARD:
        return card_refusal(s, seat, action - cards.PLAY_CARD, names)
    if action >= cards.LAY:
        kind = action - cards.LAY
        melded = s.melded >> kind & 1 != 0
        return turns.lay_refusal(s, seat, kind, names[kind], is_clue=kind < cards.COLOURS, is_melded=melded)
    return meld_refusal(s, seat, action - cards.MELD, names, figures)


def meld_refusal(s: JekyllState, seat: int, code: int, names: list[str], figures: Figures) -> Refusal | None:
    """May this meld be played (C-8, C-9, JEK-2)?"""
    colour = code // cards.MELD_WIDTH
    clues = code % cards.MELD_WIDTH + 1
    found = turns.meld_refusal(s, seat, colour, clues, names[colour])
    if found is None and not figures.matches(colour, s.identity):
        found = Refusal("only-jekyll" if s.identity == cards.JEKYLL else "only-hyde", "JEK-2", names[colour])
    return found or turns.last_card_refusal(s, seat, clues)


def card_refusal(s: JekyllState, seat: int, kind: int, names: list[str]) -> Refusal | None:
    """May this card be played as an event, without a further word (C-9, JEK-4, JEK-7, JEK-8)?"""
    if kind < cards.COLOURS:
        return Refusal("clue-is-no-event", "C-9", names[kind])
    refusal = event_refusal(s, seat, kind, names)
    if refusal is None and kind == cards.LAB_WORK:
        return Refusal("which-pile", "JEK-4")
    if refusal is None and kind == cards.TRANSFORMATION:
        return Refusal("which-group", "JEK-8")
    return refusal


def event_refusal(s: JekyllState, seat: int, kind: int, names: list[str]) -> Refusal | None:
    """May this player play this event now, whatever it does (C-8, C-12)?"""
    return turns.event_refusal(s, seat, kind, names[kind]) or turns.last_card_refusal(s, seat, 1)


def lab_refusal(s: JekyllState, seat: int, action: int, names: list[str]) -> Refusal | None:
    """May lab work be played on this pile (JEK-5)?"""
    refusal = event_refusal(s, seat, cards.LAB_WORK, names)
    if refusal is not None:
        return refusal
    if action == cards.LAB_LONDON:
        return None if s.discard else Refusal("london-empty", "JEK-5")
    return None if s.case_file or not s.discard else Refusal("choose-london", "JEK-5")


def transform_refusal(s: JekyllState, seat: int, code: int, names: list[str]) -> Refusal | None:
    """May the transformation be played on this group (JEK-8)?"""
    refusal = event_refusal(s, seat, cards.TRANSFORMATION, names)
    if refusal is not None:
        return refusal
    colour = code % cards.COLOURS
    if s.clues_of(code // cards.COLOURS, colour):
        return None
    return Refusal("no-such-group", "JEK-8", names[colour])


def take_refusal(s: JekyllState, action: int, names: list[str], figures: Figures) -> Refusal | None:
    """May this card be taken by lab work (JEK-4, JEK-5)?"""
    revealed = s.question == cards.REVEAL
    if not cards.TAKE <= action < cards.DISCARD:
        return Refusal("answer-reveal" if revealed else "answer-search", "JEK-4")
    kind = action - cards.TAKE
    if takeable(s, figures) >> kind & 1:
        return None
    if kind not in (s.aside if revealed else s.discard):
        return Refusal("not-turned-over" if revealed else "not-in-discard", "JEK-4", names[kind])
    if not figures.letter[kind]:
        return Refusal("no-letter", "JEK-5", names[kind])
    return Refusal("only-jekyll" if s.identity == cards.JEKYLL else "only-hyde", "JEK-4", names[kind])
