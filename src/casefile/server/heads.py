"""The newest entry of each table, in a file of its own: a lost tail of the data file does not take it along.

Every entry has a digest that is chained to the one before, so that a changed one is noticed. But SQLite ends its notes
where a checksum is wrong, without a word: then entries are gone that were acknowledged, and what is left is in order.
This file is synced before anything is acknowledged, and knows how far each table had come.
"""

import secrets
import sqlite3
from pathlib import Path

from casefile.server.chain import first_link, link
from casefile.server.datafile import FILE_ID, OWNER_ONLY, connect

HEADS = "casefile.heads"
Head = tuple[str, int, bytes]  # table, number and digest of its newest entry


def damage_in(table: str, rows: list[tuple[bytes, bytes]], head: tuple[int, bytes] | None) -> int | None:
    """From which entry on a table (bodies and digests) is damaged, or None if it is sound."""
    before = first_link(table)
    for number, (body, digest) in enumerate(rows):
        before = link(before, body)
        if before != digest:
            return number
    if head is None or (len(rows) > head[0] and rows[head[0]][1] == head[1]):
        return None
    return min(len(rows), head[0])


def file_id(database: sqlite3.Connection) -> bytes:
    """The name of a data file, which it gets once; a copy gets another."""
    row = database.execute("SELECT value FROM meta WHERE name = ?", (FILE_ID,)).fetchone()
    return bytes(row[0]) if row else new_file_id(database)


def new_file_id(database: sqlite3.Connection) -> bytes:
    """Give a data file another name: what is known of the old one is not known of this."""
    name = secrets.token_bytes(16)
    database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (FILE_ID, name))
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # into the file itself: a lost tail must not take it along
    return name


class Heads:
    """The newest entries of a data file's tables."""

    def __init__(self, folder: Path, data: sqlite3.Connection) -> None:
        """Open the file; if there is none, or it belongs to another data file, it begins with what is there."""
        path = folder / HEADS
        path.touch(mode=OWNER_ONLY)
        self.database = connect(path)
        known = file_id(data)
        self.database.executescript(
            "CREATE TABLE IF NOT EXISTS heads (tabl TEXT PRIMARY KEY, number INTEGER NOT NULL, digest BLOB NOT NULL)"
            " WITHOUT ROWID; CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BLOB NOT NULL)"
        )
        row = self.database.execute("SELECT value FROM meta WHERE name = ?", (FILE_ID,)).fetchone()
        if row is None or row[0] != known:
            self.begin(data, known)

    def begin(self, data: sqlite3.Connection, known: bytes) -> None:
        """Take a data file as it is."""
        self.database.execute("BEGIN IMMEDIATE")
        self.database.execute("DELETE FROM heads")
        newest = "SELECT tabl, max(number), digest FROM entries GROUP BY tabl"  # SQLite: the digest of that row
        self.database.executemany("INSERT INTO heads VALUES (?, ?, ?)", data.execute(newest))
        self.database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (FILE_ID, known))
        self.database.execute("COMMIT")

    def keep(self, heads: list[Head]) -> None:
        """Remember newer entries; when this returns they have survived a crash."""
        try:
            self.database.execute("BEGIN IMMEDIATE")
            self.database.executemany("INSERT OR REPLACE INTO heads VALUES (?, ?, ?)", heads)
            self.database.execute("COMMIT")
        except sqlite3.Error:
            if self.database.in_transaction:
                self.database.execute("ROLLBACK")
            raise

    def forget(self, table: str) -> None:
        """Nothing is left of a table."""
        self.database.execute("DELETE FROM heads WHERE tabl = ?", (table,))

    def find(self, table: str) -> tuple[int, bytes] | None:
        """The number and digest of a table's newest entry."""
        found: tuple[int, bytes] | None = self.database.execute(
            "SELECT number, digest FROM heads WHERE tabl = ?", (table,)
        ).fetchone()
        return found

    def all(self) -> list[Head]:
        """The newest entries of all tables."""
        return self.database.execute("SELECT tabl, number, digest FROM heads").fetchall()

    def lost(self, data: sqlite3.Connection) -> list[tuple[str, int]]:
        """Tables of which entries are missing at their end, or are others than were acknowledged; from where on."""
        found = []
        for table, number, digest in self.all():
            row = data.execute("SELECT digest FROM entries WHERE tabl = ? AND number = ?", (table, number)).fetchone()
            if row is None or row[0] != digest:
                count = data.execute("SELECT count(*) FROM entries WHERE tabl = ?", (table,)).fetchone()[0]
                found.append((table, min(int(count), number)))
        return found

    def close(self) -> None:
        """Nothing more will be kept."""
        self.database.close()
