"""Why an action of Murders in the Rue Morgue is not legal. A law test holds this against the list of legal actions."""

from casefile.cases.rue_morgue.cards import (
    COLOURS,
    CONSULT,
    DISCARD,
    DRAW_DISCARD,
    DUPINS_HELP,
    FEED,
    FEED_DISCARD,
    FEED_FILE,
    GIVE_CARD,
    GIVING,
    HELP_CONSULT,
    HELP_DRAW,
    HELP_SEARCH,
    LAY,
    MELD,
    MELD_WIDTH,
    PASS_CARD,
    PASSING,
    PLAY_CARD,
    PREFECT,
    SEARCH,
    TAKE,
    Figures,
)
from casefile.cases.rue_morgue.playable import may_play_by_melds
from casefile.cases.rue_morgue.state import UNDER_ORANG_UTAN, RueMorgueState
from casefile.core import turns
from casefile.core.actions import Refusal
from casefile.core.state import NOTHING


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
    if turns.is_framed(s, action, DRAW_DISCARD, DISCARD):
        return turns.frame_refusal(s, seat, action, DRAW_DISCARD, DISCARD, names)
    if action >= HELP_DRAW:
        return help_refusal(s, seat, action, names)
    if action >= PLAY_CARD:
        return event_refusal(s, seat, action - PLAY_CARD, names, figures)
    if action >= LAY:
        kind = action - LAY
        is_clue = kind < COLOURS
        is_melded = is_clue and s.is_melded(kind)
        return turns.lay_refusal(s, seat, kind, names[kind], is_clue=is_clue, is_melded=is_melded)
    return meld_refusal(s, seat, action - MELD, names)


def answer_refusal(s: RueMorgueState, seat: int, action: int, names: list[str]) -> Refusal | None:
    """Is this an answer to the question?"""
    if s.question == FEED:
        return None if FEED_FILE <= action <= FEED_DISCARD else Refusal("answer-feed", "RUE-7")
    if s.question == SEARCH:
        return take_refusal(s, action, names)
    if s.question == GIVING:
        if GIVE_CARD <= action < PASS_CARD:
            return turns.hand_refusal(s, seat, action - GIVE_CARD, "RUE-6", names[action - GIVE_CARD])
        return Refusal("answer-give", "RUE-6")
    assert s.question == PASSING or s.question == CONSULT
    rule = "RUE-5" if s.question == PASSING else "RUE-13"
    if PASS_CARD <= action < DISCARD:
        return turns.hand_refusal(s, seat, action - PASS_CARD, rule, names[action - PASS_CARD])
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


def meld_refusal(s: RueMorgueState, seat: int, code: int, names: list[str]) -> Refusal | None:
    """May this meld be played (C-8, C-9)?"""
    colour = code // MELD_WIDTH
    clues = code % MELD_WIDTH + 1
    found = turns.meld_refusal(s, seat, colour, clues, names[colour])
    return found or turns.last_card_refusal(s, seat, clues)


def event_refusal(s: RueMorgueState, seat: int, kind: int, names: list[str], figures: Figures) -> Refusal | None:
    """May this card be played as an event now (C-8, C-12, RUE-10, RUE-11, RUE-14)?"""
    if kind < COLOURS:
        return Refusal("clue-is-no-event", "C-9", names[kind])
    if kind == DUPINS_HELP:
        return Refusal("say-which-help", "RUE-12")
    refusal = turns.event_refusal(s, seat, kind, names[kind])
    if refusal is not None:
        return refusal
    if not may_play_by_melds(s, kind, figures):
        if kind == PREFECT:
            return Refusal("prefect-needs-meld", "RUE-11", names[figures.first[kind]])
        missing = figures.second[kind] if s.is_melded(figures.first[kind]) else figures.first[kind]
        return Refusal("deduction-needs-melds", "RUE-10", names[missing])
    return turns.last_card_refusal(s, seat, 1)


def help_refusal(s: RueMorgueState, seat: int, action: int, names: list[str]) -> Refusal | None:
    """May Dupin's help be used in this way (RUE-12)?"""
    refusal = turns.event_refusal(s, seat, DUPINS_HELP, names[DUPINS_HELP])
    if refusal is not None:
        return refusal
    if action == HELP_DRAW and s.seats == 4:
        return Refusal("help-draws-not-in-teams", "RUE-12")
    if action == HELP_CONSULT and s.seats != 4:
        return Refusal("no-partner", "RUE-12")
    if action == HELP_SEARCH and not s.discard:
        return Refusal("nothing-to-search", "RUE-12")
    return turns.last_card_refusal(s, seat, 1)
