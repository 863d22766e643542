"""Rows of counts and sets of kinds, the two forms in which cards are held."""

import pytest

from casefile.core.case import Case, Variant
from casefile.core.counts import MOST_NUMBERS, add, bit, listed, lowest
from casefile.core.deck import Card, Deck
from casefile.core.errors import CasefileError
from casefile.core.rules import MOST_KINDS, Rules
from casefile.core.turns import add_each


def test_a_row_of_counts() -> None:
    """Counts change one by one, and can be told as cards."""
    row = [0, 2, 0]
    add(row, 2, 1)
    add(row, 1, -1)
    assert row == [0, 1, 1]
    assert listed([1, 0, 3]) == [0, 2, 2, 2]


@pytest.mark.parametrize("number", range(MOST_KINDS))
def test_a_set_of_one_kind(number: int) -> None:
    """Every kind that a case can have has a bit of its own."""
    assert bit(number) == 2**number
    assert lowest(bit(number)) == number
    assert lowest(bit(number) | bit(MOST_KINDS - 1)) == number


@pytest.mark.parametrize("first", [0, 250, MOST_NUMBERS - 20, 10**6])
def test_a_set_of_kinds_as_actions(first: int) -> None:
    """In the order of the kinds, whatever the numbers are."""
    actions = [7]
    add_each(actions, first, bit(40) | bit(0) | bit(31))
    assert actions == [7, first, first + 31, first + 40]


def test_a_case_with_too_many_kinds() -> None:
    """They would not fit into a set."""
    cards = [Card(f"card-{number}", 1, 0, "", {}, [], []) for number in range(MOST_KINDS + 1)]
    deck = Deck(cards, {})
    variant = Variant(
        Case("many", "Many", "", lambda variant, deck: None, players=(2,), prefix="MAN"), "", 2, teams=False, options=()
    )
    with pytest.raises(CasefileError, match="many has 63 kinds of cards; there can be 62"):
        Rules(variant, deck, deck.names, [*range(len(cards))])
