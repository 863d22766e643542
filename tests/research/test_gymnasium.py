"""One seat against bots, as Gymnasium sees it."""

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_reset_return_type, check_reset_seed_determinism

from casefile.errors import CasefileError
from casefile.registry import cases
from casefile.research.gymnasium import SeatEnv, TablesEnv
from casefile.text.position import position_to_dict


def play(env: SeatEnv, observation: dict[str, Any], rng: np.random.Generator) -> float:
    """Any legal actions until the round is over: its points."""
    while True:
        legal = np.flatnonzero(observation["action_mask"])
        assert len(legal) > 1
        observation, points, terminated, truncated, _ = env.step(int(rng.choice(legal)))
        assert env.observation_space.contains(observation)
        if terminated or truncated:
            return points


@pytest.mark.parametrize("case", cases())
def test_rounds_against_bots_of_any_number(case: str) -> None:
    """From every seat, for every number of players; the same seed gives the same round."""
    for players in cases()[case].players:
        env = SeatEnv(case, bots="constable", players=players, seat=players - 1)
        points = [play(env, env.reset(seed=5)[0], np.random.default_rng(1)) for _ in range(2)]
        assert points[0] == points[1]


def test_a_learner_is_beaten_by_bots_at_first() -> None:
    """Chance loses to a sergeant."""
    env = SeatEnv("jekyll-hyde")
    rng = np.random.default_rng(3)
    assert sum(play(env, env.reset(seed=number)[0], rng) for number in range(8)) < 0


def test_the_librarys_own_checks_of_a_reset() -> None:
    """Its checks of a step take actions at random, which need not be legal."""
    env = SeatEnv("ripper", bots=["random", "sergeant"], players=3)
    check_reset_seed_determinism(env)
    check_reset_return_type(env)


def test_a_round_starts_from_a_position() -> None:
    """As often as wanted, and goes on from there."""
    env = SeatEnv("capone")
    env.reset(seed=1)
    assert env.state is not None
    position = position_to_dict(env.rules, env.state)
    for seed in range(3):
        first, _ = env.reset(seed=seed, options={"position": position})
        assert position_to_dict(env.rules, env.state)["hands"] == position["hands"]
        play(env, first, np.random.default_rng(seed))


@pytest.mark.parametrize("case", cases())
def test_many_tables_at_once(case: str) -> None:
    """Spaces hold what comes; who chose last gets the points ahead; the same seed gives the same tables."""
    env, twin = TablesEnv(case, 5), TablesEnv(case, 5)
    observation, info = env.reset(seed=4)
    assert (twin.reset(seed=4)[0]["observation"] == observation["observation"]).all()
    rng = np.random.default_rng(4)
    ended = np.zeros(5, bool)
    while not ended.any():
        assert env.observation_space.contains(observation)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in observation["action_mask"]])
        assert env.action_space.contains(actions)
        actors = info["actor"]
        observation, rewards, terminated, truncated, info = env.step(actions)
        ended = terminated | truncated
        assert not rewards[~ended].any()
        assert (info["chose"] == actors).all()
    for table in np.flatnonzero(ended):
        own = info["points"][table][actors[table] % env.tables.rules.sides]
        assert rewards[table] == 2 * own - info["points"][table].sum()


def test_many_tables_refuse_bad_input() -> None:
    """In one line."""
    env = TablesEnv("capone", 2)
    with pytest.raises(CasefileError, match="one number for all tables"):
        env.reset(seed=[1, 2])
    with pytest.raises(CasefileError, match="positon"):
        env.reset(options={"positon": {}})
    env.reset(seed=1)
    with pytest.raises(CasefileError, match=r"table 0: .* is not legal now"):
        env.step(np.array([220, 220]))
    with pytest.raises(CasefileError, match="at least one table"):
        TablesEnv("capone", 0)


def test_bad_input_is_refused() -> None:
    """In one line that says what would be right."""
    with pytest.raises(CasefileError, match="seat: must be"):
        SeatEnv("capone", seat=2)
    with pytest.raises(CasefileError, match="bots: name 2"):
        SeatEnv("capone", players=3, bots=["sergeant"])
    env = SeatEnv("capone")
    with pytest.raises(CasefileError, match="reset the environment"):
        env.step(0)
    with pytest.raises(CasefileError, match="positon"):
        env.reset(options={"positon": {}})
    observation, _ = env.reset(seed=1)
    with pytest.raises(CasefileError, match="from 0 to"):
        env.step(10**6)
    with pytest.raises(CasefileError, match=":"):
        env.step(int(np.flatnonzero(observation["action_mask"] == 0)[-1]))
    other = SeatEnv("ripper")
    other.reset(seed=1)
    assert other.state is not None
    with pytest.raises(CasefileError, match="another game"):
        env.reset(options={"position": position_to_dict(other.rules, other.state)})
