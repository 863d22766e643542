"""The table of actions: what is written must mean one thing."""

import pytest

from casefile.core.actions import Action
from casefile.core.case import Case, Variant
from casefile.core.deck import Card, Deck
from casefile.core.rules import Rules
from casefile.errors import CasefileError
from casefile.text.notation import words_of

pytestmark = pytest.mark.once


def rules_with(actions: list[Action]) -> Rules:
    """Rules that have nothing but a table of actions."""
    deck = Deck([Card(name, 6, 0, name, {}, [], []) for name in ("rope", "lamp")], {})
    case = Case("moth", "The Moth", "", lambda variant, deck: None, players=(2,), prefix="MOT")
    rules = Rules(Variant(case, "standard", 2, teams=False, options=()), deck, deck.names, [0, 1])
    rules.actions = actions
    return rules


def test_two_actions_with_the_same_words_are_refused() -> None:
    """The order of words does not count, so it cannot tell two actions apart."""
    swap = [
        Action("swap", [0, 1], [1, 1], ["rope", "lamp"], "top"),
        Action("swap", [1, 0], [1, 1], ["lamp", "rope"], "top"),
    ]
    with pytest.raises(CasefileError) as caught:
        words_of(rules_with(swap))
    assert str(caught.value) == (
        "moth: the actions 'swap rope lamp top' and 'swap lamp rope top' have the same words, and their order does not "
        "count"
    )
    assert len(words_of(rules_with(swap[:1]))) == 1
