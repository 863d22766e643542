"""Does anything that a stranger can send end in a traceback, or take long? Mutated messages, positions and records.

    .venv/bin/python -m bench.fuzz [--inputs 1000000] [--seed 1] [--only messages positions records] [--guided]

Each input is made from a good one, of a match that was played at random, by changing bytes, words, numbers and lines,
by cutting, repeating and splicing. A message is carried out at a table in memory as one of a client's would be;
positions and records are read as the command line and the server do. Only errors that are meant for people may come
back, each within two seconds of CPU time. With `--guided` atheris chooses the inputs by what they reach in the code;
install it beside (`pip install atheris`). Not part of `make bench`; a test tries 100,000.
"""

import argparse
import asyncio
import os
import random
import re
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from casefile.errors import CasefileError
from casefile.match import Match
from casefile.registry import cases, rules_for
from casefile.server import frames, messages
from casefile.server.connection import Connection
from casefile.server.limits import LARGEST_MESSAGE
from casefile.server.live import LiveRoom
from casefile.server.room import Room
from casefile.server.visits import read_message
from casefile.text.position import read_position, write_position
from casefile.text.record import read_record, write_record
from tests.server.tables import MemoryStorage, created, make_context

MOST_SECONDS = 2.0
PER_TABLE = 400  # messages
WORDS = (
    "\" ' { } [ ] : , \\ \x00 null true false NaN 1e999 -1 0 99999999999999999999 1.5 \ud7ff \xe9 \u0451 \U0001d538 "
    "seat hands case_file discard draw file meld play lay take nitti joker escape hold asked ended phase over turn "
    "options deck scores type id at act ready undo resign standing chat hint mute leave hello version agree none_of "
    "../.. exec:ls %s {0} Round Result Seed Deck # * @ ~ --"
).split(" ")
NAMES = ["Ann", "Ben", "Cy", "Dee"]
SHARES = {"messages": 6, "positions": 3, "records": 1}


def mutated(good: bytes, others: list[bytes], rng: random.Random) -> bytes:
    """An input that is nearly, or hardly, like a good one."""
    data = bytearray(good)
    for _ in range(1 + int(rng.expovariate(0.7))):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + 1 + int(rng.expovariate(0.1)))
        match rng.randrange(9):
            case 0:
                data[at:at] = rng.choice(WORDS).encode("utf-8", "surrogatepass")
            case 1:
                del data[at:end]
            case 2 if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
            case 3:
                data[at:at] = data[at:end] * rng.choice((1, 2, 50))
            case 4:
                other = rng.choice(others)
                cut = rng.randrange(len(other) + 1)
                data[at:] = other[cut:]
            case 5:
                data = change_word(data, rng)
            case 6:
                lines = data.split(b"\n")
                rng.shuffle(lines)
                data = bytearray(b"\n".join(lines))
            case 7:
                lines = data.split(b"\n")
                del lines[rng.randrange(len(lines))]
                data = bytearray(b"\n".join(lines))
            case _:
                data[at:end] = rng.randbytes(end - at)
    return bytes(data)


def change_word(data: bytearray, rng: random.Random) -> bytearray:
    """Another word or number in the place of one."""
    found = list(re.finditer(rb"[\w.:@~-]+", data))
    if found:
        word = rng.choice(found)
        data[word.start() : word.end()] = rng.choice(WORDS).encode("utf-8", "surrogatepass")
    return data


def played(case: str, players: int, seed: str, actions: int) -> Match:
    """A match at random."""
    rng = random.Random(seed)
    match = Match(rules_for(case, players), seed, log=True)
    for _ in range(actions):
        if match.round.is_over():
            if match.winner() is not None:
                break
            match.next_round()
        state = match.state
        seat = rng.choice([each for each in range(match.rules.seats) if state.actors() >> each & 1])
        match.apply(seat, rng.choice(list(match.rules.legal(state, seat))))
    return match


class Reading:
    """Positions, or records: texts that are read, and refused in one line."""

    def __init__(self, read: Callable[[str], Any], write: Callable[[Match], str]) -> None:
        self.read = read
        matches = [
            played(name, players, f"fuzz/{number}", 40 * number)
            for name, case in cases().items()
            for players in case.players
            for number in (0, 1, 3)
        ]
        self.good = [write(match).encode() for match in matches]

    async def __call__(self, data: bytes) -> None:
        """Read it."""
        try:
            self.read(data.decode("utf-8", "replace"))
        except CasefileError as error:
            if "\n" in str(error):
                raise AssertionError("an error of more than one line") from error


