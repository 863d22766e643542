"""What the server needs of a place that keeps things; `tests/server/test_storage.py` is the contract.

Everything about tables is asynchronous, so that only those wait for a disk who have to.
"""

from dataclasses import dataclass, field
from typing import Protocol

from casefile.errors import CasefileError

BETWEEN_COMMITS = (
    0.03  # seconds from the start of one to that of the next, at least: what comes meanwhile is kept with it
)


class StorageError(CasefileError):
    """Something could not be kept, and nothing of it was."""


class UnreadableError(StorageError):
    """A table is there, and cannot be read."""


class DamagedError(UnreadableError):
    """A table is there, and is not what was kept."""


class ConflictError(StorageError):
    """Somebody else has this table now, or has appended to it; or nobody knows whether something was kept.

    What is in memory may not be the newest state any more: the table has to be loaded anew.
    """


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
    fence: int = 0  # of the lease under which it is written: a node that has lost the table can write nothing
    node: str = ""  # that writes it


@dataclass
class TableRow:
    """A table in a list."""

    name: str
    status: str
    time: float


@dataclass
class Lease:
    """Whose a table is: a node that lives, or nobody's; then it sleeps, or waits for a node that goes on with it."""

    table: str
    fence: int  # grows whenever the table gets another owner
    node: str = ""
    address: str = ""  # where the other nodes reach that one
    glance: bytes | None = None  # how a table stands that sleeps, for lists


@dataclass
class NodeRow:
    """A node in a list."""

    name: str
    address: str
    seconds: float  # until its lease runs out
    draining: bool
    tables: int


class Storage(Protocol):
    """Keeps tables as entries, results, small things by name, and which node has which table."""

    shared: bool  # may several nodes work with it at once?

    async def append(self, *changes: Change) -> None:
        """Keep changes of different tables, all of them or none; when this returns they have survived a crash.

        Raises StorageError, ConflictError.
        """

    async def replace(self, table: str, change: Change | None) -> None:
        """Put other entries in the place of all that a table has, or nothing; a node that has it in memory loses it.

        A finished match stays, or gets the change's result.
        """

    async def load(self, table: str) -> list[bytes]:
        """All entries of a table; none if there is no such table."""

    async def damaged(self) -> list[tuple[str, int]]:
        """Tables of which entries are gone that were acknowledged, and from which one on."""

    async def tables(self, status: str) -> list[TableRow]:
        """All tables of a status."""

    async def tables_of(self, key: str) -> list[TableRow]:
        """All tables at which somebody has a seat, newest first."""

    async def abandoned(self, before: float) -> list[str]:
        """Tables that sleep, whose match is not over, and at which nothing has happened since."""

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

    async def keep_first(self, name: str, value: bytes) -> bytes:
        """Keep something small unless there is something of that name already; what there is."""

    # Leases: a node lives as long as it renews its own, and has its tables as long as it lives.

    async def register(self, node: str, address: str, seconds: float) -> None:
        """A node comes to life, for so long."""

    async def renew(self, node: str, seconds: float) -> bool | None:
        """A node lives on: is it to drain? None if it came too late, so that others may have its tables."""

    async def leave(self, node: str) -> None:
        """A node has gone."""

    async def drain(self, node: str) -> bool:
        """Tell a node to hand on its tables and take no new ones; is there such a node?"""

    async def nodes(self) -> list[NodeRow]:
        """The nodes that live."""

    async def lease_of(self, table: str) -> Lease | None:
        """Whose a table is; None if there is no such table."""

    async def claim(self, table: str, node: str) -> None:
        """Give a table to a node that lives, unless another one that lives has it."""

    async def wanted(self) -> list[str]:
        """The tables that somebody has to go on with: a node has them, or had them when it stopped."""

    async def claim_orphans(self, node: str, most: int) -> list[str]:
        """Give a node some of the tables that somebody has to go on with, and that no node has that lives."""

    async def release(self, lease: Lease) -> None:
        """A node gives up a table, if it still has it: to sleep, or to be gone on with."""

    async def close(self) -> None:
        """Finish what was begun."""
