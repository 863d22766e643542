"""The data file of a server: full disks, damage, foreign files, backups, and newer and older versions."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from casefile.errors import CasefileError
from casefile.server import datafile, vitals
from casefile.server.datafile import FILE, backup
from casefile.server.sqlite import SqliteStorage
from casefile.server.storage import StorageError
from tests.server.clients import run
from tests.server.tables import MemoryStorage
from tests.server.test_storage import change

pytestmark = pytest.mark.once


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


def test_a_file_where_the_folder_should_be() -> None:
    """One line that says so."""
    with pytest.raises(CasefileError, match=r"test_data_file.py: is not a folder$"):
        SqliteStorage(Path(__file__))


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
    assert not list(tmp_path.glob("*.unfinished*"))


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
        assert sorted(each.name for each in (tmp_path / "disk").iterdir()) == [FILE, f"{FILE}-wal"]  # nothing was tried
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


def test_a_node_is_well_as_soon_as_its_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """All nodes of a server fail at once when their database does: a balancer must have them back at once, too."""

    async def work() -> None:
        now = 1000.0
        monkeypatch.setattr(vitals, "monotonic", lambda: now)
        storage = MemoryStorage()
        storage.shared = True
        health = vitals.Vitals(storage)
        assert await health.check() is None
        storage.is_full = True
        health.not_saved(StorageError("the database does not answer"))
        for _ in range(3):
            assert await health.check() is not None
            now += vitals.SHARED_SECONDS
        storage.is_full = False
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
