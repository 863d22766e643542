"""Errors that are meant for people: one line that says what is wrong and what would be right."""

import json
from difflib import get_close_matches
from typing import Any

from casefile.core.errors import CasefileError

__all__ = ["CasefileError", "OtherRulesError", "each_key_once", "nearest", "one_line", "show", "some_of", "unknown"]

MOST_NAMES = 24
MOST_LETTERS = 80


class OtherRulesError(CasefileError):
    """A match was begun with other cards or under other rules than this version has."""


def unknown(what: str, given: object, known: list[str]) -> CasefileError:
    """An error for a name that does not exist, with the nearest or all names that do."""
    near = nearest(given, known)
    names = f"; known: {some_of(known)}" if known else ""
    return CasefileError(f"unknown {what} {show(given)}" + (f"; did you mean {near}?" if near else names))


def nearest(given: object, known: list[str]) -> str:
    """The known name that somebody may have meant; empty if none is near."""
    short = given if isinstance(given, str) and len(given) <= MOST_LETTERS else ""
    return "".join(get_close_matches(short, known, 1, 0.7))


def some_of(known: list[str]) -> str:
    """The known names, or as many as fit into a line."""
    return ", ".join(known[:MOST_NAMES]) + (", …" if len(known) > MOST_NAMES else "")


def each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no key stands twice; for the hook of a reader."""
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise CasefileError(f"the key {show(key)} stands twice")
        data[key] = value
    return data


def one_line(thing: object) -> str:
    """Any text on one line, without what would steer a terminal, cut if it is long."""
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in str(thing)).split())
    return text if len(text) <= 2 * MOST_LETTERS else text[: 2 * MOST_LETTERS] + "…"


def show(value: object) -> str:
    """A value as its user wrote it: texts in quotes, anything else as JSON."""
    text = repr(value) if isinstance(value, str) else json.dumps(value, default=repr)
    return text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + "…"
