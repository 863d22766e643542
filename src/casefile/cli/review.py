"""`casefile review`: what each decision of a recorded match cost, and what was luck."""

import argparse
import json
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from casefile.cli.common import Commands, add_language, check_writable, read_match, whole
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.study.html import write_html
from casefile.study.judge import NetJudge, judge_for
from casefile.study.ledger import ledger
from casefile.study.questions import DEEP, QUICK
from casefile.study.report import figure, lines_of, percent, report, sentence, worst
from casefile.study.review import GRADES, Review, review
from casefile.study.units import CHANCE, POINT
from casefile.text.language import Speaker
from casefile.text.languages import ENGLISH, wanted
from casefile.text.record import Early, read_early, read_record

BARS = "▁▂▃▄▅▆▇█"
LINE = 72  # steps in a line of the graph


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("review", help="what each decision of a recorded match cost, and what was luck")
    parser.add_argument("record", metavar="RECORD", help="- for standard input")
    parser.add_argument("--seat", type=whole, metavar="N", help="only what this seat made of it")
    parser.add_argument("--deep", action="store_true", help="think longer: more worlds, and further ahead")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--html", metavar="FILE", help="write a page you can share: the replay with its review")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look the match through, and say what was found."""
    # Data must not change with the environment of the person who asks for them.
    language = wanted(options.language or (ENGLISH if options.json else None))
    text = read_match(options.record)
    match, names = read_record(text)
    if options.seat is not None and options.seat >= match.rules.seats:
        raise CasefileError(f"--seat: there is no seat {options.seat}; seats are 0 to {match.rules.seats - 1}")
    speaker = Speaker(match.rules, names, language)
    if options.html is not None:
        check_writable("--html", options.html)
    looked = with_a_bar(match, read_early(text, match), deep=options.deep)
    if options.json:
        data = report(looked, speaker)
        if options.seat is not None:
            data["seats"] = [data["seats"][options.seat]]
        print(json.dumps(data, ensure_ascii=False))
    elif options.html is not None:
        Path(options.html).write_text(write_html(looked, speaker, opens_on=options.seat or 0), "utf-8")
    else:
        console = Console(highlight=False)
        for seat in range(match.rules.seats) if options.seat is None else [options.seat]:
            tell_seat(console, looked, seat, speaker)
        key = "by-net" if isinstance(looked.judge, NetJudge) else "by-playing"
        console.print(speaker.say("review", key), markup=False)
    return 0


def with_a_bar(match: Match, early: Early | None, *, deep: bool) -> Review:
    """Review, with a bar that shows how far it is."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("reviewing", total=sum(len(played.actions) for played in match.rounds))
        judge = judge_for(match.rules, DEEP if deep else QUICK)
        return review(match, judge, lambda done, total: progress.update(task, completed=done, total=total), early)


def tell_seat(console: Console, looked: Review, seat: int, speaker: Speaker) -> None:
    """The sentence, the graph, the ledger, the mark, and the decisions that mattered most."""
    account = ledger(looked, seat)
    console.print(f"\n[bold]{speaker.seats[seat]}[/bold]" if "[" not in speaker.seats[seat] else speaker.seats[seat])
    console.print(sentence(looked, account, speaker), markup=False)
    console.print("\n" + speaker.say("review", "graph"), markup=False)
    for line in graph(looked, seat % looked.match.rules.sides):
        console.print(line, markup=False)
    decimal = speaker.words["hint"]["decimal"]
    table = Table(*speaker.words["review"]["columns"], box=None)
    for name, chance, points in lines_of(account, speaker):
        table.add_row(name, percent(chance, speaker), figure(points, POINT, decimal))
    console.print()
    console.print(table)
    tell_decisions(console, looked, seat, speaker)


def tell_decisions(console: Console, looked: Review, seat: int, speaker: Speaker) -> None:
    """How good the decisions were, and which mattered most."""
    decimal = speaker.words["hint"]["decimal"]
    decisions = looked.decisions(seat)
    count = max(1, len(decisions))
    lost = -ledger(looked, seat).own
    points = figure(lost.points, POINT * count, decimal, 2).lstrip("+")
    share = f"{100 * lost.chance / count / CHANCE:.2f}".replace(".", decimal)
    chance = speaker.say("hint", "percent", number=share)
    console.print(
        "\n" + speaker.say("review", "mark", points=points, chance=chance, number=len(decisions)), markup=False
    )
    grades = [step.verdict.grade for step in decisions if step.verdict is not None]
    console.print(
        ", ".join(f"{speaker.words['review'][grade]}: {grades.count(grade)}" for grade in GRADES), markup=False
    )
    costly = worst(decisions)
    if costly:
        console.print("\n" + speaker.say("review", "worst"), markup=False)
    for step in costly:
        verdict = step.verdict
        assert verdict is not None
        words = speaker.say(
            "review",
            "decision",
            round=step.round,
            step=looked.steps.index(step),
            action=speaker.action(verdict.action),
            better=speaker.action(verdict.best.action),
            chance=percent(verdict.loss.chance, speaker, signed=False),
            points=figure(verdict.loss.points, POINT, decimal).lstrip("+"),
            reason=speaker.reason(verdict.decided.reason),
        )
        console.print(f"- {words}".rstrip(), markup=False)


def graph(looked: Review, side: int) -> list[str]:
    """The chance of a side to win, a bar for each step, in lines of one round each."""
    lines = []
    for number in range(1, len(looked.match.rounds) + 1):
        worths = [step.worth[side].chance for step in looked.steps if step.round == number]
        bars = "".join(BARS[min(len(BARS) - 1, worth * len(BARS) // CHANCE)] for worth in worths)
        lines += [
            f"{number if start == 0 else '':>3} {bars[start : start + LINE]}" for start in range(0, len(bars), LINE)
        ]
    return lines
