"""Small games are solved exactly by OpenSpiel's own algorithms."""

import re
import subprocess
import sys

import pytest

from casefile.core.case import Small
from casefile.errors import CasefileError
from casefile.registry import cases
from casefile.research.small import Tree, orders, small_rules, small_tree

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import cfr, exploitability, get_all_states  # noqa: E402 - only where OpenSpiel is

from casefile.research.small import small_game  # noqa: E402

CASE = "jekyll-hyde"
OTHERS = {
    "ripper": {"druitt": 3, "chapman": 3},
    "rue-morgue": {"sailor": 4, "madame": 4},
    "capone": {"nitti": 3, "ralph": 2, "ness": 1},
}


def test_every_order_of_the_cards_comes_once() -> None:
    """And no other."""
    assert sorted(orders([2, 0, 0])) == [[0, 0, 2], [0, 2, 0], [2, 0, 0]]
    rules = small_rules(CASE, Small({"poole": 3, "carew": 3}, hand=2, turns=1))
    deals = [(*state.hands, *state.discard, *state.case_file) for state in Tree(rules, 1).deals()]
    assert len(deals) == 20
    assert len(set(deals)) < 20  # the order within a hand makes no difference


def test_counterfactual_regret_minimization_solves_it() -> None:
    """By OpenSpiel's modules in Python and in C++, which agree; the game is one of perfect recall and sums to zero."""
    game = small_game(CASE, turns=2)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    states = get_all_states.get_all_states(game, include_chance_states=False)
    assert 1000 < len(states) < 10_000
    solver = cfr.CFRSolver(game)
    found = []
    for _ in range(3):
        solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert found[0] > found[1] > found[2] > 0
    quick = pyspiel.CFRSolver(game)
    for _ in range(3):
        quick.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, quick.average_policy()) == pytest.approx(found[2])
    for _ in range(60):
        quick.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, quick.average_policy()) < found[2] / 5


@pytest.mark.once
def test_the_command_shows_how_it_falls() -> None:
    """Line by line."""
    command = [sys.executable, "-m", "casefile.research.small"]
    done = subprocess.run(
        [*command, CASE, "--iterations", "4", "--turns", "2"], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    assert [int(number) for number, _ in rows] == [1, 2, 4]
    assert float(rows[0][1]) > float(rows[1][1]) > float(rows[2][1])
    refused = subprocess.run([*command, "ripper"], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert refused.stderr.startswith("casefile: ripper: has no small game of its own, as jekyll-hyde has: give ")


@pytest.mark.parametrize("case", OTHERS)
def test_other_cases_can_be_made_small(case: str) -> None:
    """With a deck of one's own: payoffs sum to zero, and somebody wins somewhere."""
    tree = small_tree(case, OTHERS[case], hand=2, turns=2)
    payoffs = {(int(one), int(other)) for one, other in re.findall(r"\{ (-?\d+) (-?\d+) \}$", tree, re.MULTILINE)}
    assert all(one == -other for one, other in payoffs)
    assert pyspiel.load_efg_game(tree).num_players() == 2


def test_it_is_for_study_only() -> None:
    """No edition, option or number of players of the case has anything to do with it."""
    assert cases()[CASE].editions == ("pegasus",)


def test_bad_input_is_refused() -> None:
    """In one line."""
    for arguments, words in (
        ({"cards": {"pool": 4}}, "unknown card in deck"),
        ({"cards": {"poole": 4}}, "need more than 4"),
        ({"hand": 0}, "hand: must be 1 or more, not 0"),
        ({"turns": 0}, "turns: must be 1 or more, not 0"),
    ):
        with pytest.raises(CasefileError, match=words):
            small_tree(CASE, **arguments)
