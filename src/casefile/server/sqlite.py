"""Storage in one SQLite file. One thread writes, and commits all that waits at once; reading has its own connection."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from casefile.errors import CasefileError, one_line
from casefile.server.chain import first_link, link
from casefile.server.datafile import FILE, LOCK, connect, inspect, lock_folder, make_file, migrate
from casefile.server.heads import Head, Heads, damage_in
from casefile.server.storage import Change, ConflictError, DamagedError, Result, StorageError, TableRow

MOST_AT_ONCE = 500
CONFLICT = "somebody else has changed this table"
DOUBTFUL = "it is not certain that this was kept"

Work = list[Change] | tuple[str, bytes]  # what is kept whole or not at all: changes, or something small with its name


class SqliteStorage:
    """Storage in a folder."""

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        with ExitStack() as opened:  # closes everything if anything is wrong
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                lock_folder(opened.enter_context((folder / LOCK).open("w")), folder)
                if not path.exists():
                    make_file(path)
                version = inspect(path)
                self.writer_db = opened.enter_context(closing(connect(path)))
                migrate(self.writer_db, version)
                self.reader_db = opened.enter_context(closing(connect(path)))
                self.heads = opened.enter_context(closing(Heads(folder, self.writer_db)))
            except OSError as error:
                raise CasefileError(f"{folder}: cannot be used for data: {error.strerror}") from None
            except sqlite3.Error as error:
                raise CasefileError(f"{folder}: cannot be used for data: {one_line(error)}") from None
            self.opened = opened.pop_all()
        self.waiting: queue.SimpleQueue[tuple[Work, Callable[[str | None], object]] | None]
        self.waiting = queue.SimpleQueue()
        self.readers = ThreadPoolExecutor(1, "casefile-reader")
        self.thread = threading.Thread(target=self.write_all, name="casefile-writer", daemon=True)
        self.thread.start()

    # Writing

    async def append(self, *changes: Change) -> None:
        """Keep changes, all of them or none."""
        await self.write(list(changes))

    async def put(self, name: str, value: bytes) -> None:
        """Keep something small."""
        await self.write((name, value))

    async def write(self, work: Work) -> None:
        """Hand something to the thread that writes, and wait until it is on disk."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()

        def settle(problem: str | None) -> None:
            if future.done():
                return
            if problem is None:
                future.set_result(None)
            else:
                future.set_exception(
                    ConflictError(problem) if problem in (CONFLICT, DOUBTFUL) else StorageError(problem)
                )

        self.waiting.put((work, lambda problem: loop.call_soon_threadsafe(settle, problem)))
        await asyncio.shield(future)

    def write_all(self) -> None:
        """The thread that writes: all that waits, in one transaction."""
        while True:
            batch = [self.waiting.get()]
            while len(batch) < MOST_AT_ONCE and not self.waiting.empty():
                batch.append(self.waiting.get())
            jobs = [job for job in batch if job is not None]
            problems = self.commit([work for work, _ in jobs]) if jobs else []
            for (_, answer), problem in zip(jobs, problems, strict=True):
                answer(problem)
            if None in batch:
                return

    def commit(self, batch: list[Work]) -> list[str | None]:
        """Keep a batch; what is wrong with each, if anything is. One that is refused does not harm the others."""
        problems: list[str | None] = []
        heads: list[Head] = []
        database = self.writer_db
        try:
            database.execute("BEGIN IMMEDIATE")
            for work in batch:
                database.execute("SAVEPOINT one")
                try:
                    heads += self.keep(work)
                    problems.append(None)
                except sqlite3.IntegrityError:
                    database.execute("ROLLBACK TO one")
                    problems.append(CONFLICT)
                database.execute("RELEASE one")
            database.execute("COMMIT")
        except sqlite3.Error as error:
            if database.in_transaction:
                database.execute("ROLLBACK")
            return [one_line(error)] * len(batch)
        try:
            self.heads.keep(heads)
        except sqlite3.Error:  # it is kept, but not so surely that it may be acknowledged: the table is loaded anew
            return [DOUBTFUL if isinstance(work, list) else None for work in batch]
        return problems

    def keep(self, work: Work) -> list[Head]:
        """Write within the transaction what has to be kept whole; the newest entries of tables."""
        if isinstance(work, tuple):
            self.writer_db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", work)
            return []
        return [self.keep_change(change) for change in work]

    def keep_change(self, change: Change) -> Head:
        """Write a change of one table, each entry chained to the one before."""
        database = self.writer_db
        before = first_link(change.table)
        if change.expected:
            row = database.execute(
                "SELECT digest FROM entries WHERE tabl = ? AND number = ?", (change.table, change.expected - 1)
            ).fetchone()
            if row is None:
                raise sqlite3.IntegrityError(CONFLICT)
            before = row[0]
        for number, body in enumerate(change.entries, change.expected):
            before = link(before, body)
            database.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (change.table, number, body, before))
        database.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", (change.table, change.status, change.time))
        for key in change.keys:
            database.execute("INSERT OR IGNORE INTO seats VALUES (?, ?)", (key, change.table))
        if change.result is not None:
            kept = change.result
            database.execute(
                "INSERT INTO results (tabl, time, body, record) VALUES (?, ?, ?, ?)",
                (kept.table, kept.time, kept.body, kept.record),
            )
        return change.table, change.expected + len(change.entries) - 1, before

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

    async def tables(self, status: str) -> list[TableRow]:
        """All tables of a status."""
        rows = await self.read("SELECT name, status, time FROM tables WHERE status = ?", status)
        return [TableRow(*row) for row in rows]

    async def tables_of(self, key: str) -> list[TableRow]:
        """All tables at which somebody has a seat."""
        rows = await self.read(
            "SELECT name, status, time FROM tables JOIN seats ON tabl = name WHERE owner = ? ORDER BY time DESC", key
        )
        return [TableRow(*row) for row in rows]

    async def results(self, after: int = 0) -> list[tuple[int, Result]]:
        """Finished matches."""
        rows = await self.read("SELECT number, tabl, time, body FROM results WHERE number > ? ORDER BY number", after)
        return [(number, Result(table, time, body, "")) for number, table, time, body in rows]

    async def results_of(self, key: str) -> list[Result]:
        """Finished matches at whose tables somebody had a seat."""
        rows = await self.read(
            "SELECT tabl, time, body FROM results JOIN seats USING (tabl) WHERE owner = ? ORDER BY number", key
        )
        return [Result(table, time, body, "") for table, time, body in rows]

    async def record(self, table: str) -> str | None:
        """The record of a finished match."""
        rows = await self.read("SELECT record FROM results WHERE tabl = ?", table)
        return rows[0][0] if rows else None

    async def get(self, name: str) -> bytes | None:
        """Something small."""
        rows = await self.read("SELECT value FROM meta WHERE name = ?", name)
        return rows[0][0] if rows else None

    async def close(self) -> None:
        """Finish what was begun."""
        self.waiting.put(None)
        await asyncio.to_thread(self.thread.join)
        self.readers.shutdown()
        self.opened.close()
