"""The contract of a storage, and what the file of ours has to bear."""

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from casefile.errors import CasefileError
from casefile.server import datafile, vitals
from casefile.server.datafile import FILE, backup
from casefile.server.postgresql import PostgresStorage
from casefile.server.sqlite import SqliteStorage
from casefile.server.storage import Change, ConflictError, Lease, Result, Storage, StorageError
from casefile.tab.shelf import MemoryShelf, ShelfStorage
from tests.server.clients import run
from tests.server.database import Database
from tests.server.tables import MemoryStorage

pytestmark = pytest.mark.once

Test = Callable[[Storage], Awaitable[None]]


def change(table: str, expected: int, *entries: bytes, status: str = "playing", time: float = 1.0) -> Change:
    """Entries for a table."""
    return Change(table, expected, list(entries), status, time)


async def entries_are_kept_in_order(storage: Storage) -> None:
    """One after the other, each table for itself."""
    assert await storage.load("a") == []
    await storage.append(change("a", 0, b"1", b"2"))
    await storage.append(change("b", 0, b"other"))
    await storage.append(change("a", 2, b"3"))
    assert await storage.load("a") == [b"1", b"2", b"3"]
    assert await storage.load("b") == [b"other"]


async def two_writers_cannot_both_append(storage: Storage) -> None:
    """The second is told, and nothing of it is kept."""
    await storage.append(change("a", 0, b"1"))
    late = change("a", 0, b"x", b"y", status="over")
    late.result = Result("a", 1.0, b"{}", "record")
    late.keys = ["ann"]
    with pytest.raises(ConflictError):
        await storage.append(late)
    assert await storage.load("a") == [b"1"]
    assert await storage.results() == []
    assert await storage.tables_of("ann") == []
    assert [row.name for row in await storage.tables("playing")] == ["a"]


async def changes_of_several_tables_are_kept_together(storage: Storage) -> None:
    """All of them, or none."""
    await storage.append(change("a", 0, b"1"), change("b", 0, b"1"))
    for late in ("a", "b"):
        with pytest.raises(ConflictError):
            await storage.append(*(change(name, 0 if name == late else 1, b"2") for name in "ab"))
    assert [await storage.load(name) for name in "ab"] == [[b"1"], [b"1"]]


async def many_at_once(storage: Storage) -> None:
    """All that is appended at the same time is kept."""
    await asyncio.gather(*(storage.append(change(f"t{number}", 0, b"1")) for number in range(300)))
    assert len(await storage.tables("playing")) == 300


async def tables_by_status_and_owner(storage: Storage) -> None:
    """Newest first; a table changes its status."""
    for number, name in enumerate("abc"):
        made = change(name, 0, b"1", status="waiting", time=float(number))
        made.keys = ["ann"] if name != "b" else ["ben"]
        await storage.append(made)
    again = change("a", 1, b"2", time=9.0)
    again.keys = ["ann"]
    await storage.append(again)
    assert [row.name for row in await storage.tables_of("ann")] == ["a", "c"]
    assert sorted(row.name for row in await storage.tables("waiting")) == ["b", "c"]


async def results_and_records(storage: Storage) -> None:
    """In the order in which they were kept; only new ones on request."""
    for number, name in enumerate("ab"):
        made = change(name, 0, b"1", status="over")
        made.result = Result(name, float(number), f"body {name}".encode(), f"record {name}")
        made.keys = [f"owner {name}", "both"]
        await storage.append(made)
    rows = await storage.results()
    assert [(row.table, row.body) for _, row in rows] == [("a", b"body a"), ("b", b"body b")]
    assert [row.table for _, row in await storage.results(rows[0][0])] == ["b"]
    assert [row.table for row in await storage.results_of("both")] == ["a", "b"]
    assert [(row.table, row.body) for row in await storage.results_of("owner b")] == [("b", b"body b")]
    assert await storage.results_of("nobody") == []
    assert await storage.record("b") == "record b"
    assert await storage.record("c") is None


async def small_things(storage: Storage) -> None:
    """By name; the newest counts."""
    assert await storage.get("key") is None
    await storage.put("key", b"1")
    await storage.put("key", b"2")
    assert await storage.get("key") == b"2"


async def the_first_counts(storage: Storage) -> None:
    """Of several nodes that make a key at the same time, all get the same."""
    found = await asyncio.gather(*(storage.keep_first("key", bytes([number])) for number in range(5)))
    assert len(set(found)) == 1
    assert await storage.get("key") == found[0]


