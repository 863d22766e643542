"""What learned players decide, and what a review says, with the figures behind it: by NumPy, or by a browser.

python -m tests.golden.learned
"""

import json

from casefile.bots.base import Decision
from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import situation_of
from casefile.registry import cases, rules_for
from casefile.study.review import begin, find_luck, judge_some
from casefile.study.units import CHANCE, POINT

DECISIONS = 16  # of the learned player,
STEPS = 60  # of a match of sergeants that is reviewed,
JUDGED = 8  # and those of its decisions that are graded
PER_CENT = 100


def figures_of(decision: Decision) -> list[list[float]]:
    """What is thought of each candidate, in points and per cent."""
    return [[each.action, each.points, each.chance * PER_CENT] for each in decision.candidates]


def play(case: str, name: str, steps: int) -> tuple[Match, list[Decision]]:
    """The beginning of a match, and what was decided in it."""
    rules = rules_for(case, 2)
    bot = make_bot(name, rules)
    match = Match(rules, "learned")
    decisions: list[Decision] = []
    while len(decisions) < steps and match.round.result is None:
        seat = match.state.actor()
        decisions.append(bot.decide(situation_of(match, seat, story=True)))
        match.play(seat, decisions[-1].action)
    return match, decisions


def told(case: str) -> dict[str, object]:
    """Of one case: what was done, by its number, and all figures in their order."""
    _, decided = play(case, "vidocq:32", DECISIONS)
    reviewed, _ = play(case, "sergeant", STEPS)
    looked = begin(reviewed)
    find_luck(looked)
    graph = [
        [side.points / POINT, side.chance / CHANCE * PER_CENT]
        for step in looked.steps
        for side in [*step.worth, *(step.luck or [])]
    ]
    graded, _ = judge_some(reviewed, 0, JUDGED)
    return {
        "vidocq": [each.action for each in decided],
        "thinks": [figure for each in decided for figure in figures_of(each)],
        "best": [each.action for each in graded],
        "graph": graph,
        "grades": [figure for each in graded for figure in figures_of(each)],
    }


def all_told() -> str:
    """All cases, as JSON."""
    return json.dumps({case: told(case) for case in cases()})


if __name__ == "__main__":
    print(all_told())
