"""What really lies hidden is always among what a seat holds possible, to the last slot (C-22)."""

from functools import cache
from itertools import product
from typing import Any

import pytest

from casefile.core.determinize import Worlds
from casefile.core.knowledge import GONE, Knowledge
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.core.view import View
from casefile.registry import policy_for, rules_for
from tests.laws.walks import ALL, games, name, rules_of, walk

# The other cases bring knowledge of their own, and tests for it.
PLAIN = [variant for variant in ALL if variant[0] in ("ripper", "jekyll-hyde")]


def ways(count: int, classes: int) -> list[tuple[int, ...]]:
    """All ways to put so many cards into so many classes."""
    if classes == 0:
        return [()] if count == 0 else []
    return [(first, *rest) for first in range(count + 1) for rest in ways(count - first, classes - 1)]


def truth_fits(rules: Rules, state: State, mind: Knowledge) -> bool:
    """Can the real hidden cards be laid into the slots, each pool giving just what it has?"""
    view = View()
    view.look(state, mind.seat)
    supply = Worlds(view, rules.deck.copies, rules.face_kind).supply
    rows = [[tuple(row[at : at + 3]) for at in range(0, len(row), 3)] for row in map(mind.classes, range(mind.places))]
    places = [place for place in range(rules.seats) if place != mind.seat]
    in_file = [state.case_file.count(kind) for kind in range(rules.kinds)]

    @cache
    def fill(kind: int, room: tuple[tuple[int, ...], ...]) -> bool:
        if kind == rules.kinds:
            return all(left == 0 for row in room for left in row)
        options = []
        for place in places:
            settling = mind.waiting(place).count(kind)
            hidden = state.in_hand(place, kind) - mind.count_known(place, kind)
            options.append(
                [
                    way
                    for way in ways(hidden + settling, len(rows[place]))
                    if all(not count or settling or not rows[place][at][1] >> kind & 1 for at, count in enumerate(way))
                ]
            )
        for choice in product(*options):
            taken = [0] * len(supply)
            taken[-1] = in_file[kind]
            for place, way in zip(places, choice, strict=True):
                for at, count in enumerate(way):
                    taken[rows[place][at][0]] += count
            left = tuple(
                tuple(have - used for have, used in zip(row, way, strict=True))
                for row, way in zip(room, choice, strict=True)
            )
            enough = taken == [pool[kind] for pool in supply] and min((n for row in left for n in row), default=0) >= 0
            if enough and fill(kind + 1, left):
                return True
        return False

    return fill(0, tuple(tuple(slot[2] for slot in rows[place]) for place in places))


@pytest.mark.parametrize("variant", PLAIN, ids=[name(variant) for variant in PLAIN])
def test_the_real_cards_fit_into_the_slots(variant: tuple[Any, ...]) -> None:
    """For every seat, at every tenth decision of random rounds."""
    rules = rules_of(variant)
    ambiguous = 0
    for seed in range(games(80)):
        for step, (state, *_) in enumerate(walk(rules, f"fit/{seed}")):
            if step % 10:
                continue
            for mind in state.minds:
                ambiguous += bool(mind.settling)
                assert truth_fits(rules, state, mind)
    assert ambiguous


@pytest.mark.parametrize(("seats", "seed"), [(3, 66), (4, 6)])
def test_worlds_are_found_late_in_long_rounds(seats: int, seed: int) -> None:
    """After dozens of cards whose origin is open, a world that agrees is still found (C-22)."""
    rules = rules_for("ripper", seats)
    policy = policy_for(rules)
    state = rules.deal(seed % seats, [0] * seats, f"long/{seed}", log=False)
    waiting = 0
    while state.phase != OVER:
        seat = state.actor()
        view = rules.view(state, seat)
        waiting = max(waiting, len(view.mind.settling) // GONE)
        for world in range(3 if waiting > 25 else 0):
            dealt = rules.determinize(view, Rng(str(world)))
            assert rules.view(dealt, seat).key() == view.key()
        rules.apply(state, seat, policy.pick(view, rules.legal(state, seat), seed))
    assert waiting > 30
