"""What the server needs of a place that keeps things; `tests/server/test_storage.py` is the contract.

Everything about tables is asynchronous, so that nobody waits for a disk but who has to.
"""

from dataclasses import dataclass, field
from typing import Protocol

from casefile.errors import CasefileError


class StorageError(CasefileError):
    """Something could not be kept, and nothing of it was."""


class UnreadableError(StorageError):
    """A table is there, and cannot be read."""


class DamagedError(UnreadableError):
    """A table is there, and is not what was kept."""


class ConflictError(StorageError):
    """Somebody else has appended to this table."""


@dataclass
class Result:
    """A finished match."""

    table: str
    time: float
    body: bytes  # JSON, see `casefile.server.results`
    record: str


@dataclass
class Change:
    """Entries to append to a table, and what follows from them for lists of tables; all of it is kept, or nothing."""

    table: str
    expected: int  # the number of entries so far: two writers cannot both append the next one
    entries: list[bytes]
    status: str
    time: float
    keys: list[str] = field(default_factory=list)  # who has a seat now
    result: Result | None = None


@dataclass
class TableRow:
    """A table in a list."""

    name: str
    status: str
    time: float


class Storage(Protocol):
    """Keeps tables as entries, results, and small things by name."""

    async def append(self, *changes: Change) -> None:
        """Keep changes of different tables, all of them or none; when this returns they have survived a crash.

        Raises StorageError, ConflictError.
        """

    async def load(self, table: str) -> list[bytes]:
        """All entries of a table; none if there is no such table."""

    async def damaged(self) -> list[tuple[str, int]]:
        """Tables of which entries are gone that were acknowledged, and from which one on."""

    async def tables(self, status: str) -> list[TableRow]:
        """All tables of a status."""

    async def tables_of(self, key: str) -> list[TableRow]:
        """All tables at which somebody has a seat, newest first."""

    async def results(self, after: int = 0) -> list[tuple[int, Result]]:
        """Finished matches with their numbers, in the order in which they were kept, records left out."""

    async def results_of(self, key: str) -> list[Result]:
        """Finished matches at whose tables somebody has or had a seat, oldest first, records left out."""

    async def record(self, table: str) -> str | None:
        """The record of a finished match."""

    async def get(self, name: str) -> bytes | None:
        """Something small."""

    async def put(self, name: str, value: bytes) -> None:
        """Keep something small. Raises StorageError."""

    async def close(self) -> None:
        """Finish what was begun."""
