"""The command `casefile`."""

import argparse
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from casefile import __version__
from casefile.cli.stops import exit_code
from casefile.errors import CasefileError

FAILED = 1
BAD_INPUT = 2

# Each module with its commands, in the order of the help. Only the one that is wanted is imported: the nets of a
# review or the pages of a server would make every other command slow to start.
MODULES = {
    "play": ("play",),
    "lesson": ("lesson",),
    "puzzles": ("puzzles",),
    "join": ("join",),
    "positions": ("legal", "apply", "score"),
    "hint": ("hint",),
    "replay": ("replay",),
    "review": ("review",),
    "rules": ("rules",),
    "serve": ("serve", "backup", "repair"),
    "admin": ("admin", "move"),
    "verify": ("verify",),
    "simulate": ("simulate",),
    "arena": ("arena",),
    "train": ("train",),
    "author": ("new-case", "check-case"),
    "doctor": ("doctor",),
    "shell": ("completion", "man"),
}


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments."""

    def error(self, message: str) -> NoReturn:
        """One line, and the exit code for bad input."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (try {self.prog} --help)\n")


def make_parser(command: str | None = None) -> Parser:
    """All commands and their arguments, or only those beside the command that is wanted."""
    parser = Parser(prog="casefile", description="Play, study and teach the Mystery Rummy card games.")
    parser.add_argument("--version", action="version", version=f"casefile {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    wanted = [module for module, names in MODULES.items() if command in names]
    for module in wanted or MODULES:
        import_module(f"casefile.cli.{module}").add_commands(commands)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run a command; bad input gets one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows a question mark
    arguments = sys.argv[1:] if arguments is None else arguments
    options = make_parser(arguments[0] if arguments else None).parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except CasefileError as error:
        print(f"casefile: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt as stop:
        print(file=sys.stderr)
        return exit_code(stop)
    except BrokenPipeError:  # the reader of the output has had enough
        drop_output()
        return 0
    except OSError as error:
        drop_output()
        named = f"{error.filename}: " if error.filename else ""
        print(f"casefile: {named}{error.strerror or error}", file=sys.stderr)
        return FAILED


def drop_output() -> None:
    """Nothing may be flushed at exit into what cannot take it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