async def a_table_has_one_node(storage: Storage) -> None:
    """Another gets it only when that one lives no more; then the first can write nothing."""
    for node in "xy":
        await storage.register(node, f"at {node}", 60.0)
    await storage.append(owned("a", 0, "x", 1))
    await storage.claim("a", "y")
    lease = await storage.lease_of("a")
    assert lease is not None
    assert (lease.node, lease.address, lease.fence) == ("x", "at x", 1)
    await storage.leave("x")
    assert await storage.lease_of("a") == Lease("a", 1)
    await storage.claim("a", "x")  # it does not live
    assert await storage.lease_of("a") == Lease("a", 1)
    await storage.claim("a", "y")
    assert await storage.lease_of("a") == Lease("a", 2, "y", "at y")
    with pytest.raises(ConflictError):
        await storage.append(owned("a", 1, "x", 1))
    await storage.release(Lease("a", 1, glance=b"late"))
    assert await storage.lease_of("a") == Lease("a", 2, "y", "at y")
    await storage.append(owned("a", 1, "y", 2))
    assert await storage.load("a") == [b"0", b"1"]
    assert await storage.lease_of("b") is None


async def tables_that_somebody_has_to_go_on_with(storage: Storage) -> None:
    """Those of a node that lives no more, and those that were handed on; not those that sleep, or are over."""
    for node in "xy":
        await storage.register(node, "", 60.0)
    for name in "abcd":
        await storage.append(owned(name, 0, "x", 1, status="over" if name == "d" else "playing"))
    await storage.release(Lease("a", 1, glance=b"glance"))
    await storage.release(Lease("b", 1))
    assert sorted(await storage.wanted()) == ["b", "c"]
    assert await storage.claim_orphans("y", 9) == ["b"]
    await storage.leave("x")
    assert await storage.claim_orphans("y", 9) == ["c"]
    assert await storage.claim_orphans("y", 9) == []
    lease = await storage.lease_of("a")
    assert lease is not None
    assert (lease.node, lease.glance) == ("", b"glance")


async def a_table_is_replaced(storage: Storage) -> None:
    """By other entries, or by nothing; a finished match stays, and whoever has the table can write nothing."""
    made = owned("a", 0, "x", 1, status="over")
    made.result, made.keys = Result("a", 1.0, b"old", "old record"), ["ann", "ben"]
    await storage.append(made)
    await storage.append(owned("b", 0, "x", 1))
    new = Change("a", 0, [b"new"], "over", 1.0, ["ben"], Result("a", 1.0, b"new", "new record"))
    await storage.replace("a", new)
    await storage.replace("b", None)
    assert [await storage.load(name) for name in "ab"] == [[b"new"], []]
    assert [(number, row.body) for number, row in await storage.results()] == [(1, b"new")]
    assert await storage.record("a") == "new record"
    assert [len(await storage.tables_of(key)) for key in ("ann", "ben")] == [0, 1]
    assert await storage.damaged() == []
    with pytest.raises(ConflictError):
        await storage.append(owned("b", 1, "x", 1))


async def tables_that_nobody_comes_back_to(storage: Storage) -> None:
    """Those that sleep, and whose match is not over."""
    for name in "abcd":
        await storage.append(owned(name, 0, "x", 1, status="over" if name == "d" else "playing"))
    for name in "abd":
        await storage.release(Lease(name, 1, glance=b"glance"))
    later = owned("b", 1, "", 1)
    later.time = 9.0
    await storage.append(later)
    await storage.register("x", "", 60.0)
    assert await storage.abandoned(5.0) == ["a"]


async def a_node_that_comes_too_late(storage: Storage) -> None:
    """It is told; one that lives is told to drain."""
    await storage.register("x", "here", 60.0)
    await storage.register("y", "there", -1.0)
    assert [(node.name, node.address, node.draining) for node in await storage.nodes()] == [("x", "here", False)]
    assert await storage.renew("x", 60.0) is False
    assert await storage.renew("y", 60.0) is None
    assert await storage.drain("x")
    assert not await storage.drain("z")
    assert await storage.renew("x", 60.0) is True
    assert await storage.claim_orphans("y", 9) == []


def owned(table: str, expected: int, node: str, fence: int, status: str = "playing") -> Change:
    """An entry of a table by a node."""
    return Change(table, expected, [str(expected).encode()], status, 1.0, fence=fence, node=node)


CONTRACT: list[Test] = [
    entries_are_kept_in_order,
    two_writers_cannot_both_append,
    changes_of_several_tables_are_kept_together,
    many_at_once,
    tables_by_status_and_owner,
    results_and_records,
    small_things,
    the_first_counts,
    a_table_has_one_node,
    tables_that_somebody_has_to_go_on_with,
    a_table_is_replaced,
    tables_that_nobody_comes_back_to,
    a_node_that_comes_too_late,
]


AMONG_NODES = (  # of which there is but one in a browser
    a_table_has_one_node,
    tables_that_somebody_has_to_go_on_with,
    tables_that_nobody_comes_back_to,
    a_node_that_comes_too_late,
)


