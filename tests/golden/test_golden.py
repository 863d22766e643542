"""Counts, orders and whole matches pinned for every variant, the same for both builds and all Python versions.

Changing one needs a reason: `python -m tests.golden.test_golden` writes them anew.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.simulate import Tally, play_match
from casefile.text.record import read_record, write_record
from tests.laws.walks import ALL, NAMES, deal, dump, rules_of, walk

HERE = Path(__file__).parent
COUNTS = HERE / "counts.json"
RECORDS = HERE / "records"
OLDER = HERE / "written_by_0_1_0"  # matches in which a holder held at the fifth victim


def perft(rules: Rules, state: State, depth: int) -> int:
    """How many rows of actions of this length there are."""
    if state.phase == OVER:
        return 1
    seat = state.actor()
    actions = rules.legal(state, seat)
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        clone = state.clone()
        rules.apply(clone, seat, action)
        total += perft(rules, clone, depth - 1)
    return total


def middle(rules: Rules) -> State:
    """A state in the middle of a round."""
    for step, (state, *_) in enumerate(walk(rules, "perft")):
        if step == 25:
            return state
    raise AssertionError("the round was too short")


def walks_digest(rules: Rules) -> str:
    """All that can be seen of some random rounds: actions, views, worlds, events and scores."""
    digest = sha256()
    for seed in range(8):
        state = deal(rules, "none")
        for step, (state, seat, actions, choice) in enumerate(walk(rules, f"golden/{seed}")):
            digest.update(repr((seat, actions, choice)).encode())
            if step % 10 == 0:
                for viewer in range(rules.seats):
                    view = rules.view(state, viewer)
                    world = rules.determinize(view, Rng(str(step)))
                    digest.update(repr((view.key(), world.hands, world.case_file)).encode())
        digest.update(repr(dump(state)).encode())
        digest.update(repr(dump(rules.score(state))).encode())
    return digest.hexdigest()


def measure(variant: tuple[Any, ...]) -> dict[str, Any]:
    """The pinned figures of a variant."""
    rules = rules_of(variant)
    start = deal(rules, "perft")
    return {
        "perft from the deal": [perft(rules, start, depth) for depth in (1, 2, 3, 4)],
        "perft later": [perft(rules, middle(rules), depth) for depth in (1, 2, 3, 4)],
        "walks": walks_digest(rules),
    }


def bot_match(variant: tuple[Any, ...]) -> str:
    """The record of a match of the plainest bots."""
    return write_record(play_match(rules_of(variant), ("constable",), "golden", 5000, Tally()))


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_counts_and_orders(variant: tuple[Any, ...]) -> None:
    """The number and order of legal actions, and all that is seen of them, stay as they are."""
    assert measure(variant) == json.loads(COUNTS.read_text())[NAMES[ALL.index(variant)]]


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_golden_matches(variant: tuple[Any, ...]) -> None:
    """A whole match of bots comes out the same, and its record still replays."""
    text = (RECORDS / f"{NAMES[ALL.index(variant)]}.txt").read_text("utf-8")
    assert bot_match(variant) == text
    match, _ = read_record(text)
    assert match.winner() is not None


@pytest.mark.parametrize("path", sorted(OLDER.iterdir()), ids=lambda path: path.stem)
def test_older_records_still_replay(path: Path) -> None:
    """Version 0.1.0 did not ask the holder again after the fifth victim's cards: there it is understood (RIP-22)."""
    match, _ = read_record(path.read_text("utf-8"))
    assert match.winner() is not None
    again, _ = read_record(write_record(match))
    assert again.scores == match.scores


if __name__ == "__main__":
    COUNTS.write_text(json.dumps({name: measure(ALL[at]) for at, name in enumerate(NAMES)}, indent=1) + "\n")
    RECORDS.mkdir(exist_ok=True)
    for old in RECORDS.iterdir():
        old.unlink()
    for at, name in enumerate(NAMES):
        (RECORDS / f"{name}.txt").write_text(bot_match(ALL[at]), "utf-8")
