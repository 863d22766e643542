"""A few faults of bench/faults, which is run for longer by hand; and does its checker find what is wrong?"""

import asyncio
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest

from casefile.server import journal
from tests.conftest import QUICK
from tests.server.clients import ROOT
from tests.server.database import programs
from tests.server.tables import MemoryStorage, table_of

pytestmark = pytest.mark.once

checker: Any = import_module("bench.faults.checker")
people: Any = import_module("bench.faults.people")


def test_nothing_acknowledged_is_lost_whatever_fails() -> None:
    """Three nodes on a real PostgreSQL, and all kinds of faults."""
    if programs() is None:
        pytest.skip("there is no PostgreSQL (Debian, Ubuntu: apt-get install postgresql)")
    some = ["--faults", "2" if QUICK else "8", "--seed", "7", "--tables", "3", "--seconds", "90"]
    command = [sys.executable, "-m", "bench.faults", *some]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "wrong: 0; tracebacks in logs: 0" in done.stdout


KEPT: list[journal.AnyEntry] = [
    journal.Acted(1.0, 0, "draw file", "p-1"),
    journal.Acted(2.0, 0, "discard nitti", "p-2"),
    journal.Readied(3.0, 0, "p-3"),
    journal.Dealt(4.0),
    journal.Acted(5.0, 0, "draw file", "p-5"),
]
TOLD = {"p-1": "draw file", "p-2": "discard nitti", "p-3": "", "p-4": "", "p-5": "draw file", "p-6": "draw discard"}


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        pytest.param("p-1 p-2 p-3 p-5", "", id="all is kept"),
        pytest.param("p-1 p-2 p-3 p-4 p-5", "", id="said once more that they are ready"),
        pytest.param("p-1 p-2 p-4 p-5", "p: lost: p-4 ready , acknowledged after kill", id="was never ready"),
        pytest.param("p-1 p-6", "p: lost: p-6 act draw discard, acknowledged after kill", id="an action is lost"),
        pytest.param("p-2 p-1", "p: reordered", id="in another order"),
    ],
)
def test_what_was_acknowledged_is_held_against_the_journal(told: str, wrong: str) -> None:
    """The server acknowledges a second `ready` without an entry: it is so already. Nothing else may lack one."""
    person = people.Person(None, "table", "token", "p")
    for each in told.split():
        person.acknowledged.append(people.Acknowledged(each, "act" if TOLD[each] else "ready", TOLD[each], "kill"))
    assert checker.check_person(person, KEPT) == ([wrong] if wrong else [])


def test_what_was_acknowledged_is_kept_once_and_as_it_was() -> None:
    """Another action in its place, or the same one twice."""
    person = people.Person(None, "table", "token", "p")
    person.acknowledged = [people.Acknowledged("p-1", "act", "draw discard", "kill")]
    assert checker.check_person(person, [KEPT[0], KEPT[0]]) == ["p: doubled: p-1", "p: changed: p-1"]


def test_who_is_ready_twice_is_told_so_and_nothing_is_written() -> None:
    """As clients do that are shown the scores again after a reconnection."""

    async def check() -> None:
        storage = MemoryStorage()
        async with table_of("capone", 2, storage=storage) as (table, (ann, _)):
            assert table.room.match is not None
            table.room.match.stop_round()
            assert await ann.say("ready", id="first") == {"type": "done", "id": "first"}
            count = table.room.number
            assert await ann.say("ready", id="second") == {"type": "done", "id": "second"}
            assert table.room.number == count == len(storage.entries[table.room.name])

    asyncio.run(check())
