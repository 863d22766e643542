"""OpenSpiel's own tests for every variant, and what information states and worlds dealt anew must hold."""

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from casefile.cases.ripper.cards import ESCAPE
from casefile.core.encoding import Encoder
from casefile.core.rng import Rng
from casefile.errors import CasefileError
from casefile.research.episode import BYTE, SEED_BYTES, Episode, setup_for
from tests.laws.test_laws import still_hidden, swap_in_deck
from tests.laws.walks import ALL, NAMES, games

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")

from open_spiel.python import observation, rl_environment  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr, random_agent  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from casefile.research.openspiel import ViewBot  # noqa: E402

every_variant = pytest.mark.parametrize("variant", ALL, ids=NAMES)
every_case = pytest.mark.parametrize(
    "name",
    [
        "casefile_ripper(players=3,options=tips)",
        "casefile_rue_morgue(players=4)",
        "casefile_jekyll_hyde",
        "casefile_capone(players=4,teams=True)",
    ],
)


def load(variant: tuple[Any, ...], **more: Any) -> Any:
    """The game of a variant."""
    case, players, edition, teams, options = variant
    parameters = {"players": players, **more}
    if case == "rue-morgue":
        parameters["edition"] = edition
    if case == "capone":
        parameters["teams"] = teams
    if options:
        parameters["options"] = " ".join(options)
    return pyspiel.load_game(f"casefile_{case.replace('-', '_')}", parameters)


def choose(state: Any, rng: Rng) -> int:
    """Any legal action, of chance or of a player."""
    actions = state.legal_actions()
    return int(actions[rng.below(len(actions))])


