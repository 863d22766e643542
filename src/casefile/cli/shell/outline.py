"""The commands as plain data, read from the parser: what completion, manual and reference are made of."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from casefile.players import ALL_NAMES
from casefile.registry import cases
from casefile.text.languages import LANGUAGES

ONE = "one"
MANY = "many"


@dataclass(frozen=True)
class Values:
    """What may stand in one place: words that we know, a file, a folder, or anything else."""

    words: tuple[str, ...] = ()
    kind: str = "text"  # words, file, folder, text


@dataclass(frozen=True)
class Argument:
    """An option with its flags, or without flags an argument by its place."""

    flags: tuple[str, ...]
    label: str  # how its value is called; none if it takes none
    help: str
    takes: str  # how many values: none, one, many
    required: bool
    values: Values


@dataclass(frozen=True)
class Command:
    """A command, or a part of one: `casefile admin` has several."""

    path: tuple[str, ...]
    help: str
    epilog: str
    arguments: tuple[Argument, ...]
    parts: tuple["Command", ...]

    @property
    def options(self) -> tuple[Argument, ...]:
        """What has flags."""
        return tuple(argument for argument in self.arguments if argument.flags)

    @property
    def places(self) -> tuple[Argument, ...]:
        """What is known by its place."""
        return tuple(argument for argument in self.arguments if not argument.flags)

    def walk(self) -> Iterator["Command"]:
        """This one and all below it."""
        yield self
        for part in self.parts:
            yield from part.walk()


def outline(parser: argparse.ArgumentParser, path: tuple[str, ...] = (), text: str = "") -> Command:
    """A parser as data."""
    arguments: list[Argument] = []
    parts: list[Command] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            told = {choice.dest: choice.help or "" for choice in action._choices_actions}
            parts += [outline(each, (*path, name), told[name]) for name, each in action.choices.items()]
        else:
            arguments.append(argument_of(parser, action))
    return Command(path, text or parser.description or "", parser.epilog or "", tuple(arguments), tuple(parts))


def argument_of(parser: argparse.ArgumentParser, action: argparse.Action) -> Argument:
    """An action of a parser as data."""
    text = parser._get_formatter()._expand_help(action) if action.help else ""
    takes = "" if action.nargs == 0 else MANY if action.nargs in ("*", "+") else ONE
    label = action.metavar or ("|".join(action.choices) if action.choices else action.dest.upper())
    return Argument(
        tuple(action.option_strings),
        str(label) if takes else "",
        text,
        takes,
        action.required and action.nargs != "*",
        values_of(action) if takes else Values(),
    )


def values_of(action: argparse.Action) -> Values:
    """What may be given: by its choices, by its name, or by what its value is called."""
    if action.choices:
        return Values(tuple(action.choices), "words")
    label = str(action.metavar)
    if label in ("FILE", "RECORD", "POSITION.json"):
        return Values(kind="file")
    if label == "DIR":
        return Values(kind="folder")
    declared = cases().values()
    words = {
        "edition": [edition for case in declared for edition in case.editions],
        "options": [option for case in declared for option in case.options],
        "CASE": list(cases()),
        "PAGE": [*cases(), "common", "decks"],
        "BOT": list(ALL_NAMES),
        "CODE": list(LANGUAGES),
    }
    found = words.get(action.dest) or words.get(label)
    return Values(tuple(dict.fromkeys(found)), "words") if found else Values()
