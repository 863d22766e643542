"""Repair a damaged data file: whatever can be proved by the chain of digests is restored, the rest is set aside."""

import json
import sqlite3
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from time import strftime
from typing import TextIO

import msgspec

from casefile.errors import CasefileError
from casefile.server.chain import chain, first_link, link
from casefile.server.datafile import FILE, LOCK, backup, connect, inspect, lock_folder, migrate, open_to_read
from casefile.server.heads import Heads, damage_in
from casefile.server.snapshots import name_of

FIRST_WITH_DIGESTS = 2  # version of the data file
Row = tuple[bytes, bytes]  # an entry and its digest


@dataclass
class Repaired:
    """What became of a damaged table."""

    table: str
    damaged_from: int
    entries: int  # that it has now
    lost: int  # that could not be restored, as far as is known


def repair(folder: Path, other: Path | None = None) -> list[Repaired]:
    """Restore what can be proved, with the help of a backup if there is one; what was done to each damaged table.

    The file is copied first, and what is taken out of it is written beside it.
    """
    path = folder / FILE
    if not path.exists():
        raise CasefileError(f"{folder}: has no data file of Casefile")
    with ExitStack() as opened:
        lock = opened.enter_context((folder / LOCK).open("w"))
        lock_folder(lock, folder, "stop it first")
        version = inspect(path)
        database = opened.enter_context(closing(connect(path)))
        migrate(database, version)
        heads = opened.enter_context(closing(Heads(folder, database)))
        copy = opened.enter_context(closing(open_backup(other))) if other is not None else None
        damaged = find_damage(database, heads)
        if not damaged:
            return []
        stamp = strftime("%Y%m%d-%H%M%S")
        backup(folder, folder / f"before-repair-{stamp}.sqlite")
        with (folder / f"set-aside-{stamp}.jsonl").open("x", encoding="utf-8") as aside:
            done = [mend(database, heads, copy, table, number, aside) for table, number in damaged]
    return done


def open_backup(path: Path) -> sqlite3.Connection:
    """A backup that was made by this version or an older one."""
    if not path.exists():
        raise CasefileError(f"{path}: there is no such backup")
    inspect(path)
    return open_to_read(path)


def find_damage(database: sqlite3.Connection, heads: Heads) -> list[tuple[str, int]]:
    """All damaged tables, and from which entry on."""
    names = {name for (name,) in database.execute("SELECT DISTINCT tabl FROM entries")}
    names |= {name for name, _, _ in heads.all()}
    found = []
    for name in sorted(names):
        number = damage_in(name, rows_of(database, name), heads.find(name))
        if number is not None:
            found.append((name, number))
    return found


def rows_of(database: sqlite3.Connection, table: str) -> list[Row]:
    """The entries of a table, up to the first that is missing."""
    rows = database.execute("SELECT number, body, digest FROM entries WHERE tabl = ? ORDER BY number", (table,))
    found: list[Row] = []
    for number, body, digest in rows:
        if number != len(found):
            break
        found.append((body, digest))
    return found


def rows_of_backup(database: sqlite3.Connection, table: str) -> list[Row]:
    """The same of a backup, which may be one of an older version and have no digests: they prove nothing then."""
    if int(database.execute("PRAGMA user_version").fetchone()[0]) >= FIRST_WITH_DIGESTS:
        return rows_of(database, table)
    rows = database.execute("SELECT body FROM entries WHERE tabl = ? ORDER BY number", (table,))
    return [(body, b"") for (body,) in rows]


def provable(table: str, rows: list[Row], copy: list[Row], head: tuple[int, bytes] | None) -> list[bytes]:
    """The longest row of entries from the first on of which each is what was kept.

    An entry is proved by its own digest, or by that of the next one, or by the head, if these follow from it.
    """

    def at(number: int) -> tuple[list[bytes], list[bytes]]:
        """What is said to stand there: bodies, and digests."""
        found = [source[number] for source in (rows, copy) if number < len(source)]
        heads = [head[1]] if head is not None and head[0] == number else []
        return [body for body, _ in found], [digest for _, digest in found] + heads

    proved: list[bytes] = []
    before = first_link(table)
    while True:
        bodies, digests = at(len(proved))
        later_bodies, later_digests = at(len(proved) + 1)
        for body in bodies:
            digest = link(before, body)
            if digest in digests or any(link(digest, later) in later_digests for later in later_bodies):
                proved.append(body)
                before = digest
                break
        else:
            return proved


def mend(
    database: sqlite3.Connection, heads: Heads, copy: sqlite3.Connection | None, table: str, number: int, aside: TextIO
) -> Repaired:
    """Put one table right, whole or not at all."""
    rows, head = rows_of(database, table), heads.find(table)
    kept = provable(table, rows, rows_of_backup(copy, table) if copy is not None else [], head)
    known = max(len(rows), head[0] + 1 if head is not None else 0)
    digests = chain(table, kept)
    database.execute("BEGIN IMMEDIATE")
    for at, body in database.execute("SELECT number, body FROM entries WHERE tabl = ? ORDER BY number", (table,)):
        if at >= len(kept) or body != kept[at]:
            line = {"table": table, "number": at, "body": bytes(body).decode("utf-8", "backslashreplace")}
            aside.write(json.dumps(line) + "\n")
    database.execute("DELETE FROM entries WHERE tabl = ?", (table,))
    database.execute("DELETE FROM meta WHERE name = ?", (name_of(table),))
    new = [(table, at, body, digest) for at, (body, digest) in enumerate(zip(kept, digests, strict=True))]
    database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", new)
    put_status(database, table, kept)
    database.execute("COMMIT")
    if kept:
        heads.keep([(table, len(kept) - 1, digests[-1])])
    else:
        heads.forget(table)
    return Repaired(table, number, len(kept), max(0, known - len(kept)))


def put_status(database: sqlite3.Connection, table: str, bodies: list[bytes]) -> None:
    """The row of a table in lists, as its entries have it; a result stays only if the match is over."""
    entries = [msgspec.json.decode(body) for body in bodies]
    kinds = {entry["is"] for entry in entries}
    status = "over" if "ended" in kinds else "playing" if "started" in kinds else "waiting"
    if not entries:
        database.execute("DELETE FROM tables WHERE name = ?", (table,))
    else:
        row = (table, status, entries[-1]["time"])
        database.execute("INSERT OR REPLACE INTO tables (name, status, time) VALUES (?, ?, ?)", row)
    if status != "over":
        database.execute("DELETE FROM results WHERE tabl = ?", (table,))