def walk(game: Any, seed: str) -> Iterator[Any]:
    """A game of random choices: the state before each of them, and at the end."""
    rng = Rng(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(choose(state, rng))
        yield state


def dealt(game: Any, seed: str) -> Any:
    """A state just after the deal."""
    return next(state for state in walk(game, seed) if not state.is_chance_node())


# OpenSpiel's own tests


@every_variant
def test_the_librarys_own_simulations(variant: tuple[Any, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """In C++ and in Python: clones, serialization, masks, bounds, lengths, pickles."""
    np.random.seed(1)
    game = load(variant)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)
    assert "terminated with" in capsys.readouterr().out


@every_case
def test_the_librarys_own_simulations_of_matches(name: str) -> None:
    """With a target the game is a match."""
    base, _, parameters = name.partition("(")
    more = f",{parameters.rstrip(')')}" if parameters else ""
    pyspiel.random_sim_test(pyspiel.load_game(f"{base}(target=5{more})"), num_sims=1, serialize=True, verbose=False)


def test_cases_are_registered_with_what_can_be_chosen() -> None:
    """No edition where there is only one, no options where there are none."""
    known = {kind.short_name: kind for kind in pyspiel.registered_games() if kind.short_name.startswith("casefile_")}
    assert {"casefile_capone", "casefile_jekyll_hyde", "casefile_ripper", "casefile_rue_morgue"} <= set(known)
    assert set(known["casefile_jekyll_hyde"].parameter_specification) == {"players", "deck", "target"}
    assert set(known["casefile_rue_morgue"].parameter_specification) == {
        *("players", "deck", "target", "edition", "options"),
    }


# Information states


@every_variant
def test_what_a_player_can_tell_apart_has_another_information_state(variant: tuple[Any, ...]) -> None:
    """Own actions are remembered; the same information state means the same view and the same choices."""
    game = load(variant)
    met: dict[str, Any] = {}
    again = 0
    for seed in range(games(20)):
        stop = Rng(f"stop/{seed}").below(90)
        start = [state.clone() for _, state in zip(range(stop + SEED_BYTES), walk(game, f"tell/{seed}"), strict=False)][
            -1
        ]
        if start.is_chance_node() or start.is_terminal():
            continue
        player = start.current_player()
        after = [start.child(action).information_state_string(player) for action in start.legal_actions()]
        assert len(set(after)) == len(after) or any(start.child(a).is_chance_node() for a in start.legal_actions())
        for world in range(6):
            state = start.resample_from_infostate(player, lambda number=world: number / 8)
            for _ in range(12):
                if state.is_terminal() or state.is_chance_node():
                    break
                text = state.information_state_string(player)
                sees = (state.episode.view(player).key(), state.observation_tensor(player), state.legal_actions(player))
                if text in met:
                    again += 1
                assert met.setdefault(text, sees)[:2] == sees[:2]
                if state.current_player() == player:
                    assert state.observation_string(player).endswith(
                        ", ".join(state.action_to_string(player, action) for action in state.legal_actions())
                    )
                actions = state.legal_actions()
                state.apply_action(actions[len(text) % len(actions)])
    assert again


@every_variant
def test_what_a_player_cannot_tell_apart_has_the_same_information_state(variant: tuple[Any, ...]) -> None:
    """A card of a hand, swapped for one that lies in the case file, changes nothing for the others."""
    game = load(variant)
    compared = 0
    for seed in range(games(20)):
        rng = Rng(f"which/{seed}")
        plain = dealt(game, f"same/{seed}")
        owner = rng.below(game.num_players())
        held = plain.episode.state.hand_list(owner)
        kind, other = held[rng.below(len(held))], plain.episode.state.case_file[0]
        swapped = plain.clone()
        swap_in_deck(swapped.episode.state, owner, kind, other)
        rules = plain.episode.setup.rules
        while not plain.is_chance_node() and still_hidden(
            rules, plain.episode.state, swapped.episode.state, owner, kind, other
        ):
            for player in set(range(game.num_players())) - {owner}:
                assert plain.information_state_string(player) == swapped.information_state_string(player)
                assert plain.observation_string(player) == swapped.observation_string(player)
                compared += 1
            action = choose(plain, rng)
            if action not in swapped.legal_actions():
                break
            plain.apply_action(action)
            swapped.apply_action(action)
    assert compared


def test_sealed_answers_are_not_revealed() -> None:
    """RUE-5, C-21: what the others have chosen is not in an information state before all have."""
    game = pyspiel.load_game("casefile_rue_morgue(players=4)")
    state = dealt(game, "sealed")
    assert state.current_player() == 0
    one, other = (state.child(action) for action in state.legal_actions()[:2])
    assert one.information_state_string(0) != other.information_state_string(0)
    for player in (1, 2, 3):
        assert one.information_state_string(player) == other.information_state_string(player)
        assert one.observation_tensor(player) == other.observation_tensor(player)


def test_nobody_learns_that_another_was_asked() -> None:
    """RIP-22: while the question is open, the others are where they are once the card was held."""
    game = pyspiel.load_game("casefile_ripper(players=4)")
    due = set()
    for seed in range(40):
        for state in walk(game, f"asked/{seed}"):
            if state.is_chance_node() or state.is_terminal() or state.episode.state.question != ESCAPE:
                continue
            due.add(state.episode.state.due)
            held = state.child(state.legal_actions()[0])
            for player in set(range(4)) - {state.current_player()}:
                assert state.information_state_string(player) == held.information_state_string(player)
                assert state.observation_tensor(player) == held.observation_tensor(player)
                world = state.resample_from_infostate(player, lambda: 0.5)
                assert world.information_state_string(player) == state.information_state_string(player)
    assert len(due) > 1


# Worlds dealt anew


@every_variant
def test_a_world_dealt_anew_has_the_same_information_state(variant: tuple[Any, ...]) -> None:
    """For every player; it can be saved, and played to its end."""
    game = load(variant)
    rng = Rng("anew")
    for _ in range(games(10)):
        stop = SEED_BYTES + rng.below(120)
        state = game.new_initial_state()
        for _ in range(stop):
            if not state.is_terminal():
                state.apply_action(choose(state, rng))
        for player in range(game.num_players()):
            world = state.resample_from_infostate(player, lambda: rng.below(1 << 16) / (1 << 16))
            assert world.information_state_string(player) == state.information_state_string(player)
            assert (
                world.observation_string(player).rpartition("\n")[0]
                == (state.observation_string(player).rpartition("\n")[0])
            )
            if state.current_player() == player:
                assert world.legal_actions() == state.legal_actions()
                assert world.observation_string(player) == state.observation_string(player)
            check_saved(game, world)
            while not world.is_terminal():
                world.apply_action(choose(world, rng))
            assert len(world.returns()) == game.num_players()


def check_saved(game: Any, state: Any) -> None:
    """A state that was saved and read back is the same for everybody."""
    _, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for twin in (same, pickle.loads(pickle.dumps(state)), state.clone()):
        assert str(twin) == str(state)
        for player in range(game.num_players()):
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)


def test_worlds_differ() -> None:
    """Unseen cards are dealt anew, and shuffles to come are not those of the real game."""
    game = pyspiel.load_game("casefile_ripper")
    state = dealt(game, "worlds")
    worlds = [state.resample_from_infostate(0, lambda number=number: number / 20) for number in range(20)]
    assert len({tuple(world.episode.state.hand_list(1)) for world in worlds}) > 10
    assert state.episode.state.seed not in {world.episode.state.seed for world in worlds}


# Chance


def test_chance_chooses_every_shuffle() -> None:
    """The deal, and the second case file once it is due: nothing foretells it."""
    game = pyspiel.load_game("casefile_ripper")
    assert dealt(game, "one").episode.state.hands != dealt(game, "two").episode.state.hands
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(byte, 1 / BYTE) for byte in range(BYTE)]
    found = 0
    for seed in range(10):
        for state in walk(game, f"second/{seed}"):
            if not state.is_chance_node() or state.episode.waiting < 0 or state.episode.seed:
                continue
            found += 1
            assert state.episode.state.file_number == 1
            check_saved(game, state)
            files = set()
            for byte in range(5):
                later = state.clone()
                for _ in range(SEED_BYTES):
                    later.apply_action(byte)
                assert later.episode.state.file_number == 2
                files.add(tuple(later.episode.state.case_file))
            assert len(files) == 5
    assert found


