"""All rooms: made, loaded when somebody comes, dropped from memory when nobody looks."""

import asyncio
import logging
import secrets
from hashlib import sha256
from time import monotonic, time
from typing import TYPE_CHECKING

from casefile.errors import OtherRulesError
from casefile.server import journal
from casefile.server.intents import rematch_of
from casefile.server.live import Glance, LiveRoom, label_of
from casefile.server.room import Room
from casefile.server.storage import DamagedError, Storage, StorageError, UnreadableError

if TYPE_CHECKING:
    from casefile.server.context import Context

log = logging.getLogger("casefile.server")

SWEEP_SECONDS = 30.0
SLICE_SECONDS = 0.005  # of replaying, before everybody else has a turn
MOST_REPLAYED = 2  # rooms that are made anew at once


class NoSuchTableError(Exception):
    """There is no such table, or it is not for you: both are the same answer."""


def digest(secret: str) -> str:
    """The form in which secrets of clients are kept."""
    return sha256(f"casefile key 1\n{secret}".encode()).hexdigest()


def new_name() -> str:
    """The name of a table, which nobody can guess."""
    return secrets.token_urlsafe(12)


class Hub:
    """The rooms of one server."""

    def __init__(self, context: "Context") -> None:
        self.context = context
        self.live: dict[str, LiveRoom] = {}
        self.loading: dict[str, asyncio.Task[LiveRoom]] = {}
        self.asleep: dict[str, Glance] = {}  # rooms that were dropped from memory, and whose matches go on
        self.replaying = asyncio.Semaphore(MOST_REPLAYED)
        self.own_tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Go on with every match that was going on."""
        self.own_tasks = [self.context.spawn(self.sweep()), self.context.spawn(self.resume())]

    async def resume(self) -> None:
        """Wake every match once; where only people are waited for it is dropped from memory again."""
        for name, number in await self.context.storage.damaged():
            log.error("table %s has lost what was kept from entry %d on: see `casefile repair`", label_of(name), number)
        rows = await self.context.storage.tables("playing")
        log.info("matches that go on: %d", len(rows))
        for row in rows:
            try:
                live = await self.find(row.name)
            except StorageError:  # one room's trouble is not another's; it was logged
                continue
            if live.is_dormant():
                self.drop(row.name)
        self.count()

    async def sweep(self) -> None:
        """Drop rooms from memory in which nothing happens and at which nobody looks."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for name, live in list(self.live.items()):
                if live.is_dormant():
                    self.drop(name)
            self.count()

    def forget(self, name: str) -> None:
        """Load a room anew when it is needed next."""
        self.live.pop(name, None)

    def drop(self, name: str) -> None:
        """Keep no more of a room than lists need."""
        live = self.live.pop(name, None)
        if live is not None and live.room.status != "over":
            self.asleep[name] = live.glance()

    async def glance(self, name: str) -> Glance:
        """How a room stands; it need not be loaded for that, unless it was not yet since the server began."""
        return self.asleep[name] if name in self.asleep else (await self.find(name)).glance()

    def count(self) -> None:
        """Keep the figures right."""
        self.context.metrics.tables.set(len(self.live))

    async def create(self, created: journal.Created) -> LiveRoom:
        """A new room."""
        live = LiveRoom(Room(new_name()), self.context)
        async with live.lock:
            await live.commit([created])
            self.live[live.room.name] = live
            await live.follow()
        self.count()
        return live

    async def find(self, name: str) -> LiveRoom:
        """A room, from memory or from storage; it is loaded once, however many ask for it."""
        if name in self.live:
            return self.live[name]
        if name not in self.loading:
            self.loading[name] = asyncio.ensure_future(self.load(name))
            self.loading[name].add_done_callback(lambda _: self.loading.pop(name, None))
        return await asyncio.shield(self.loading[name])

    async def load(self, name: str) -> LiveRoom:
        """A room from its entries."""
        try:
            bodies = await self.context.storage.load(name)
        except DamagedError as error:
            log.error("table %s: %s; `casefile repair` restores what can be proved", label_of(name), error)
            raise
        if not bodies:
            raise NoSuchTableError
        room = Room(name)
        try:
            await self.replay(room, bodies)
        except OtherRulesError as error:
            log.error("table %s cannot go on: %s", label_of(name), error)
            raise UnreadableError(str(error)) from None
        except Exception as error:  # whatever is wrong with what was kept, or with an engine that reads it otherwise
            reason = type(error).__name__  # its words could name cards
            log.error("table %s cannot be read from entry %d on: %s", label_of(name), room.number, reason)
            raise UnreadableError("the table cannot be read") from error
        live = LiveRoom(room, self.context, is_new=False)
        self.live[name] = live
        self.asleep.pop(name, None)
        async with live.lock:
            live.begin_beat()  # whether or not somebody was asked when the server stopped (RIP-22)
            await live.follow()
        self.count()
        return live

    async def replay(self, room: Room, bodies: list[bytes]) -> None:
        """Make a room of its entries, a little at a time: a long match must not keep the others waiting."""
        async with self.replaying:
            until = monotonic() + SLICE_SECONDS
            for body in bodies:
                room.apply(journal.read(body))
                if monotonic() > until:
                    await asyncio.sleep(0)
                    until = monotonic() + SLICE_SECONDS

    async def rematch(self, live: LiveRoom) -> str:
        """The same people and settings at another table; asked twice, it is the same one."""
        async with live.lock:
            room = live.room
            if room.rematch is not None:
                return room.rematch
            created = rematch_of(room, time())
            name = None if room.revision else await self.begun_before(room, created)
            if name is None:
                other = LiveRoom(Room(new_name()), self.context)
                name = other.room.name
                async with other.lock:  # both are kept, or none: two tables must never have the same deal
                    await live.found([journal.Rematched(time(), name)], other, [created])
                    self.live[name] = other
                    await other.follow()
                await live.follow()
                self.count()
            else:
                await live.change([journal.Rematched(time(), name)])
            return name

    async def begun_before(self, room: Room, created: journal.Created) -> str | None:
        """The table that has this deal already: a server of version 0.1.0 could stop before it wrote of its rematch."""
        assert room.ended is not None
        for row in await self.context.storage.tables_of(created.owner):
            if row.time >= room.ended.time and row.name != room.name:
                made = journal.read((await self.context.storage.load(row.name))[0])
                if isinstance(made, journal.Created) and (made.secret, made.seats) == (created.secret, created.seats):
                    return row.name
        return None

    async def close(self) -> None:
        """Stop in good order: nothing new begins, and what was begun is written."""
        beginning = [*self.own_tasks, *self.loading.values()]  # what is being loaded must not begin to play
        for task in beginning:
            task.cancel()
        await asyncio.gather(*beginning, return_exceptions=True)
        for live in self.live.values():
            live.close()
        for live in list(self.live.values()):
            async with live.lock:
                pass
        tasks = [task for task in self.context.tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def signing_key(storage: Storage) -> bytes:
    """The key of the cookies; made once, kept with the data."""
    key = await storage.get("cookie-key")
    if key is None:
        key = secrets.token_bytes(32)
        await storage.put("cookie-key", key)
    return key
