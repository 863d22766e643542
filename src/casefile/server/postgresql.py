"""Storage in a PostgreSQL database, for any number of nodes on any number of machines.

All of it is asynchronous, in the event loop: a node waits for the database, not for a disk, and what waits is kept
together, in one transaction. A change is acknowledged when the database has committed it.
"""

import asyncio
import dataclasses
import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, ClassVar

import psycopg
from psycopg import AsyncConnection

from casefile.errors import CasefileError, one_line
from casefile.server.chain import first_link, link
from casefile.server.heads import damage_in
from casefile.server.postgresql_schema import migrate
from casefile.server.sql import NEW_RESULT, REMOVALS, SqlStorage
from casefile.server.storage import BETWEEN_COMMITS, Change, ConflictError, DamagedError, StorageError

log = logging.getLogger("casefile.server")

MOST_AT_ONCE = 500
MOST_SECONDS = 4.0  # for one transaction: a connection on which nothing comes back is broken
PULSE_SECONDS = 1.0  # for the questions by which a node lives
CONNECT_SECONDS = 3
FAILED_SECONDS = 0.3  # after which it is worth trying again
START_SECONDS = 20  # to connect for the first time: nobody plays yet
SILENT = "the database does not answer"
CONFLICT = "another node has this table, or has changed it"
DOUBTFUL = "it is not certain that this was kept"

# A node that stops in the middle of a transaction must not keep others from its tables.
SETTINGS = "SET idle_in_transaction_session_timeout = 1500; SET lock_timeout = 2000; SET statement_timeout = 4000"

# Many rows with one statement, each column as a list. No pipeline: a node that stops between two of its messages is not
# idle for the database, which would keep the rows locked as long as the node stands still.
ROWS = "unnest(%s::text[], %s::float8[], %s::int[], %s::bytea[], %s::text[], %s::bigint[], %s::text[])"
NEW = f"INSERT INTO tables (status, time, entries, digest, node, fence, name) SELECT * FROM {ROWS}"
CHANGED = (
    "UPDATE tables SET status = new.status, time = new.time, entries = new.entries, digest = new.digest,"
    f" node = new.node, glance = NULL FROM {ROWS} AS new (status, time, entries, digest, node, fence, name)"
    " WHERE tables.name = new.name"
)
ENTRIES = (
    "INSERT INTO entries (tabl, number, body, digest, fence)"
    " SELECT * FROM unnest(%s::text[], %s::int[], %s::bytea[], %s::bytea[], %s::bigint[])"
)
SEATS = "INSERT INTO seats (owner, tabl) SELECT * FROM unnest(%s::text[], %s::text[]) ON CONFLICT DO NOTHING"
RESULTS = (
    "INSERT INTO results (tabl, time, body, record)"
    " SELECT * FROM unnest(%s::text[], %s::float8[], %s::bytea[], %s::text[])"
)