# Returns


def test_returns_are_the_points_of_the_side() -> None:
    """Of the round; partners have the same."""
    *_, state = walk(pyspiel.load_game("casefile_capone(players=4,teams=True)"), "points")
    totals = state.episode.setup.rules.score(state.episode.state).totals()
    assert state.returns() == totals * 2
    assert any(totals)


def test_a_match_ends_at_its_target() -> None:
    """Rounds follow each other, the deal passes on, and histories go on."""
    *_, state = walk(pyspiel.load_game("casefile_jekyll_hyde(target=60)"), "match")
    assert max(state.returns()) >= 60
    assert state.episode.rounds > 1
    rounds = [told for told in state.history_of(0) if told[0] == "round"]
    assert [number for *_, number in rounds] == [*range(1, state.episode.rounds + 1)]
    assert len({dealer for _, dealer, *_ in rounds[:2]}) == 2


# Observations


def test_observations_have_named_parts() -> None:
    """The same numbers as in PettingZoo's row, by name; and events for perfect recall."""
    game = pyspiel.load_game("casefile_ripper(players=3)")
    state = dealt(game, "parts")
    for _ in range(9):
        state.apply_action(state.legal_actions()[-1])
    seen = observation.make_observation(game)
    seen.set_from(state, 1)
    rules = game.setup.rules
    assert [*seen.tensor] == Encoder(rules).encode(rules.view(state.episode.state, 1)) == state.observation_tensor(1)
    assert [*seen.dict["hand"]] == state.episode.state.hands[rules.kinds : 2 * rules.kinds]
    assert seen.dict["known"].shape == (2, rules.kinds)
    assert seen.dict["areas"].shape == (3, rules.faces)
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    assert observation.make_observation(game, recall).tensor is None
    events = observation.make_observation(game, recall, {"events": 4})
    events.set_from(state, 1)
    what, _seat, cards, number = state.history_of(1)[-1]
    row = events.dict["events"][3]
    assert game.setup.words[int(row[0]) - 1] == what
    assert row[2] == number
    assert row[4:].sum() + row[3] == len(cards)
    assert events.string_from(state, 1) == state.information_state_string(1)


