"""`casefile new-case` and `casefile check-case`: for those who write a case of their own."""

import argparse
from pathlib import Path

from casefile.authors.check import missing
from casefile.authors.new import write_case
from casefile.cli.common import Commands
from casefile.errors import CasefileError
from casefile.registry import case_named, cases
from casefile.study.lesson_check import problems_of

INSTALL = "python -m pip install --editable {}"


def add_commands(commands: Commands) -> None:
    """Tell the parser about these commands."""
    new = commands.add_parser("new-case", help="write the folder of a new case, ready to play")
    new.add_argument("name", metavar="NAME", help="lower case, such as night-watch; also the folder's name")
    new.add_argument("--title", help="what people call it (left out: the name)")
    new.set_defaults(run=run_new)
    check = commands.add_parser("check-case", help="what a case still lacks: texts, look, rules, tests, a lesson")
    check.add_argument("name", metavar="NAME", help="a case that is installed")
    check.set_defaults(run=run_check)


def run_new(options: argparse.Namespace) -> int:
    """Write the files, and say what to do with them."""
    folder = Path(options.name)
    for path in write_case(options.name, options.title, folder):
        print(path)
    print(f"Install it with: {INSTALL.format(folder)}")
    return 0


def run_check(options: argparse.Namespace) -> int:
    """A line for each thing that is missing; 1 if anything is."""
    if options.name not in cases() and Path(options.name, "pyproject.toml").is_file():
        raise CasefileError(f"{options.name}: is not installed yet; {INSTALL.format(options.name)}")
    case = case_named(options.name)
    lines = [*missing(case), *problems_of(case)]
    print("\n".join(lines or [f"{case.name}: nothing is missing"]))
    return 1 if lines else 0
