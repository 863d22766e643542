"""Storage in one SQLite file. One thread writes, and commits all that waits at once; reading has its own connection.

Several processes of one machine may share the file, if the process that started them holds its lock.
"""

import asyncio
import dataclasses
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, ClassVar

from casefile.errors import CasefileError, one_line
from casefile.server.chain import first_link, link
from casefile.server.datafile import FILE, LOCK, connect, inspect, lock_folder, make_file, migrate
from casefile.server.heads import Head, Heads, damage_in
from casefile.server.sql import NEW_RESULT, REMOVALS, SqlStorage
from casefile.server.storage import BETWEEN_COMMITS, Change, ConflictError, DamagedError, StorageError

MOST_AT_ONCE = 500
TIME_STEP = 60.0  # seconds: a list of tables need not know better when something last happened at one that is played
MOST_NEWEST = 10_000  # tables whose newest entry is kept in memory
CONFLICT = "somebody else has changed this table"
DOUBTFUL = "it is not certain that this was kept"

Statement = tuple[str, tuple[object, ...]]  # with its values
Replacement = tuple[str, Change | None]  # of all that a table has
Work = list[Change] | Statement | Replacement  # what is kept whole or not at all
Outcome = str | list[Any]  # what is wrong, or the rows that came back
Waiting = asyncio.Future[list[Any]]  # for what comes of something
Stand = tuple[str, int, str, str]  # a table, and the fence, the status and the node in its row
Newest = tuple[int, bytes, float]  # number and digest of its newest entry, and the time in its row
NOT_KNOWN: Newest = (-1, b"", 0.0)


def settle(futures: list[Waiting], outcomes: list[Outcome]) -> None:
    """Tell those who wait, all in one loop, what came of it."""
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.done():
            continue
        if not isinstance(outcome, str):
            future.set_result(outcome)
        else:
            is_doubtful = outcome in (CONFLICT, DOUBTFUL)
            future.set_exception(ConflictError(outcome) if is_doubtful else StorageError(outcome))