async def open_storage(kind: str, folder: Path, request: pytest.FixtureRequest) -> Storage:
    """An empty storage."""
    if kind == "postgresql":
        database: Database = request.getfixturevalue("postgresql")
        return await PostgresStorage.open(database.make())
    if kind == "browser":
        return ShelfStorage(MemoryShelf())
    return SqliteStorage(folder, shared=kind == "shared") if kind != "memory" else MemoryStorage()


@pytest.mark.parametrize("kind", ["sqlite", "shared", "memory", "postgresql", "browser"])
@pytest.mark.parametrize("test", CONTRACT, ids=lambda test: test.__name__)
def test_contract(kind: str, test: Test, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Every storage keeps it."""

    async def work() -> None:
        if kind == "browser" and test in AMONG_NODES:
            pytest.skip("a tab shares its tables with no other node")
        storage = await open_storage(kind, tmp_path, request)
        try:
            await test(storage)
        finally:
            await storage.close()

    run(work())


def fill(folder: Path, **pragmas: int) -> None:
    """A data file with something in it."""

    async def work() -> None:
        storage = SqliteStorage(folder)
        await storage.append(change("a", 0, b"1"))
        await storage.close()

    run(work())
    with closing(sqlite3.connect(folder / FILE)) as database:
        for name, value in pragmas.items():
            database.execute(f"PRAGMA {name} = {value}")


def test_a_full_disk_is_said_and_survived(tmp_path: Path) -> None:
    """What does not fit is refused whole; what is there stays, and smaller things can follow."""

    async def work() -> None:
        storage = SqliteStorage(tmp_path)
        await storage.append(change("a", 0, b"1"))
        pages = storage.writer_db.execute("PRAGMA page_count").fetchone()[0]
        storage.writer_db.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StorageError, match="full"):
            await storage.append(change("a", 1, b"x" * 100_000))
        assert await storage.load("a") == [b"1"]
        await storage.append(change("a", 1, b"2"))
        assert await storage.load("a") == [b"1", b"2"]
        await storage.close()

    run(work())


def refuse(folder: Path) -> str:
    """Why a folder is not used; its file stays as it is."""
    path = folder / FILE
    before = path.read_bytes()
    with pytest.raises(CasefileError) as caught:
        SqliteStorage(folder)
    assert path.read_bytes() == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    """And left as it is."""
    fill(tmp_path, user_version=99)
    assert "newer" in refuse(tmp_path)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    """Wherever the damage is."""
    fill(tmp_path)
    path = tmp_path / FILE
    data = path.read_bytes()
    for start in range(4096, len(data), 4096):
        path.write_bytes(data[:start] + os.urandom(300) + data[start + 300 :])
        assert "damaged" in refuse(tmp_path)
    path.write_bytes(data[:5000])
    assert "damaged" in refuse(tmp_path)


@pytest.mark.parametrize("content", [b"hello", b"SQLite format 3", b"x" * 9000], ids=["text", "short", "long"])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    """It is somebody else's."""
    (tmp_path / FILE).write_bytes(content)
    assert "no data file" in refuse(tmp_path)


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    """Even if it is SQLite's."""
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute("CREATE TABLE notes (text)")
    assert "another program" in refuse(tmp_path)


def test_one_server_a_folder(tmp_path: Path) -> None:
    """The second is told."""

    async def work() -> None:
        storage = SqliteStorage(tmp_path)
        with pytest.raises(CasefileError, match="another server"):
            SqliteStorage(tmp_path)
        await storage.close()
        await SqliteStorage(tmp_path).close()

    run(work())


def test_a_backup_while_somebody_writes(tmp_path: Path) -> None:
    """It is whole, and can be used in place of the original."""

    async def work() -> None:
        storage = SqliteStorage(tmp_path / "data")
        await storage.append(change("a", 0, b"1"))
        writing = asyncio.gather(*(storage.append(change(f"t{number}", 0, b"1" * 500)) for number in range(500)))
        await asyncio.to_thread(backup, tmp_path / "data", tmp_path / "copy")
        files = [*(tmp_path / "data").glob("casefile.sqlite*"), tmp_path / "copy"]
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}, "they hold secrets"
        await writing
        await storage.close()
        (tmp_path / "other").mkdir()
        (tmp_path / "copy").rename(tmp_path / "other" / FILE)
        copy = SqliteStorage(tmp_path / "other")
        assert await copy.load("a") == [b"1"]
        await copy.close()

    run(work())
    with pytest.raises(CasefileError, match="has no data file"):
        backup(tmp_path / "nowhere", tmp_path / "copy")
    with pytest.raises(CasefileError, match="exists already"):
        backup(tmp_path / "data", tmp_path / "data" / FILE)


