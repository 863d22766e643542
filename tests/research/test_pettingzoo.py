"""PettingZoo's own tests, for every case, edition, number of players and options."""

import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from casefile.research import pettingzoo as environments
from casefile.research.pettingzoo import ALL
from tests.laws.walks import ALL as VARIANTS
from tests.laws.walks import NAMES

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)


def make(variant: tuple[Any, ...], **more: Any) -> Any:
    """The environment of a variant."""
    case, players, edition, teams, options = variant
    return ALL[case].env(players=players, edition=edition, teams=teams, options=options, **more)


@every_variant
@pytest.mark.filterwarnings("ignore")
def test_the_librarys_own_tests(variant: tuple[Any, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """The interface, the seed and the renderer."""
    api_test(make(variant), num_cycles=150)
    api_test(make(variant, target=50), num_cycles=50)
    seed_test(lambda: make(variant), num_cycles=30)
    render_test(lambda render_mode: make(variant, render_mode=render_mode))


def test_versions() -> None:
    """Environments are versioned, as results must be comparable."""
    names = [environments.ripper_v1, environments.rue_morgue_v1, environments.jekyll_hyde_v1, environments.capone_v1]
    assert [module.name for module in names] == ["ripper_v1", "rue_morgue_v1", "jekyll_hyde_v1", "capone_v1"]
    assert environments.ripper_v1.env().metadata["name"] == "ripper_v1"


def test_rewards_are_the_points_of_the_side() -> None:
    """At the end of the round, for partners alike."""
    env = ALL["rue-morgue"].raw_env(players=4)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    for agent in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        assert observation is not None
        if terminated:
            break
        legal = np.flatnonzero(observation["action_mask"])
        assert list(legal) == env.rules.legal(env.match.state, env.possible_agents.index(agent))
        env.step(int(rng.choice(legal)))
    assert env.match.round.result is not None
    totals = env.match.round.result.totals()
    assert [env.rewards[agent] for agent in env.possible_agents] == totals * 2


def test_an_illegal_action_loses(caplog: pytest.LogCaptureFixture) -> None:
    """PettingZoo's wrapper ends the episode."""
    env = environments.ripper_v1.env()
    env.reset(seed=1)
    env.step(298)
    assert "Illegal move made" in caplog.text
    assert all(env.terminations.values())


@pytest.mark.parametrize("case", ALL)
def test_environments_can_be_pickled_and_copied(case: str) -> None:
    """A copy in the middle of a round goes on by itself, and sees the same."""
    env = ALL[case].raw_env()
    env.reset(seed=3)
    for _ in range(10):
        env.step(int(env.observe(env.agent_selection)["action_mask"].nonzero()[0][0]))
    for twin in (pickle.loads(pickle.dumps(env)), deepcopy(env)):
        agent = env.agent_selection
        assert (twin.observe(agent)["observation"] == env.observe(agent)["observation"]).all()
        twin.step(int(twin.observe(agent)["action_mask"].nonzero()[0][0]))
        assert len(twin.match.round.actions) == len(env.match.round.actions) + 1
