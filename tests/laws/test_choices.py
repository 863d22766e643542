"""Choices lead to every legal action, by one way each."""

from collections.abc import Iterator

import numpy as np
import pytest

from casefile.core.actions import NO_ACTION
from casefile.core.choices import Choices, ChoiceTables, choosing
from casefile.learn.actions import action_features
from casefile.registry import cases, rules_for
from casefile.research.actions import feature_table
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import games, rules_of, walk

FEW = 300


def reached(choices: Choices, legal: list[int], chosen: tuple[int, ...] = ()) -> Iterator[int]:
    """All actions that choices lead to, from what is chosen already."""
    offered = choosing(choices, legal, list(chosen)).offered()
    assert offered == sorted(set(offered))
    for choice in offered:
        chooser = choosing(choices, legal, list(chosen))
        action = chooser.choose(choice)
        if action == NO_ACTION:
            yield from reached(choices, chooser.legal, tuple(chooser.chosen))
        else:
            yield action


@every_variant
def test_choices_lead_to_every_legal_action(variant: Variant) -> None:
    """Each once, and to no other."""
    rules = rules_of(variant)
    choices = Choices(rules)
    assert choices.size <= FEW
    assert len({tuple(row) for row in choices.of}) == len(rules.actions)
    for game in range(games(6)):
        for state, seat, *_ in walk(rules, f"choices/{game}", 150):
            legal = rules.legal(state, seat)
            assert sorted(reached(choices, legal)) == legal


@pytest.mark.parametrize("case", cases())
def test_no_two_choices_have_the_same_features(case: str) -> None:
    """Verb, cards and words tell them apart; whole actions have the table that nets use."""
    choices = Choices(rules_for(case))
    names, table = feature_table(choices)
    assert table.shape == (choices.size, len(names))
    assert len(np.unique(table, axis=0)) == choices.size
    assert (table[:, : len([name for name in names if name.startswith("verb ")])].sum(1) == 1).all()
    assert len(action_features(choices.rules)[0]) == len(choices.rules.actions)


def test_cards_are_taken_one_by_one() -> None:
    """What is chosen already stands behind the row, and no more is asked once only one action is left."""
    rules = rules_for("capone", players=3)
    tables = ChoiceTables(rules, 2, "one by one")
    number = {action.text: at for at, action in enumerate(rules.actions)}
    sets = ["take none", "take nitti", "take ralph", "take nitti ralph"]
    chooser = tables.choosers[1]
    chooser.ask([number[text] for text in sets])
    texts = tables.choices.texts
    assert [texts[choice] for choice in chooser.offered()] == ["take .", "take ralph", "take nitti"]
    assert chooser.choose(texts.index("take ralph")) == NO_ACTION
    assert [texts[choice] for choice in chooser.offered()] == ["take .", "take nitti"]
    rows = np.frombuffer(tables.rows(), np.uint8).reshape(2, -1)[:, -tables.choices.parts :]
    assert not rows[0].any()
    assert np.flatnonzero(rows[1]).tolist() == [texts.index("take ralph") - tables.choices.whole]
    masks = np.frombuffer(tables.masks(), np.uint8).reshape(2, -1)
    assert np.flatnonzero(masks[1]).tolist() == chooser.offered()
    assert chooser.choose(texts.index("take nitti")) == number["take nitti ralph"]
    chooser.ask([number["take nitti"], number["take ralph"]])
    assert chooser.choose(texts.index("take nitti")) == number["take nitti"]
