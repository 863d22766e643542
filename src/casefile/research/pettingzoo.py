"""PettingZoo environments: one for every case, edition, number of players and options.

    from casefile.research.pettingzoo import CASE_v2  # the name of a case, with underscores
    env = CASE_v2.env(players=3)

The agents take turns as the rules ask them; of several seats that choose at once, the lowest chooses first, and nobody
sees its choice before all have chosen. An episode is one round, or with `target` a match to that score. The reward of
a round is the points of the agent's side. An observation holds the view as a row of numbers and the mask of legal
actions: rows of version 2 and `casefile.core.choices` in `CASE_v2`, those of 0.1.0 in `CASE_v1`.
"""

from collections.abc import Sequence
from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f'PettingZoo is missing ({error.name}): pip install "casefile-rummy[research]"') from None

from casefile.core.actions import NO_ACTION
from casefile.core.choices import Choices, Chooser
from casefile.core.encoding import Encoder
from casefile.core.rows import RowWriter
from casefile.core.rules import Rules
from casefile.core.state import OVER
from casefile.errors import CasefileError, show
from casefile.match import Match
from casefile.registry import cases, rules_for
from casefile.research.arrays import chosen_parts, mask_of, round_as_array, row_of, spaces_of
from casefile.research.parallel import SeatsEnv
from casefile.text.language import Speaker

LARGEST = 30_000
CAP = 5000  # decisions per round (C-23)


class CasefileEnv(AECEnv[str, Any, int]):
    """A round or a match as PettingZoo sees it: version 1."""

    def __init__(self, name: str, rules: Rules, target: int | None, render_mode: str | None) -> None:
        super().__init__()
        self.metadata = {"name": name, "render_modes": ["human", "ansi"], "is_parallelizable": False}
        self.rules = rules
        self.target = target
        self.render_mode = render_mode
        self.speaker = Speaker(rules)
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        observations, actions = self.make_spaces()
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observations)
        self.episodes = np.random.default_rng()

    def make_spaces(self) -> tuple[spaces.Dict, spaces.Discrete]:
        """What observations and actions look like."""
        self.encoder = Encoder(self.rules)
        count = len(self.rules.actions)
        rows = spaces.Box(-LARGEST, LARGEST, (self.encoder.size,), np.int16)
        mask = spaces.Box(0, 1, (count,), np.int8)
        return spaces.Dict({"observation": rows, "action_mask": mask}), spaces.Discrete(count)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of `rules.actions`, or of the choices in version 2."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal; the same seed gives the same row of episodes."""
        if seed is not None:
            self.episodes = np.random.default_rng(seed)
        target = self.rules.target if self.target is None else self.target
        self.match = Match(self.rules, self.episodes.bytes(16).hex(), target, log=self.render_mode is not None)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.told = 0
        self.agent_selection = self.possible_agents[self.match.state.actor()]

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent may know, and what it may do."""
        seat = self.possible_agents.index(agent)
        row = np.array(self.encoder.encode(self.rules.view(self.match.state, seat)), dtype=np.int16)
        mask = np.zeros(len(self.rules.actions), dtype=np.int8)
        if self.agents and agent == self.agent_selection:
            mask[self.rules.legal(self.match.state, seat)] = 1
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the choice of the selected agent."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.match.play(self.possible_agents.index(agent), int(action))
        if self.match.state.phase == OVER:
            self.end_round()
        elif len(self.match.round.actions) == CAP:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.match.state.phase != OVER:
            self.agent_selection = self.possible_agents[self.match.state.actor()]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def end_round(self) -> None:
        """Pay the points; end the episode, or deal the next round of the match."""
        assert self.match.round.result is not None
        totals = self.match.round.result.totals()
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = totals[seat % self.rules.sides]
        if self.target is None or self.match.winner() is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.match.next_round()
            self.told = 0

    def render(self) -> str | None:
        """What has happened since the last time, as the referee sees it."""
        events = self.match.events()
        text = "\n".join(self.speaker.event(event) for event in events[self.told :])
        self.told = len(events)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human" and text:
            print(text)
        return None

    def close(self) -> None:
        """Close the environment; it holds nothing open."""


class CasefileEnv2(CasefileEnv):
    """The same with rows of version 2, a small action space, and the full state: version 2."""

    def make_spaces(self) -> tuple[spaces.Dict, spaces.Discrete]:
        """What observations, actions and states look like."""
        self.writer = RowWriter(self.rules)
        self.choices = Choices(self.rules)
        self.chooser = Chooser(self.choices)
        self.state_space = spaces.Box(0, 255, (self.writer.state_size,), np.uint8)
        return spaces_of(self.writer, self.choices)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal; the same seed gives the same row of episodes."""
        super().reset(seed, options)
        self.ask()

    def ask(self) -> None:
        """The selected agent has a new decision."""
        state = self.match.state
        self.chooser.ask(self.rules.legal(state, state.actor()) if state.phase != OVER else [])

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent may know, and what it may choose."""
        seat = self.possible_agents.index(agent)
        asked = bool(self.agents) and agent == self.agent_selection
        row = row_of(self.writer, self.rules.view(self.match.state, seat), self.match.target)
        parts = chosen_parts(self.choices, self.chooser.chosen if asked else [])
        mask = mask_of(self.choices.size, self.chooser.offered() if asked else [])
        return {"observation": np.concatenate([row, parts]), "action_mask": mask}

    def state(self) -> Any:
        """All there is to the table, as an array (docs/research.md)."""
        return round_as_array(self.writer, self.match.state, self.match.target)

    def step(self, action: int | None) -> None:
        """Carry out the choice of the selected agent; the same agent goes on where an action has several cards."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        whole = self.decide(int(action))
        if whole != NO_ACTION:
            super().step(whole)
            self.ask()
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()

    def decide(self, choice: int) -> int:
        """The action that a choice makes whole, if it does."""
        if not 0 <= choice < self.choices.size:
            raise CasefileError(f"a choice is a number from 0 to {self.choices.size - 1}, not {show(choice)}")
        if choice in self.chooser.offered():
            return self.chooser.choose(choice)
        if choice < self.choices.whole and not self.chooser.chosen:
            return self.choices.actions[choice]  # the rules say why not
        raise CasefileError(f"{self.choices.texts[choice]}: is not offered now; see action_mask")