@pytest.mark.parametrize("moment", ["copy_database", "put_in_place"])
def test_a_backup_that_is_killed_leaves_nothing_that_could_be_taken_for_one(
    tmp_path: Path, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name is given to a whole copy only; the next one replaces what was left behind."""
    fill(tmp_path)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(datafile, moment, killed)
        patched.setattr(Path, "unlink", lambda *_, **__: None)  # who is killed tidies nothing up
        with pytest.raises(KeyboardInterrupt):
            backup(tmp_path, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    backup(tmp_path, tmp_path / "copy")
    assert datafile.inspect(tmp_path / "copy") == datafile.VERSION
    assert not list(tmp_path.glob("*.unfinished"))


def test_a_backup_from_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all that was kept, the notes beside the file included; sound data are not called damaged."""

    async def work() -> None:
        storage = SqliteStorage(tmp_path / "data")
        await storage.append(change("a", 0, b"1"))
        (tmp_path / "disk").mkdir()
        for name in (FILE, f"{FILE}-wal"):  # as they were when the power failed: nothing was put into the file yet
            (tmp_path / "disk" / name).write_bytes((tmp_path / "data" / name).read_bytes())
        await storage.close()
        monkeypatch.setattr(os, "access", lambda *_: False)
        backup(tmp_path / "disk", tmp_path / "copy")
        (tmp_path / "other").mkdir()
        (tmp_path / "copy").rename(tmp_path / "other" / FILE)
        copy = SqliteStorage(tmp_path / "other")
        assert await copy.load("a") == [b"1"]
        await copy.close()

    run(work())


def test_a_file_that_cannot_be_read_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as on a file system where SQLite cannot make its notes."""
    fill(tmp_path)
    elsewhere = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: elsewhere(tmp_path / "no folder" / FILE))
    with pytest.raises(CasefileError, match="cannot be read") as caught:
        datafile.inspect(tmp_path / FILE)
    assert "damaged" not in str(caught.value)


def test_health_is_what_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is said, until something can be kept again; the disk is asked only now and then."""

    async def work() -> None:
        now = 1000.0
        monkeypatch.setattr(vitals, "monotonic", lambda: now)
        storage = MemoryStorage()
        health = vitals.Vitals(storage)
        assert await health.check() is None
        storage.is_full = True
        assert await health.check() is None
        now += vitals.PROBE_SECONDS
        assert await health.check() == "the disk is full"
        storage.is_full = False
        now += vitals.PROBE_SECONDS
        assert await health.check() is None
        health.not_saved(StorageError("a player's action was too large"))
        now += vitals.PROBE_SECONDS
        assert await health.check() == "a player's action was too large"
        now += vitals.MEMORY_SECONDS
        assert await health.check() is None

    run(work())


def test_an_empty_file_begins_no_empty_server(tmp_path: Path) -> None:
    """A copy that was broken off, put in the place of the data file."""
    fill(tmp_path)
    (tmp_path / FILE).write_bytes(b"")
    assert "is empty" in refuse(tmp_path)


def test_a_missing_file_whose_notes_are_there_is_not_begun_anew(tmp_path: Path) -> None:
    """SQLite would take the notes for those of the new file."""
    (tmp_path / f"{FILE}-wal").write_bytes(b"notes")
    with pytest.raises(CasefileError, match="belongs to a data file that is missing"):
        SqliteStorage(tmp_path)
    assert not (tmp_path / FILE).exists()


def test_a_first_start_that_is_killed_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one begins anew."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(datafile, "migrate", killed)
        with pytest.raises(KeyboardInterrupt):
            SqliteStorage(tmp_path)
    assert not (tmp_path / FILE).exists()
    fill(tmp_path)


def test_a_migration_keeps_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step more, tried with one that tomorrow could bring; one that fails leaves the file at the step before."""
    fill(tmp_path)
    step = "ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"
    monkeypatch.setattr(
        datafile, "MIGRATIONS", (*datafile.MIGRATIONS, "CREATE TABLE half (x); ALTER TABLE nothing RENAME TO x")
    )
    monkeypatch.setattr(datafile, "VERSION", 4)
    with pytest.raises(CasefileError, match="cannot be brought to format 4"):
        SqliteStorage(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert database.execute("PRAGMA user_version").fetchone()[0] == 3
        assert not database.execute("SELECT * FROM sqlite_master WHERE name = 'half'").fetchall()
    monkeypatch.setattr(datafile, "MIGRATIONS", (*datafile.MIGRATIONS[:3], step))

    async def work() -> None:
        storage = SqliteStorage(tmp_path)
        assert await storage.load("a") == [b"1"]
        assert storage.writer_db.execute("SELECT colour FROM tables").fetchall() == [("red",)]
        assert storage.writer_db.execute("PRAGMA user_version").fetchone()[0] == 4
        await storage.close()

    run(work())
