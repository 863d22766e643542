"""Take a server from a folder with SQLite to a PostgreSQL database: all of it, checked, or nothing."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from psycopg import AsyncConnection, Error

from casefile.errors import CasefileError, one_line
from casefile.server.datafile import FILE, FILE_ID, LOCK, connect, inspect, lock_folder, migrate
from casefile.server.heads import Heads
from casefile.server.postgresql import PostgresStorage
from casefile.server.repair import find_damage


@dataclass
class Moved:
    """How much was taken along."""

    tables: int
    entries: int
    results: int


async def move(folder: Path, url: str) -> Moved:
    """Copy everything from a folder, whose server is stopped, to an empty database; the folder stays as it is."""
    if not (folder / FILE).exists():
        raise CasefileError(f"{folder}: has no data file of Casefile")
    with (folder / LOCK).open("w") as lock:
        lock_folder(lock, folder, "stop it first")
        version = inspect(folder / FILE)
        with closing(connect(folder / FILE)) as source:
            migrate(source, version)
            with closing(Heads(folder, source)) as heads:
                damaged = find_damage(source, heads)
            if damaged:
                raise CasefileError(f"{folder}: {len(damaged)} tables are damaged; run casefile repair first")
            storage = await PostgresStorage.open(url)
            try:
                async with storage.writer.lock:
                    return await copy(source, await storage.writer.opened())
            except Error as error:
                raise CasefileError(f"nothing was moved: {one_line(error)}") from None
            finally:
                await storage.close()


async def copy(source: sqlite3.Connection, target: AsyncConnection) -> Moved:
    """Copy all rows in one transaction, and count them there."""
    heads = "SELECT tabl, max(number) + 1 AS entries, digest FROM entries GROUP BY tabl"  # SQLite: that row's digest
    async with target.transaction():
        await target.execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
        if await count(target, "tables") or await count(target, "results"):
            raise CasefileError("the database holds tables already; name an empty one")
        await target.execute("DELETE FROM meta")
        rows = {
            "meta (name, value)": source.execute("SELECT name, value FROM meta WHERE name <> ?", (FILE_ID,)),
            "tables (name, status, time, entries, digest)": source.execute(
                f"SELECT name, status, time, heads.entries, digest FROM tables JOIN ({heads}) AS heads ON tabl = name"
            ),
            "entries (tabl, number, body, digest, fence)": source.execute(
                "SELECT tabl, number, body, digest, 0 FROM entries ORDER BY tabl, number"
            ),
            "seats (owner, tabl)": source.execute("SELECT owner, tabl FROM seats"),
            "results (tabl, time, body, record)": source.execute(
                "SELECT tabl, time, body, record FROM results ORDER BY number"
            ),
        }
        async with target.cursor() as cursor:
            for place, found in rows.items():
                async with cursor.copy(f"COPY {place} FROM STDIN") as into:
                    for row in found:
                        await into.write_row(row)
        moved = Moved(*[await count(target, name) for name in ("tables", "entries", "results")])
        had = Moved(*[count_here(source, name) for name in ("tables", "entries", "results")])
        if moved != had:
            raise CasefileError(f"nothing was moved: of {had} only {moved} arrived")
    return moved


async def count(target: AsyncConnection, name: str) -> int:
    """How many rows a table of the database has."""
    row = await (await target.execute(f"SELECT count(*) FROM {name}")).fetchone()
    return int(row[0]) if row else 0


def count_here(source: sqlite3.Connection, name: str) -> int:
    """How many rows a table of the file has."""
    return int(source.execute(f"SELECT count(*) FROM {name}").fetchone()[0])
