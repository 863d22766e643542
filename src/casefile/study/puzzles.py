"""Puzzles: moments of strong bots' matches where one action is clearly best, and the obvious one is wrong.

They are data in the folder of a case, `puzzles.jsonl`, one per line; `casefile puzzles mine` makes more. A player who
solves one sees what anybody at that table could see, and the search that found the solution saw no more.
"""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from casefile.core.case import Case
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.errors import CasefileError, one_line
from casefile.registry import case_named, policy_for
from casefile.text.language import Speaker
from casefile.text.notation import split_words
from casefile.text.position import position_from_dict

FILE = "puzzles.jsonl"
CLEAR_POINTS = 5.0  # by which the best action is ahead of every other, in points,
CLEAR_CHANCE = 0.05  # or in the chance to win the match
HARD = 50  # percent of the decisions of a level that miss it


class Option(Struct, array_like=True):
    """An action that was thought about: the points that it brings more than the others get, the chance to win."""

    action: str
    points: float
    chance: float


class Puzzle(Struct, forbid_unknown_fields=True):
    """A position, and what a deep search says of it."""

    name: str
    seat: int
    position: dict[str, Any]
    options: list[Option]  # the best first
    obvious: str  # what a player sees at a glance
    missed: dict[str, int]  # percent of the decisions of each level that miss the best
    tries: int  # of the search that agreed last
    also: list[str] = []  # nearly as good: they count as solutions, too

    @property
    def best(self) -> Option:
        """The solution."""
        return self.options[0]

    @property
    def grade(self) -> int:
        """1: beginners miss it, 2: experienced players do, 3: strong ones do, too."""
        return 1 + (self.missed.get("sergeant", 0) >= HARD) + (self.missed.get("inspector", 0) >= HARD)

    def is_solved_by(self, action: str) -> bool:
        """Is this the best action, or as good?"""
        return split_words(action) in [split_words(each) for each in (self.best.action, *self.also)]

    def option(self, action: str) -> Option | None:
        """What was found about an action, if it was thought about."""
        words = split_words(action)
        return next((each for each in self.options if split_words(each.action) == words), None)

    def lay_out(self) -> tuple[Rules, State]:
        """The table."""
        rules, state = position_from_dict(self.position)
        state.log = []
        state.seed = self.name
        return rules, state


def is_clear(best: Option, other: Option) -> bool:
    """Is one action so much better than another that nobody need argue?"""
    return best.points - other.points >= CLEAR_POINTS or best.chance - other.chance >= CLEAR_CHANCE


@cache
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a case, the easy ones first; none if it brings none."""
    return tuple(sorted(read_puzzles(case_named(name)), key=lambda puzzle: (puzzle.grade, puzzle.name)))


def read_puzzles(case: Case) -> list[Puzzle]:
    """The puzzles of a case as they stand in its file."""
    path = files(case.package) / FILE
    if not path.is_file():
        return []
    try:
        return [msgspec.json.decode(line, type=Puzzle) for line in path.read_text("utf-8").splitlines() if line]
    except msgspec.DecodeError as error:
        raise CasefileError(f"{case.package}: {FILE}: {one_line(error)}") from None


def puzzle_at(name: str, number: int) -> Puzzle:
    """A puzzle of a case by its number, from 0."""
    found = puzzles_of(name)
    if not found:
        raise CasefileError(f"{name} has no puzzles")
    if number >= len(found):
        raise CasefileError(f"number: {name} has the puzzles 0 to {len(found) - 1}")
    return found[number]


def solution(puzzle: Puzzle, rules: Rules, state: State, speaker: Speaker) -> str:
    """Why the best action is best, and what the obvious one would cost."""
    policy = policy_for(rules)
    view = rules.view(state, puzzle.seat)
    actions = rules.legal(state, puzzle.seat)
    best = next(each for each in actions if split_words(rules.actions[each].text) == split_words(puzzle.best.action))
    reason = speaker.reason(policy.why(view, actions, policy.weigh(view, actions), best))
    obvious = next(each for each in actions if split_words(rules.actions[each].text) == split_words(puzzle.obvious))
    found = speaker.say("puzzle", "solved", action=speaker.action(best))
    costs = cost(puzzle, puzzle.obvious, speaker.action(obvious), speaker)
    return " ".join(part for part in (found, reason, costs) if part)


def cost(puzzle: Puzzle, action: str, said: str, speaker: Speaker) -> str:
    """What an action costs against the best one, in words."""
    option = puzzle.option(action)
    if option is None:
        return speaker.say("puzzle", "unlikely", action=said)
    points = max(0, round(puzzle.best.points - option.points))
    percent = max(0, round(100 * (puzzle.best.chance - option.chance)))
    return speaker.say("puzzle", "costs", action=said, number=points, percent=percent)