class Environments:
    """A version of a case's environments, used like a module of PettingZoo."""

    def __init__(self, case: str, version: int) -> None:
        self.case = case
        self.version = version
        self.name = f"{case.replace('-', '_')}_v{version}"

    def raw_env(
        self,
        *,
        players: int | None = None,
        edition: str | None = None,
        teams: bool | None = None,
        options: Sequence[str] = (),
        deck: object = None,
        target: int | None = None,
        render_mode: str | None = None,
    ) -> CasefileEnv:
        """The environment without wrappers: quicker, and an illegal action raises an error that says why."""
        rules = rules_for(self.case, players, edition, teams, options, deck)
        make = CasefileEnv if self.version == 1 else CasefileEnv2
        return make(self.name, rules, target, render_mode)

    def env(self, **arguments: Any) -> AECEnv[str, Any, int]:
        """The environment in PettingZoo's usual wrappers: an illegal action loses and ends the episode."""
        env: AECEnv[str, Any, int] = wrappers.TerminateIllegalWrapper(self.raw_env(**arguments), illegal_reward=-100)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))

    def parallel_env(self, **arguments: Any) -> SeatsEnv:
        """All seats at once, at one table or at many side by side (version 2)."""
        if self.version == 1:
            raise CasefileError(f"{self.name}: has no parallel_env; {self.name[:-1]}2 has one")
        return SeatsEnv(self.case, **arguments)


ALL = {name: Environments(name, 1) for name in cases()}
ALL_V2 = {name: Environments(name, 2) for name in cases()}


def __getattr__(name: str) -> Environments:
    """`CASE_v2` and `CASE_v1`, for every case that is installed; hyphens of its name are underscores here."""
    known = {each.name: each for each in [*ALL_V2.values(), *ALL.values()]}
    if name in known:
        return known[name]
    raise AttributeError(f"there is no environment {name}; known: {', '.join(known)}")
