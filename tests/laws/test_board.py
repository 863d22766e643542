"""The case board and what areas are worth now: the same rows throughout a round, in words, and true to the scoring."""

from typing import Any

import pytest

from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.text.language import catalogue
from casefile.text.languages import LANGUAGES
from casefile.text.seen import row_to_dict
from tests.laws.walks import ALL, NAMES, rules_of, walk

pytestmark = pytest.mark.once
LONGEST = 200
Variant = tuple[Any, ...]


def said(rules: Rules, keys: set[str]) -> list[str]:
    """Keys for which some language has no words."""
    boards = [catalogue(language, rules.variant.case).get("board", {}) for language in LANGUAGES]
    return sorted(key for key in keys for board in boards if key not in board)


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_rows_stay_in_place_and_have_words(variant: Variant) -> None:
    rules = rules_of(variant)
    lengths, keys = set(), set()
    for state, _seat, _actions, _choice in walk(rules, "board", LONGEST):
        for seat in range(rules.seats):
            view = rules.view(state, seat)
            rows = [row_to_dict(rules, row) for row in rules.board(view)]
            lengths.add(len(rows))
            for row in rows:
                keys |= {f"mark-{mark}" for mark in row.get("marks", [])}
                keys |= set() if row.get("cards") and row["key"] not in ("victims", "under") else {row["key"]}
                assert len(row.get("sides", [])) in (0, rules.sides)
                assert len(row.get("counts", [])) in (0, len(row.get("cards", [])))
            assert len(rules.worth(view)) in (0, rules.sides)
    assert len(lengths) == 1
    assert said(rules, keys) == []


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_the_same_standing_gives_the_same_board(variant: Variant) -> None:
    """For any seat, and for those who look on: so it need not be made again after every action."""
    rules = rules_of(variant)
    kept: list[tuple[object, object]] = []
    for state, _seat, _actions, _choice in walk(rules, "standing", LONGEST):
        for seat in range(rules.seats):
            view = rules.view(state, seat)
            board = [row_to_dict(rules, row) for row in rules.board(view)], rules.worth(view)
            known = [each for standing, each in kept if standing == rules.standing(view)]
            assert known in ([], [board])
            if not known:
                kept.append((rules.standing(view), board))


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_what_areas_are_worth_at_the_end_is_what_they_score(variant: Variant) -> None:
    rules = rules_of(variant)
    for seed in range(4):
        state = last_of(rules, f"worth/{seed}")
        result = rules.score(state)
        catches = rules.case.name == "rue-morgue" and state.file_number == 1  # the scoring moves cards first (RUE-20)
        if result.outcome == "unsolved" or result.shut_out >= 0 or catches:
            continue
        pairs = [sum(points for why, _, _, points in side.lines if why == "pair") for side in result.sides]
        counted = [side.plus + pair for side, pair in zip(result.sides, pairs, strict=True)]
        assert rules.worth(rules.view(state, 0)) in ([], counted)


def last_of(rules: Rules, seed: str) -> State:
    """A round that is over."""
    state = list(walk(rules, seed))[-1][0]
    assert state.phase == OVER
    return state
