"""Damage is noticed, named, and mended as far as can be proved: no acknowledged action is lost without a word."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from casefile.cli import main
from casefile.server import journal
from casefile.server.datafile import FILE, backup
from casefile.server.heads import HEADS
from casefile.server.hub import Hub
from casefile.server.repair import repair
from casefile.server.sqlite import SqliteStorage
from casefile.server.storage import Change, ConflictError, DamagedError
from tests.server.clients import run
from tests.server.tables import created, make_context

pytestmark = pytest.mark.once

ENTRIES = [journal.write(created("capone", 2)), journal.write(journal.Started(1.0, []))]
ENTRIES += [journal.write(journal.Chatted(float(number), 0, f"line {number}")) for number in range(2, 8)]


async def fill(folder: Path, entries: list[bytes], table: str = "a", first: int = 0) -> None:
    """Keep entries, one after the other."""
    storage = SqliteStorage(folder)
    for number, body in enumerate(entries, first):
        await storage.append(Change(table, number, [body], "playing", 1.0))
    await storage.close()


async def look(folder: Path, table: str = "a") -> tuple[list[bytes] | str, list[tuple[str, int]]]:
    """The entries of a table, or why they are not given; and what is known to be lost."""
    storage = SqliteStorage(folder)
    try:
        return await storage.load(table), await storage.damaged()
    except DamagedError as error:
        return str(error), await storage.damaged()
    finally:
        await storage.close()


def change_entry(folder: Path, number: int) -> None:
    """A bit of an entry flips."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        (body,) = database.execute("SELECT body FROM entries WHERE tabl = 'a' AND number = ?", (number,)).fetchone()
        changed = body[:-3] + bytes([body[-3] ^ 1]) + body[-2:]
        database.execute("UPDATE entries SET body = ? WHERE tabl = 'a' AND number = ?", (changed, number))
        database.commit()


def change_digest(folder: Path, number: int) -> None:
    """A bit of a digest flips."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.execute("UPDATE entries SET digest = zeroblob(16) WHERE tabl = 'a' AND number = ?", (number,))
        database.commit()


def lose_tail(folder: Path, number: int) -> None:
    """SQLite ends its notes early: what came last is gone, and all that is left is in order."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.execute("DELETE FROM entries WHERE tabl = 'a' AND number >= ?", (number,))
        database.commit()


DAMAGES = [change_entry, change_digest, lose_tail]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("number", [0, 3, 7])
def test_damage_is_noticed(tmp_path: Path, damage: Callable[[Path, int], None], number: int) -> None:
    """And it is said from where on; other tables are not concerned."""
    run(fill(tmp_path, [b"1", b"2"], "b"))
    run(fill(tmp_path, ENTRIES))
    damage(tmp_path, number)
    found, lost = run(look(tmp_path))
    assert found == f"the table is damaged from entry {number} on"
    at_the_end = damage is lose_tail or (damage is change_digest and number == len(ENTRIES) - 1)
    assert [table for table, _ in lost] == (["a"] if at_the_end else [])
    assert run(look(tmp_path, "b"))[0] == [b"1", b"2"]


@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_a_flipped_bit_in_the_notes_is_noticed(tmp_path: Path, share: float) -> None:
    """SQLite leaves out all that comes after it, without a word."""

    async def work() -> None:
        storage = SqliteStorage(tmp_path / "data")
        for number, body in enumerate(ENTRIES):
            await storage.append(Change("a", number, [body], "playing", 1.0))
        shutil.copytree(tmp_path / "data", tmp_path / "killed")  # as it is when the power fails
        await storage.close()

    run(work())
    notes = tmp_path / "killed" / f"{FILE}-wal"
    data = bytearray(notes.read_bytes())
    data[int(len(data) * share)] ^= 1
    notes.write_bytes(data)
    found, lost = run(look(tmp_path / "killed"))
    assert "damaged from entry" in str(found)
    assert [table for table, _ in lost] == ["a"]


def test_nothing_is_appended_behind_a_lost_tail(tmp_path: Path) -> None:
    """A client that still has the table in memory is told."""
    run(fill(tmp_path, ENTRIES))
    lose_tail(tmp_path, 5)

    async def work() -> None:
        storage = SqliteStorage(tmp_path)
        with pytest.raises(ConflictError):
            await storage.append(Change("a", 8, [b"x"], "playing", 1.0))
        await storage.close()

    run(work())


def test_a_server_says_which_tables_are_damaged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """And goes on with the others."""
    run(fill(tmp_path, ENTRIES))
    run(fill(tmp_path, ENTRIES, "sound"))
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute("DELETE FROM entries WHERE tabl = 'a' AND number >= 5")
        database.commit()

    async def work() -> None:
        context = make_context()
        context.storage = SqliteStorage(tmp_path)
        hub = Hub(context)
        await hub.check()
        with pytest.raises(DamagedError):
            await hub.find("a")
        assert (await hub.find("sound")).room.number == len(ENTRIES)
        await hub.close()
        await context.close()

    asyncio.run(work())
    assert "has lost what was kept from entry 5 on" in caplog.text


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("with_backup", [False, True])
def test_repair_restores_what_can_be_proved(
    tmp_path: Path,
    damage: Callable[[Path, int], None],
    with_backup: bool,  # noqa: FBT001
) -> None:
    """A digest from its entries, an entry from a backup; what is lost for good is said, and the table goes on."""
    run(fill(tmp_path, ENTRIES))
    backup(tmp_path, tmp_path / "copy")
    run(fill(tmp_path, [b'{"is":"dealt","time":9.0}'], first=len(ENTRIES)))
    damage(tmp_path, 4)
    (done,) = repair(tmp_path, tmp_path / "copy" if with_backup else None)
    restored, lost = run(look(tmp_path))
    assert lost == []
    everything = [*ENTRIES, b'{"is":"dealt","time":9.0}']
    if damage is change_digest or (with_backup and damage is change_entry):
        assert (restored, done.lost) == (everything, 0)
    else:
        kept = 8 if with_backup else 4
        assert (restored, done.lost) == (everything[:kept], 9 - kept)
    assert list(tmp_path.glob("before-repair-*"))
    assert repair(tmp_path) == []
    run(fill(tmp_path, [b'{"is":"dealt","time":10.0}'], first=len(restored)))


def test_a_backup_in_the_place_of_the_data_is_no_damage(tmp_path: Path) -> None:
    """What came after it is gone, and whoever put it there knows."""
    run(fill(tmp_path, ENTRIES[:4]))
    backup(tmp_path, tmp_path / "copy")
    run(fill(tmp_path, ENTRIES[4:], first=4))
    shutil.copy(tmp_path / "copy", tmp_path / FILE)
    assert run(look(tmp_path)) == (ENTRIES[:4], [])
    assert (tmp_path / HEADS).stat().st_mode & 0o777 == 0o600


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each table, without its name."""
    run(fill(tmp_path, ENTRIES))
    lose_tail(tmp_path, 5)
    assert main(["repair", "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "damaged from entry 5 on: 5 entries restored, 3 lost." in said
    assert main(["repair", "--data", str(tmp_path / "nowhere")]) == 2
