"""OpenSpiel games: importing this module registers one for every case.

    import pyspiel
    import casefile.research.openspiel
    game = pyspiel.load_game("casefile_CASE(players=3)")  # the name of a case, with underscores

See docs/research.md for the conventions.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError:
    raise ImportError(
        "casefile.research.openspiel needs OpenSpiel: pip install 'casefile-rummy[research]' (on x86_64 or a Mac)"
    ) from None

from casefile.bots.base import Situation
from casefile.core.case import Case
from casefile.core.events import HIDDEN
from casefile.errors import CasefileError, show
from casefile.players import make_bot
from casefile.registry import cases
from casefile.research.episode import (
    BYTE,
    MOST_DECISIONS,
    MOST_ROUNDS,
    SEED_BYTES,
    SHUFFLES,
    Episode,
    Setup,
    Told,
    setup_for,
)
from casefile.text.position import write_position

PREFIX = "casefile_"


class CasefileGame(pyspiel.Game):
    """One case in one variant; each case has a class of its own."""

    case: str
    game_type: Any

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = {**self.game_type.parameter_specification, **(parameters or {})}
        key = (self.case, given["players"], given.get("edition"), given.get("teams"))
        self.setup: Setup = setup_for((*key, given.get("options", ""), given["deck"], given["target"]))
        self.most_rounds = MOST_ROUNDS if self.setup.target else 1
        most = self.setup.most_points() * self.most_rounds
        game_info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setup.rules.actions),
            max_chance_outcomes=BYTE,
            num_players=self.setup.rules.seats,
            min_utility=-most,
            max_utility=most,
            max_game_length=MOST_DECISIONS * self.most_rounds,
        )
        super().__init__(self.game_type, game_info, parameters or {})

    def new_initial_state(self) -> "CasefileState":
        """A state before the deal."""
        return CasefileState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A node for each byte of each shuffle's seed."""
        return SEED_BYTES * SHUFFLES * self.most_rounds

    def make_py_observer(self, kind: Any = None, params: dict[str, Any] | None = None) -> "Observer":
        """What a player sees: now, or with perfect recall."""
        return Observer(self.setup, kind or pyspiel.IIGObservationType(perfect_recall=False), params or {})