class Talking:
    """Messages of a client at a table; another one looks on."""

    good: list[bytes]

    def __init__(self) -> None:
        self.left = 0
        self.good = [
            b'{"type":"hello","version":1,"language":"de"}',
            b'{"type":"act","id":"a1","at":"AT","action":"ACTION"}',
            b'{"type":"act","id":"a2","at":"AT","action":"ACTION"}',
            b'{"type":"act","id":"a3","at":"AT","action":"0: meld nitti*3"}',
            b'{"type":"ready","id":"r1"}',
            b'{"type":"undo","id":"u1"}',
            b'{"type":"answer","id":"v1","to":"undo","agree":true}',
            b'{"type":"standing","id":"s1","order":"escape"}',
            b'{"type":"chat","id":"c1","text":"well played","phrase":null}',
            b'{"type":"why","id":"w1","at":"AT","cards":["nitti"]}',
            b'{"type":"mute","seat":1,"on":true}',
            b'{"type":"leave","id":"l1"}',
            b'{"type":"ping"}',
        ]

    async def sit_down(self) -> None:
        """A new table, of any case."""
        case = random.choice(list(cases()))
        self.table = LiveRoom(Room("table"), make_context(MemoryStorage()))
        self.table.context.events.burst = float("inf")
        async with self.table.lock:
            await self.table.commit([created(case, 2, beat=0.0)])
            await self.table.follow()
        self.people = [Connection(seat, f"key {seat}") for seat in (0, 1, None)]
        for person in self.people:
            self.table.audience.join(person)
            await self.table.receive(person, messages.Hello(1))
        self.left = PER_TABLE

    async def __call__(self, data: bytes) -> None:
        """Read a message, and carry it out."""
        if not self.left:
            await self.sit_down()
        self.left -= 1
        room, person = self.table.room, self.people[random.randrange(3)]
        if b"AT" in data and person.seat is not None:
            legal = frames.actions_for(room, person.seat)
            action = room.rules.actions[random.choice(legal)].text if legal else "draw file"
            data = data.replace(b"ACTION", action.encode())
            data = data.replace(b"AT", frames.at_of(room, person.seat).encode())
        try:
            if len(data) > LARGEST_MESSAGE:
                return
            message = read_message(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return
        if not isinstance(message, messages.AskHint | messages.MeetAgain):  # these need processes, or a hub
            await self.table.receive(person, message)
        for each in self.people:
            each.empty()
            each.lost = False


def targets() -> dict[str, Any]:
    """What can be fuzzed."""
    return {
        "messages": Talking(),
        "positions": Reading(read_position, lambda match: write_position(match.rules, match.state)),
        "records": Reading(
            read_record, lambda match: write_record(match, ["Ann", "Ben", "Cy", "Dee"][: match.rules.seats])
        ),
    }


async def fuzz(options: argparse.Namespace) -> int:
    """All inputs; how many went wrong."""
    rng = random.Random(options.seed)
    random.seed(options.seed)
    chosen = {name: target for name, target in targets().items() if name in options.only}
    names = [name for name in chosen for _ in range(SHARES[name])]
    wrong: Counter[str] = Counter()
    slowest, start = 0.0, process_time()
    for number in range(options.inputs):
        name = names[number % len(names)]
        target = chosen[name]
        data = mutated(rng.choice(target.good), target.good, rng)
        began = process_time()
        try:
            await target(data)
        except Exception:  # noqa: BLE001  that is what is looked for
            place = traceback.format_exc().strip().splitlines()
            wrong[f"{name}: {place[-1]} ({place[-3].strip() if len(place) > 2 else ''})"] += 1
            if wrong.total() <= 5:
                print(f"{name}: {data!r}\n{traceback.format_exc()}", flush=True)
        slowest = max(slowest, process_time() - began)
        if slowest > MOST_SECONDS:
            wrong[f"{name}: took {slowest:.1f} s"] += 1
            print(f"{name}: {data!r} took {slowest:.1f} s", flush=True)
            slowest = 0.0
    rate = options.inputs / (process_time() - start)
    print(f"seed {options.seed}: {options.inputs:,} inputs ({', '.join(chosen)}), {rate:,.0f} per second of CPU time")
    print(f"slowest {1000 * slowest:.0f} ms; tracebacks and slow answers: {wrong.total()}")
    for line, count in wrong.most_common(20):
        print(f"  {count} × {line}")
    return wrong.total()


def guided(options: argparse.Namespace) -> None:
    """Let atheris choose inputs by what they reach in the code."""
    atheris: Any = import_module("atheris")  # installed beside, if at all

    target = targets()[options.only[0]]
    loop = asyncio.new_event_loop()
    for module in ("casefile.text.position", "casefile.text.record", "casefile.text.notation", "casefile.decks"):
        for function in vars(sys.modules[module]).values():
            if getattr(function, "__module__", "") == module and hasattr(function, "__code__"):
                atheris.instrument_func(function)
    with tempfile.TemporaryDirectory() as corpus:
        for number, good in enumerate(target.good):
            (Path(corpus) / str(number)).write_bytes(good)
        limits = [f"-runs={options.inputs}", f"-seed={options.seed}", "-max_len=6000", "-timeout=5"]
        atheris.Setup([sys.argv[0], *limits, corpus], lambda data: loop.run_until_complete(target(data)))
        atheris.Fuzz()


def main() -> int:
    """Fuzz; the exit code says whether all was well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=list(SHARES), default=list(SHARES))
    parser.add_argument("--guided", action="store_true", help="by atheris, one kind of input")
    options = parser.parse_args()
    if options.guided:
        guided(options)
        return 0
    code = 1 if asyncio.run(fuzz(options)) else 0
    sys.stdout.flush()
    os._exit(code)  # without waiting for processes that were never needed


if __name__ == "__main__":
    sys.exit(main())
