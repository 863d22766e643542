"""Decisions a second of random play and the cost of a clone, interpreted and compiled, measured in one run.

python bench/run.py --compiled .venv-compiled/bin/python
"""

import argparse
import json
import random
import subprocess
import sys
import time
from typing import Any

from rich.console import Console
from rich.table import Table

import casefile.core.state
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.registry import cases, rules_for

CAP = 5000


def play_from_python(rules: Rules, seconds: float) -> float:
    """Decisions a second: legal actions, a random choice, apply; fresh deals included."""
    rng = random.Random(1)
    decisions = 0
    rounds = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = rules.deal(rounds % rules.seats, [0] * rules.sides, f"bench/{rounds}", log=False)
        rounds += 1
        for _ in range(CAP):
            if state.phase == OVER:
                break
            seat = state.actor()
            actions = rules.legal(state, seat)
            rules.apply(state, seat, actions[int(rng.random() * len(actions))])
            decisions += 1
    return decisions / (time.perf_counter() - start)


def play_inside(rules: Rules, seconds: float) -> float:
    """Decisions a second of the engine's own random playing-out; fresh deals included."""
    decisions = 0
    rounds = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = rules.deal(rounds % rules.seats, [0] * rules.sides, f"bench/{rounds}", log=False)
        rounds += 1
        decisions += rules.playout(state, rounds)
    return decisions / (time.perf_counter() - start)


def middle(rules: Rules) -> State:
    """A state in the middle of a round."""
    state = rules.deal(0, [0] * rules.sides, "bench", log=False)
    rules.playout(state, 1, 30)
    return state


def clone_cost(rules: Rules, seconds: float) -> float:
    """Microseconds a clone of a state in the middle of a round."""
    state = middle(rules)
    clones = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(1000):
            state.clone()
        clones += 1000
    return 1e6 * (time.perf_counter() - start) / clones


def view_cost(rules: Rules, seconds: float) -> float:
    """Microseconds a view of a state in the middle of a round."""
    state = middle(rules)
    views = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(1000):
            rules.view(state, 0)
        views += 1000
    return 1e6 * (time.perf_counter() - start) / views


MEASURES = {
    "decisions/s from Python": play_from_python,
    "decisions/s inside": play_inside,
    "clone, µs": clone_cost,
    "view, µs": view_cost,
}


def measure(seconds: float) -> dict[str, Any]:
    """All measures of all cases with two players, in this interpreter."""
    is_compiled = not casefile.core.state.__file__.endswith(".py")
    figures: dict[str, Any] = {"compiled": is_compiled}
    for case in cases():
        rules = rules_for(case, 2)
        figures[case] = {name: function(rules, seconds) for name, function in MEASURES.items()}
    return figures


def main() -> None:
    """Measure here, and in the compiled build if there is one, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiled", metavar="PYTHON", help="an interpreter that has the compiled build")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measure")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    here = measure(options.seconds)
    if options.json:
        print(json.dumps(here))
        return
    columns = {"compiled" if here["compiled"] else "interpreted": here}
    if options.compiled:
        command = [options.compiled, sys.argv[0], "--json", "--seconds", str(options.seconds)]
        there = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        assert there["compiled"], f"{options.compiled} has no compiled build"
        columns["compiled"] = there
    table = Table("case, 2 players", "measure", *columns, "ratio")
    for case in cases():
        for name in MEASURES:
            values = [figures[case][name] for figures in columns.values()]
            ratio = max(values) / min(values) if len(values) == 2 else 1.0
            table.add_row(
                case, name, *[f"{value:,.0f}" if value > 100 else f"{value:.2f}" for value in values], f"{ratio:.1f}"
            )
    Console().print(table)


if __name__ == "__main__":
    main()
