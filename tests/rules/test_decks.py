"""What the decks say of their cards: which rules are on a card's page, and which figures are assumed."""

import pytest

from casefile.core.deck import CLUE, EVENT, Card
from casefile.registry import cases, rules_for

CASES = list(cases())

# Events that draw, turn over or look for cards, and may find fewer, or none (C-13).
SEARCHING = {
    "ripper": ["victim", "scene", "ripper-strikes", "commissioner-resigns"],
    "rue-morgue": ["dupins-help", "dupin"],
    "jekyll-hyde": ["lab-work", "potion"],
    "capone": ["agent-meeting", "search-warrant", "ness"],
}


def cards(case: str, kind: int) -> list[Card]:
    """The cards of a kind."""
    return [card for card in rules_for(case).deck.cards if card.kind == kind]


@pytest.mark.parametrize("case", CASES)
def test_pages_of_events_say_how_many_may_be_played(case: str) -> None:
    """C-12: one event per turn."""
    assert [card.name for card in cards(case, EVENT) if "C-12" not in card.rules] == []


@pytest.mark.parametrize("case", CASES)
def test_pages_of_events_say_what_happens_when_nothing_is_there(case: str) -> None:
    """C-13: on the pages of all events that may find nothing, and on no others."""
    told = [card.name.partition(":")[0] for card in cards(case, EVENT) if "C-13" in card.rules]
    assert list(dict.fromkeys(told)) == SEARCHING[case]


@pytest.mark.parametrize("case", CASES)
def test_pages_of_clues_say_how_they_come_to_the_table(case: str) -> None:
    """C-9, C-10: melded, or laid off; jokers, too."""
    assert [card.name for card in cards(case, CLUE) if not {"C-9", "C-10"} <= set(card.rules)] == []


def test_pages_of_gangsters_name_all_events_that_move_them() -> None:
    """CAP-6, CAP-7, CAP-9, CAP-11, CAP-12: asked for, searched for, revealed, raided."""
    for card in cards("capone", CLUE):
        assert {"CAP-6", "CAP-7", "CAP-9", "CAP-11", "CAP-12"} <= set(card.rules)


def test_pages_of_the_rue_morgue_say_when_nobody_feeds() -> None:
    """RUE-7, RUE-8, RUE-9: with what the Orang-Utan is fed, and until when."""
    for card in cards("rue-morgue", CLUE):
        assert {"RUE-7", "RUE-8", "RUE-9"} <= set(card.rules)


@pytest.mark.parametrize("case", CASES)
def test_points_of_events_are_the_rulebooks(case: str) -> None:
    """The rulebooks name the points of events, and those without a printed value count 0 (RIP-28)."""
    assert [card.name for card in cards(case, EVENT) if "points" in card.assumed] == []
