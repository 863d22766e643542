"""Why an action of Al Capone is not legal. A law test holds this against the list of legal actions."""

from casefile.cases.capone import cards
from casefile.cases.capone.cards import gangster_of
from casefile.cases.capone.events import FOR_ONE, gangsters_in
from casefile.cases.capone.state import CaponeState
from casefile.core import turns
from casefile.core.actions import Refusal


def refusal(s: CaponeState, seat: int, action: int, names: list[str], copies: list[int]) -> Refusal | None:
    """Why a seat that has to choose may not choose this."""
    if s.question == cards.SEARCH:
        return search_one_refusal(s, action, names) if s.due == FOR_ONE else search_set_refusal(s, seat, action, names)
    if s.question == cards.REVEAL:
        return reveal_refusal(s, seat, action, names)
    if cards.TAKE <= action < cards.DISCARD:
        return Refusal("nothing-to-take", "CAP-8")
    if turns.is_framed(s, action, cards.DRAW_DISCARD, cards.DISCARD):
        return turns.frame_refusal(s, seat, action, cards.DRAW_DISCARD, cards.DISCARD, names)
    if action >= cards.ASK_AROUND:
        return event_refusal(s, seat, action, names, copies)
    return turns.clue_refusal(s, seat, action, cards.MELD, cards.MOST_COPIES, cards.LAY, cards.GANGSTERS, names)


def event_of(action: int) -> int:
    """The card that an action of playing is about."""
    if action >= cards.PLAY_BARE:
        return action - cards.PLAY_BARE
    if action >= cards.PLAY_RAID:
        return cards.RAID
    if action > cards.SEARCH_SET:
        return cards.NESS
    return cards.WARRANT if action >= cards.SEARCH_ONE else cards.MEETING


def event_refusal(s: CaponeState, seat: int, action: int, names: list[str], copies: list[int]) -> Refusal | None:
    """May this event be played now, in this way (C-8, C-12)?"""
    kind = event_of(action)
    if kind < cards.GANGSTERS:
        return Refusal("clue-is-no-event", "C-9", names[kind])
    if action >= cards.PLAY_BARE:
        return Refusal("raid-whom", "CAP-12") if kind == cards.RAID else Refusal("which-action", "CAP-4", names[kind])
    found = turns.event_refusal(s, seat, kind, names[kind])
    if found is None:
        found = need_refusal(s, seat, action, names, copies)
    return found or turns.last_card_refusal(s, seat, 1)


def need_refusal(s: CaponeState, seat: int, action: int, names: list[str], copies: list[int]) -> Refusal | None:
    """What does this action of an event need that is not there (CAP-6 to CAP-12)?"""
    side = s.side(seat)
    if action >= cards.PLAY_RAID:
        return raid_refusal(s, side, action - cards.PLAY_RAID, names)
    if action == cards.SEARCH_ONE:
        return None if s.discard else Refusal("nothing-to-search", "CAP-8")
    if action == cards.SEARCH_SET:
        return None if s.open_melds(side, copies) else Refusal("no-open-meld", "CAP-9", names[cards.WARRANT])
    if action >= cards.SEARCH_ONE:
        if action == cards.REVEAL_SEVEN and not s.open_melds(side, copies):
            return Refusal("no-open-meld", "CAP-11", names[cards.NESS])
        return None
    if action >= cards.ASK_ONE:
        return ask_one_refusal(s, seat, action - cards.ASK_ONE, names, copies)
    gangster = action - cards.ASK_AROUND
    return Refusal("lies-complete", "CAP-6", names[gangster]) if s.complete_sets(copies) >> gangster & 1 else None


def ask_one_refusal(s: CaponeState, seat: int, code: int, names: list[str], copies: list[int]) -> Refusal | None:
    """May this player be asked for all copies of this gangster (CAP-7)?"""
    gangster = code // cards.MOST_SEATS
    player = code % cards.MOST_SEATS
    if player >= s.seats:
        return Refusal("no-such-player", "CAP-7")
    if player == seat:
        return Refusal("ask-another", "CAP-7")
    if not s.has_meld(s.side(seat), gangster):
        return Refusal("no-own-meld", "CAP-7", names[gangster])
    if s.is_complete(s.side(seat), gangster, copies):
        return Refusal("own-set-complete", "CAP-7", names[gangster])
    return None


def raid_refusal(s: CaponeState, side: int, gangster: int, names: list[str]) -> Refusal | None:
    """May this gangster be raided (CAP-12)?"""
    if not s.has_meld(side, gangster):
        return Refusal("no-own-meld", "CAP-12", names[gangster])
    return None if s.raid_brings(side, gangster) else Refusal("raid-brings-nothing", "CAP-12", names[gangster])


def search_one_refusal(s: CaponeState, action: int, names: list[str]) -> Refusal | None:
    """May this card be taken out of the Underworld (CAP-8)?"""
    if not cards.TAKE <= action < cards.DISCARD:
        return Refusal("answer-search-one", "CAP-8")
    kind = cards.MEETING + action - cards.TAKE_EVENT if action >= cards.TAKE_EVENT else gangster_of(action - cards.TAKE)
    if kind < 0:
        return Refusal("take-exactly-one", "CAP-8")
    return None if kind in s.discard else Refusal("not-in-discard", "CAP-8", names[kind])


def search_set_refusal(s: CaponeState, seat: int, action: int, names: list[str]) -> Refusal | None:
    """May all clues of this gangster be taken out of the Underworld, or none (CAP-9)?"""
    if not cards.TAKE <= action < cards.DISCARD:
        return Refusal("answer-search-set", "CAP-9")
    if action >= cards.TAKE_EVENT:
        return Refusal("take-clues-only", "CAP-9", names[cards.MEETING + action - cards.TAKE_EVENT])
    if action == cards.TAKE:
        return None
    gangster = gangster_of(action - cards.TAKE)
    if gangster < 0:
        return Refusal("one-gangster-only", "CAP-9")
    if not s.has_meld(s.side(seat), gangster):
        return Refusal("no-own-meld", "CAP-9", names[gangster])
    return None if gangster in s.discard else Refusal("not-in-discard", "CAP-9", names[gangster])


def reveal_refusal(s: CaponeState, seat: int, action: int, names: list[str]) -> Refusal | None:
    """May all clues of these gangsters be taken of what was turned over (CAP-11)?"""
    if not cards.TAKE <= action < cards.DISCARD:
        return Refusal("answer-reveal", "CAP-11")
    if action >= cards.TAKE_EVENT:
        return Refusal("take-clues-only", "CAP-11", names[cards.MEETING + action - cards.TAKE_EVENT])
    for gangster in gangsters_in(action - cards.TAKE):
        if not s.has_meld(s.side(seat), gangster):
            return Refusal("no-own-meld", "CAP-11", names[gangster])
        if gangster not in s.aside:
            return Refusal("not-turned-over", "CAP-11", names[gangster])
    return None
