"""All tables: made, loaded when somebody comes, dropped from memory when nobody looks."""

import asyncio
import logging
import secrets
from hashlib import sha256
from time import time

from casefile.server import journal
from casefile.server.live import Glance, LiveTable, Services, label_of
from casefile.server.requests import Entries, rematch_of
from casefile.server.room import Room
from casefile.server.storage import StorageError, UnreadableError

log = logging.getLogger("casefile.server")

SWEEP_SECONDS = 30.0


class NoSuchTableError(Exception):
    """There is no such table, or it is not for you: both are the same answer."""


def digest(secret: str) -> str:
    """The form in which secrets of clients are kept."""
    return sha256(f"casefile key 1\n{secret}".encode()).hexdigest()


class Hub:
    """The tables of one server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.live: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.asleep: dict[str, Glance] = {}  # how the tables stand that go on, and were dropped from memory
        services.forget = lambda name: self.live.pop(name, None)
        self.own_tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Go on with every match that was going on."""
        self.own_tasks = [self.services.spawn(self.sweep()), self.services.spawn(self.resume())]

    async def resume(self) -> None:
        """Wake every match once; where only people are waited for it is dropped from memory again."""
        rows = await self.services.storage.tables("playing")
        log.info("matches that go on: %d", len(rows))
        for row in rows:
            try:
                table = await self.find(row.name)
            except StorageError:  # one table's trouble is not another's; it was logged
                continue
            if table.is_dormant():
                self.drop(row.name)
        self.count()

    async def sweep(self) -> None:
        """Drop tables from memory at which nothing happens and nobody looks."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for name, table in list(self.live.items()):
                if table.is_dormant():
                    self.drop(name)
            self.count()

    def drop(self, name: str) -> None:
        """Keep no more of a table than lists need."""
        table = self.live.pop(name, None)
        if table is not None and table.room.status != "over":
            self.asleep[name] = table.glance()

    async def glance(self, name: str) -> Glance:
        """How a table stands; it need not be loaded for that, unless it was not yet since the server began."""
        return self.asleep[name] if name in self.asleep else (await self.find(name)).glance()

    def count(self) -> None:
        """Keep the figures right."""
        self.services.metrics.tables.set(len(self.live))

    async def create(self, created: journal.Created) -> LiveTable:
        """A new table, under a name that nobody can guess."""
        table = LiveTable(Room(secrets.token_urlsafe(12)), self.services)
        async with table.lock:
            await table.commit([created])
            self.live[table.room.name] = table
            await table.follow()
        self.count()
        return table

    async def find(self, name: str) -> LiveTable:
        """A table, from memory or from storage; it is loaded once, however many ask for it."""
        if name in self.live:
            return self.live[name]
        if name not in self.loading:
            self.loading[name] = asyncio.ensure_future(self.load(name))
            self.loading[name].add_done_callback(lambda _: self.loading.pop(name, None))
        return await asyncio.shield(self.loading[name])

    async def load(self, name: str) -> LiveTable:
        """A table from its entries."""
        bodies = await self.services.storage.load(name)
        if not bodies:
            raise NoSuchTableError
        room = Room(name)
        try:
            for body in bodies:
                room.apply(journal.read(body))
        except Exception as error:  # whatever is wrong with what was kept, or with an engine that reads it otherwise
            reason = type(error).__name__  # its words could name cards
            log.error("table %s cannot be read from entry %d on: %s", label_of(name), room.number, reason)
            raise UnreadableError("the table cannot be read") from error
        table = LiveTable(room, self.services, is_new=False)
        self.live[name] = table
        self.asleep.pop(name, None)
        async with table.lock:
            table.beat.begin()  # whether or not somebody was asked when the server stopped (RIP-22)
            await table.follow()
        self.count()
        return table

    async def change(self, table: LiveTable, entries: Entries) -> None:
        """Entries that come by HTTP; the caller has the lock."""
        await table.commit(entries)
        await table.follow()

    async def rematch(self, table: LiveTable) -> str:
        """The same people and settings at another table; asked twice, it is the same one."""
        async with table.lock:
            room = table.room
            if room.rematch is not None:
                return room.rematch
            other = await self.create(rematch_of(room, time()))
            await self.change(table, [journal.Rematched(time(), other.room.name)])
            return other.room.name

    async def close(self) -> None:
        """Stop in good order: nothing new begins, and what was begun is written."""
        beginning = [*self.own_tasks, *self.loading.values()]  # what is being loaded must not begin to play
        for task in beginning:
            task.cancel()
        await asyncio.gather(*beginning, return_exceptions=True)
        for table in self.live.values():
            table.close()
        for table in list(self.live.values()):
            async with table.lock:
                pass
        tasks = [task for task in self.services.tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def signing_key(services: Services) -> bytes:
    """The key of the cookies; made once, kept with the data."""
    key = await services.storage.get("cookie-key")
    if key is None:
        key = secrets.token_bytes(32)
        await services.storage.put("cookie-key", key)
    return key
