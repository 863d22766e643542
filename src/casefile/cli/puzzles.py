"""`casefile puzzles`: solve the puzzles of a case, mine more of them, or have a deep search look at them again."""

import argparse
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import msgspec

from casefile.cli.common import Commands, add_language, add_workers, case_names, count_jobs, positive
from casefile.cli.teller import Teller
from casefile.errors import CasefileError
from casefile.registry import case_named, rules_for
from casefile.study.lessons import names_at
from casefile.study.mining import DEEP, Vein, agrees, mine
from casefile.study.puzzles import Puzzle, cost, puzzles_of, solution
from casefile.text.languages import wanted
from casefile.text.notation import Notation
from casefile.work import run_tasks

SHIPPED = 0.95  # of the puzzles, at least, that another search has to agree with


def add_commands(commands: Commands) -> None:
    """Tell the parser about these commands."""
    parser = commands.add_parser("puzzles", help="solve puzzles, or mine them from matches of bots")
    what = parser.add_subparsers(metavar="WHAT", required=True)
    solve = what.add_parser("solve", help="solve the puzzles of a case")
    solve.add_argument("case", metavar="CASE", help=case_names())
    add_language(solve)
    solve.set_defaults(run=run_solve)
    dig = what.add_parser("mine", help="find puzzles in matches of strong bots")
    dig.add_argument("case", metavar="CASE", help=case_names())
    dig.add_argument("--count", type=positive, default=60, metavar="N", help="how many at most, half of them easy (60)")
    dig.add_argument("--seconds", type=positive, metavar="S", help="stop after this long, whatever was found")
    dig.add_argument("--players", type=positive, metavar="N", help="how many players")
    dig.add_argument("--tries", type=positive, default=DEEP, metavar="N", help=f"of the last searches ({DEEP})")
    dig.add_argument("--seed", metavar="S", help="any text; the same seed gives the same matches")
    dig.add_argument("--out", metavar="FILE", help="add them to this file (left out: print them)")
    add_workers(dig)
    dig.set_defaults(run=run_mine)
    check = what.add_parser("check", help="have a deep search look at the puzzles of a case again")
    check.add_argument("case", metavar="CASE", help=case_names())
    check.add_argument("--tries", type=positive, default=DEEP, metavar="N", help=f"({DEEP})")
    check.add_argument("--seed", default="check", metavar="S", help="any text")
    check.set_defaults(run=run_check)


# Mining


def run_mine(options: argparse.Namespace) -> int:
    """Mine match after match, and write down every puzzle as it is found."""
    case = case_named(options.case)
    rules = rules_for(case.name, options.players)
    seed = options.seed or secrets.token_hex(8)
    end = None if options.seconds is None else monotonic() + options.seconds
    veins = veins_of(case.name, rules.seats, seed, options.tries, end)
    found = easy = matches = 0
    results = run_tasks(mine, veins, count_jobs(options, 1_000_000), options.cluster)
    try:
        for _, puzzles in results:
            matches += 1
            for puzzle in puzzles:
                easy += puzzle.grade == 1
                if found < options.count and (puzzle.grade > 1 or easy <= options.count // 2):
                    found += 1
                    write(puzzle, options.out)
            print(f"{case.name}: {matches} matches, {found} puzzles", file=sys.stderr)
            if found == options.count or (end is not None and monotonic() >= end):
                break
    finally:
        results.close()
    return 0


def veins_of(case: str, players: int, seed: str, tries: int, end: float | None) -> Iterator[Vein]:
    """One match after another, as long as there is time."""
    number = 0
    while end is None or monotonic() < end:
        yield Vein(case, players, f"{seed}/{number}", tries)
        number += 1


def write(puzzle: Puzzle, out: str | None) -> None:
    """Add a puzzle to a file, or print it."""
    line = msgspec.json.encode(puzzle).decode() + "\n"
    if out is None:
        sys.stdout.write(line)
        return
    with Path(out).open("a", encoding="utf-8") as file:
        file.write(line)


def run_check(options: argparse.Namespace) -> int:
    """1 if too many solutions are not those of another search."""
    puzzles = puzzles_of(case_named(options.case).name)
    agreed = 0
    for puzzle in puzzles:
        same = agrees(puzzle, options.tries, f"{options.seed}/{puzzle.name}")
        agreed += same
        print(f"{puzzle.name}: {'agreed' if same else 'not agreed'}", flush=True)
    print(f"{options.case}: {agreed} of {len(puzzles)} agreed")
    return 0 if agreed >= SHIPPED * len(puzzles) else 1


# Solving


def run_solve(options: argparse.Namespace) -> int:
    """One puzzle after the other, until the person leaves."""
    puzzles = puzzles_of(case_named(options.case).name)
    if not puzzles:
        raise CasefileError(f"{options.case} has no puzzles")
    language = wanted(options.language)
    for number, puzzle in enumerate(puzzles, 1):
        if not Solver(puzzle, language).pose(number, len(puzzles)):
            break
    return 0


class Solver(Teller):
    """Poses one puzzle."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        rules, self.state = puzzle.lay_out()
        super().__init__(rules, names_at(rules, puzzle.seat, language), language)
        self.puzzle = puzzle
        self.notation = Notation(rules, language)

    def pose(self, number: int, count: int) -> bool:
        """Show the table, and ask until it is solved or given up; False if the person leaves."""
        puzzle = self.puzzle
        grade = self.speaker.say("puzzle", f"grade-{puzzle.grade}")
        self.say(f"\n{number}/{count} {grade}", "bold")
        view = self.rules.view(self.state, puzzle.seat)
        actions = self.rules.legal(self.state, puzzle.seat)
        self.show_table(self.look(view))
        self.show_actions(view, actions)
        self.say(self.speaker.say("puzzle", "ask"), "bold")
        while True:
            try:
                line = self.console.input("> ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return False
            line = self.commands.get(line, line)
            if line == "q":
                return False
            try:
                if line and self.answer(line, actions):
                    return True
            except CasefileError as error:
                self.say(self.words("refused", error=error), "yellow")

    def answer(self, line: str, actions: list[int]) -> bool:
        """Say what comes of an attempt; True if the puzzle is solved or given up."""
        puzzle = self.puzzle
        if line.startswith("?"):
            self.explain(line[1:].strip())
            return False
        chosen = self.chosen(line, len(actions))
        if line != "hint":
            action = self.notation.read_action(line, puzzle.seat) if chosen is None else actions[chosen]
            refusal = self.rules.refusal(self.state, puzzle.seat, action)
            if refusal is not None:
                raise CasefileError(self.speaker.refusal(refusal))
            text = self.rules.actions[action].text
            if text != puzzle.best.action:
                self.say(cost(puzzle, text, self.speaker.action(action), self.speaker), "yellow")
                return False
        self.say(solution(puzzle, self.rules, self.state, self.speaker), "bold")
        return True