class SqliteStorage(SqlStorage):
    """Storage in a folder; this process's alone, unless it is `shared` and another one holds the lock."""

    now: ClassVar[str] = "uptime()"  # the clock of this machine, which nobody sets
    skip_locked: ClassVar[str] = ""  # there is one writer at a time

    def __init__(self, folder: Path, *, shared: bool = False) -> None:
        self.shared = shared
        path = folder / FILE
        with ExitStack() as opened:  # closes everything if anything is wrong
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                if not shared:
                    lock_folder(opened.enter_context((folder / LOCK).open("w")), folder)
                if not path.exists():
                    make_file(path)
                version = inspect(path)
                self.writer_db = opened.enter_context(closing(connect(path)))
                migrate(self.writer_db, version)
                self.reader_db = opened.enter_context(closing(connect(path)))
                for database in (self.writer_db, self.reader_db):
                    database.create_function("uptime", 0, monotonic)
                self.heads = opened.enter_context(closing(Heads(folder, self.writer_db)))
            except OSError as error:
                raise unusable(folder, error) from None
            except sqlite3.Error as error:
                raise CasefileError(f"{folder}: cannot be used for data: {one_line(error)}") from None
            self.opened = opened.pop_all()
        self.newest: dict[Stand, Newest] = {}  # of tables whose rows have no glance, if this process alone serves
        self.data_version = -1  # changes when another process writes
        self.waiting: queue.SimpleQueue[tuple[Work, Waiting] | None] = queue.SimpleQueue()
        self.readers = ThreadPoolExecutor(1, "casefile-reader")
        self.thread = threading.Thread(target=self.write_all, name="casefile-writer", daemon=True)
        self.thread.start()

    # Writing

    async def append(self, *changes: Change) -> None:
        """Keep changes, all of them or none."""
        await self.write(list(changes))

    async def replace(self, table: str, change: Change | None) -> None:
        """Put other entries, or nothing, in the place of what a table has."""
        await self.write((table, change))

    async def ask(self, statement: str, *values: object) -> list[Any]:
        """Carry out a statement."""
        return await self.write((statement, values))

    async def write(self, work: Work) -> list[Any]:
        """Hand something to the thread that writes, and wait until it is on disk; the rows that came back."""
        future: Waiting = asyncio.get_running_loop().create_future()
        self.waiting.put((work, future))
        return await future

    def write_all(self) -> None:
        """The thread that writes: all that waits, in one transaction.

        Nobody waits on a server with little to do; on a busy one, what comes within a moment is synced together.
        """
        started = 0.0
        while True:
            batch = [self.waiting.get()]
            sleep(max(0.0, started + BETWEEN_COMMITS - monotonic()))
            started = monotonic()
            while len(batch) < MOST_AT_ONCE and not self.waiting.empty():
                batch.append(self.waiting.get())
            jobs = [job for job in batch if job is not None]
            outcomes = self.commit([work for work, _ in jobs]) if jobs else []
            if jobs:  # the loop is woken up once for all that were waiting
                loop = jobs[0][1].get_loop()
                loop.call_soon_threadsafe(settle, [future for _, future in jobs], outcomes)
            if None in batch:
                return

    def commit(self, batch: list[Work]) -> list[Outcome]:
        """Keep a batch; what came of each. One that is refused does not harm the others."""
        try:
            return self.commit_by(self.keep, batch)
        except sqlite3.IntegrityError:  # only then is each of them worth a savepoint
            return self.commit_by(self.keep_or_refuse, batch)

    def commit_by(self, keep: Callable[[Work, list[Outcome]], list[Head]], batch: list[Work]) -> list[Outcome]:
        """Keep a batch in one transaction, whole or not at all."""
        outcomes: list[Outcome] = []
        heads: list[Head] = []
        database = self.writer_db
        try:
            database.execute("BEGIN IMMEDIATE")
            self.look_for_others()
            for work in batch:
                heads += keep(work, outcomes)
            database.execute("COMMIT")
        except sqlite3.Error as error:
            self.newest.clear()
            if database.in_transaction:
                database.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise
            return [one_line(error)] * len(batch)
        try:
            if heads:
                self.heads.keep(heads)
        except sqlite3.Error:  # it is kept, but not so surely that it may be acknowledged: the table is loaded anew
            return [DOUBTFUL if isinstance(work, list) else kept for work, kept in zip(batch, outcomes, strict=True)]
        return outcomes

    def look_for_others(self) -> None:
        """Forget what was kept in memory if somebody else has written: whoever looks after a server may do so."""
        version = self.writer_db.execute("PRAGMA data_version").fetchone()[0]
        if version != self.data_version:
            self.data_version = version
            self.newest.clear()

    def keep_or_refuse(self, work: Work, outcomes: list[Outcome]) -> list[Head]:
        """Carry something out within the transaction, or nothing of it."""
        heads: list[Head] = []
        self.writer_db.execute("SAVEPOINT one")
        try:
            heads = self.keep(work, outcomes)
        except sqlite3.IntegrityError:
            self.newest.clear()
            self.writer_db.execute("ROLLBACK TO one")
            outcomes.append(CONFLICT)
        self.writer_db.execute("RELEASE one")
        return heads

    def keep(self, work: Work, outcomes: list[Outcome]) -> list[Head]:
        """Carry something out within the transaction; what came of it is noted, and the newest entries are returned."""
        if isinstance(work, list):
            heads = [self.keep_change(change) for change in work]
            outcomes.append([])
            return heads
        if isinstance(work[1], tuple):
            done = self.writer_db.execute(work[0], work[1])
            outcomes.append(done.fetchall())
            if done.rowcount and "UPDATE tables" in work[0]:  # a table was given to a node, or given up
                self.newest.clear()
            return []
        table, change = work[0], work[1]
        self.newest.clear()
        for statement in REMOVALS:
            self.writer_db.execute(statement, (table,))
        self.heads.forget(table)  # if the transaction fails, the newest entry is not known for a while: no harm
        outcomes.append([])
        if change is None:
            return []
        if (kept := change.result) is not None:
            self.writer_db.execute(NEW_RESULT, (kept.time, kept.body, kept.record, table))
        return [self.keep_change(dataclasses.replace(change, result=None))]

    def keep_change(self, change: Change) -> Head:
        """Write a change of one table, each entry chained to the one before."""
        database = self.writer_db
        stand = (change.table, change.fence, change.status, change.node)
        number, before, time = self.newest.pop(stand, NOT_KNOWN)
        if number != change.expected - 1 or change.time - time >= TIME_STEP or not change.expected:
            before, time = self.head_before(change)
        for number, body in enumerate(change.entries, change.expected):
            before = link(before, body)
            database.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (change.table, number, body, before))
        for key in change.keys:
            database.execute("INSERT OR IGNORE INTO seats VALUES (?, ?)", (key, change.table))
        if change.result is not None:
            kept = change.result
            database.execute(
                "INSERT INTO results (tabl, time, body, record) VALUES (?, ?, ?, ?)",
                (kept.table, kept.time, kept.body, kept.record),
            )
        head = change.table, change.expected + len(change.entries) - 1, before
        if len(self.newest) >= MOST_NEWEST:
            self.newest.clear()
        if not self.shared:
            self.newest[stand] = (*head[1:], time)
        return head

    def head_before(self, change: Change) -> tuple[bytes, float]:
        """What the first entry of a change is chained to, and the time in its row, which then stands as it has to.

        Refuses a change by a node that has lost the table.
        """
        database = self.writer_db
        if not change.expected:
            row = (change.table, change.status, change.time, change.node, change.fence)
            database.execute("INSERT INTO tables (name, status, time, node, fence) VALUES (?, ?, ?, ?, ?)", row)
            return first_link(change.table), change.time
        row = database.execute(
            "SELECT digest, fence, status, node, glance IS NULL, time FROM tables JOIN entries ON tabl = name"
            " WHERE name = ? AND number = ?",
            (change.table, change.expected - 1),
        ).fetchone()
        if row is None or row[1] != change.fence:
            raise sqlite3.IntegrityError(CONFLICT)
        digest, _, *stands, time = row
        if stands != [change.status, change.node, 1] or change.time - time >= TIME_STEP:  # seldom
            database.execute(
                "UPDATE tables SET status = ?, time = ?, node = ?, glance = NULL WHERE name = ?",
                (change.status, change.time, change.node, change.table),
            )
            time = change.time
        return bytes(digest), time

    # Reading

    async def read(self, question: str, *values: object) -> list[Any]:
        """Rows, read by a thread of their own."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.readers, lambda: self.reader_db.execute(question, values).fetchall())
        except sqlite3.Error as error:
            raise StorageError(one_line(error)) from None

    async def load(self, table: str) -> list[bytes]:
        """All entries of a table; refuses it if one is not what it was when it was kept, or is gone."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, self.load_checked, table)

    def load_checked(self, table: str) -> list[bytes]:
        """The same, in the thread that reads."""
        try:
            head = self.heads.find(table)  # first: it is never ahead of the entries
            rows = self.reader_db.execute(
                "SELECT body, digest FROM entries WHERE tabl = ? ORDER BY number", (table,)
            ).fetchall()
            damaged_from = damage_in(table, rows, head)
        except sqlite3.Error as error:
            raise StorageError(one_line(error)) from None
        if damaged_from is not None:
            raise DamagedError(f"the table is damaged from entry {damaged_from} on")
        return [body for body, _ in rows]

    async def damaged(self) -> list[tuple[str, int]]:
        """Tables of which entries are gone that were acknowledged, and from which one on."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.readers, lambda: self.heads.lost(self.reader_db))

    async def close(self) -> None:
        """Finish what was begun."""
        self.waiting.put(None)
        await asyncio.to_thread(self.thread.join)
        self.readers.shutdown()
        self.opened.close()


def unusable(folder: Path, error: OSError) -> CasefileError:
    """Nothing can be kept in a folder."""
    reason = "is not a folder" if isinstance(error, FileExistsError) else f"cannot be used for data: {error.strerror}"
    return CasefileError(f"{folder}: {reason}")


@contextmanager
def hold_for_workers(folder: Path) -> Iterator[None]:
    """Keep other servers out of a folder, make its files ready, and forget the processes that worked there before."""

    async def prepare() -> None:
        storage = SqliteStorage(folder, shared=True)
        await storage.ask("DELETE FROM nodes")
        await storage.close()

    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (folder / LOCK).open("w")
    except OSError as error:
        raise unusable(folder, error) from None
    with lock:
        lock_folder(lock, folder)
        asyncio.run(prepare())
        yield
