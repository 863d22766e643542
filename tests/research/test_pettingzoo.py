"""PettingZoo's own tests, for every case, edition, number of players and options."""

import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.state_test import state_test

from casefile.core.actions import IllegalActionError
from casefile.core.rows import RowWriter
from casefile.core.state import OVER
from casefile.errors import CasefileError
from casefile.research import pettingzoo as environments
from casefile.research.pettingzoo import ALL, ALL_V2
from tests.laws.walks import ALL as VARIANTS
from tests.laws.walks import NAMES

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)


def make(variant: tuple[Any, ...], version: int = 1, **more: Any) -> Any:
    """The environment of a variant."""
    case, players, edition, teams, options = variant
    environments = ALL if version == 1 else ALL_V2
    return environments[case].env(players=players, edition=edition, teams=teams, options=options, **more)


@every_variant
@pytest.mark.filterwarnings("ignore")
def test_the_librarys_own_tests(variant: tuple[Any, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """The interface, the seed and the renderer."""
    api_test(make(variant), num_cycles=150)
    api_test(make(variant, target=50), num_cycles=50)
    seed_test(lambda: make(variant), num_cycles=30)
    render_test(lambda render_mode: make(variant, render_mode=render_mode))


@every_variant
@pytest.mark.filterwarnings("ignore")
def test_the_librarys_own_tests_of_version_2(variant: tuple[Any, ...]) -> None:
    """The interface, the seed, and all seats at once; at many tables, too."""
    api_test(make(variant, 2), num_cycles=60)
    api_test(make(variant, 2, target=50), num_cycles=30)
    seed_test(lambda: make(variant, 2), num_cycles=20)
    case, players, edition, teams, options = variant
    game = {"players": players, "edition": edition, "teams": teams, "options": options}
    parallel_api_test(ALL_V2[case].parallel_env(**game), num_cycles=60)
    state_test(make(variant, 2), ALL_V2[case].parallel_env(**game))


@pytest.mark.parametrize("case", ALL_V2)
def test_rows_of_version_2(case: str) -> None:
    """An observation is the row of the view, and what is chosen already; the state is the same for all agents."""
    env = ALL_V2[case].raw_env(players=3 if 3 in ALL_V2[case].raw_env().rules.case.players else 2)
    writer = RowWriter(env.rules)
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    states = set()
    while env.match.state.phase != OVER:
        seat = env.possible_agents.index(env.agent_selection)
        observed = env.observe(env.agent_selection)
        row = writer.row(env.rules.view(env.match.state, seat), env.rules.target)
        assert observed["observation"][: writer.size].tobytes() == row
        assert env.observation_space(env.agent_selection).contains(observed)
        state = env.state()
        assert env.state_space.contains(state)
        assert state[seat * writer.size : (seat + 1) * writer.size].tobytes() == row
        piles = state[-2 * len(env.rules.all_cards) :]
        assert [kind - 1 for kind in piles if kind] == env.match.state.case_file[::-1] + env.match.state.discard[::-1]
        states.add(state.tobytes() + observed["observation"].tobytes())
        waiting = next(agent for agent in env.agents if agent != env.agent_selection)
        assert not env.observe(waiting)["action_mask"].any()
        env.step(int(rng.choice(np.flatnonzero(observed["action_mask"]))))
    assert len(states) > len(env.match.round.actions) // 2


@pytest.mark.parametrize("tables", [None, 5])
@pytest.mark.parametrize("case", ALL_V2)
def test_all_seats_at_once(case: str, tables: int | None) -> None:
    """At each table one seat has a choice and the others wait; the points are those of the sides."""
    env = ALL_V2[case].parallel_env(tables=tables)
    observations, _ = env.reset(seed=8)
    twin, _ = ALL_V2[case].parallel_env(tables=tables).reset(seed=8)
    assert all((twin[agent]["observation"] == observations[agent]["observation"]).all() for agent in env.agents)
    rng = np.random.default_rng(8)
    ended = 0
    while not ended:
        masks = np.array([observations[agent]["action_mask"] for agent in env.agents]).reshape(2, tables or 1, -1)
        assert ((masks[:, :, -1] == 0).sum(0) == 1).all()
        assert (masks.sum(2).max(0) > 1).all()
        picked = {
            agent: np.array([rng.choice(np.flatnonzero(row)) for row in mask]) if tables else masks[seat, 0].argmax()
            for seat, (agent, mask) in enumerate(zip(env.agents, masks, strict=True))
        }
        for agent in env.agents:
            assert env.observation_space(agent).contains(observations[agent])
        assert env.state_space.contains(env.state())
        observations, rewards, terminated, truncated, infos = env.step(picked)
        ended = infos["seat_0"]["ended"].sum() if tables else terminated["seat_0"] or truncated["seat_0"]
    for at, table in enumerate(env.tables.tables):
        totals = table.totals if table.outcome else [0, 0]
        assert [np.ravel(rewards[agent])[at] for agent in env.possible_agents] == totals


def test_bad_input_is_refused() -> None:
    """In one line that says what would be right."""
    env = environments.capone_v2.raw_env()
    env.reset(seed=1)
    with pytest.raises(CasefileError, match="from 0 to 220"):
        env.step(221)
    with pytest.raises(CasefileError, match="take nitti: is not offered now"):
        env.step(env.choices.texts.index("take nitti"))
    with pytest.raises(IllegalActionError, match="C-6"):
        env.step(env.choices.texts.index("discard nitti"))
    with pytest.raises(AttributeError, match="there is no environment capone_v3; known: ripper_v2"):
        environments.capone_v3  # noqa: B018 - it is looked for
    with pytest.raises(CasefileError, match="capone_v2 has one"):
        environments.capone_v1.parallel_env()
    with pytest.raises(CasefileError, match="at least one"):
        environments.capone_v2.parallel_env(tables=0)
    seats = environments.capone_v2.parallel_env()
    with pytest.raises(CasefileError, match="reset the environment"):
        seats.step({})
    seats.reset(seed=1)
    with pytest.raises(CasefileError, match="that of seat_0 is missing"):
        seats.step({"seat_1": 0})
    with pytest.raises(CasefileError, match="from 0 to 220"):
        seats.step({"seat_0": 221, "seat_1": 221})
    with pytest.raises(CasefileError, match="take raid is not legal for seat"):
        seats.step({"seat_0": 220, "seat_1": 220})


def test_versions() -> None:
    """Environments are versioned, as results must be comparable."""
    names = [environments.ripper_v1, environments.rue_morgue_v1, environments.jekyll_hyde_v1, environments.capone_v1]
    assert [module.name for module in names] == ["ripper_v1", "rue_morgue_v1", "jekyll_hyde_v1", "capone_v1"]
    assert environments.ripper_v1.env().metadata["name"] == "ripper_v1"
    assert environments.ripper_v2.env().metadata["name"] == "ripper_v2"


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


@pytest.mark.parametrize("environments", [ALL, ALL_V2], ids=["v1", "v2"])
@pytest.mark.parametrize("case", ALL)
def test_environments_can_be_pickled_and_copied(case: str, environments: dict[str, Any]) -> None:
    """A copy in the middle of a match goes on by itself, and sees the same, with the scores of finished rounds."""
    env = environments[case].raw_env(target=1000)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while len(env.match.rounds) < 2:
        env.step(int(rng.choice(env.observe(env.agent_selection)["action_mask"].nonzero()[0])))
    for _ in range(10):
        env.step(int(env.observe(env.agent_selection)["action_mask"].nonzero()[0][0]))
    for twin in (pickle.loads(pickle.dumps(env)), deepcopy(env)):
        agent = env.agent_selection
        assert (twin.observe(agent)["observation"] == env.observe(agent)["observation"]).all()
        twin.step(int(twin.observe(agent)["action_mask"].nonzero()[0][0]))
        assert len(twin.match.round.actions) == len(env.match.round.actions) + 1
        old, new = env.match.rounds[0].result, twin.match.rounds[0].result
        assert [vars_of(side) for side in new.sides] == [vars_of(side) for side in old.sides]
        assert (new.outcome, new.culprit, new.shut_out) == (old.outcome, old.culprit, old.shut_out)


def vars_of(side: Any) -> tuple[object, ...]:
    """What a side got for a round."""
    return side.plus, side.minus, side.bonus, side.lines
