"""`casefile simulate`: many matches of bots, and what came out."""

import argparse
import json
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from casefile.cli.common import (
    Commands,
    add_variant,
    add_workers,
    case_names,
    count_jobs,
    game_of,
    positive,
    say_who_plays,
)
from casefile.cli.stops import INTERRUPTED
from casefile.errors import CasefileError
from casefile.match import CAP
from casefile.players import ALL_NAMES, close_bot, make_bot
from casefile.simulate import Plan, Tally, simulate
from casefile.simulate.dataset import BATCH, Dataset
from casefile.simulate.matches import mean


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("simulate", help="let bots play many matches")
    parser.add_argument("case", metavar="CASE", help=case_names())
    add_variant(parser)
    parser.add_argument("--matches", type=positive, default=100, metavar="M", help="how many (100)")
    parser.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same matches")
    add_workers(parser)
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["sergeant"],
        metavar="BOT",
        help=f"one for all, or one for each seat: {', '.join(ALL_NAMES)} (sergeant)",
    )
    parser.add_argument("--cap", type=positive, default=CAP, metavar="N", help="decisions after which a round stops")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--records", metavar="DIR", help="keep a record of every match here")
    parser.add_argument(
        "--out", metavar="DIR", help="write every decision and result here as Parquet; run it again to continue"
    )
    parser.add_argument("--batch", type=positive, metavar="N", help="with --out: matches per file (100)")
    parser.add_argument("--hands", action="store_true", help="with --out: all hands and the case file, too")
    parser.add_argument("--events", action="store_true", help="with --out: a table of all that happened, too")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Simulate and report; an interrupt reports what was played."""
    plan = Plan(
        *game_of(options),
        tuple(options.bots),
        options.seed,
        options.records,
        options.cap,
        options.out is not None,
        options.hands,
        options.events,
    )
    rules = plan.rules()
    for bot in plan.bots:
        close_bot(make_bot(bot, rules))
    say_who_plays(plan.bots, rules)
    if len(plan.bots) not in (1, rules.seats):
        raise CasefileError(f"--bots: name one for all or one for each of the {rules.seats} seats")
    if options.records:
        try:
            Path(options.records).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CasefileError(f"--records: {options.records}: {error.strerror}") from None
    with open_dataset(options, plan) as dataset:
        tally, interrupted = play(options, plan, dataset)
    if options.json:
        about = {"case": plan.case, "players": rules.seats, "teams": rules.variant.teams, "seed": plan.seed}
        print(json.dumps(about | tally.as_json(), indent=2))
    else:
        report(tally, rules.sides, options.matches)
    if interrupted and options.out:
        print(f"{options.out}: the same command goes on with the other matches", file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def open_dataset(options: argparse.Namespace, plan: Plan) -> AbstractContextManager[Dataset | None]:
    """The dataset that --out names, if any."""
    if options.out is None:
        if options.batch is not None:
            raise CasefileError("--batch: says how many matches go into a file of --out, which is missing")
        if options.hands or options.events:
            raise CasefileError(
                f"--{'hands' if options.hands else 'events'}: adds to the dataset of --out, which is missing"
            )
        return nullcontext()
    return Dataset(options.out, plan, options.batch or BATCH)


def play(options: argparse.Namespace, plan: Plan, dataset: Dataset | None) -> tuple[Tally, bool]:
    """Simulate, with a bar that shows how far it is."""
    jobs = count_jobs(options, options.matches)
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("left:"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=options.matches)
        return simulate(
            plan, options.matches, jobs, lambda done: progress.advance(task, done), options.cluster, dataset
        )


def share(part: int, whole: int) -> str:
    """A part of a whole in percent."""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def report(tally: Tally, sides: int, planned: int) -> None:
    """The tally for people: a table on a terminal, plain lines elsewhere."""
    title = f"{tally.matches} of {planned} matches played"
    console = Console()
    if not console.is_terminal:
        print(title)
        for label, value in report_rows(tally, sides):
            print(f"{label}: {value}")
        return
    table = Table(title=title, show_header=False)
    for label, value in report_rows(tally, sides):
        table.add_row(label, value)
    console.print(table)


def report_rows(tally: Tally, sides: int) -> list[tuple[str, str]]:
    """What came out, as labels and values."""
    rounds = sum(tally.turns.values())
    rows = [("rounds", str(rounds))]
    for counts in (tally.endings, tally.outcomes):
        word = "rounds ended by " if counts is tally.endings else "rounds "
        rows += [(f"{word}{key}", f"{count}, {share(count, rounds)}") for key, count in counts.most_common()]
    rows.append(("rounds per match", spread(tally.rounds)))
    rows.append(("turns per round", summary(tally.turns)))
    rows.append(("points per side and round", summary(tally.points)))
    rows += [
        (f"won by side {side}", f"{tally.wins[side]}, {share(tally.wins[side], tally.matches)}")
        for side in range(sides)
    ]
    if tally.unfinished:
        rows.append(("unfinished matches", str(tally.unfinished)))
    return [*rows, ("decisions", str(tally.decisions))]


def summary(counts: dict[int, int]) -> str:
    """Mean, smallest and largest of a distribution."""
    if not counts:
        return "-"
    return f"mean {mean(counts)}, from {min(counts)} to {max(counts)}"


def spread(counts: dict[int, int]) -> str:
    """Mean and whole distribution."""
    parts = ", ".join(f"{value}: {count}" for value, count in sorted(counts.items()))
    return f"mean {mean(counts)} ({parts})" if counts else "-"
