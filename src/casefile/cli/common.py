"""What several commands share."""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from casefile.core.rules import Rules
from casefile.decks import read_overrides
from casefile.errors import CasefileError, show
from casefile.learn.proofs import who_plays
from casefile.registry import cases
from casefile.text.languages import LANGUAGES

LARGEST_FILE = 20_000_000
HIGHEST_PORT = 65535

Commands = Any  # argparse keeps the type of its sub-parsers to itself


def read_file(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise CasefileError(f"{path}: is larger than {LARGEST_FILE // 1_000_000} MB")
        return data.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError:
        raise CasefileError(f"{path}: is not text in UTF-8") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CasefileError(f"{path}: cannot be read: {reason}") from None


def read_match(path: str) -> str:
    """The text of a record; one without anything in it is refused by its name."""
    text = read_file(path)
    if not text.strip():
        raise CasefileError(f"{path}: is empty, not a record")
    return text


def check_writable(option: str, path: str) -> None:
    """Find out before a long task whether its result can be written; what a file holds so far stays."""
    try:
        Path(path).open("a", encoding="utf-8").close()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CasefileError(f"{option}: {path}: cannot be written: {reason}") from None


def say_who_plays(names: Iterable[str], rules: Rules) -> None:
    """Say so, beside the output, if another bot plays than the one that was named."""
    for name in sorted(set(names)):
        player = who_plays(name, rules)
        if player != name:
            print(f"{name}: not proved to be stronger than {player} in this variant: {player} plays", file=sys.stderr)


def add_variant(parser: argparse.ArgumentParser) -> None:
    """The arguments that say which game is played."""
    parser.add_argument("--players", type=whole, metavar="N", help="how many players")
    parser.add_argument("--edition", help="which edition's rules")
    parser.add_argument("--teams", action="store_true", default=None, help="four players as two teams")
    parser.add_argument("--options", nargs="*", default=[], metavar="NAME", help="advanced rules, such as tips")
    parser.add_argument("--deck", metavar="FILE", help="JSON or TOML file with the figures of your own cards")


def add_language(parser: argparse.ArgumentParser, otherwise: str = "that of your environment") -> None:
    """The argument that says in which language people are spoken to."""
    names = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
    parser.add_argument("--language", metavar="CODE", help=f"{names}; left out: {otherwise}")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """The arguments that say who does the work."""
    workers = parser.add_mutually_exclusive_group()
    workers.add_argument("--jobs", type=positive, metavar="J", help="processes on this machine (all cores)")
    workers.add_argument(
        "--cluster", metavar="ADDRESS", help="work on a Ray cluster: HOST:PORT of its head, auto, or local"
    )


def count_jobs(options: argparse.Namespace, tasks: int) -> int:
    """How many processes to use for this many tasks."""
    return max(1, min(options.jobs or os.cpu_count() or 1, tasks))


def overrides(options: argparse.Namespace) -> object:
    """What the file given with --deck says."""
    return None if options.deck is None else read_overrides(options.deck, read_file(options.deck))


def game_of(options: argparse.Namespace) -> tuple[Any, Any, Any, Any, tuple[Any, ...], object]:
    """The game that these arguments choose, as `rules_for` takes it."""
    chosen = (options.players, options.edition, options.teams, tuple(options.options))
    return (options.case or next(iter(cases())), *chosen, overrides(options))


def case_names() -> str:
    """The cases, for help texts."""
    return ", ".join(cases())


def whole(text: str) -> int:
    """A whole number that is not negative."""
    return whole_from(0, text)


def port_number(text: str) -> int:
    """The number of a port, or 0 for any free one."""
    if not text.isascii() or not text.isdigit() or len(text) > 5 or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"must be a port from 1 to {HIGHEST_PORT}, or 0 for any, not {show(text)}")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1 on."""
    return whole_from(1, text)


def whole_from(least: int, text: str) -> int:
    """A whole number of nine digits at most."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < least:
        raise argparse.ArgumentTypeError(f"must be a whole number from {least} on, at most 999999999, not {show(text)}")
    return int(text)
