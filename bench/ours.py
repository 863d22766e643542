"""Casefile's four cases with two players, in the build that this interpreter has."""

from collections.abc import Callable
from functools import partial
from itertools import count, cycle
from operator import methodcaller
from typing import Any

from measures import CAP, Contender, Figures, PettingZooLoop, microseconds, repeat, serve

import casefile.core.state
from casefile.core.rng import Rng
from casefile.core.state import OVER, State
from casefile.registry import cases, rules_for

TABLES = 256  # side by side
TOGETHER = 24  # decisions that a review has judged in one go
BUILD = "interpreted" if str(casefile.core.state.__file__).endswith(".py") else "compiled"


class Case(Contender):
    """Rounds of a case; driven from here, or played out inside the engine."""

    def __init__(self, case: str) -> None:
        super().__init__(methodcaller("clone"))
        self.rules = rules_for(case, 2)
        self.numbers = count()

    def deal(self) -> State:
        """A round with a seed of its own."""
        number = next(self.numbers)
        return self.rules.deal(number % 2, [0, 0], f"bench/{number}", log=False)

    def play(self, state: State, limit: int) -> int:
        """Ask for the legal actions, choose one, apply it."""
        rules = self.rules
        random_number = self.rng.random
        for decisions in range(limit):
            if state.phase == OVER:
                return decisions
            seat = state.actor()
            actions = rules.legal(state, seat)
            rules.apply(state, seat, actions[int(random_number() * len(actions))])
        return limit

    def measure(self, seconds: float) -> Figures:
        """What all are measured for, playing out inside the engine, views and worlds."""
        figures = super().measure(seconds)
        rules = self.rules
        roots = cycle(self.roots)
        seeds = count()
        figures["inside"], figures["inside_games"] = repeat(
            seconds, lambda: rules.playout(self.deal(), next(seeds), CAP)
        )
        figures["inside_root"], _ = repeat(seconds, lambda: rules.playout(next(roots).clone(), next(seeds), CAP))
        open_states = [state for state in self.middles if state.phase != OVER]
        views = [rules.view(state, state.actor()) for state in open_states]
        rng = Rng("bench")
        figures["view"] = microseconds(seconds, lambda state: rules.view(state, 0), open_states)
        figures["determinize"] = microseconds(seconds, lambda view: rules.determinize(view, rng), views)
        return figures


def in_pettingzoo(case: str) -> Contender:
    """The case's environment for researchers."""
    from casefile.research.pettingzoo import ALL  # only with the extra `research`

    env: Any = ALL[case].env(players=2)
    return PettingZooLoop(env)


class SideBySide(Contender):
    """Many tables at once, with the row and the mask of every decision; one "game" is a step at all of them."""

    def __init__(self, case: str) -> None:
        import numpy as np

        from casefile.research.vector import VectorTables

        super().__init__(clone=None)
        self.tables = VectorTables(case, TABLES, players=2)
        self.numpy = np
        self.chance = np.random.default_rng(1)
        self.edges = np.arange(TABLES) * self.tables.masks.shape[1]  # where the mask of each table begins

    def deal(self) -> Any:
        """The same tables go on."""
        return self.tables

    def play(self, state: Any, limit: int) -> int:
        """A legal action for every table, out of its mask."""
        np = self.numpy
        legal = np.flatnonzero(state.masks.view(np.bool_))
        first = np.searchsorted(legal, self.edges)
        counts = np.diff(first, append=len(legal))
        picked = legal[first + (self.chance.random(TABLES) * counts).astype(np.int64)]
        state.step(picked - self.edges)
        return TABLES


class Reviewed(Contender):
    """A round of bots, every decision of which is judged as a review judges it."""

    def __init__(self, case: str) -> None:
        from casefile.match import Match  # here, as builds of an older version are measured, too
        from casefile.players import make_bot
        from casefile.players.play import play_match
        from casefile.study.judge import judge_for  # needs NumPy
        from casefile.study.review import questions_in, walk

        super().__init__(clone=None)
        match = Match(rules_for(case, 2), "bench", log=True)
        play_match(match, [make_bot(level, match.rules) for level in ("constable", "sergeant")], most=1)
        self.questions = questions_in(walk(match))
        self.judge = judge_for(match.rules)

    def measure(self, seconds: float) -> Figures:
        """Decisions that are judged, two dozen at a time."""
        starts = cycle(range(0, len(self.questions), TOGETHER))

        def judge_some() -> int:
            start = next(starts)
            return len(list(self.judge.appraise(self.questions[start : start + TOGETHER])))

        return {"reviewed": repeat(seconds, judge_some)[0]}


CONTENDERS: dict[str, Callable[[], Contender]] = {}
for name in cases():
    CONTENDERS[f"{BUILD}/{name}"] = partial(Case, name)
for name in cases():
    CONTENDERS[f"{BUILD}/pettingzoo/{name}"] = partial(in_pettingzoo, name)
for name in cases():
    CONTENDERS[f"{BUILD}/vector/{name}"] = partial(SideBySide, name)
for name in cases():
    CONTENDERS[f"{BUILD}/review/{name}"] = partial(Reviewed, name)

if __name__ == "__main__":
    serve(CONTENDERS)