class CasefileState(pyspiel.State):
    """A state as OpenSpiel sees it; all that there is to it is in the episode."""

    def __init__(self, game: CasefileGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.setup)

    def current_player(self) -> int:
        """Who has to choose; the referee's knowledge."""
        if self.episode.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.episode.needs_chance() else self.episode.actor()

    def is_terminal(self) -> bool:
        """Is the round, or the match, over?"""
        return self.episode.is_over

    def returns(self) -> list[int]:
        """The points of each player's side."""
        return self.episode.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed of the shuffle to come."""
        return [(byte, 1 / BYTE) for byte in range(BYTE)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal(player)

    def _apply_action(self, action: int) -> None:
        self.episode.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"shuffle {action}"
        return self.episode.setup.rules.actions[action].text

    def history_of(self, player: int) -> list[Told]:
        """All that a player has seen and done: (what, seat, cards, number) for each event or own choice."""
        return self.episode.history(player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "CasefileState":
        """A state that could be this one as far as the player can tell, of the same information state.

        OpenSpiel keeps the history of actions for itself: that of the new state is still the real one's.
        """
        world: CasefileState = self.clone()
        world.episode.step((player, f"{sampler()}/{sampler()}"))
        return world

    def __str__(self) -> str:
        episode = self.episode
        if episode.state is None:
            return f"before the deal {episode.seed}"
        shuffle = f"{episode.waiting} {episode.seed}" if episode.needs_chance() else ""
        return f"{write_position(episode.setup.rules, episode.state)}{shuffle}{episode.scores}"


class Observer:
    """What a player may know, as named arrays and as text.

    Without perfect recall: the parts of `casefile.core.encoding.Encoder`. With it: the whole history as text;
    given the parameter `events`, also these parts and so many of the last events, one row each.
    """

    def __init__(self, setup: Setup, kind: Any, params: dict[str, Any]) -> None:
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise CasefileError("observations: there are those of one player with all that it may know")
        if not set(params) <= {"events"} or (params and not kind.perfect_recall):
            raise CasefileError("observations: the only parameter is events, for those of perfect recall")
        events = params.get("events", 0)
        if not isinstance(events, int) or events < 0:
            raise CasefileError(f"observations: events: must be how many of the last ones, not {show(events)}")
        self.setup = setup
        self.perfect_recall = kind.perfect_recall
        self.events = events
        shapes: dict[str, tuple[int, ...]] = {}
        if self.events or not kind.perfect_recall:
            shapes |= setup.encoder.shapes
        if self.events:
            shapes["events"] = (self.events, 4 + setup.rules.faces)
        size = sum(int(np.prod(shape)) for shape in shapes.values())
        self.tensor = np.zeros(size, np.float32) if shapes else None
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in shapes.items():
            end = at + int(np.prod(shape))
            assert self.tensor is not None
            self.dict[name] = self.tensor[at:end].reshape(shape)
            at = end

    def set_from(self, state: CasefileState, player: int) -> None:
        """Fill the arrays; zeros before the deal."""
        view = state.episode.view(player)
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if view is None:
            return
        row = self.setup.encoder.encode(view)
        self.tensor[: len(row)] = row
        for at, told in enumerate(state.episode.history(player)[-self.events :] if self.events else []):
            self.dict["events"][at] = self.event_row(told, player)

    def event_row(self, told: Told, player: int) -> list[int]:
        """Which event (from 1), whose (the player's own is 1), its number, hidden cards, then how many of each face."""
        what, seat, cards, number = told
        rules, words = self.setup.rules, self.setup.words
        counts = [0] * rules.faces
        for card in cards:
            if card != HIDDEN:
                counts[card] += 1
        known = words.index(what) + 1 if what in words else 0
        whose = (seat - player) % rules.seats + 1 if seat >= 0 else 0
        return [known, whose, number, cards.count(HIDDEN), *counts]

    def string_from(self, state: CasefileState, player: int) -> str:
        """The history, or the view part by part, with what the player may do if it is asked."""
        episode = state.episode
        if self.perfect_recall:
            return episode.text(player)
        view = episode.view(player)
        if view is None:
            return f"seat {player}"
        lines = [f"{name} {' '.join(map(str, row))}" for name, row in self.setup.encoder.parts(view).items()]
        choices = [self.setup.rules.actions[action].text for action in episode.legal(player)]
        return "\n".join([f"seat {player}", *lines, "choices " + ", ".join(choices)])


class ViewBot(pyspiel.Bot):
    """One of our bots in OpenSpiel: it gets a view, never the state."""

    def __init__(self, game: CasefileGame, player: int, name: str = "sergeant", seed: int = 0) -> None:
        super().__init__()
        self.player = player
        self.bot = make_bot(name, game.setup.rules)
        self.target = game.setup.target or game.setup.rules.target
        self.seed = f"{seed}/{player}"

    def restart_at(self, state: CasefileState) -> None:
        """Start over from a state; the bot keeps nothing, so there is nothing to do."""

    def step(self, state: CasefileState) -> int:
        """One of the legal actions."""
        view = state.episode.view(self.player)
        assert view is not None
        seed = f"{self.seed}/{state.move_number()}"
        return self.bot.decide(Situation(view, state.episode.legal(self.player), self.target, seed)).action


def register(info: Case) -> None:
    """Make a case known to OpenSpiel as casefile_NAME, with parameters for what can be chosen in it."""
    parameters: dict[str, Any] = {"players": info.players[0], "deck": "", "target": 0}
    if len(info.editions) > 1:
        parameters["edition"] = info.editions[0]
    if info.teams:
        parameters["teams"] = False
    if info.options:
        parameters["options"] = ""
    game_type = pyspiel.GameType(
        short_name=PREFIX + info.name.replace("-", "_"),
        long_name=info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(info.players),
        min_num_players=min(info.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )
    # OpenSpiel holds what it is given beyond Python's end, which a class survives and a function does not.
    # A class of this module pickles.
    name = info.name.title().replace("-", "") + "Game"
    globals()[name] = type(name, (CasefileGame,), {"case": info.name, "game_type": game_type, "__module__": __name__})
    pyspiel.register_game(game_type, globals()[name])


for each in cases().values():
    register(each)
