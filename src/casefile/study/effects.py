"""What the switches of a case change, as it was measured: data in its folder, made by bench/effects.py."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from casefile.errors import CasefileError, one_line
from casefile.registry import case_named
from casefile.text.language import catalogue

FILE = "effects.toml"


class Effect(Struct, forbid_unknown_fields=True):
    """Mean figures of matches that were played so."""

    rounds: float  # per match
    points: float  # per round and side
    better: float  # percent of the matches that the better player wins


class Effects(Struct, forbid_unknown_fields=True):
    """The figures of a case: `plain`, and those with each option and each further edition."""

    matches: int = 0  # of each
    switches: dict[str, Effect] = {}


@cache
def effects_of(name: str) -> Effects:
    """What was measured of a case; nothing if it brings no figures."""
    case = case_named(name)
    path = files(case.package) / FILE
    if not path.is_file():
        return Effects()
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Effects)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CasefileError(f"{case.package}: {FILE}: {one_line(error)}") from None


def switches_said(name: str, language: str) -> dict[str, str]:
    """What each switch changes, by the rules, and as it was measured beside the game without it."""
    words = catalogue(language, name)
    found = effects_of(name)
    plain = found.switches.get("plain")
    said: dict[str, str] = dict(words.get("switches", {}))

    def figure(value: float) -> str:
        return f"{value:g}".replace(".", words["hint"]["decimal"])

    for switch, effect in found.switches.items():
        if plain is not None and switch in said:
            measured = words["effects"]["measured"].format(
                matches=found.matches,
                rounds=figure(effect.rounds),
                before=figure(plain.rounds),
                points=figure(effect.points),
                less=figure(plain.points),
                better=round(effect.better),
                worse=round(plain.better),
            )
            said[switch] = f"{said[switch]} {measured}"
    return said
