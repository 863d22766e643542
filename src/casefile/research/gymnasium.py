"""One seat against bots, or many tables at once, as Gymnasium environments.

    from casefile.research.gymnasium import SeatEnv
    env = SeatEnv("CASE", bots="sergeant")
    observation, info = env.reset(seed=7)
    observation, points, terminated, truncated, info = env.step(action)

An episode is one round. A seat is asked only when it has a choice; the bots, and what is forced, play on by
themselves. The reward comes at the end of the round: the points of the seat's side, less those of the best other side.
Observations are rows of version 2, and actions those of `casefile.core.choices`.
"""

from collections.abc import Sequence
from typing import Any

try:
    import gymnasium
    import gymnasium.vector
    import numpy as np
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(f'Gymnasium is missing ({error.name}): pip install "casefile-rummy[research]"') from None

from casefile.bots.base import Bot, Situation
from casefile.core.actions import NO_ACTION, IllegalActionError
from casefile.core.choices import Choices, Chooser
from casefile.core.rows import RowWriter
from casefile.core.state import OVER, State
from casefile.core.tables import GIVEN_UP
from casefile.errors import CasefileError, show
from casefile.players import close_bot, make_bot
from casefile.registry import rules_for
from casefile.research.arrays import chosen_parts, mask_of, row_of, spaces_of
from casefile.research.vector import VectorTables
from casefile.text.language import Speaker
from casefile.text.position import position_from_dict

CAP = 5000  # decisions of a round (C-23)


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """A round from one seat."""

    metadata = {"render_modes": []}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        case: str,
        *,
        bots: str | Sequence[str] = "sergeant",
        seat: int = 0,
        players: int | None = None,
        edition: str | None = None,
        teams: bool | None = None,
        options: Sequence[str] = (),
        deck: object = None,
    ) -> None:
        """Bots: one name for all other seats, or one for each of them, clockwise from the seat."""
        self.rules = rules_for(case, players, edition, teams, options, deck)
        if not 0 <= seat < self.rules.seats:
            raise CasefileError(f"seat: must be a number from 0 to {self.rules.seats - 1}, not {show(seat)}")
        names = [bots] * (self.rules.seats - 1) if isinstance(bots, str) else list(bots)
        if len(names) != self.rules.seats - 1:
            raise CasefileError(f"bots: name {self.rules.seats - 1}, one for each other seat, not {len(names)}")
        self.seat = seat
        self.names = names
        self.bots: dict[int, Bot] = {}
        self.writer = RowWriter(self.rules)
        self.speaker = Speaker(self.rules)
        self.choices = Choices(self.rules)
        self.chooser = Chooser(self.choices)
        self.observation_space, self.action_space = spaces_of(self.writer, self.choices)
        self.state: State | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a round, or set up the position that the options hold: a dict as docs/formats.md describes it."""
        super().reset(seed=seed)
        given = dict(options or {})
        position = given.pop("position", None)
        if given:
            raise CasefileError(f"options: {show(next(iter(given)))} is not known; there is: position")
        self.key = self.np_random.bytes(16).hex()
        self.decisions = 0
        self.close()
        for step, name in enumerate(self.names):
            self.bots[(self.seat + 1 + step) % self.rules.seats] = make_bot(name, self.rules)
        if position is None:
            dealer = int(self.np_random.integers(self.rules.seats))
            self.state = self.rules.deal(dealer, [0] * self.rules.sides, self.key, log=True)
        else:
            self.state = self.set_up(position)
        self.go_on()
        if self.state.phase == OVER:
            if position is not None:
                raise CasefileError("options: position: the round ends before the seat has a choice")
            return self.reset()
        return self.observe(), {}

    def set_up(self, position: dict[str, Any]) -> State:
        """The round of a position, if it is one of this game."""
        rules, state = position_from_dict(position)
        if rules is not self.rules:
            raise CasefileError("options: position: is one of another game than that of the environment")
        state.seed = self.key
        state.log = []
        return state

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The seat does this; then the others play until it has a choice again, or the round is over."""
        state = self.state
        if state is None or state.phase == OVER:
            raise CasefileError("the round is over: reset the environment")
        if not 0 <= action < self.choices.size:
            raise CasefileError(f"an action is a number from 0 to {self.choices.size - 1}, not {show(action)}")
        whole = self.decide(int(action))
        if whole != NO_ACTION:
            self.rules.apply(state, self.seat, whole)
            self.decisions += 1
            self.go_on()
        ended = state.phase == OVER
        points = self.points_ahead(state) if ended else 0.0
        return self.observe(), points, ended, self.decisions >= CAP and not ended, {}

    def decide(self, choice: int) -> int:
        """The action that a choice makes whole, if it does; one that is not offered is refused with the reason."""
        if choice in self.chooser.offered():
            return self.chooser.choose(choice)
        text = self.choices.texts[choice]
        if choice < self.choices.whole and self.state is not None:
            try:
                self.rules.play(self.state.clone(), self.seat, self.choices.actions[choice])
            except IllegalActionError as error:
                raise CasefileError(f"{text}: {self.speaker.refusal(error.refusal)}") from None
        raise CasefileError(f"{text}: is not offered now; see action_mask")

    def go_on(self) -> None:
        """Let the others play, and what is forced, until the seat has a choice."""
        state = self.state
        assert state is not None
        self.chooser.ask([])
        while state.phase != OVER and self.decisions < CAP:
            actor = state.actor()
            legal = self.rules.legal(state, actor)
            if len(legal) > 1 and actor == self.seat:
                self.chooser.ask(legal)
                return
            action = legal[0] if len(legal) == 1 else self.ask(actor, legal)
            self.rules.apply(state, actor, action)
            self.decisions += 1

    def ask(self, seat: int, legal: list[int]) -> int:
        """What the bot of a seat chooses; it gets what its seat may know."""
        state = self.state
        assert state is not None
        story = [seen for event in state.log or [] if (seen := event.seen_by(seat)) is not None]
        view = self.rules.view(state, seat)
        situation = Situation(view, legal, self.rules.target, f"{self.key}/{self.decisions}/{seat}", story)
        return self.bots[seat].decide(situation).action

    def points_ahead(self, state: State) -> float:
        """The points of the seat's side, less those of the best other side."""
        totals = self.rules.score(state).totals()
        own = self.seat % self.rules.sides
        return float(totals[own] - max(total for side, total in enumerate(totals) if side != own))

    def observe(self) -> dict[str, Any]:
        """The row of the seat, and what it may do; nothing when the round is over."""
        state = self.state
        assert state is not None
        row = row_of(self.writer, self.rules.view(state, self.seat), self.rules.target)
        parts = chosen_parts(self.choices, self.chooser.chosen)
        mask = mask_of(self.choices.size, self.chooser.offered())
        return {"observation": np.concatenate([row, parts]), "action_mask": mask}

    def close(self) -> None:
        """End the bots."""
        for bot in self.bots.values():
            close_bot(bot)
        self.bots = {}


