"""`casefile simulate`: many matches of bots, and what came out."""

import argparse
import json
import os
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from casefile.bots.simple import BOTS
from casefile.cli.common import Commands, add_variant, case_names, overrides, positive
from casefile.errors import CasefileError, unknown
from casefile.simulate import CAP, Plan, Tally, mean, simulate

INTERRUPTED = 130


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("simulate", help="let bots play many matches")
    parser.add_argument("case", metavar="CASE", help=case_names())
    add_variant(parser)
    parser.add_argument("--matches", type=positive, default=100, metavar="M")
    parser.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same matches")
    parser.add_argument("--jobs", type=positive, metavar="J", help="processes (all cores)")
    parser.add_argument("--bots", nargs="+", default=["simple"], metavar="BOT", help=", ".join(BOTS))
    parser.add_argument("--cap", type=positive, default=CAP, metavar="N", help="decisions after which a round stops")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--records", metavar="DIR", help="keep a record of every match here")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Simulate and report; an interrupt reports what was played."""
    for bot in options.bots:
        if bot not in BOTS:
            raise unknown("bot", bot, list(BOTS))
    plan = Plan(
        options.case,
        options.players,
        options.edition,
        options.teams,
        tuple(options.options),
        overrides(options),
        tuple(options.bots),
        options.seed,
        options.records,
        options.cap,
    )
    rules = plan.rules()
    if options.records:
        try:
            Path(options.records).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CasefileError(f"--records: {options.records}: {error.strerror}") from None
    jobs = min(options.jobs or os.cpu_count() or 1, options.matches)
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=options.matches)
        tally, interrupted = simulate(plan, options.matches, jobs, lambda done: progress.advance(task, done))
    if options.json:
        about = {"case": plan.case, "players": rules.seats, "teams": rules.variant.teams, "seed": plan.seed}
        print(json.dumps(about | tally.as_json(), indent=2))
    else:
        report(tally, rules.sides, options.matches)
    return INTERRUPTED if interrupted else 0


def share(part: int, whole: int) -> str:
    """A part of a whole in percent."""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def report(tally: Tally, sides: int, planned: int) -> None:
    """The tally as a table for people."""
    table = Table(title=f"{tally.matches} of {planned} matches played", show_header=False)
    rounds = sum(tally.turns.values())
    table.add_row("rounds", str(rounds))
    for ending, count in tally.endings.most_common():
        table.add_row(f"  ended by {ending}", f"{count}, {share(count, rounds)}")
    for outcome, count in tally.outcomes.most_common():
        table.add_row(f"  {outcome}", f"{count}, {share(count, rounds)}")
    table.add_row("rounds a match", spread(tally.rounds))
    table.add_row("turns a round", summary(tally.turns))
    table.add_row("points of a side a round", summary(tally.points))
    for side in range(sides):
        table.add_row(f"won by side {side}", f"{tally.wins[side]}, {share(tally.wins[side], tally.matches)}")
    if tally.unfinished:
        table.add_row("unfinished matches", str(tally.unfinished))
    table.add_row("decisions", str(tally.decisions))
    Console().print(table)


def summary(counts: dict[int, int]) -> str:
    """Mean, smallest and largest of a distribution."""
    if not counts:
        return "-"
    return f"mean {mean(counts)}, from {min(counts)} to {max(counts)}"


def spread(counts: dict[int, int]) -> str:
    """Mean and whole distribution."""
    parts = ", ".join(f"{value}: {count}" for value, count in sorted(counts.items()))
    return f"mean {mean(counts)} ({parts})" if counts else "-"
