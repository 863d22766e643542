"""What a browser keeps: texts by key, and tables in that form."""

import json
from typing import Protocol

import msgspec

from casefile.errors import CasefileError, one_line
from casefile.server.snapshots import SNAPSHOT, name_of
from casefile.server.storage import Change, ConflictError, Lease, NodeRow, Result, TableRow

ENTRY, TABLE, RESULT, RECORD, SMALL = "entry", "table", "result", "record", "small"
KINDS = (ENTRY, TABLE, RESULT, RECORD, SMALL)  # what a key may begin with
COPY_VERSION = 1


class TakenError(Exception):
    """A key that was to be new is there already."""


class Row(msgspec.Struct, array_like=True):
    """A text to be kept, or nothing any more; with `is_new` only if nobody kept one under this key before."""

    key: str
    text: str | None
    is_new: bool = False


class Shelf(Protocol):
    """Keeps texts by key, in the order of their keys."""

    async def get(self, key: str) -> str | None:
        """The text under a key."""

    async def under(self, start: str) -> list[tuple[str, str]]:
        """All texts whose keys begin so, with their keys."""

    async def put(self, rows: list[Row]) -> None:
        """Keep all of these, or nothing. Raises TakenError, StorageError."""


class MemoryShelf:
    """Keeps everything until the tab is closed, where a browser keeps nothing."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def get(self, key: str) -> str | None:
        """The text under a key."""
        return self.texts.get(key)

    async def under(self, start: str) -> list[tuple[str, str]]:
        """All texts whose keys begin so, with their keys."""
        return sorted((key, text) for key, text in self.texts.items() if key.startswith(start))

    async def put(self, rows: list[Row]) -> None:
        """Keep all of these, or nothing."""
        if any(row.is_new and row.key in self.texts for row in rows):
            raise TakenError
        for row in rows:
            self.texts.pop(row.key, None)
            if row.text is not None:
                self.texts[row.key] = row.text


class KeptTable(msgspec.Struct):
    """A table in a list, and who has or had a seat at it."""

    status: str
    time: float
    keys: list[str]
    fence: int = 0
    glance: str | None = None  # how it stands, if it sleeps


class KeptResult(msgspec.Struct):
    """A finished match without its record."""

    table: str
    time: float
    body: str


class Copy(msgspec.Struct, forbid_unknown_fields=True):
    """All that a browser keeps, to be carried to another one."""

    casefile: int
    rows: list[tuple[str, str]]


def numbered(kind: str, number: int, table: str = "") -> str:
    """A key that stands in the order of numbers."""
    return f"{kind} {table} {number:08}"


class ShelfStorage:
    """The storage of a server, on a shelf. One tab is all there is of that server: no other node works with it."""

    shared = False

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    async def append(self, *changes: Change) -> None:
        """Keep changes of different tables, all of them or none."""
        rows: list[Row] = []
        finished = 0
        for change in changes:
            if change.expected and await self.shelf.get(numbered(ENTRY, change.expected - 1, change.table)) is None:
                raise ConflictError("somebody else has changed this table")
            rows += await self.rows_of(change)
            if change.result is not None:
                finished += 1
                rows += await self.result_rows(change.result, finished)
        try:
            await self.shelf.put(rows)
        except TakenError:
            raise ConflictError("another tab has changed this table") from None

    async def rows_of(self, change: Change) -> list[Row]:
        """Entries, and the table in lists."""
        old = await self.shelf.get(f"{TABLE} {change.table}")
        keys = msgspec.json.decode(old, type=KeptTable).keys if old else []
        table = KeptTable(change.status, change.time, list(dict.fromkeys([*keys, *change.keys])), change.fence)
        entries = enumerate(change.entries, change.expected)
        return [
            *(Row(numbered(ENTRY, number, change.table), body.decode(), is_new=True) for number, body in entries),
            Row(f"{TABLE} {change.table}", msgspec.json.encode(table).decode()),
        ]

    async def result_rows(self, result: Result, place: int) -> list[Row]:
        """A finished match, and its record apart from it."""
        kept = KeptResult(result.table, result.time, result.body.decode())
        number = len(await self.shelf.under(f"{RESULT} ")) + place
        return [
            Row(numbered(RESULT, number), msgspec.json.encode(kept).decode(), is_new=True),
            Row(f"{RECORD} {result.table}", result.record),
        ]

    async def replace(self, table: str, change: Change | None) -> None:
        """Put other entries, or nothing, in the place of what a table has; a finished match stays."""
        gone = [Row(key, None) for key, _ in await self.shelf.under(f"{ENTRY} {table} ")]
        await self.shelf.put([*gone, Row(f"{TABLE} {table}", None), Row(f"{SMALL} {name_of(table)}", None)])
        if change is None:
            return
        rows = await self.rows_of(change)
        for number, result in await self.results():
            if change.result is not None and result.table == table:
                kept = KeptResult(table, change.result.time, change.result.body.decode())
                rows.append(Row(numbered(RESULT, number), msgspec.json.encode(kept).decode()))
                rows.append(Row(f"{RECORD} {table}", change.result.record))
        await self.shelf.put(rows)

    async def load(self, table: str) -> list[bytes]:
        """All entries of a table."""
        return [text.encode() for _, text in await self.shelf.under(f"{ENTRY} {table} ")]

    async def damaged(self) -> list[tuple[str, int]]:
        """What a browser keeps is whole, or gone."""
        return []

    async def known(self) -> list[tuple[TableRow, KeptTable]]:
        """All tables, in lists and as they are kept."""
        found = []
        for key, text in await self.shelf.under(f"{TABLE} "):
            kept = msgspec.json.decode(text, type=KeptTable)
            found.append((TableRow(key.removeprefix(f"{TABLE} "), kept.status, kept.time), kept))
        return found

    async def tables(self, status: str) -> list[TableRow]:
        """All tables of a status."""
        return [row for row, _ in await self.known() if row.status == status]

    async def tables_of(self, key: str) -> list[TableRow]:
        """All tables at which somebody has a seat, newest first."""
        return sorted((row for row, kept in await self.known() if key in kept.keys), key=lambda row: -row.time)

    async def results(self, after: int = 0) -> list[tuple[int, Result]]:
        """Finished matches with their numbers."""
        found = []
        for key, text in await self.shelf.under(f"{RESULT} "):
            number = int(key.rpartition(" ")[2])
            if number > after:
                kept = msgspec.json.decode(text, type=KeptResult)
                found.append((number, Result(kept.table, kept.time, kept.body.encode(), "")))
        return found

    async def results_of(self, key: str) -> list[Result]:
        """Finished matches of somebody, oldest first."""
        tables = {row.name for row in await self.tables_of(key)}
        return [result for _, result in await self.results() if result.table in tables]

    async def record(self, table: str) -> str | None:
        """The record of a finished match."""
        return await self.shelf.get(f"{RECORD} {table}")

    async def get(self, name: str) -> bytes | None:
        """Something small."""
        text = await self.shelf.get(f"{SMALL} {name}")
        return None if text is None else text.encode("latin-1")

    async def put(self, name: str, value: bytes) -> None:
        """Keep something small, whatever its bytes are."""
        await self.shelf.put([Row(f"{SMALL} {name}", value.decode("latin-1"))])

    async def keep_first(self, name: str, value: bytes) -> bytes:
        """Keep something small, once; what there is."""
        try:
            await self.shelf.put([Row(f"{SMALL} {name}", value.decode("latin-1"), is_new=True)])
        except TakenError:
            return await self.get(name) or b""
        return value

    async def close(self) -> None:
        """All that was begun is finished already."""

    # Leases

    async def abandoned(self, before: float) -> list[str]:
        """Tables that sleep, whose match is not over, and at which nothing has happened since."""
        return [row.name for row, kept in await self.known() if kept.glance and is_abandoned(kept, before)]

    async def lease_of(self, table: str) -> Lease | None:
        """How a table was left; None if there is no such table."""
        text = await self.shelf.get(f"{TABLE} {table}")
        if text is None:
            return None
        kept = msgspec.json.decode(text, type=KeptTable)
        return Lease(table, kept.fence, glance=kept.glance.encode() if kept.glance is not None else None)

    async def release(self, lease: Lease) -> None:
        """A table goes to sleep, or is to be gone on with."""
        text = await self.shelf.get(f"{TABLE} {lease.table}")
        if text is not None:
            kept = msgspec.json.decode(text, type=KeptTable)
            kept.glance = None if lease.glance is None else lease.glance.decode()
            await self.shelf.put([Row(f"{TABLE} {lease.table}", msgspec.json.encode(kept).decode())])

    async def wanted(self) -> list[str]:
        """The tables that have to be gone on with."""
        return [row.name for row, kept in await self.known() if kept.status == "playing" and kept.glance is None]

    async def claim(self, table: str, node: str) -> None:
        """All tables are this tab's already."""

    async def claim_orphans(self, node: str, most: int) -> list[str]:
        """None has lost its node."""
        return []

    async def register(self, node: str, address: str, seconds: float) -> None:
        """Nobody else has to know of this node."""

    async def renew(self, node: str, seconds: float) -> bool | None:
        """It lives as long as its tab."""
        return False

    async def leave(self, node: str) -> None:
        """Nobody else has to know."""

    async def drain(self, node: str) -> bool:
        """There is nobody to take its tables."""
        return False

    async def nodes(self) -> list[NodeRow]:
        """No others."""
        return []

    # Copies

    async def copy(self) -> str:
        """All that is kept, as a file for another browser."""
        rows = [row for kind in KINDS for row in await self.shelf.under(f"{kind} ") if SNAPSHOT not in row[0]]
        return json.dumps({"casefile": COPY_VERSION, "rows": rows}, ensure_ascii=False)

    async def add_copy(self, text: str) -> int:
        """Take over the tables of a copy that are not here yet; how many they were."""
        copied = read_copy(text)
        here = {row.name for row, _ in await self.known()}
        names = {name_in(key) for key, _ in copied if key.startswith(f"{TABLE} ")} - here
        number = len(await self.shelf.under(f"{RESULT} "))
        rows = []
        for key, kept in copied:
            if not key.startswith(f"{RESULT} "):
                rows += [Row(key, kept)] if name_in(key) in names else []
            elif msgspec.json.decode(kept, type=KeptResult).table in names:
                number += 1
                rows.append(Row(numbered(RESULT, number), kept))
        if rows:
            await self.shelf.put(rows)
        return len(names)


def is_abandoned(table: KeptTable, before: float) -> bool:
    """Has nothing happened since, though the match is not over?"""
    return table.status != "over" and table.time < before


def name_in(key: str) -> str:
    """The table that a key speaks of."""
    return key.split(" ")[1]


def read_copy(text: str) -> list[tuple[str, str]]:
    """The rows of a copy that has the form of one."""
    try:
        copied = msgspec.json.decode(text, type=Copy)
        for key, kept in copied.rows:
            if key.split(" ")[0] not in KINDS or " " not in key:
                raise CasefileError(f"this is no copy of Casefile's matches: nothing is kept under {key[:40]!r}")
            if key.startswith(f"{TABLE} "):
                msgspec.json.decode(kept, type=KeptTable)
            elif key.startswith(f"{RESULT} "):
                msgspec.json.decode(kept, type=KeptResult)
    except msgspec.DecodeError as error:
        raise CasefileError(f"this is no copy of Casefile's matches: {one_line(error)}") from None
    if copied.casefile != COPY_VERSION:
        raise CasefileError("this copy was made by another version of Casefile; use the newest one")
    return copied.rows