def hang_up(connection: AsyncConnection) -> None:
    """End a connection on which nothing comes back; the task that waits for it is told."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as copy:
        copy.shutdown(socket.SHUT_RDWR)


class Link:
    """One connection to the database, for one transaction at a time; made anew when it is broken."""

    def __init__(self, url: str, seconds: float = MOST_SECONDS) -> None:
        self.url = url
        self.seconds = seconds
        self.connection: AsyncConnection | None = None
        self.lock = asyncio.Lock()
        self.failed = float("-inf")  # when nobody answered last

    async def opened(self, seconds: int = CONNECT_SECONDS) -> AsyncConnection:
        """The connection; if nobody answered just now, all who wait are told at once, not one after the other."""
        if self.connection is None or self.connection.closed:
            if monotonic() - self.failed < FAILED_SECONDS:
                raise psycopg.OperationalError(SILENT)
            try:
                connection = await AsyncConnection.connect(
                    self.url,
                    autocommit=True,
                    connect_timeout=seconds,
                    application_name="casefile",
                    client_encoding="utf8",  # also where the database has none: its texts would be bytes
                )
                await connection.execute(SETTINGS)
            except psycopg.OperationalError:
                self.failed = monotonic()
                raise
            self.connection = connection
        return self.connection

    @asynccontextmanager
    async def use(self) -> AsyncIterator[AsyncConnection]:
        """The connection for a while, for a bounded time."""
        async with self.lock:
            connection = await self.opened()
            timer = asyncio.get_running_loop().call_later(self.seconds, hang_up, connection)
            try:
                yield connection
            except (psycopg.OperationalError, psycopg.InterfaceError, asyncio.CancelledError):
                await self.close()  # whatever it is in the midst of
                raise
            finally:
                timer.cancel()

    async def close(self) -> None:
        """Hang up."""
        connection, self.connection = self.connection, None
        if connection is not None:
            hang_up(connection)
            await connection.close()


Head = tuple[int, bytes, int]  # the number of entries of a table, the digest of the last, and the fence


class PostgresStorage(SqlStorage):
    """Storage in a database."""

    now: ClassVar[str] = "extract(epoch FROM clock_timestamp())::float8"  # the database's clock: nodes' may differ
    skip_locked: ClassVar[str] = "FOR UPDATE SKIP LOCKED"

    def __init__(self, url: str) -> None:
        self.writer, self.reader, self.asker = Link(url), Link(url), Link(url)
        self.pulse = Link(url, PULSE_SECONDS)
        self.waiting: asyncio.Queue[tuple[list[Change], asyncio.Future[None]] | None] = asyncio.Queue()
        self.writing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str) -> "PostgresStorage":
        """Storage in a database that is brought up to date first."""
        storage = cls(url)
        try:
            async with storage.writer.lock:
                await migrate(await storage.writer.opened(START_SECONDS))
        except psycopg.Error as error:
            raise CasefileError(f"the database cannot be used: {one_line(error)}") from None
        except BaseException:
            await storage.close()
            raise
        storage.writing = asyncio.ensure_future(storage.write_all())
        return storage

    # Writing

    async def append(self, *changes: Change) -> None:
        """Keep changes, all of them or none."""
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.put_nowait((list(changes), kept))
        await asyncio.shield(kept)

    async def write_all(self) -> None:
        """Keep all that waits, in one transaction, again and again."""
        ended, started = False, 0.0
        while not ended:
            batch = [await self.waiting.get()]
            if (early := started + BETWEEN_COMMITS - monotonic()) > 0:
                await asyncio.sleep(early)
            started = monotonic()
            while len(batch) < MOST_AT_ONCE and not self.waiting.empty():
                batch.append(self.waiting.get_nowait())
            jobs = [job for job in batch if job is not None]
            problems = await self.commit([changes for changes, _ in jobs]) if jobs else []
            for (_, kept), problem in zip(jobs, problems, strict=True):
                if not kept.done():
                    kept.set_result(None) if problem is None else kept.set_exception(problem)
                    kept.exception()  # the task that waited may have gone
            ended = None in batch

    async def commit(self, batch: list[list[Change]]) -> list[StorageError | None]:
        """Keep a batch; what is wrong with each, if anything is. One that is refused does not harm the others."""
        try:
            async with self.writer.use() as connection:
                return await self.keep(connection, batch)
        except psycopg.IntegrityError:  # a new table, or a result, that is there already
            if len(batch) == 1:
                return [ConflictError(CONFLICT)]
            return [problem for changes in batch for problem in await self.commit([changes])]
        except ConflictError as doubt:
            return [doubt] * len(batch)
        except psycopg.Error as error:
            log.warning("the database did not keep a change: %s", one_line(error))
            return [StorageError(SILENT)] * len(batch)

    async def keep(self, connection: AsyncConnection, batch: list[list[Change]]) -> list[StorageError | None]:
        """Keep a batch in one transaction; if nobody knows whether it was committed, all of it is doubtful."""
        try:
            await connection.execute("BEGIN")
            heads = await self.lock_tables(connection, batch)
            fitting = [all(follows(change, heads) for change in changes) for changes in batch]
            good = [change for changes, fits in zip(batch, fitting, strict=True) if fits for change in changes]
            await self.insert(connection, good, heads)
        except psycopg.IntegrityError:
            await connection.execute("ROLLBACK")
            raise
        except psycopg.Error:
            await self.writer.close()  # the database gives up a transaction whose connection is gone
            raise
        try:
            done = await connection.execute("COMMIT")
            if done.statusmessage != "COMMIT":  # a transaction that failed is rolled back, and that is no error
                raise psycopg.OperationalError(f"the database answered {done.statusmessage}")
        except psycopg.Error as error:
            log.warning("%s: %s", DOUBTFUL, one_line(error))
            await self.writer.close()
            raise ConflictError(DOUBTFUL) from None
        return [None if fits else ConflictError(CONFLICT) for fits in fitting]

    async def lock_tables(self, connection: AsyncConnection, batch: list[list[Change]]) -> dict[str, Head]:
        """How far the tables of a batch have come; nobody else can write or claim them until the transaction ends."""
        names = sorted({change.table for changes in batch for change in changes if change.expected})
        if not names:
            return {}
        rows = await connection.execute(
            "SELECT name, entries, digest, fence FROM tables WHERE name = ANY(%s) ORDER BY name FOR UPDATE", (names,)
        )
        return {name: (entries, digest, fence) for name, entries, digest, fence in await rows.fetchall()}

    async def insert(self, connection: AsyncConnection, changes: list[Change], heads: dict[str, Head]) -> None:
        """Write changes that fit, each entry chained to the one before."""
        made: list[tuple[object, ...]] = []
        changed: list[tuple[object, ...]] = []
        entries: list[tuple[object, ...]] = []
        seats: list[tuple[object, ...]] = []
        results: list[tuple[object, ...]] = []
        for change in changes:
            before = heads[change.table][1] if change.expected else first_link(change.table)
            for number, body in enumerate(change.entries, change.expected):
                before = link(before, body)
                entries.append((change.table, number, body, before, change.fence))
            count = change.expected + len(change.entries)
            heads[change.table] = (count, before, change.fence)
            row = (change.status, change.time, count, before, change.node, change.fence, change.table)
            (changed if change.expected else made).append(row)
            seats += [(key, change.table) for key in change.keys]
            if (kept := change.result) is not None:
                results.append((kept.table, kept.time, kept.body, kept.record))
        if results:  # their numbers are in the order of commits: a node that asks for newer ones must miss none
            await connection.execute("LOCK TABLE results IN SHARE ROW EXCLUSIVE MODE")
        for statement, rows in (
            (NEW, made),
            (CHANGED, changed),
            (ENTRIES, entries),
            (SEATS, seats),
            (RESULTS, results),
        ):
            if rows:
                await connection.execute(statement, list(map(list, zip(*rows, strict=True))))

    async def replace(self, table: str, change: Change | None) -> None:
        """Put other entries, or nothing, in the place of what a table has."""
        try:
            async with self.asker.use() as connection, connection.transaction():
                for statement in REMOVALS:
                    await connection.execute(statement.replace("?", "%s"), (table,))
                if change is not None:
                    if (kept := change.result) is not None:
                        values = (kept.time, kept.body, kept.record, table)
                        await connection.execute(NEW_RESULT.replace("?", "%s"), values)
                    await self.insert(connection, [dataclasses.replace(change, result=None)], {})
        except psycopg.Error as error:
            log.warning("the database refused something: %s", one_line(error))
            raise StorageError(SILENT) from None

    async def ask(self, statement: str, *values: object) -> list[Any]:
        """Carry out a statement."""
        return await self.fetch(self.asker, statement, values)

    async def live(self, statement: str, *values: object) -> list[Any]:
        """Carry out a statement by which a node lives."""
        return await self.fetch(self.pulse, statement, values)

    # Reading

    async def read(self, question: str, *values: object) -> list[Any]:
        """Rows."""
        return await self.fetch(self.reader, question, values)

    async def fetch(self, link: Link, question: str, values: tuple[object, ...]) -> list[Any]:
        """Rows, by one of the connections; once more if that was broken, as after a restart of the database."""
        was_open = link.connection is not None
        try:
            return await self.fetch_once(link, question, values)
        except psycopg.OperationalError:
            if not was_open:
                raise StorageError(SILENT) from None
        except psycopg.Error as error:
            log.warning("the database refused something: %s", one_line(error))
            raise StorageError(SILENT) from None
        try:
            return await self.fetch_once(link, question, values)
        except psycopg.Error:
            raise StorageError(SILENT) from None

    async def fetch_once(self, link: Link, question: str, values: tuple[object, ...]) -> list[Any]:
        """Rows, by one of the connections."""
        async with link.use() as connection:
            cursor = await connection.execute(question.replace("?", "%s"), values)
            return await cursor.fetchall() if cursor.description else []

    async def load(self, table: str) -> list[bytes]:
        """All entries of a table; refuses it if one is not what it was when it was kept, or is gone."""
        rows = await self.read(
            "SELECT entries.body, entries.digest, tables.entries, tables.digest FROM entries"
            " RIGHT JOIN tables ON tabl = name WHERE name = ? ORDER BY number",
            table,
        )
        if not rows:
            return []
        kept = [(body, digest) for body, digest, _, _ in rows if body is not None]
        damaged_from = damage_in(table, kept, (rows[0][2] - 1, rows[0][3]))
        if damaged_from is not None or len(kept) != rows[0][2]:
            raise DamagedError(f"the table is damaged from entry {damaged_from or len(kept)} on")
        return [body for body, _ in kept]

    async def damaged(self) -> list[tuple[str, int]]:
        """Tables whose newest entry is not what it was when it was kept."""
        rows = await self.read(
            "SELECT name, tables.entries - 1 FROM tables LEFT JOIN entries ON tabl = name AND number ="
            " tables.entries - 1 WHERE entries.digest IS DISTINCT FROM tables.digest"
        )
        return [(name, number) for name, number in rows]

    async def close(self) -> None:
        """Finish what was begun."""
        if self.writing is not None:
            self.waiting.put_nowait(None)
            await self.writing
        for link_to in (self.writer, self.reader, self.asker, self.pulse):
            await link_to.close()


def follows(change: Change, heads: dict[str, Head]) -> bool:
    """Is this the next change of its table, by the node that has it?"""
    if not change.expected:
        return True
    found = heads.get(change.table)
    return found is not None and (found[0], found[2]) == (change.expected, change.fence)
