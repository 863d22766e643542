"""Every entry of a table has a digest that is chained to the one before: none can change, or go, unnoticed."""

import sqlite3
from hashlib import blake2b


def first_link(table: str) -> bytes:
    """What the first entry of a table is chained to."""
    return blake2b(table.encode(), digest_size=16).digest()


def link(before: bytes, body: bytes) -> bytes:
    """The digest of an entry that follows another."""
    return blake2b(before + body, digest_size=16).digest()


def chain(table: str, bodies: list[bytes]) -> list[bytes]:
    """The digests of all entries of a table."""
    digests, before = [], first_link(table)
    for body in bodies:
        before = link(before, body)
        digests.append(before)
    return digests


def add_digests(database: sqlite3.Connection) -> None:
    """Chain the entries that an older version kept."""
    database.execute("ALTER TABLE entries ADD COLUMN digest BLOB")
    before, table = b"", None
    updates = []
    for name, number, body in database.execute("SELECT tabl, number, body FROM entries ORDER BY tabl, number"):
        before = link(first_link(name) if name != table else before, body)
        table = name
        updates.append((before, name, number))
    database.executemany("UPDATE entries SET digest = ? WHERE tabl = ? AND number = ?", updates)
