"""What all storages in databases share: lists, small things, and leases, in the SQL that both databases understand."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from casefile.server.storage import Lease, NodeRow, Result, TableRow

ASLEEP = ""  # the node of a table in which nothing happens by itself
WANTED = "-"  # the node of a table that somebody has to go on with


REMOVALS = (
    "DELETE FROM tables WHERE name = ?",
    "DELETE FROM entries WHERE tabl = ?",
    "DELETE FROM seats WHERE tabl = ?",
    "DELETE FROM meta WHERE name = 'snapshot ' || ?",
)
NEW_RESULT = "UPDATE results SET time = ?, body = ?, record = ? WHERE tabl = ?"


class SqlStorage(ABC):
    """Storage in a database. A kind of database says how it asks, what time it is, and how rows in use are left out."""

    now: ClassVar[str]  # seconds, of a clock that all nodes share
    skip_locked: ClassVar[str]
    shared: bool = True

    @abstractmethod
    async def read(self, question: str, *values: object) -> list[Any]:
        """Rows; a value stands for each question mark."""

    @abstractmethod
    async def ask(self, statement: str, *values: object) -> list[Any]:
        """Carry out a statement in a transaction of its own; the rows that it returns."""

    # Lists

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

    async def abandoned(self, before: float) -> list[str]:
        """Tables that sleep, and at which nothing has happened for long."""
        rows = await self.read(
            f"SELECT name FROM tables WHERE status <> 'over' AND node IN ('{ASLEEP}', '{WANTED}') AND time < ?", before
        )
        return [name for (name,) in rows]

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

    # Small things

    async def get(self, name: str) -> bytes | None:
        """Something small."""
        rows = await self.read("SELECT value FROM meta WHERE name = ?", name)
        return rows[0][0] if rows else None

    async def put(self, name: str, value: bytes) -> None:
        """Keep something small."""
        await self.ask(
            "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value,
        )

    async def keep_first(self, name: str, value: bytes) -> bytes:
        """Keep something small unless there is something of that name."""
        await self.ask("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, value)
        return await self.get(name) or value

    # Leases

    async def live(self, statement: str, *values: object) -> list[Any]:
        """Carry out a statement by which a node lives: it must not wait for others."""
        return await self.ask(statement, *values)

    @property
    def lives(self) -> str:
        """Does the node of a table live?"""
        return f"EXISTS (SELECT 1 FROM nodes WHERE nodes.name = tables.node AND until > {self.now})"

    @property
    def i_live(self) -> str:
        """Does the node live that asks?"""
        return f"EXISTS (SELECT 1 FROM nodes WHERE nodes.name = ? AND until > {self.now})"

    async def register(self, node: str, address: str, seconds: float) -> None:
        """A node comes to life; those are forgotten that are long gone."""
        await self.live(f"DELETE FROM nodes WHERE until < {self.now} - 3600")
        statement = f"INSERT INTO nodes (name, address, until, draining) VALUES (?, ?, {self.now} + ?, 0)"
        await self.live(statement, node, address, seconds)

    async def renew(self, node: str, seconds: float) -> bool | None:
        """A node lives on."""
        rows = await self.live(
            f"UPDATE nodes SET until = {self.now} + ? WHERE name = ? AND until > {self.now} RETURNING draining",
            seconds,
            node,
        )
        return bool(rows[0][0]) if rows else None

    async def leave(self, node: str) -> None:
        """A node has gone."""
        await self.ask("DELETE FROM nodes WHERE name = ?", node)

    async def drain(self, node: str) -> bool:
        """Tell a node to hand on its tables."""
        return bool(await self.ask("UPDATE nodes SET draining = 1 WHERE name = ? RETURNING name", node))

    async def nodes(self) -> list[NodeRow]:
        """The nodes that live."""
        rows = await self.read(
            f"SELECT name, address, until - {self.now}, draining, (SELECT count(*) FROM tables WHERE node = nodes.name)"
            f" FROM nodes WHERE until > {self.now} ORDER BY name"
        )
        return [NodeRow(name, address, left, bool(draining), count) for name, address, left, draining, count in rows]

    async def lease_of(self, table: str) -> Lease | None:
        """Whose a table is."""
        rows = await self.read(
            "SELECT fence, coalesce(nodes.name, ''), coalesce(address, ''), glance FROM tables"
            f" LEFT JOIN nodes ON nodes.name = node AND until > {self.now} WHERE tables.name = ?",
            table,
        )
        return Lease(table, *rows[0]) if rows else None

    async def claim(self, table: str, node: str) -> None:
        """Give a table to a node."""
        await self.ask(
            "UPDATE tables SET node = ?, fence = fence + 1 WHERE name IN (SELECT name FROM tables WHERE"
            f" tables.name = ? AND NOT {self.lives} AND {self.i_live} {self.skip_locked})",  # in use: not nobody's
            *(node, table, node),
        )

    async def wanted(self) -> list[str]:
        """The tables that somebody has to go on with."""
        rows = await self.read(f"SELECT name FROM tables WHERE status = 'playing' AND node <> '{ASLEEP}'")
        return [name for (name,) in rows]

    async def claim_orphans(self, node: str, most: int) -> list[str]:
        """Give a node some of the tables that somebody has to go on with."""
        rows = await self.ask(
            "UPDATE tables SET node = ?, fence = fence + 1 WHERE name IN (SELECT name FROM tables WHERE"
            f" status = 'playing' AND node <> '{ASLEEP}' AND NOT {self.lives} AND {self.i_live} LIMIT ?"
            f" {self.skip_locked}) RETURNING name",
            *(node, node, most),
        )
        return [name for (name,) in rows]

    async def release(self, lease: Lease) -> None:
        """A node gives up a table; one that sleeps has a glance."""
        await self.ask(
            "UPDATE tables SET node = ?, glance = ? WHERE name = ? AND fence = ?",
            *(WANTED if lease.glance is None else ASLEEP, lease.glance, lease.table, lease.fence),
        )
