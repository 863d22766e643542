"""What version 0.1.0 wrote can be read for ever: its journals give the same rooms, and its data file opens."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest

from casefile.server import journal, results
from casefile.server.datafile import FILE
from casefile.server.room import Room
from casefile.server.sqlite import SqliteStorage
from casefile.text.position import position_to_dict
from tests.server.clients import run

KEPT = Path(__file__).parent / "journals"  # written by 0.1.0 itself: never write them anew


def room_of(lines: list[bytes]) -> Room:
    """The room that entries make."""
    room = Room("table")
    for line in lines:
        room.apply(journal.read(line))
    return room


@pytest.mark.parametrize("name", sorted(path.stem for path in KEPT.glob("*.jsonl")))
def test_old_journals_give_the_same_rooms(name: str) -> None:
    """Cards, points, people, chat, orders and records are as they were."""
    lines = (KEPT / f"{name}.jsonl").read_bytes().splitlines()
    expected: dict[str, Any] = json.loads((KEPT / f"{name}.json").read_text("utf-8"))
    room = room_of(lines)
    assert room.match is not None
    found = {
        "status": room.status,
        "entries": room.number,
        "names": [seat.name for seat in room.seats],
        "players": [seat.player for seat in room.seats],
        "orders": [seat.order for seat in room.seats],
        "rounds": len(room.match.rounds),
        "scores": room.match.scores,
        "chat": [[chatted.seat, chatted.text, chatted.phrase] for chatted in room.chat],
        "rematch": room.rematch,
        "position": position_to_dict(room.rules, room.match.state),
        "record": results.record_of(room, room.ended).splitlines() if room.ended else None,
    }
    assert found == expected
    assert [journal.write(journal.read(line)) for line in lines] == lines


def test_every_kind_of_entry_was_kept() -> None:
    """But newer kinds, and those of rounds that are given up and people who come and go, which hold but a seat."""
    lines = [line for path in KEPT.glob("*.jsonl") for line in path.read_bytes().splitlines()]
    found = {type(journal.read(line)) for line in lines}
    kinds = set(get_args(journal.AnyEntry))
    assert kinds - found <= {
        journal.Stopped,
        journal.CameBack,
        journal.Away,
        journal.Sat,
        journal.Paced,
        journal.Waited,
        journal.Hinted,
        journal.Hid,
    }


def test_an_old_data_file_opens(tmp_path: Path) -> None:
    """With the tables, seats, results and keys that it holds."""
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.executescript((KEPT / "database.sql").read_text("utf-8"))

    async def work() -> None:
        storage = SqliteStorage(tmp_path)
        assert room_of(await storage.load("table")).status == "playing"
        assert room_of(await storage.load("done")).status == "over"
        assert [row.name for row in await storage.tables("playing")] == ["table"]
        assert [row.name for row in await storage.tables_of("key 1")] == ["table"]
        (result,) = await storage.results_of("key 0")
        assert results.read_summary(result.body).winner == 1
        assert "by resignation" in (await storage.record("done") or "")
        assert await storage.get("cookie-key") == b"k" * 32
        await storage.close()

    run(work())
