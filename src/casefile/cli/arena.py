"""`casefile arena`: bots against each other, and who is better."""

import argparse
import json
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from casefile.arena.matches import Plan, check_bots, read_bots
from casefile.arena.page import write_page
from casefile.arena.run import Arena
from casefile.arena.words import durations, percent, points, times_as_many
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
from casefile.cli.stops import exit_code, termination_interrupts
from casefile.errors import CasefileError
from casefile.match import CAP
from casefile.players import ALL_NAMES
from casefile.players.custom import SECONDS

EPILOG = (
    f"A bot is one of {', '.join(ALL_NAMES)}; with a budget, inspector:200 or dupin:0.5s; your own class, "
    "package.module:Class or 'package.module:Class(NAME=VALUE,...)'; or your own program, 'exec:COMMAND ARGUMENTS'. "
    "LABEL=BOT is called LABEL in the report."
)


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("arena", help="find out which bot is better", epilog=EPILOG)
    parser.add_argument("case", metavar="CASE", help=case_names())
    parser.add_argument("bots", metavar="BOT", nargs="+", help="two or more; every one meets every other")
    add_variant(parser)
    units = parser.add_mutually_exclusive_group()
    units.add_argument(
        "--matches", type=positive, default=100, metavar="N", help="for each pair of bots, at most (100)"
    )
    units.add_argument("--rounds", type=positive, metavar="N", help="single rounds instead of matches, at most")
    parser.add_argument("--all", action="store_true", help="play all of them, even when it is clear who is better")
    parser.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same deals")
    parser.add_argument(
        "--less-luck", action="store_true", help="also say what comes out without the luck that the case's net can see"
    )
    add_workers(parser)
    parser.add_argument("--cap", type=positive, default=CAP, metavar="N", help="decisions after which a round stops")
    parser.add_argument(
        "--seconds", type=positive, default=int(SECONDS), metavar="S", help=f"a program has to answer ({SECONDS:g})"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--html", metavar="FILE", help="write a page with tables and plots")
    parser.add_argument("--records", metavar="DIR", help="keep a record of every match here")
    parser.add_argument("--resume", action="store_true", help="skip matches whose record is already there")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Find out whether all that is asked for can be done, and do it."""
    if len(options.bots) < 2:
        raise CasefileError(f"arena: name two bots or more; {options.bots[0]} has nobody to play against")
    keep = options.records is not None
    if options.resume and not keep:
        raise CasefileError("--resume: name the folder of the matches that were played, with --records DIR")
    bots, labels = read_bots(options.bots)
    plan = Plan(
        game_of(options),
        bots,
        options.seed,
        options.cap,
        float(options.seconds),
        keep_records=keep,
        labels=labels,
        single_rounds=options.rounds is not None,
        less_luck=options.less_luck,
    )
    arena = Arena(plan, options.rounds or options.matches, play_all=options.all, records=options.records)
    check_bots(plan)
    say_who_plays(plan.bots, plan.rules())
    prepare_outputs(options)
    with termination_interrupts():
        return play(options, arena)


def play(options: argparse.Namespace, arena: Arena) -> int:
    """Play and report; Ctrl-C, SIGTERM, or a bot that fails, reports what was played before."""
    if options.resume:
        arena.resume()
    jobs = count_jobs(options, arena.count_planned())
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("left:"), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("playing", total=arena.count_planned(), completed=arena.count_played())
        arena.run(jobs, options.cluster, lambda done, total: progress.update(task, completed=done, total=total))
    if arena.error is not None and not arena.count_played():
        raise arena.error
    if options.html:
        write_text(options.html, write_page(arena))
    if options.json:
        print(json.dumps(arena.as_json(), indent=2))
    else:
        report(arena)
    if arena.error is not None:
        raise arena.error
    return 0 if arena.stop is None else exit_code(arena.stop)


def prepare_outputs(options: argparse.Namespace) -> None:
    """Find out before the playing whether what comes out can be written."""
    if options.records is not None:
        try:
            Path(options.records).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CasefileError(f"--records: {options.records}: {error.strerror}") from None
    if options.html:
        write_text(options.html, "")


def write_text(path: str, text: str) -> None:
    """Write a text file, or say in one line why not."""
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        raise CasefileError(f"--html: {path}: cannot be written: {error.strerror}") from None


def report(arena: Arena) -> None:
    """What came out, for people."""
    console = Console()
    tables = [comparison_table(arena), rating_table(arena)]
    if arena.plan.less_luck:
        tables.insert(1, luck_table(arena))
    for table in tables:
        if console.is_terminal:
            console.print(table)
        else:
            print_plainly(table)


def print_plainly(table: Table) -> None:
    """A table as lines, for files and pipes."""
    print(table.title)
    cells = [list(column.cells) for column in table.columns]
    for row in range(table.row_count):
        name, *rest = (str(column[row]) for column in cells)
        heads = [str(column.header) for column in table.columns[1:]]
        print(f"{name}: " + ", ".join(f"{head} {value}" for head, value in zip(heads, rest, strict=True)))


def comparison_table(arena: Arena) -> Table:
    """A row for each pair of bots."""
    played = sum(len(comparison.matches()) for comparison in arena.comparisons.values())
    word = " (interrupted)" if arena.interrupted else ""
    table = Table(title=f"{arena.variant.case}, {arena.seats} players: {played} {arena.plan.units}{word}")
    table.add_column("bots")
    ahead = "points per round ahead" if arena.plan.single_rounds else "points ahead"
    for head in (arena.plan.units, "won", ahead, "stopped early"):
        table.add_column(head, justify="right")
    for pair, comparison in arena.comparisons.items():
        table.add_row(
            " against ".join(arena.labels[bot] for bot in pair),
            str(len(comparison.matches())),
            percent(comparison.win_rate()),
            points(comparison.points()),
            "yes, as it is clear" if comparison.clear else "no",
        )
    return table


def luck_table(arena: Arena) -> Table:
    """The same comparisons with the luck taken out that the net can see."""
    table = Table(title="the same without the luck that the net can see")
    table.add_column("bots")
    ahead = "points per round ahead" if arena.plan.single_rounds else "points ahead"
    heads = ([] if arena.plan.single_rounds else ["won"]) + [ahead, f"as good as {arena.plan.units}"]
    for head in heads:
        table.add_column(head, justify="right")
    for pair, comparison in arena.comparisons.items():
        less = comparison.less_luck()
        cells = [percent(less.win_rate), points(less.points), times_as_many(less.gain)]
        table.add_row(" against ".join(arena.labels[bot] for bot in pair), *cells[-len(heads) :])
    return table


def rating_table(arena: Arena) -> Table:
    """A row for each bot, the best first."""
    table = Table(title="ratings, and time per decision")
    table.add_column("bot")
    for head in ("rating", "uncertainty", "decisions", "mean", "p95"):
        table.add_column(head, justify="right")
    times = arena.times()
    for bot, mean, sigma in arena.ratings():
        taken = times[bot]
        table.add_row(arena.labels[bot], f"{mean:.1f}", f"{sigma:.1f}", str(taken.count), *durations(taken))
    return table
