"""`casefile train`: a net learns a case by playing against itself."""

import argparse
import os
from dataclasses import asdict
from itertools import product
from pathlib import Path

from casefile.arena.curves import write_curves
from casefile.cli.common import Commands, case_names, positive, whole
from casefile.core.case import Case
from casefile.errors import CasefileError
from casefile.players import close_bot, make_bot
from casefile.registry import case_named, rules_for

Game = tuple[str, int, str | None, bool | None, tuple[str, ...]]  # as workers take it, without NumPy
TWO = 4  # of how many tables a single one is not of the plainest game for two


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("train", help="let a net learn a case by playing against itself (needs torch)")
    parser.add_argument("case", metavar="CASE", help=case_names())
    parser.add_argument(
        "out", metavar="FILE", help="where the net goes: FILE.safetensors, FILE.pt, FILE.json and FILE.html"
    )
    parser.add_argument("--seconds", type=positive, default=3600, metavar="S", help="how long (3600)")
    parser.add_argument(
        "--from", dest="start", metavar="FILE", help="continue from a .pt or .safetensors file of an earlier run"
    )
    parser.add_argument(
        "--against", metavar="FILE", help="learn the best answer to this net, a .safetensors file, which does not learn"
    )
    parser.add_argument("--opponent", default="sergeant", metavar="BOT", help="its opponent in the arena (sergeant)")
    parser.add_argument("--duels", type=whole, default=100, metavar="N", help="rounds, each time it is saved (100)")
    parser.add_argument("--seed", default="0", metavar="S", help="of the deals and of the net's first weights")
    parser.add_argument("--tables", type=positive, default=4096, metavar="N", help="played at a time, twice (4096)")
    parser.add_argument("--workers", type=positive, metavar="N", help="processes that play (all cores but one)")
    parser.add_argument("--width", type=positive, default=512, metavar="N", help="of the net's layers (512)")
    parser.set_defaults(run=run)


def games_of(case: Case) -> list[Game]:
    """The games that are played side by side: the plainest for two most often, then every other variant."""
    seats: list[tuple[int, bool | None]] = [(players, None) for players in case.players]
    seats += [(players, teams) for players, teams in case.teams if teams]
    options: list[tuple[str, ...]] = [()]
    if case.options:
        options.append(case.options)
    variants: list[Game] = [
        (case.name, players, edition, teams, chosen)
        for (players, teams), edition, chosen in product(seats, case.editions, options)
    ]
    return [variants[0]] * (TWO * (len(variants) - 1) // 2 or 1) + variants


def run(options: argparse.Namespace) -> int:
    """Train and save."""
    case = case_named(options.case)
    try:
        from casefile.learn.plan import Plan
        from casefile.learn.train import Trainer
    except ModuleNotFoundError as error:
        raise CasefileError(f"train: needs {error.name}: pip install 'casefile-rummy[learn]'") from None
    for option, file in (("--from", options.start), ("--against", options.against)):
        if file is not None and not Path(file).is_file():
            raise CasefileError(f"{option}: {file}: there is no such file")
    close_bot(make_bot(options.opponent, rules_for(case.name)))
    out = Path(options.out)
    if not out.parent.is_dir():
        raise CasefileError(f"{out}: there is no folder {out.parent}")
    workers = options.workers or max(1, (os.cpu_count() or 2) - 1)
    plan = Plan(
        games_of(case),
        float(options.seconds),
        seed=options.seed,
        tables=options.tables,
        workers=min(workers, options.tables),
        width=options.width,
        opponent=options.opponent,
        duels=options.duels,
        against=options.against or "",
    )
    trainer = Trainer(plan, lambda line: print(line, flush=True), Path(options.start) if options.start else None)
    try:
        trainer.run(out)
    finally:
        if out.with_suffix(".json").is_file():
            settings = {key: value for key, value in asdict(plan).items() if key != "games"}
            write_curves(out, f"{case.title}: how the net learned", settings)
    print(f"{out.with_suffix('.html')} shows how it learned")
    print(f"{out.with_suffix('.safetensors')} is the net; go on with --from {out.with_suffix('.pt')}")
    return 0
