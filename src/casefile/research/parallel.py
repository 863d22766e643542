"""All seats at once, as a parallel environment of PettingZoo: at one table, or at many side by side.

    from casefile.research.pettingzoo import CASE_v2
    env = CASE_v2.parallel_env(tables=256)

Every step each seat that has to choose does so; the others wait, which is a choice of its own, the last one. What is
forced is played through, and rounds follow each other as in a match.
"""

from collections.abc import Sequence
from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise ImportError(f'PettingZoo is missing ({error.name}): pip install "casefile-rummy[research]"') from None

from casefile.core.choices import ChoiceTables
from casefile.core.tables import GIVEN_UP, RUNS_ON
from casefile.errors import CasefileError
from casefile.registry import rules_for
from casefile.research.arrays import Bytes


class SeatsEnv(ParallelEnv[str, Any, Any]):
    """The seats of one table, or, with `tables`, the same seats of many: then everything is an array of that length."""

    def __init__(
        self,
        case: str,
        *,
        tables: int | None = None,
        players: int | None = None,
        edition: str | None = None,
        teams: bool | None = None,
        options: Sequence[str] = (),
        deck: object = None,
    ) -> None:
        if tables is not None and tables < 1:
            raise CasefileError(f"tables: there must be at least one, not {tables}")
        self.rules = rules_for(case, players, edition, teams, options, deck)
        self.metadata = {"name": f"{case.replace('-', '_')}_v2", "render_modes": [], "is_parallelizable": True}
        self.render_mode = None
        self.is_single = tables is None
        self.count = tables or 1
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self.seeds = np.random.default_rng()
        self.tables = ChoiceTables(self.rules, self.count, self.seeds.bytes(16).hex())
        choices = self.tables.choices.size + 1
        rows = spaces.Box(0, 255, self.shape(self.tables.row_size), np.uint8)
        mask = spaces.Box(0, 1, self.shape(choices), np.int8)
        observations = spaces.Dict({"observation": rows, "action_mask": mask})
        actions = spaces.Discrete(choices) if self.is_single else spaces.MultiDiscrete([choices] * self.count)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observations)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self.state_space = spaces.Box(0, 255, self.shape(self.tables.state_size), np.uint8)

    def shape(self, size: int) -> tuple[int, ...]:
        """Of an array with a row for each table, or of the row of the only one."""
        return (size,) if self.is_single else (self.count, size)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The choices, and behind them: wait."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New matches if there is a seed, else the rounds that are on the tables."""
        if seed is not None:
            self.seeds = np.random.default_rng(seed)
            self.tables = ChoiceTables(self.rules, self.count, self.seeds.bytes(16).hex())
        self.agents = self.possible_agents[:]
        self.look()
        return self.observations, {agent: {} for agent in self.agents}

    def look(self) -> None:
        """Take in what all seats see; nothing is copied."""
        self.actors = np.frombuffer(self.tables.actors(), np.uint8)
        self.masks = [self.array(self.tables.masks_of(seat)) for seat in range(self.rules.seats)]
        rows = [self.array(self.tables.rows_of(seat)) for seat in range(self.rules.seats)]
        self.observations = {
            agent: {"observation": self.table(row), "action_mask": self.table(mask).view(np.int8)}
            for agent, row, mask in zip(self.possible_agents, rows, self.masks, strict=True)
        }

    def array(self, data: bytes) -> Bytes:
        """A row for each table."""
        return np.frombuffer(data, np.uint8).reshape(self.count, -1)

    def table(self, array: Any) -> Any:
        """All tables, or the only one."""
        return array[0] if self.is_single else array

    def state(self) -> Bytes:
        """All there is to the tables (docs/research.md)."""
        whole: Bytes = self.table(self.array(self.tables.states()))
        return whole

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """What each seat chooses; of those that wait it makes no difference."""
        if not self.agents:
            raise CasefileError("the round is over: reset the environment")
        self.tables.step(self.picked(actions))
        self.look()
        outcomes = np.frombuffer(self.tables.outcomes(), np.uint8)
        points = np.zeros((self.count, self.rules.sides), np.float32)
        for table in np.flatnonzero(outcomes != RUNS_ON).tolist():
            points[table] = self.tables.tables[table].totals
        agents = self.agents
        rewards = {agent: self.table(points[:, seat % self.rules.sides]) for seat, agent in enumerate(agents)}
        over = self.is_single and bool(outcomes[0] != RUNS_ON)
        given_up = over and bool(outcomes[0] == GIVEN_UP)
        infos = {agent: {} if self.is_single else {"ended": outcomes != RUNS_ON} for agent in agents}
        self.agents = [] if over else agents
        terminated, truncated = dict.fromkeys(agents, over and not given_up), dict.fromkeys(agents, given_up)
        return self.observations, rewards, terminated, truncated, infos

    def picked(self, actions: dict[str, Any]) -> list[int]:
        """The choice of each table's actor, if all are legal."""
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise CasefileError(f"actions: that of {missing[0]} is missing")
        given = np.array([np.broadcast_to(np.asarray(actions[agent]), self.count) for agent in self.possible_agents])
        tables = np.arange(self.count)
        chosen = given[self.actors, tables].astype(np.int64)
        choices = self.tables.choices
        if (chosen < 0).any() or (chosen >= choices.size).any():
            raise CasefileError(f"actions: a seat that has to choose needs a number from 0 to {choices.size - 1}")
        legal = np.array(self.masks)[self.actors, tables, chosen]
        if not legal.all():
            table = int(np.flatnonzero(legal == 0)[0])
            text = choices.texts[int(chosen[table])]
            raise CasefileError(f"actions: {text} is not legal for seat {self.actors[table]}; see action_mask")
        picked: list[int] = chosen.tolist()
        return picked

    def close(self) -> None:
        """Close the environment; it holds nothing open."""
