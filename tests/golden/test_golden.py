"""Counts, orders and whole matches pinned for every variant, the same for both builds and all Python versions.

Changing one needs a reason: `python -m tests.golden.test_golden` writes them anew, all or those of the cases it names.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.simulate import Tally, play_match
from casefile.text.position import write_position
from casefile.text.record import read_record, write_record
from casefile.text.seen import view_to_dict
from tests.laws.walks import ALL, NAMES, deal, rules_of, walk

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
    """What the public formats say of some random rounds: actions, views, worlds and scores, all as text.

    No number of the engine's own goes into it, nor the order in which the engine lists actions.
    """
    digest = sha256()
    for seed in range(8):
        lines: list[str] = []
        for step, (state, seat, actions, choice) in enumerate(walk(rules, f"golden/{seed}", by_text=True)):
            lines += [f"{seat}: {rules.actions[action].text}" for action in (*actions, choice)]
            if step % 10 == 0:
                lines += sights(rules, state, str(step))
        lines += [*sights(rules, state, "over"), write_position(rules, state), score_text(rules, state)]
        digest.update("\n".join(lines).encode())
    return digest.hexdigest()


def sights(rules: Rules, state: State, seed: str) -> list[str]:
    """What each seat sees, and a world that it holds possible."""
    lines = []
    for seat in range(rules.seats):
        view = rules.view(state, seat)
        seen = view_to_dict(rules, view)
        del seen["notes"]  # a key that came after these digests were pinned, and says again what others say
        lines.append(json.dumps(seen, ensure_ascii=False))
        lines.append(write_position(rules, rules.determinize(view, Rng(seed))))
    return lines


def score_text(rules: Rules, state: State) -> str:
    """The points of a round, line by line, without the words of any language."""
    result = rules.score(state)
    data = {
        "outcome": result.outcome,
        "culprit": rules.deck.names[result.culprit] if result.culprit >= 0 else None,
        "shut_out": result.shut_out if result.shut_out >= 0 else None,
        "sides": [
            {
                "points": [side.plus, side.minus, side.bonus, side.total()],
                "lines": [
                    [rules.face_names[face] if face >= 0 else None, count, points]
                    for _, face, count, points in side.lines
                ],
            }
            for side in result.sides
        ],
    }
    return json.dumps(data)


def actions_digest(rules: Rules) -> str:
    """The texts of all actions in their order, by which environments number them."""
    return sha256("\n".join(action.text for action in rules.actions).encode()).hexdigest()


def measure(variant: tuple[Any, ...]) -> dict[str, Any]:
    """The pinned figures of a variant."""
    rules = rules_of(variant)
    start = deal(rules, "perft")
    return {
        "perft from the deal": [perft(rules, start, depth) for depth in (1, 2, 3, 4)],
        "perft later": [perft(rules, middle(rules), depth) for depth in (1, 2, 3, 4)],
        "actions": actions_digest(rules),
        "walks": walks_digest(rules),
    }


def bot_match(variant: tuple[Any, ...]) -> str:
    """The record of a match of the plainest bots."""
    return write_record(play_match(rules_of(variant), ("constable",), "golden", 5000, Tally()))


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_counts_and_orders(variant: tuple[Any, ...]) -> None:
    """The number of legal actions, their texts and order, and what is seen of them stay as they are."""
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


def write(cases: list[str]) -> None:
    """Pin anew what these cases do now, and forget variants that are no longer there."""
    counts = json.loads(COUNTS.read_text())
    for variant, name in zip(ALL, NAMES, strict=True):
        if variant[0] in cases:
            counts[name] = measure(variant)
            (RECORDS / f"{name}.txt").write_text(bot_match(variant), "utf-8")
    for old in RECORDS.iterdir():
        if old.stem not in NAMES:
            old.unlink()
    COUNTS.write_text(json.dumps({name: counts[name] for name in NAMES}, indent=1) + "\n")


if __name__ == "__main__":
    write(sys.argv[1:] or [variant[0] for variant in ALL])
