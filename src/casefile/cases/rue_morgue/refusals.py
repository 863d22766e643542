"""Why an action of Murders in the Rue Morgue is not legal. A law test holds this against the list of legal actions."""

from casefile.cases.rue_morgue import cards
from casefile.cases.rue_morgue.cards import Figures
from casefile.cases.rue_morgue.state import UNDER_ORANG_UTAN, RueMorgueState
from casefile.core import turns
from casefile.core.actions import Refusal
from casefile.core.state import NOTHING


def refusal(s: RueMorgueState, seat: int, action: int, names: list[str], figures: Figures) -> Refusal | None:
    """Why a seat that has to choose may not choose this."""
    if s.question != NOTHING:
        return answer_refusal(s, seat, action, names)
    if cards.TAKE <= action < cards.GIVE_CARD:
        return Refusal("no-search", "RUE-12")
    if cards.GIVE_CARD <= action < cards.PASS_CARD:
        return Refusal("no-giving", "RUE-6")
    if cards.PASS_CARD <= action < cards.DISCARD:
        return Refusal("no-passing", "RUE-5")
    if cards.FEED_FILE <= action <= cards.FEED_DISCARD:
        return Refusal("escaped", "RUE-9") if s.file_number == 2 else Refusal("no-feeding", "RUE-7")
    if turns.is_framed(s, action, cards.DRAW_DISCARD, cards.DISCARD):
        return turns.frame_refusal(s, seat, action, cards.DRAW_DISCARD, cards.DISCARD, names)
    if action >= cards.HELP_DRAW:
        return help_refusal(s, seat, action, names)
    if action >= cards.PLAY_CARD:
        return event_refusal(s, seat, action - cards.PLAY_CARD, names, figures)
    return turns.clue_refusal(s, seat, action, cards.MELD, cards.MELD_WIDTH, cards.LAY, cards.COLOURS, names)


def answer_refusal(s: RueMorgueState, seat: int, action: int, names: list[str]) -> Refusal | None:
    """Is this an answer to the question?"""
    if s.question == cards.FEED:
        return None if cards.FEED_FILE <= action <= cards.FEED_DISCARD else Refusal("answer-feed", "RUE-7")
    if s.question == cards.SEARCH:
        return take_refusal(s, action, names)
    if s.question == cards.GIVING:
        if cards.GIVE_CARD <= action < cards.PASS_CARD:
            return turns.hand_refusal(s, seat, action - cards.GIVE_CARD, "RUE-6", names[action - cards.GIVE_CARD])
        return Refusal("answer-give", "RUE-6")
    assert s.question == cards.PASSING or s.question == cards.CONSULT
    rule = "RUE-5" if s.question == cards.PASSING else "RUE-13"
    if cards.PASS_CARD <= action < cards.DISCARD:
        return turns.hand_refusal(s, seat, action - cards.PASS_CARD, rule, names[action - cards.PASS_CARD])
    return Refusal("answer-pass", rule)


def take_refusal(s: RueMorgueState, action: int, names: list[str]) -> Refusal | None:
    """May this card be chosen out of what is searched (RUE-12, RUE-14)?"""
    below = s.due == UNDER_ORANG_UTAN
    if not cards.TAKE <= action < cards.GIVE_CARD:
        return Refusal("answer-search-under", "RUE-14") if below else Refusal("answer-search", "RUE-12")
    kind = action - cards.TAKE
    if below:
        return None if kind in s.under else Refusal("not-under", "RUE-14", names[kind])
    return None if kind in s.discard else Refusal("not-in-discard", "RUE-12", names[kind])


def event_refusal(s: RueMorgueState, seat: int, kind: int, names: list[str], figures: Figures) -> Refusal | None:
    """May this card be played as an event now (C-8, C-12, RUE-10, RUE-11, RUE-14)?"""
    if kind < cards.COLOURS:
        return Refusal("clue-is-no-event", "C-9", names[kind])
    if kind == cards.DUPINS_HELP:
        return Refusal("say-which-help", "RUE-12")
    refusal = turns.event_refusal(s, seat, kind, names[kind])
    if refusal is not None:
        return refusal
    if not s.may_play_by_melds(kind, figures):
        if kind == cards.PREFECT:
            return Refusal("prefect-needs-meld", "RUE-11", names[figures.first[kind]])
        missing = figures.second[kind] if s.is_melded(figures.first[kind]) else figures.first[kind]
        return Refusal("deduction-needs-melds", "RUE-10", names[missing])
    return turns.last_card_refusal(s, seat, 1)


def help_refusal(s: RueMorgueState, seat: int, action: int, names: list[str]) -> Refusal | None:
    """May Dupin's help be used in this way (RUE-12)?"""
    refusal = turns.event_refusal(s, seat, cards.DUPINS_HELP, names[cards.DUPINS_HELP])
    if refusal is not None:
        return refusal
    if action == cards.HELP_DRAW and s.seats == 4:
        return Refusal("help-draws-not-in-teams", "RUE-12")
    if action == cards.HELP_CONSULT and s.seats != 4:
        return Refusal("no-partner", "RUE-12")
    if action == cards.HELP_SEARCH and not s.discard:
        return Refusal("nothing-to-search", "RUE-12")
    return turns.last_card_refusal(s, seat, 1)
