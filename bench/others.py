"""Other libraries, each in the quickest way that it documents for Python; runs in an environment of its own.

Their states are not typed, and each library is imported by its own contenders only.
"""

import copy
from collections.abc import Callable
from functools import partial
from itertools import count, cycle
from operator import methodcaller
from typing import Any

from measures import Contender, Figures, PettingZooLoop, repeat, serve

CHANCE = -1  # OpenSpiel's current player where chance has to move; below it the game is over
ROLLOUTS = 100  # by the evaluator, for each call from Python


class OpenSpiel(Contender):
    """A game of OpenSpiel; from Python, or inside its C++ loops."""

    def __init__(self, game: str) -> None:
        import pyspiel

        super().__init__(methodcaller("clone"))
        self.pyspiel = pyspiel
        self.game = pyspiel.load_game(game)
        self.chance = self.uniform if self.is_uniform() else self.weighted

    def is_uniform(self) -> bool:
        """Are all outcomes of chance equally likely in some games? Then the quicker way to choose one is right."""
        for _ in range(10):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                if state.is_chance_node():
                    chances = [chance for _, chance in state.chance_outcomes()]
                    if len(chances) != len(actions) or max(chances) - min(chances) > 1e-9:
                        return False
                state.apply_action(actions[int(self.rng.random() * len(actions))])
        return True

    def uniform(self, state: Any) -> int:
        """An outcome of chance, all alike."""
        outcomes = state.legal_actions()
        outcome: int = outcomes[int(self.rng.random() * len(outcomes))]
        return outcome

    def weighted(self, state: Any) -> int:
        """An outcome of chance."""
        number = self.rng.random()
        outcomes: list[tuple[int, float]] = state.chance_outcomes()
        for outcome, chance in outcomes:
            number -= chance
            if number < 0:
                return outcome
        return outcomes[-1][0]  # rounding left a crumb

    def deal(self) -> Any:
        """The first moves of chance are the deal."""
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(self.chance(state))
        return state

    def play(self, state: Any, limit: int) -> int:
        """Moves of chance are made, but do not count."""
        decisions = 0
        random_number = self.rng.random
        while decisions < limit:
            player = state.current_player()
            if player >= 0:
                actions = state.legal_actions()
                state.apply_action(actions[int(random_number() * len(actions))])
                decisions += 1
            elif player == CHANCE:
                state.apply_action(self.chance(state))
            else:
                break
        return decisions

    def measure(self, seconds: float) -> Figures:
        """The loops inside count no decisions: their games are taken to be as long as those from Python."""
        figures = super().measure(seconds)
        pyspiel = self.pyspiel
        bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(self.game.num_players())]
        seeds = count(1)

        def bots_play() -> int:
            pyspiel.evaluate_bots(self.game.new_initial_state(), bots, next(seeds))
            return 1

        figures["inside_games"], _ = repeat(seconds, bots_play)
        figures["inside"] = figures["inside_games"] * figures["python"] / figures["games"]
        if self.game.get_type().reward_model == pyspiel.GameType.RewardModel.TERMINAL:  # its search asks for that
            evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
            # A search of one simulation is one evaluation of the root, and the only door to the evaluator.
            search = pyspiel.MCTSBot(self.game, evaluator, 1.0, 1, 10, False, 1, False)
            roots = cycle(self.roots)

            def roll_out() -> int:
                search.mcts_search(next(roots))
                return ROLLOUTS

            rollouts, _ = repeat(seconds, roll_out)
            figures["inside_root"] = rollouts * figures["root"] / figures["root_games"]
        return figures


class RLCard(Contender):
    """RLCard's gin rummy below its environment, and without the observation that its game makes at every step."""

    def __init__(self) -> None:
        from rlcard.games.gin_rummy import Game

        super().__init__(copy.deepcopy)  # it has no way of its own to copy a game
        self.game = Game()
        self.game.get_state = lambda player_id: {}

    def deal(self) -> Any:
        """The same object with a new round."""
        self.game.init_game()
        return self.game

    def play(self, state: Any, limit: int) -> int:
        """Its judge knows the legal actions."""
        decisions = 0
        random_number = self.rng.random
        while decisions < limit and not state.is_over():
            actions = state.judge.get_legal_actions()
            state.step(actions[int(random_number() * len(actions))])
            decisions += 1
        return decisions


