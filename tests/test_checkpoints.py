"""Taking back costs the same however long a round is, and leads to the same state as replaying from the deal."""

from typing import Any

import pytest

from casefile.checkpoints import STEP, Checkpoints, apart
from casefile.core.rng import Rng
from casefile.core.state import OVER, State
from casefile.match import Match
from tests.laws.walks import ALL, NAMES, dump, rules_of


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_a_state_that_was_taken_back_to_is_that_of_a_replay(variant: tuple[Any, ...]) -> None:
    """Cards, log and all that anybody knows."""
    rules = rules_of(variant)
    rng = Rng("take back")
    quick, plain = (Match(rules, "take back", log=True, live=live) for live in (True, False))
    while len(quick.round.actions) < 3 * STEP and quick.state.phase != OVER:
        seat = quick.state.actor()
        actions = rules.legal(quick.state, seat)
        action = actions[rng.below(len(actions))]
        quick.apply(seat, action)
        plain.apply(seat, action)
    for _ in range(4):
        steps = min(1 + rng.below(STEP), len(quick.round.actions))
        quick.take_back(steps)
        for _ in range(steps):
            plain.undo()
        observers = quick.state.minds.pop()
        assert dump(quick.state) == dump(plain.state)
        assert [event.key() for event in quick.events()] == [event.key() for event in plain.events()]
        quick.state.minds.append(observers)


def test_few_states_are_kept_and_one_is_always_near() -> None:
    """In a round of thousands of actions."""

    class Counted(State):
        """Nothing but a thing that can be cloned."""

        def clone(self) -> "Counted":
            return self

    points = Checkpoints()
    for actions in range(1, 5001):
        points.keep(actions, Counted())
    assert len(points.kept) < 60
    for back in (1, 10, 100, 1000, 4000):
        found = points.last(5000 - back)
        nearest = found[0] if found is not None else 0  # the deal
        assert 0 <= 5000 - back - nearest <= 2 * apart(back)
