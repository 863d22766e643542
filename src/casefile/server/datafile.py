"""The data file of a server: its format, how it is made and brought up to date, and copies of it."""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import IO

from casefile.errors import CasefileError, one_line
from casefile.server.chain import add_digests

FILE = "casefile.sqlite"
LOCK = "lock"
FILE_ID = "file-id"  # the name of a data file in itself, and in the file of its heads
APPLICATION = 0x43415345  # "CASE", in the header of the file
MAGIC = b"SQLite format 3\x00"
REMEDY = "put a backup in its place"
OWNER_ONLY = 0o600  # the file holds the key of the cookies and the secrets of deals; SQLite gives its others the same

# One step for each version of the file; a released step is never changed.
MIGRATIONS: tuple[str | Callable[[sqlite3.Connection], None], ...] = (
    """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE tables (name TEXT PRIMARY KEY, status TEXT NOT NULL, time REAL NOT NULL) WITHOUT ROWID;
    CREATE INDEX tables_by_status ON tables (status);
    CREATE TABLE entries (tabl TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (tabl, number))
        WITHOUT ROWID;
    CREATE TABLE seats (owner TEXT NOT NULL, tabl TEXT NOT NULL, PRIMARY KEY (owner, tabl)) WITHOUT ROWID;
    CREATE TABLE results (
        number INTEGER PRIMARY KEY,
        tabl TEXT NOT NULL UNIQUE,
        time REAL NOT NULL,
        body BLOB NOT NULL,
        record TEXT NOT NULL
    );
    """,
    add_digests,
    """
    ALTER TABLE tables ADD COLUMN node TEXT NOT NULL DEFAULT '-';
    ALTER TABLE tables ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN glance BLOB;
    CREATE TABLE nodes (name TEXT PRIMARY KEY, address TEXT NOT NULL, until REAL NOT NULL, draining INTEGER NOT NULL)
        WITHOUT ROWID;
    """,
)
VERSION = len(MIGRATIONS)


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Is the file itself wrong, or can it only not be reached, as on a disk that is full or read-only?"""
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def inspect(path: Path) -> int:
    """The version of a data file, which is not touched; refuses what is no such file, empty, damaged, or newer."""
    with path.open("rb") as file:
        start = file.read(len(MAGIC))
    if not start:
        raise CasefileError(f"{path}: is empty; put a backup in its place, or remove it to begin anew")
    if start != MAGIC:
        raise CasefileError(f"{path}: is no data file of Casefile; name another folder with --data")
    try:
        with closing(open_to_read(path)) as database:
            application = database.execute("PRAGMA application_id").fetchone()[0]
            version = int(database.execute("PRAGMA user_version").fetchone()[0])
            if application == APPLICATION and version <= VERSION:
                found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
                if found != "ok":
                    raise CasefileError(f"{path}: is damaged ({one_line(found)}) and was left as it is; {REMEDY}")
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise CasefileError(f"{path}: cannot be read: {one_line(error)}") from None
        raise CasefileError(f"{path}: is damaged ({one_line(error)}) and was left as it is; {REMEDY}") from None
    if application != APPLICATION:
        raise CasefileError(f"{path}: belongs to another program; name another folder with --data")
    if version > VERSION:
        raise CasefileError(
            f"{path}: was written by a newer Casefile (format {version}; this one reads up to {VERSION}); "
            "it was left as it is: install the newer one"
        )
    return version


def migrate(database: sqlite3.Connection, version: int) -> None:
    """Bring a data file to the present format, each step whole or not at all."""
    for number, step in enumerate(MIGRATIONS[version:], version + 1):
        marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {number}; COMMIT;"
        try:
            if isinstance(step, str):
                database.executescript(f"BEGIN IMMEDIATE; {step}; {marks}")
            else:
                database.execute("BEGIN IMMEDIATE")
                step(database)
                for mark in marks.split(";")[:-1]:
                    database.execute(mark)
        except sqlite3.Error as error:
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise CasefileError(f"the data file cannot be brought to format {number}: {one_line(error)}") from None


def connect(path: Path) -> sqlite3.Connection:
    """A connection that waits for nobody's transaction but its own."""
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    return database


def lock_folder(file: IO[str], folder: Path, otherwise: str = "name another folder with --data") -> None:
    """Keep other servers out, as long as this file is open."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CasefileError(f"{folder}: another server works here; {otherwise}") from None


def make_file(path: Path) -> None:
    """A new data file; whole, or not there at all."""
    notes = path.with_name(f"{path.name}-wal")
    if notes.exists():
        raise CasefileError(f"{notes}: belongs to a data file that is missing; put that back, or remove this one, too")
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=OWNER_ONLY)
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as database:
        migrate(database, 0)
    put_in_place(unfinished, path)


def put_in_place(unfinished: Path, path: Path) -> None:
    """Give a file that is finished its name, for good."""
    sync(unfinished)
    unfinished.rename(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# Copies


def backup(folder: Path, target: Path) -> None:
    """A consistent copy of the data file, also while a server works with it; whole, or not there at all."""
    path = folder / FILE
    if not path.exists():
        raise CasefileError(f"{folder}: has no data file of Casefile")
    if target.exists():
        raise CasefileError(f"{target}: exists already; name a new file")
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=OWNER_ONLY)
        with readable(path, target.parent) as source:
            inspect(source)
            copy_database(source, unfinished)
        inspect(unfinished)
        put_in_place(unfinished, target)
    except OSError as error:
        raise CasefileError(f"{target}: cannot be written: {error.strerror}") from None
    except sqlite3.Error as error:
        raise CasefileError(f"{target}: the backup failed: {one_line(error)}") from None
    finally:
        for notes in ("", "-wal", "-shm"):  # which SQLite leaves where it only read
            unfinished.with_name(f"{unfinished.name}{notes}").unlink(missing_ok=True)


def copy_database(path: Path, target: Path) -> None:
    """Copy a database that others may be writing."""
    with closing(open_to_read(path)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("DELETE FROM meta WHERE name = ?", (FILE_ID,))  # it is another file: see casefile.server.heads
        copy.commit()


@contextmanager
def readable(path: Path, beside: Path) -> Iterator[Path]:
    """A data file that SQLite can read; where it can write nothing, not even its notes, that is a copy."""
    if os.access(path.parent, os.W_OK):
        yield path
        return
    with TemporaryDirectory(dir=beside) as folder, ExitStack() as opened:
        if (path.parent / LOCK).exists():
            lock = opened.enter_context((path.parent / LOCK).open())
            lock_folder(lock, path.parent, "stop it, or make the backup as a user who may write there")
        for name in (path.name, f"{path.name}-wal"):
            if (path.parent / name).exists():
                copyfile(path.parent / name, Path(folder) / name)
        yield Path(folder) / path.name
