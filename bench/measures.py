"""How every contender is measured: the same for all, in CPU time, with nothing but Python's own library.

A script of contenders prints their names; with a name it measures that one, and prints its figures as JSON.
"""

import argparse
import json
import random
import resource
import sys
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

CAP = 5000  # decisions per game
GAMES = 20  # whose roots and middles are measured
CLONES = 20_000
GROWTH = 64 * 2**20  # bytes of clones that are enough

Figures = dict[str, float]


def repeat(seconds: float, work: Callable[[], int]) -> tuple[float, float]:
    """Work until so much CPU time is spent: what the work counted, and how often it was done, per second."""
    counted = 0
    times = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        counted += work()
        times += 1
    return counted / spent, times / spent


def microseconds(seconds: float, function: Callable[[Any], object], items: list[Any]) -> float:
    """What a call costs, over these items in turn."""

    def work() -> int:
        for item in items:
            function(item)
        return len(items)

    return 1e6 / repeat(seconds, work)[0]


def resident() -> int:
    """The bytes of memory in use now; where the system does not tell, the most there ever were."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
    except FileNotFoundError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # macOS, in bytes


def bytes_a_clone(clone: Callable[[Any], object], states: list[Any]) -> float:
    """By how much the process grows for each clone that is kept."""
    kept: list[object] = [None] * CLONES
    start = resident()
    made = 0
    for state in cycle(states):
        kept[made] = clone(state)
        made += 1
        if made == CLONES or (made % 100 == 0 and resident() - start > GROWTH):
            break
    return (resident() - start) / made


class Contender:
    """A game of a library, played at random; `clone` copies a state so that it can be played on apart."""

    def __init__(self, clone: Callable[[Any], Any] | None) -> None:
        self.clone = clone
        self.rng = random.Random(1)

    def deal(self) -> Any:
        """A new game, at its first decision; it may use the object of the last one again."""
        raise NotImplementedError

    def play(self, state: Any, limit: int) -> int:
        """Let uniformly random decisions be made until the game is over or the limit is reached: how many."""
        raise NotImplementedError

    def measure(self, seconds: float) -> Figures:
        """All figures of this contender; memory first, before there are gaps to fill."""
        figures: Figures = {}
        if self.clone is not None:
            figures = self.measure_clones(seconds, self.clone)
        figures["python"], figures["games"] = repeat(seconds, lambda: self.play(self.deal(), CAP))
        return figures

    def measure_clones(self, seconds: float, clone: Callable[[Any], Any]) -> Figures:
        """Of the states after half as many decisions as a game has; and games that start from the clone of a root."""
        half = max(1, sum(self.play(self.deal(), CAP) for _ in range(GAMES)) // GAMES // 2)
        self.middles: list[Any] = []
        while len(self.middles) < GAMES:
            state = self.deal()
            if self.play(state, half) == half:
                self.middles.append(clone(state))
        self.roots = [clone(self.deal()) for _ in range(GAMES)]
        roots = cycle(self.roots)
        figures = {"bytes": bytes_a_clone(clone, self.middles), "clone": microseconds(seconds, clone, self.middles)}
        figures["root"], figures["root_games"] = repeat(seconds, lambda: self.play(clone(next(roots)), CAP))
        return figures


class PettingZooLoop(Contender):
    """An environment in the loop that PettingZoo documents, with every observation."""

    def __init__(self, env: Any) -> None:
        super().__init__(clone=None)
        self.env = env
        env.reset(seed=1)

    def deal(self) -> Any:
        """The next episode of the same environment."""
        self.env.reset()
        return self.env

    def play(self, state: Any, limit: int) -> int:
        """An action out of the mask for every agent in turn."""
        decisions = 0
        random_number = self.rng.random
        for _ in state.agent_iter(limit):
            observation, _, terminated, truncated, _ = state.last()
            if terminated or truncated:
                state.step(None)
                continue
            actions = observation["action_mask"].nonzero()[0]
            state.step(int(actions[int(random_number() * len(actions))]))
            decisions += 1
        return decisions


def serve(contenders: dict[str, Callable[[], Contender]]) -> None:
    """Print the names of the contenders, or the figures of the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", choices=contenders)
    parser.add_argument("--seconds", type=float, default=0.5, help="of CPU time for each measure")
    options = parser.parse_args()
    if options.name is None:
        json.dump(list(contenders), sys.stdout)
        return
    json.dump(contenders[options.name]().measure(options.seconds), sys.stdout)