# Algorithms


@pytest.mark.parametrize(
    "name", ["casefile_ripper(players=3)", "casefile_rue_morgue", "casefile_jekyll_hyde(target=30)", "casefile_capone"]
)
def test_information_set_search_plays_to_the_end(name: str) -> None:
    """OpenSpiel's IS-MCTS against our bot; a whole match in one case."""
    game = pyspiel.load_game(name)
    random = np.random.RandomState(5)
    searcher = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 20.0, 2, random_state=random)
    sampler = Rng("worlds")
    searcher.set_resampler(
        lambda state, player: state.resample_from_infostate(player, lambda: sampler.below(999) / 999)
    )
    bots = [searcher] + [ViewBot(game, player) for player in range(1, game.num_players())]
    state = game.new_initial_state()
    rng = Rng("search")
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(choose(state, rng) if player < 0 else int(bots[player].step(state)))
    assert max(state.returns()) >= state.episode.setup.target


def test_learning_environments_and_counterfactual_regret() -> None:
    """An episode of OpenSpiel's environment, and a few iterations of MCCFR."""
    game = pyspiel.load_game("casefile_jekyll_hyde")
    env = rl_environment.Environment(game)
    env.seed(1)
    agents = [random_agent.RandomAgent(player, game.num_distinct_actions()) for player in range(2)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert len(step.observations["info_state"][0]) == game.observation_tensor_size()
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver.average_policy() is not None


# Bad input


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("casefile_ripper(players=5)", "ripper is played by 2, 3 or 4"),
        ("casefile_ripper(options=tip)", "unknown option"),
        ("casefile_rue_morgue(edition=first)", "unknown edition"),
        ("casefile_capone(teams=True)", "is not played in teams"),
        ("casefile_ripper(deck=jill)", "must be CARD/FIGURE/VALUE"),
        ("casefile_ripper(deck=jack/points/2)", "unknown card in deck"),
        ("casefile_ripper(target=-1)", "target"),
    ],
)
def test_a_game_that_does_not_exist_is_refused(name: str, says: str) -> None:
    """In one line."""
    with pytest.raises(CasefileError, match=says) as caught:
        pyspiel.load_game(name)
    assert "\n" not in str(caught.value)


def test_what_cannot_be_done_is_refused_and_changes_nothing() -> None:
    """An illegal action, one that does not exist, an observation that does not, a bot that does not."""
    game = pyspiel.load_game("casefile_jekyll_hyde(deck=lanyon/never_doubled/true poole/points/3)")
    state = dealt(game, "wrong")
    before = str(state)
    with pytest.raises(CasefileError, match=r"draw a card first \(C-6\)"):
        state.apply_action(125)
    with pytest.raises(CasefileError, match="a number from 0 to 125"):
        state.apply_action(126)
    assert str(state) == before
    with pytest.raises(CasefileError, match="one player"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, public_info=False))
    with pytest.raises(CasefileError, match="only parameter"):
        game.make_py_observer(None, {"events": 3})
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    with pytest.raises(CasefileError, match="only parameter"):
        game.make_py_observer(recall, {"event": 100})
    with pytest.raises(CasefileError, match="must be how many of the last ones, not -5"):
        game.make_py_observer(recall, {"events": -5})
    with pytest.raises(CasefileError, match="unknown bot"):
        ViewBot(game, 0, "clever")
    episode = Episode(setup_for(("jekyll-hyde", None, None, None, "", "", 0)))
    with pytest.raises(CasefileError, match="chance chooses"):
        episode.step(256)
