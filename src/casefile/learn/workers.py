"""Processes that play many tables, and share what the actors see with the process that learns.

Two groups of tables take turns: while one is thought about, the other is played on.
"""

from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np
import numpy.typing as npt

from casefile.bots.outlook import chances
from casefile.bots.policy import Policy
from casefile.core.rules import Rules
from casefile.core.tables import RUNS_ON, Tables
from casefile.registry import policy_for, rules_for

GROUPS = 2
MOST_SIDES = 4
STEP, ADVISE, END = 0, 1, 2
Game = tuple[str, int, str | None, bool | None, tuple[str, ...]]  # case, players, edition, teams, options


@dataclass(frozen=True)
class Shape:
    """How large everything is."""

    tables: int  # of a group
    row: int
    hidden: int
    mask: int  # bytes, eight actions each

    def arrays(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """The arrays that are shared: name, shape and type."""
        count = (GROUPS, self.tables)
        return {
            "rows": ((*count, self.row), np.uint8),
            "hidden": ((*count, self.hidden), np.uint8),
            "masks": ((*count, self.mask), np.uint8),
            "actors": (count, np.uint8),  # seats
            "sides": (count, np.uint8),  # how many there are
            "chosen": (count, np.int32),
            "advice": (count, np.int32),  # what the sergeant would do
            "outcomes": (count, np.uint8),  # what the last step ended
            "gains": ((*count, MOST_SIDES), np.float32),  # of a round: chances to win the match, by side
            "points": ((*count, MOST_SIDES), np.float32),  # of a round, ahead of the best other side
        }


def rules_of(game: Game) -> Rules:
    """The rules of a game."""
    case, players, edition, teams, options = game
    return rules_for(case, players, edition, teams, list(options))


class Shared:
    """Arrays in memory that processes share."""

    def __init__(self, shape: Shape, name: str | None = None) -> None:
        sizes = {key: int(np.prod(dims)) * np.dtype(kind).itemsize for key, (dims, kind) in shape.arrays().items()}
        whole = sum(size + 64 for size in sizes.values())
        self.memory = SharedMemory(name, create=name is None, size=whole)
        self.arrays: dict[str, npt.NDArray[Any]] = {}
        start = 0
        for key, (dims, kind) in shape.arrays().items():
            self.arrays[key] = np.ndarray(dims, kind, buffer=self.memory.buf, offset=start)
            start += -(-sizes[key] // 64) * 64

    def close(self, *, unlink: bool) -> None:
        """Let go of the memory."""
        self.arrays.clear()
        self.memory.close()
        if unlink:
            self.memory.unlink()


def play(games: list[Game], shape: Shape, name: str, first: int, count: int, seed: str, line: Connection) -> None:
    """Play tables from `first` on in both groups, until the line says END."""
    shared = Shared(shape, name)
    arrays = shared.arrays
    own = slice(first, first + count)
    rules = [rules_of(game) for game in games]
    policies = {id(one): policy_for(one) for one in rules}
    start = first % len(rules)
    rules = rules[start:] + rules[:start]
    groups = [Tables(rules, count, f"{seed}/{group}/{first}") for group in range(GROUPS)]
    for group, tables in enumerate(groups):
        arrays["sides"][group, own] = [table.rules.sides for table in tables.tables]
        show(tables, policies, arrays, group, own)
    line.send_bytes(bytes([END]))
    while True:
        what, group = line.recv_bytes()
        if what == END:
            break
        tables = groups[group]
        if what == ADVISE:
            whim = int(arrays["chosen"][group, first]) & 65535
            arrays["advice"][group, own] = [
                policies[id(table.rules)].pick(
                    table.rules.glance(table.state, table.actor), table.legal, whim + at & 65535
                )
                for at, table in enumerate(tables.tables)
            ]
        else:
            tables.step(arrays["chosen"][group, own].tolist())
            show(tables, policies, arrays, group, own)
        line.send_bytes(bytes([group]))
    shared.close(unlink=False)


def show(
    tables: Tables, policies: dict[int, Policy], arrays: dict[str, npt.NDArray[Any]], group: int, own: slice
) -> None:
    """Write what the actors see, and what the last step brought, where the other process reads it."""
    count = len(tables.tables)
    for key, data in (("rows", tables.rows()), ("hidden", tables.hidden())):
        arrays[key][group, own] = np.frombuffer(data, np.uint8).reshape(count, -1)
    masks = np.frombuffer(tables.masks(), np.uint8).reshape(count, -1)
    arrays["masks"][group, own] = np.packbits(masks, axis=1)
    arrays["actors"][group, own] = np.frombuffer(tables.actors(), np.uint8)
    outcomes = np.frombuffer(tables.outcomes(), np.uint8)
    arrays["outcomes"][group, own] = outcomes
    for at in np.flatnonzero(outcomes != RUNS_ON).tolist():
        table = tables.tables[at]
        gains, points = worth(policies[id(table.rules)], table.scores_before, table.totals, table.target)
        arrays["gains"][group, own.start + at, : len(gains)] = gains
        arrays["points"][group, own.start + at, : len(points)] = points


def worth(policy: Policy, before: list[int], totals: list[int], target: int) -> tuple[list[float], list[float]]:
    """What a round brought each side: chances to win the match, and points ahead of the best other side."""
    after = [old + new for old, new in zip(before, totals, strict=True)]
    then = chances(before, target, policy.pace, policy.spread)
    now = chances(after, target, policy.pace, policy.spread)
    ahead = [
        float(one - max(other for at, other in enumerate(totals) if at != side)) for side, one in enumerate(totals)
    ]
    return [new - old for old, new in zip(then, now, strict=True)], ahead


class Crew:
    """The processes, and the memory that they share."""

    def __init__(self, games: list[Game], tables: int, workers: int, seed: str) -> None:
        """So many tables in each group."""
        probe = Tables([rules_of(games[0])], 1, "probe")
        self.workers = workers
        each = -(-tables // workers)
        self.tables = each * workers
        self.shape = Shape(self.tables, probe.row_size, probe.hidden_size, (probe.actions + 7) // 8)
        self.actions = probe.actions
        self.shared = Shared(self.shape)
        self.arrays = self.shared.arrays
        context = get_context("spawn")
        self.lines: list[Connection] = []
        self.processes = []
        for worker in range(workers):
            ours, theirs = context.Pipe()
            task = (games, self.shape, self.shared.memory.name, worker * each, each, seed, theirs)
            process = context.Process(target=play, args=task, daemon=True)
            process.start()
            self.lines.append(ours)
            self.processes.append(process)
        for line in self.lines:
            line.recv_bytes()

    def ask(self, what: int, group: int) -> None:
        """Tell all processes to do something with a group; `wait` before anything else is done with it."""
        for line in self.lines:
            line.send_bytes(bytes([what, group]))

    def wait(self) -> None:
        """Wait until all have done what they were asked first."""
        for line in self.lines:
            line.recv_bytes()

    def close(self) -> None:
        """End the processes."""
        for line in self.lines:
            line.send_bytes(bytes([END, 0]))
        for process in self.processes:
            process.join(5)
            process.kill()
        self.arrays = {}
        self.shared.close(unlink=True)
