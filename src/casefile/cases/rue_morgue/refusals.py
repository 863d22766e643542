"""Why an action of Murders in the Rue Morgue is not legal. A law test holds this against the list of legal actions."""

from casefile.cases.rue_morgue.cards import (
    COLOURS,
    DISCARD,
    DRAW_DISCARD,
    DRAW_FILE,
    DUPINS_HELP,
    FEED_DISCARD,
    FEED_FILE,
    GIVE_CARD,
    HELP_CONSULT,
    HELP_DRAW,
    HELP_SEARCH,
    LAY,
    MELD,
    MELD_WIDTH,
    PASS_CARD,
    PLAY_CARD,
    PREFECT,
    TAKE,
    Figures,
)
from casefile.cases.rue_morgue.playable import may_play_by_melds
from casefile.cases.rue_morgue.state import UNDER_ORANG_UTAN, RueMorgueState
from casefile.core.actions import Refusal
from casefile.core.state import CONSULT, DRAW, FEED, GIVING, NOTHING, PASSING, PLAY, SEARCH


def refusal(s: RueMorgueState, seat: int, action: int, names: list[str], figures: Figures) -> Refusal | None:
    """Why a seat that has to choose may not choose this."""
    if s.question != NOTHING:
        return answer_refusal(s, seat, action, names)
    if TAKE <= action < GIVE_CARD:
        return Refusal("no-search", "RUE-12")
    if GIVE_CARD <= action < PASS_CARD:
        return Refusal("no-giving", "RUE-6")
    if PASS_CARD <= action < DISCARD:
        return Refusal("no-passing", "RUE-5")
    if FEED_FILE <= action <= FEED_DISCARD:
        return Refusal("escaped", "RUE-9") if s.file_number == 2 else Refusal("no-feeding", "RUE-7")
    if action <= DRAW_DISCARD:
        return draw_refusal(s, action)
    if s.phase == DRAW:
        return Refusal("draw-first", "C-6")
    if action >= DISCARD:
        return hand_refusal(s, seat, action - DISCARD, names, "C-14")
    if action >= HELP_DRAW:
        return help_refusal(s, seat, action, names)
    if action >= PLAY_CARD:
        return event_refusal(s, seat, action - PLAY_CARD, names, figures)
    if action >= LAY:
        return lay_refusal(s, seat, action - LAY, names)
    return meld_refusal(s, seat, action - MELD, names)


def answer_refusal(s: RueMorgueState, seat: int, action: int, names: list[str]) -> Refusal | None:
    """Is this an answer to the question?"""
    if s.question == FEED:
        return None if FEED_FILE <= action <= FEED_DISCARD else Refusal("answer-feed", "RUE-7")
    if s.question == SEARCH:
        return take_refusal(s, action, names)
    if s.question == GIVING:
        if GIVE_CARD <= action < PASS_CARD:
            return hand_refusal(s, seat, action - GIVE_CARD, names, "RUE-6")
        return Refusal("answer-give", "RUE-6")
    assert s.question == PASSING or s.question == CONSULT
    rule = "RUE-5" if s.question == PASSING else "RUE-13"
    if PASS_CARD <= action < DISCARD:
        return hand_refusal(s, seat, action - PASS_CARD, names, rule)
    return Refusal("answer-pass", rule)


def take_refusal(s: RueMorgueState, action: int, names: list[str]) -> Refusal | None:
    """May this card be chosen out of what is searched (RUE-12, RUE-14)?"""
    below = s.due == UNDER_ORANG_UTAN
    if not TAKE <= action < GIVE_CARD:
        return Refusal("answer-search-under", "RUE-14") if below else Refusal("answer-search", "RUE-12")
    kind = action - TAKE
    if below:
        return None if kind in s.under else Refusal("not-under", "RUE-14", names[kind])
    return None if kind in s.discard else Refusal("not-in-discard", "RUE-12", names[kind])


def hand_refusal(s: RueMorgueState, seat: int, kind: int, names: list[str], rule: str) -> Refusal | None:
    """Is this card in the hand?"""
    return None if s.in_hand(seat, kind) else Refusal("not-in-hand", rule, names[kind])


def draw_refusal(s: RueMorgueState, action: int) -> Refusal | None:
    """Draw once, at the start of the turn (C-6, C-7)."""
    if s.phase == PLAY:
        return Refusal("already-drawn", "C-6")
    if action == DRAW_FILE:
        return None if s.case_file else Refusal("file-empty", "C-7")
    return None if s.discard else Refusal("discard-empty", "C-7")


def meld_refusal(s: RueMorgueState, seat: int, code: int, names: list[str]) -> Refusal | None:
    """May this meld be played (C-8, C-9)?"""
    colour = code // MELD_WIDTH
    clues = code % MELD_WIDTH + 1
    if clues < 3:
        return Refusal("meld-too-small", "C-9")
    if s.in_hand(seat, colour) < clues:
        return Refusal("too-few-in-hand", "C-9", names[colour])
    return None if s.sizes[seat] > clues else Refusal("last-card", "C-8")


def lay_refusal(s: RueMorgueState, seat: int, kind: int, names: list[str]) -> Refusal | None:
    """May this clue be laid off (C-8, C-10)?"""
    if kind >= COLOURS:
        return Refusal("not-a-clue", "C-10", names[kind])
    if not s.in_hand(seat, kind):
        return Refusal("not-in-hand", "C-10", names[kind])
    if not s.is_melded(kind):
        return Refusal("no-meld-of", "C-10", names[kind])
    return None if s.sizes[seat] > 1 else Refusal("last-card", "C-8")


def event_refusal(s: RueMorgueState, seat: int, kind: int, names: list[str], figures: Figures) -> Refusal | None:
    """May this card be played as an event now (C-8, C-12, RUE-10, RUE-11, RUE-14)?"""
    if kind < COLOURS:
        return Refusal("clue-is-no-event", "C-9", names[kind])
    if kind == DUPINS_HELP:
        return Refusal("say-which-help", "RUE-12")
    refusal = any_event_refusal(s, seat, kind, names)
    if refusal is not None:
        return refusal
    if not may_play_by_melds(s, kind, figures):
        if kind == PREFECT:
            return Refusal("prefect-needs-meld", "RUE-11", names[figures.first[kind]])
        missing = figures.second[kind] if s.is_melded(figures.first[kind]) else figures.first[kind]
        return Refusal("deduction-needs-melds", "RUE-10", names[missing])
    return None if s.sizes[seat] > 1 else Refusal("last-card", "C-8")


def help_refusal(s: RueMorgueState, seat: int, action: int, names: list[str]) -> Refusal | None:
    """May Dupin's help be used in this way (RUE-12)?"""
    refusal = any_event_refusal(s, seat, DUPINS_HELP, names)
    if refusal is not None:
        return refusal
    if action == HELP_DRAW and s.seats == 4:
        return Refusal("help-draws-not-in-teams", "RUE-12")
    if action == HELP_CONSULT and s.seats != 4:
        return Refusal("no-partner", "RUE-12")
    if action == HELP_SEARCH and not s.discard:
        return Refusal("nothing-to-search", "RUE-12")
    return None if s.sizes[seat] > 1 else Refusal("last-card", "C-8")


def any_event_refusal(s: RueMorgueState, seat: int, kind: int, names: list[str]) -> Refusal | None:
    """What holds for all events: they are in the hand, and one is played a turn (C-12)."""
    if not s.in_hand(seat, kind):
        return Refusal("not-in-hand", "C-12", names[kind])
    return Refusal("second-event", "C-12") if s.event_played else None