class RLCardEnvironment(Contender):
    """RLCard's environment, with an observation at every step."""

    def __init__(self) -> None:
        import rlcard

        super().__init__(clone=None)
        self.env = rlcard.make("gin-rummy")

    def deal(self) -> Any:
        """The first observation."""
        return self.env.reset()[0]

    def play(self, state: Any, limit: int) -> int:
        """The observation holds the legal actions."""
        env = self.env
        decisions = 0
        random_number = self.rng.random
        while decisions < limit and not env.is_over():
            actions = state["raw_legal_actions"]
            state, _ = env.step(actions[int(random_number() * len(actions))])
            decisions += 1
        return decisions


class Catanatron(Contender):
    """Catanatron with two players."""

    def __init__(self) -> None:
        from catanatron import Color, Game, RandomPlayer
        from catanatron.game import TURNS_LIMIT

        super().__init__(Game.copy)
        self.new_game = Game
        self.players = [RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]
        self.turns = TURNS_LIMIT

    def deal(self) -> Any:
        """A new map, too."""
        return self.new_game(self.players)

    def play(self, state: Any, limit: int) -> int:
        """Without the check that a legal action is legal."""
        decisions = 0
        random_number = self.rng.random
        while decisions < limit and state.state.num_turns < self.turns and state.winning_color() is None:
            actions = state.state.playable_actions
            state.execute(actions[int(random_number() * len(actions))], validate_action=False)
            decisions += 1
        return decisions


class Chess(Contender):
    """The board of python-chess."""

    def __init__(self) -> None:
        import chess

        super().__init__(methodcaller("copy", stack=False))  # without the moves that led there, which is quicker
        self.new_game = chess.Board

    def deal(self) -> Any:
        """Always the same position."""
        return self.new_game()

    def play(self, state: Any, limit: int) -> int:
        """Up to mate, stalemate, too little material or 75 quiet moves; repetitions are dear to find, and let be."""
        random_number = self.rng.random
        for decisions in range(limit):
            actions = list(state.legal_moves)
            if not actions or state.halfmove_clock >= 150 or state.is_insufficient_material():
                return decisions
            state.push(actions[int(random_number() * len(actions))])
        return limit


class Pgx(Contender):
    """Many games of Pgx at once on the CPU, with observations and masks; one "game" is a step of all of them."""

    def __init__(self, game: str, count: int) -> None:
        import jax
        import pgx
        from pgx.experimental import auto_reset

        super().__init__(clone=None)
        env = pgx.make(game)
        move = jax.vmap(auto_reset(env.step, env.init))

        def step(state: Any, key: Any) -> Any:
            choose, chance, key = jax.random.split(key, 3)
            chosen = jax.random.categorical(choose, jax.numpy.log(state.legal_action_mask), axis=1)
            return move(state, chosen, jax.random.split(chance, count)), key

        self.count = count
        self.step = jax.jit(step)
        key = jax.random.PRNGKey(1)
        self.games = jax.jit(jax.vmap(env.init))(jax.random.split(key, count)), key
        self.games = self.step(*self.games)  # compiled before it is measured

    def deal(self) -> Any:
        """The same games go on."""
        return self.games

    def play(self, state: Any, limit: int) -> int:
        """A legal action everywhere, chosen within the compiled function; games that are over begin anew."""
        self.games = self.step(*state)
        self.games[0].observation.block_until_ready()
        return self.count


def pettingzoo_gin_rummy() -> Contender:
    """RLCard's game in PettingZoo's loop."""
    from pettingzoo.classic import gin_rummy_v4

    return PettingZooLoop(gin_rummy_v4.env())


SPIEL = "gin_rummy", "hanabi", "crazy_eights(players=2)", "crazy_eights(players=5)", "go_fish", "hearts"
CONTENDERS: dict[str, Callable[[], Contender]] = {f"open_spiel/{game}": partial(OpenSpiel, game) for game in SPIEL}
CONTENDERS |= {
    "rlcard/gin-rummy": RLCardEnvironment,
    "rlcard/gin-rummy without observations": RLCard,
    "pettingzoo/gin_rummy_v4": pettingzoo_gin_rummy,
    "catanatron": Catanatron,
    "chess": Chess,
}
CONTENDERS |= {
    f"pgx/{game} × {count:,}": partial(Pgx, game, count)
    for game in ("leduc_holdem", "sparrow_mahjong", "backgammon")
    for count in (256, 4096)
}

if __name__ == "__main__":
    serve(CONTENDERS)
