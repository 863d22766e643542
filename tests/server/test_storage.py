"""The contract of a storage: every kind of it keeps what it is given, in the same way."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from casefile.server.postgresql import PostgresStorage
from casefile.server.sqlite import SqliteStorage
from casefile.server.storage import Change, ConflictError, Lease, Result, Storage
from casefile.tab.shelf import MemoryShelf, ShelfStorage
from tests.server.clients import run
from tests.server.database import Database
from tests.server.tables import MemoryStorage

pytestmark = pytest.mark.once

Test = Callable[[Storage], Awaitable[None]]


def change(table: str, expected: int, *entries: bytes, status: str = "playing", time: float = 1.0) -> Change:
    """Entries for a table."""
    return Change(table, expected, list(entries), status, time)


async def entries_are_kept_in_order(storage: Storage) -> None:
    """One after the other, each table for itself."""
    assert await storage.load("a") == []
    await storage.append(change("a", 0, b"1", b"2"))
    await storage.append(change("b", 0, b"other"))
    await storage.append(change("a", 2, b"3"))
    assert await storage.load("a") == [b"1", b"2", b"3"]
    assert await storage.load("b") == [b"other"]


async def two_writers_cannot_both_append(storage: Storage) -> None:
    """The second is told, and nothing of it is kept."""
    await storage.append(change("a", 0, b"1"))
    late = change("a", 0, b"x", b"y", status="over")
    late.result = Result("a", 1.0, b"{}", "record")
    late.keys = ["ann"]
    with pytest.raises(ConflictError):
        await storage.append(late)
    assert await storage.load("a") == [b"1"]
    assert await storage.results() == []
    assert await storage.tables_of("ann") == []
    assert [row.name for row in await storage.tables("playing")] == ["a"]


async def changes_of_several_tables_are_kept_together(storage: Storage) -> None:
    """All of them, or none."""
    await storage.append(change("a", 0, b"1"), change("b", 0, b"1"))
    for late in ("a", "b"):
        with pytest.raises(ConflictError):
            await storage.append(*(change(name, 0 if name == late else 1, b"2") for name in "ab"))
    assert [await storage.load(name) for name in "ab"] == [[b"1"], [b"1"]]


async def many_at_once(storage: Storage) -> None:
    """All that is appended at the same time is kept."""
    await asyncio.gather(*(storage.append(change(f"t{number}", 0, b"1")) for number in range(300)))
    assert len(await storage.tables("playing")) == 300


async def tables_by_status_and_owner(storage: Storage) -> None:
    """Newest first; a table changes its status."""
    for number, name in enumerate("abc"):
        made = change(name, 0, b"1", status="waiting", time=float(number))
        made.keys = ["ann"] if name != "b" else ["ben"]
        await storage.append(made)
    again = change("a", 1, b"2", time=9.0)
    again.keys = ["ann"]
    await storage.append(again)
    assert [row.name for row in await storage.tables_of("ann")] == ["a", "c"]
    assert sorted(row.name for row in await storage.tables("waiting")) == ["b", "c"]


async def results_and_records(storage: Storage) -> None:
    """In the order in which they were kept; only new ones on request."""
    for number, name in enumerate("ab"):
        made = change(name, 0, b"1", status="over")
        made.result = Result(name, float(number), f"body {name}".encode(), f"record {name}")
        made.keys = [f"owner {name}", "both"]
        await storage.append(made)
    rows = await storage.results()
    assert [(row.table, row.body) for _, row in rows] == [("a", b"body a"), ("b", b"body b")]
    assert [row.table for _, row in await storage.results(rows[0][0])] == ["b"]
    assert [row.table for row in await storage.results_of("both")] == ["a", "b"]
    assert [(row.table, row.body) for row in await storage.results_of("owner b")] == [("b", b"body b")]
    assert await storage.results_of("nobody") == []
    assert await storage.record("b") == "record b"
    assert await storage.record("c") is None


async def small_things(storage: Storage) -> None:
    """By name; the newest counts."""
    assert await storage.get("key") is None
    await storage.put("key", b"1")
    await storage.put("key", b"2")
    assert await storage.get("key") == b"2"


async def the_first_counts(storage: Storage) -> None:
    """Of several nodes that make a key at the same time, all get the same."""
    found = await asyncio.gather(*(storage.keep_first("key", bytes([number])) for number in range(5)))
    assert len(set(found)) == 1
    assert await storage.get("key") == found[0]


async def a_table_has_one_node(storage: Storage) -> None:
    """Another gets it only when that one lives no more; then the first can write nothing."""
    for node in "xy":
        await storage.register(node, f"at {node}", 60.0)
    await storage.append(owned("a", 0, "x", 1))
    await storage.claim("a", "y")
    lease = await storage.lease_of("a")
    assert lease is not None
    assert (lease.node, lease.address, lease.fence) == ("x", "at x", 1)
    await storage.leave("x")
    assert await storage.lease_of("a") == Lease("a", 1)
    await storage.claim("a", "x")  # it does not live
    assert await storage.lease_of("a") == Lease("a", 1)
    await storage.claim("a", "y")
    assert await storage.lease_of("a") == Lease("a", 2, "y", "at y")
    with pytest.raises(ConflictError):
        await storage.append(owned("a", 1, "x", 1))
    await storage.release(Lease("a", 1, glance=b"late"))
    assert await storage.lease_of("a") == Lease("a", 2, "y", "at y")
    await storage.append(owned("a", 1, "y", 2))
    assert await storage.load("a") == [b"0", b"1"]
    assert await storage.lease_of("b") is None


async def tables_that_somebody_has_to_go_on_with(storage: Storage) -> None:
    """Those of a node that lives no more, and those that were handed on; not those that sleep, or are over."""
    for node in "xy":
        await storage.register(node, "", 60.0)
    for name in "abcd":
        await storage.append(owned(name, 0, "x", 1, status="over" if name == "d" else "playing"))
    await storage.release(Lease("a", 1, glance=b"glance"))
    await storage.release(Lease("b", 1))
    assert sorted(await storage.wanted()) == ["b", "c"]
    assert await storage.claim_orphans("y", 9) == ["b"]
    await storage.leave("x")
    assert await storage.claim_orphans("y", 9) == ["c"]
    assert await storage.claim_orphans("y", 9) == []
    lease = await storage.lease_of("a")
    assert lease is not None
    assert (lease.node, lease.glance) == ("", b"glance")


async def a_table_is_replaced(storage: Storage) -> None:
    """By other entries, or by nothing; a finished match stays, and whoever has the table can write nothing."""
    made = owned("a", 0, "x", 1, status="over")
    made.result, made.keys = Result("a", 1.0, b"old", "old record"), ["ann", "ben"]
    await storage.append(made)
    await storage.append(owned("b", 0, "x", 1))
    new = Change("a", 0, [b"new"], "over", 1.0, ["ben"], Result("a", 1.0, b"new", "new record"))
    await storage.replace("a", new)
    await storage.replace("b", None)
    assert [await storage.load(name) for name in "ab"] == [[b"new"], []]
    assert [(number, row.body) for number, row in await storage.results()] == [(1, b"new")]
    assert await storage.record("a") == "new record"
    assert [len(await storage.tables_of(key)) for key in ("ann", "ben")] == [0, 1]
    assert await storage.damaged() == []
    with pytest.raises(ConflictError):
        await storage.append(owned("b", 1, "x", 1))


async def tables_that_nobody_comes_back_to(storage: Storage) -> None:
    """Those that sleep, and whose match is not over."""
    for name in "abcd":
        await storage.append(owned(name, 0, "x", 1, status="over" if name == "d" else "playing"))
    for name in "abd":
        await storage.release(Lease(name, 1, glance=b"glance"))
    later = owned("b", 1, "", 1)
    later.time = 9.0
    await storage.append(later)
    await storage.register("x", "", 60.0)
    assert await storage.abandoned(5.0) == ["a"]


async def a_node_that_comes_too_late(storage: Storage) -> None:
    """It is told; one that lives is told to drain."""
    await storage.register("x", "here", 60.0)
    await storage.register("y", "there", -1.0)
    assert [(node.name, node.address, node.draining) for node in await storage.nodes()] == [("x", "here", False)]
    assert await storage.renew("x", 60.0) is False
    assert await storage.renew("y", 60.0) is None
    assert await storage.drain("x")
    assert not await storage.drain("z")
    assert await storage.renew("x", 60.0) is True
    assert await storage.claim_orphans("y", 9) == []


def owned(table: str, expected: int, node: str, fence: int, status: str = "playing") -> Change:
    """An entry of a table by a node."""
    return Change(table, expected, [str(expected).encode()], status, 1.0, fence=fence, node=node)


CONTRACT: list[Test] = [
    entries_are_kept_in_order,
    two_writers_cannot_both_append,
    changes_of_several_tables_are_kept_together,
    many_at_once,
    tables_by_status_and_owner,
    results_and_records,
    small_things,
    the_first_counts,
    a_table_has_one_node,
    tables_that_somebody_has_to_go_on_with,
    a_table_is_replaced,
    tables_that_nobody_comes_back_to,
    a_node_that_comes_too_late,
]


AMONG_NODES = (  # of which there is but one in a browser
    a_table_has_one_node,
    tables_that_somebody_has_to_go_on_with,
    tables_that_nobody_comes_back_to,
    a_node_that_comes_too_late,
)


async def open_storage(kind: str, folder: Path, request: pytest.FixtureRequest) -> Storage:
    """An empty storage."""
    if kind == "postgresql":
        database: Database = request.getfixturevalue("postgresql")
        return await PostgresStorage.open(database.make())
    if kind == "browser":
        return ShelfStorage(MemoryShelf())
    return SqliteStorage(folder, shared=kind == "shared") if kind != "memory" else MemoryStorage()


@pytest.mark.parametrize("kind", ["sqlite", "shared", "memory", "postgresql", "browser"])
@pytest.mark.parametrize("test", CONTRACT, ids=lambda test: test.__name__)
def test_contract(kind: str, test: Test, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Every storage keeps it."""

    async def work() -> None:
        if kind == "browser" and test in AMONG_NODES:
            pytest.skip("a tab shares its tables with no other node")
        storage = await open_storage(kind, tmp_path, request)
        try:
            await test(storage)
        finally:
            await storage.close()

    run(work())


def test_what_another_process_writes_is_seen(tmp_path: Path) -> None:
    """The newest entry is remembered by the process that wrote it, and no longer once somebody else has written."""

    async def scene() -> None:
        alone = SqliteStorage(tmp_path)
        other = SqliteStorage(tmp_path, shared=True)
        for table in "ab":
            await alone.append(change(table, 0, b"1"))
            await alone.append(change(table, 1, b"2"))
        await other.replace("a", change("a", 0, b"8", b"9"))
        await alone.append(change("a", 2, b"3"))
        assert await alone.load("a") == [b"8", b"9", b"3"]
        assert await alone.damaged() == []  # what came last is chained to what the other one wrote
        await other.register("n", "http://n", 60.0)
        await other.claim("b", "n")
        with pytest.raises(ConflictError):
            await alone.append(change("b", 2, b"3"))
        assert await other.load("b") == [b"1", b"2"]
        await alone.close()
        await other.close()

    run(scene())
