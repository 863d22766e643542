"""Rooms as they stood after some entry, so that a long match need not be played again when it is loaded.

The journal is what counts: a snapshot only saves time. It is taken if it was made by the very same code from the very
same entries, and else passed over. It names classes, so nothing is made of it but what a room consists of.
"""

import pickle
import zlib
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Any

import msgspec
from msgspec import Struct

import casefile
from casefile.core.events import Event, Move
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.registry import case_named
from casefile.server.room import Room, game_of

EVERY = 256  # entries from one to the next
FEWEST = 64  # since the last one, for which another is worth while before a room falls asleep
LEFT_OUT = ("rules", "notation", "hearing", "sights", "words", "boards")  # shared by many, or quickly made anew
CODE = (
    *("core", "match.py", "checkpoints.py", "undo.py", "text/record.py"),
    *("server/room.py", "server/journal.py", "server/messages.py"),
)
HARMLESS = {("builtins", "set"), ("collections", "deque")}
HARMLESS |= {("casefile.core.score", "remake_round"), ("casefile.core.score", "remake_side")}  # of rounds that are over
SNAPSHOT = "snapshot "  # so begins its name in a storage


class Snapshot(Struct):
    """A room after so many entries."""

    number: int
    last: bytes  # the last of these entries, as it was kept
    code: str  # by which it was made, and by which alone it can be read
    game: bytes
    digest: bytes  # of what follows
    room: bytes


def name_of(table: str) -> str:
    """Under which name a storage keeps the snapshot of a table."""
    return f"{SNAPSHOT}{table}"


class Parts:
    """What a room shares with others, or holds many times over: written once, in a form that is quick to read."""

    def __init__(self, rules: Rules, log: list[Event]) -> None:
        self.rules = rules
        self.log = log

    def given_rules(self) -> Rules:
        """The rules, which all rooms of one game share."""
        return self.rules

    def given_state(self, made: type[State], fields: dict[str, Any], length: int) -> State:
        """A state of the round, with its log."""
        state = made()
        state.__setstate__(fields | {"log": self.log[:length]})
        return state


class Freezer(pickle.Pickler):
    """Writes a room, whose rules and events lie beside."""

    def reducer_override(self, thing: Any) -> Any:
        """How something is made that does not stand here itself."""
        if isinstance(thing, Rules):
            return Parts.given_rules, ()
        if isinstance(thing, State):
            fields = thing.__getstate__()
            del fields["log"]
            return Parts.given_state, (type(thing), fields, len(thing.log or []))
        return NotImplemented


class Thawer(pickle.Unpickler):
    """Reads a room; only what can be part of one is made."""

    def __init__(self, file: BytesIO, parts: Parts) -> None:
        super().__init__(file)
        self.given = {f"Parts.{name}": getattr(parts, name) for name in ("given_rules", "given_state")}
        self.modules = ("casefile.", f"{parts.rules.variant.declared.package}.")

    def find_class(self, module: str, name: str) -> Any:
        """A class that a room may consist of, or what lies beside it."""
        if module == __name__ and name in self.given:
            return self.given[name]
        if (module, name) in HARMLESS:
            return super().find_class(module, name)
        found = super().find_class(module, name) if f"{module}.".startswith(self.modules) else None
        if not isinstance(found, type) or (found.__module__, found.__qualname__) != (module, name):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a room")
        return found


def log_rows(log: list[Event]) -> list[Any]:
    """Events as plain rows."""
    return [event.__reduce__()[1] for event in log]


def event_of(what: str, seat: int, cards: list[int], moves: list[list[Any]], *more: int) -> Event:
    """An event from a plain row."""
    return Event(what, seat, cards, [Move(*move) for move in moves], *more)


def freeze(room: Room, last: bytes) -> bytes:
    """A room as it stands; `last` is the newest of its entries."""
    file = BytesIO()
    fields = {name: value for name, value in vars(room).items() if name not in LEFT_OUT}
    Freezer(file, pickle.HIGHEST_PROTOCOL).dump(fields)
    log = log_rows(room.match.events()) if room.match is not None else []
    packed = zlib.compress(msgspec.msgpack.encode((log, file.getvalue())), 1)
    code = code_of(room.settings.case)
    return msgspec.msgpack.encode(Snapshot(room.number, last, code, room.game, sha256(packed).digest(), packed))


def thaw(table: str, kept: bytes | None, bodies: list[bytes]) -> Room:
    """The room of a table after as many of its entries as a snapshot can spare us; after none if there is none."""
    try:
        snapshot = msgspec.msgpack.decode(kept or b"", type=Snapshot)
    except msgspec.DecodeError:
        return Room(table)
    number = snapshot.number
    fits = 0 < number <= len(bodies) and bodies[number - 1] == snapshot.last
    if not fits or sha256(snapshot.room).digest() != snapshot.digest:
        return Room(table)
    rules, notation = game_of(snapshot.game)
    if snapshot.code != code_of(rules.variant.case):
        return Room(table)
    room = Room(table)
    try:
        rows, packed = msgspec.msgpack.decode(zlib.decompress(snapshot.room))
        fields = Thawer(BytesIO(packed), Parts(rules, [event_of(*row) for row in rows])).load()
    except (pickle.UnpicklingError, AttributeError, EOFError, ImportError, IndexError, zlib.error):
        return room
    vars(room).update(fields, rules=rules, notation=notation)
    return room


@cache
def code_of(case: str) -> str:
    """Names the code that makes a room of entries: with another, the same entries may make another room."""
    found = sha256(casefile.__version__.encode())
    own = resources.files("casefile")
    for place in (*(own.joinpath(*part.split("/")) for part in CODE), resources.files(case_named(case).package)):
        for file in python_files(place):
            found.update(file.name.encode() + file.read_bytes())
    return found.hexdigest()


def python_files(place: Traversable) -> list[Traversable]:
    """A file, or those of a folder and all below."""
    if place.is_file():
        return [place] if place.name.endswith((".py", ".pyc")) else []  # in a browser there are no sources
    found: list[Traversable] = []
    for each in sorted(place.iterdir(), key=lambda each: each.name) if place.is_dir() else []:
        found += python_files(each) if each.name != "__pycache__" else []
    return found
