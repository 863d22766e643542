"""A table inside the test: the real one, with a storage in memory and clients that only listen."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from casefile.server import journal, messages
from casefile.server.app import processes
from casefile.server.connection import Connection
from casefile.server.context import Context, ServerSettings
from casefile.server.live import LiveRoom
from casefile.server.room import Room, game_key, game_of
from casefile.server.snapshots import name_of
from casefile.server.storage import Change, ConflictError, Lease, NodeRow, Result, StorageError, TableRow

Message = dict[str, Any]


class MemoryStorage:
    """Keeps everything in memory; can be told to fail. Nodes live until they leave, or begin too late."""

    shared = False

    def __init__(self) -> None:
        self.leases: dict[str, Lease] = {}
        self.living: dict[str, NodeRow] = {}
        self.entries: dict[str, list[bytes]] = {}
        self.rows: dict[str, TableRow] = {}
        self.owners: list[tuple[str, str]] = []
        self.kept: list[Result] = []
        self.small: dict[str, bytes] = {}
        self.is_full = False

    async def append(self, *changes: Change) -> None:
        """Keep changes, all of them or none."""
        await asyncio.sleep(0)
        if self.is_full:
            raise StorageError("the disk is full")
        if any(
            len(self.entries.get(change.table, [])) != change.expected
            or (change.expected and change.fence != self.leases[change.table].fence)
            for change in changes
        ):
            raise ConflictError("somebody else has changed this table")
        for change in changes:
            self.keep(change)

    def keep(self, change: Change) -> None:
        """Keep a change of one table."""
        self.entries.setdefault(change.table, []).extend(change.entries)
        self.leases[change.table] = Lease(change.table, change.fence, change.node)
        self.rows[change.table] = TableRow(change.table, change.status, change.time)
        self.owners += [(key, change.table) for key in change.keys if (key, change.table) not in self.owners]
        if change.result is not None:
            self.kept.append(change.result)

    async def replace(self, table: str, change: Change | None) -> None:
        """Put other entries, or nothing, in the place of what a table has."""
        self.entries.pop(table, None)
        self.small.pop(name_of(table), None)
        self.rows.pop(table, None)
        self.owners = [pair for pair in self.owners if pair[1] != table]
        if change is not None:
            results, self.kept = self.kept, []
            self.keep(change)
            new = self.kept[0] if self.kept else None
            self.kept = [new if new and row.table == table else row for row in results]

    async def abandoned(self, before: float) -> list[str]:
        """Tables at which nothing has happened for long."""
        asleep = [row for row in self.rows.values() if self.leases[row.name].node not in self.living]
        return [row.name for row in asleep if row.status != "over" and row.time < before]

    async def load(self, table: str) -> list[bytes]:
        """All entries of a table."""
        return list(self.entries.get(table, []))

    async def damaged(self) -> list[tuple[str, int]]:
        """Memory loses nothing."""
        return []

    async def tables(self, status: str) -> list[TableRow]:
        """All tables of a status."""
        return [row for row in self.rows.values() if row.status == status]

    async def tables_of(self, key: str) -> list[TableRow]:
        """All tables of somebody."""
        rows = [self.rows[table] for owner, table in self.owners if owner == key]
        return sorted(rows, key=lambda row: -row.time)

    async def results(self, after: int = 0) -> list[tuple[int, Result]]:
        """Finished matches."""
        rows = enumerate(self.kept, 1)
        return [(number, Result(row.table, row.time, row.body, "")) for number, row in rows if number > after]

    async def results_of(self, key: str) -> list[Result]:
        """Finished matches of somebody."""
        return [Result(row.table, row.time, row.body, "") for row in self.kept if (key, row.table) in self.owners]

    async def record(self, table: str) -> str | None:
        """The record of a finished match."""
        return next((row.record for row in self.kept if row.table == table), None)

    async def get(self, name: str) -> bytes | None:
        """Something small."""
        return self.small.get(name)

    async def put(self, name: str, value: bytes) -> None:
        """Keep something small."""
        if self.is_full:
            raise StorageError("the disk is full")
        self.small[name] = value

    async def keep_first(self, name: str, value: bytes) -> bytes:
        """Something small, once."""
        return self.small.setdefault(name, value)

    async def register(self, node: str, address: str, seconds: float) -> None:
        """A node comes to life."""
        if seconds > 0:
            self.living[node] = NodeRow(node, address, seconds, draining=False, tables=0)

    async def renew(self, node: str, seconds: float) -> bool | None:
        """A node lives on."""
        return self.living[node].draining if node in self.living else None

    async def leave(self, node: str) -> None:
        """A node has gone."""
        self.living.pop(node, None)

    async def drain(self, node: str) -> bool:
        """Tell a node to hand on its tables."""
        if node in self.living:
            self.living[node].draining = True
        return node in self.living

    async def nodes(self) -> list[NodeRow]:
        """The nodes that live."""
        return list(self.living.values())

    async def lease_of(self, table: str) -> Lease | None:
        """Whose a table is."""
        if table not in self.entries:
            return None
        lease = self.leases.setdefault(table, Lease(table, 0))
        node = self.living.get(lease.node)
        return Lease(table, lease.fence, node.name if node else "", node.address if node else "", lease.glance)

    async def claim(self, table: str, node: str) -> None:
        """Give a table to a node."""
        if node in self.living and self.leases[table].node not in self.living:
            self.leases[table] = Lease(table, self.leases[table].fence + 1, node)

    async def wanted(self) -> list[str]:
        """The tables that somebody has to go on with."""
        return [name for name, row in self.rows.items() if row.status == "playing" and self.leases[name].glance is None]

    async def claim_orphans(self, node: str, most: int) -> list[str]:
        """Give a node some tables."""
        orphans = [name for name in await self.wanted() if self.leases[name].node not in self.living]
        if node not in self.living:
            return []
        for name in orphans:
            await self.claim(name, node)
        return orphans

    async def release(self, lease: Lease) -> None:
        """A node gives up a table."""
        if self.leases[lease.table].fence == lease.fence:
            self.leases[lease.table] = Lease(lease.table, lease.fence, "", "", lease.glance)

    async def close(self) -> None:
        """Nothing to do."""


class Listener:
    """Somebody at a table inside the test."""

    def __init__(self, table: LiveRoom, seat: int | None) -> None:
        self.table = table
        self.connection = Connection(seat, "")
        self.heard: list[Message] = []
        self.number = 0
        self.read = 0
        table.audience.join(self.connection)

    async def say(self, kind: str, **fields: Any) -> Message | None:
        """Send a message; its answer, if it has one already."""
        self.number += 1
        if kind not in ("hello", "mute", "ping"):
            fields.setdefault("id", f"{self.connection.seat}-{self.number}")
        text = json.dumps({"type": kind, **fields})
        await self.table.receive(self.connection, msgspec.json.decode(text, type=messages.ClientMessage))
        self.listen()
        return self.answer_to(fields.get("id"))

    def answer_to(self, asked: object) -> Message | None:
        """The answer to a message, if there is one."""
        answers = [each for each in self.heard if each["type"] in ("done", "refused") and each["id"] == asked]
        return answers[-1] if answers else None

    async def act(self, action: str, **fields: Any) -> Message | None:
        """Carry out an action on the newest state."""
        return await self.say("act", at=self.state()["at"], action=action, **fields)

    def listen(self) -> list[Message]:
        """What is new."""
        news = []
        for data in self.connection.outbox:
            msgspec.json.decode(data, type=messages.ServerMessage)  # as docs and page describe it
            news.append(json.loads(data))
        self.connection.empty()
        self.heard += news
        return news

    def news(self) -> list[Message]:
        """Everything since the last time that news were asked for."""
        self.listen()
        news, self.read = self.heard[self.read :], len(self.heard)
        return news

    def state(self) -> Message:
        """The newest state."""
        self.listen()
        return next(each for each in reversed(self.heard) if each["type"] == "state")

    def last(self, kind: str) -> Message:
        """The newest message of a kind."""
        self.listen()
        return next(each for each in reversed(self.heard) if each["type"] == kind)

    def texts(self) -> list[str]:
        """The actions that can be chosen now."""
        return [action["text"] for action in self.state()["actions"]]


def make_context(storage: MemoryStorage | None = None) -> Context:
    """A server without HTTP."""
    settings = ServerSettings(Path(), thinkers=1)
    return Context(settings, storage or MemoryStorage(), processes(settings))


def created(case: str, people: int, secret: str = "secret", **more: Any) -> journal.Created:
    """A table for so many people."""
    rules, _ = game_of(game_key(case, people))
    settings: dict[str, Any] = {
        "case": case,
        "edition": rules.variant.edition,
        "players": people,
        "teams": rules.variant.teams,
        "options": [],
        "deck": {},
        "target": rules.target,
        "pace": "instant",
        "clock": None,
        "hints": True,
        "beat": 0.05,
    }
    bots = more.pop("bots", {})
    plans = [
        journal.SeatPlan(bot=bots.get(seat, ""), name=f"Name {seat}", key="" if seat in bots else f"key {seat}")
        for seat in range(people)
    ]
    return journal.Created(0.0, messages.Settings(**settings | more), secret, "key 0", plans)


@asynccontextmanager
async def table_of(
    case: str, people: int, secret: str = "secret", storage: MemoryStorage | None = None, **more: Any
) -> AsyncIterator[tuple[LiveRoom, list[Listener]]]:
    """A table with a listener on every seat that is for people, ready to play."""
    context = make_context(storage)
    table = LiveRoom(Room("table"), context)
    async with table.lock:
        await table.commit([created(case, people, secret, **more)])
        await table.follow()
    listeners = [Listener(table, seat) for seat in range(people) if table.room.seats[seat].is_person]
    for listener in listeners:
        await listener.say("hello", version=1)
    try:
        yield table, listeners
    finally:
        table.close()
        await context.close()


def rebuilt(table: LiveRoom, storage: MemoryStorage) -> Room:
    """The same room, made from what is on disk."""
    room = Room(table.room.name)
    for body in storage.entries[room.name]:
        room.apply(journal.read(body))
    return room


async def until_asked(me: Listener) -> None:
    """Wait until it is this player's turn."""
    while not me.state()["actions"]:
        await asyncio.sleep(0.01)


def to_choose(listeners: list[Listener]) -> tuple[Listener, list[Listener]]:
    """Who has to choose, and the others."""
    chosen = next(each for each in listeners if each.state()["actions"])
    return chosen, [each for each in listeners if each is not chosen]