class TablesEnv(gymnasium.vector.VectorEnv[dict[str, Any], Any, Any]):
    """Many tables at once, for self-play: each observation is that of the seat which has to choose at a table.

    A reward is that of the seat which chose. A round that is over is followed by the next one in the same step, so
    there is no observation after its end. `info` says who has to choose (`actor`), who chose (`chose`), and the points
    of all sides (`points`) where a round ended. Arrays are those of the engine, and must not be written to.
    """

    metadata = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        case: str,
        num_envs: int,
        *,
        players: int | None = None,
        edition: str | None = None,
        teams: bool | None = None,
        options: Sequence[str] = (),
        deck: object = None,
    ) -> None:
        self.game = {"players": players, "edition": edition, "teams": teams, "options": options, "deck": deck}
        self.case = case
        self.num_envs = num_envs
        self.tables = self.new_tables()
        rows = RowWriter(self.tables.rules)
        self.single_observation_space, self.single_action_space = spaces_of(rows, self.tables.choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def new_tables(self) -> VectorTables:
        """Matches that begin."""
        seed = self.np_random.bytes(16).hex()
        return VectorTables(self.case, self.num_envs, seed=seed, **self.game)  # type: ignore[arg-type]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New matches at all tables; one seed stands for all of them."""
        if isinstance(seed, list):
            raise CasefileError("seed: must be one number for all tables, not a list")
        if options:
            raise CasefileError(f"options: {show(next(iter(options)))} is not known; there is none")
        super().reset(seed=seed)
        self.tables = self.new_tables()
        return self.observe(), {"actor": self.tables.actors}

    def observe(self) -> dict[str, Any]:
        """What the actors see and may choose."""
        return {"observation": self.tables.rows, "action_mask": self.tables.masks.view(np.int8)}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """At each table the actor chooses this."""
        chose = self.tables.actors
        ended, points = self.tables.step(np.asarray(actions))
        truncated = self.tables.outcomes == GIVEN_UP
        own = points[np.arange(self.num_envs), chose % self.tables.rules.sides]
        rewards = np.zeros(self.num_envs, np.float64)
        for table in np.flatnonzero(ended).tolist():
            others = np.delete(points[table], chose[table] % self.tables.rules.sides)
            rewards[table] = own[table] - others.max()
        info = {"actor": self.tables.actors, "chose": chose, "points": points}
        return self.observe(), rewards, ended & ~truncated, truncated, info
