"""All rooms: made, loaded when somebody comes, dropped from memory when nobody looks."""

import asyncio
import logging
import re
import secrets
from hashlib import sha256
from time import monotonic, time
from typing import TYPE_CHECKING

import msgspec

from casefile.errors import OtherRulesError
from casefile.server import journal
from casefile.server.intents import rematch_of
from casefile.server.live import Glance, LiveRoom, label_of
from casefile.server.node import ElsewhereError, Node
from casefile.server.room import Room
from casefile.server.snapshots import FEWEST, name_of, thaw
from casefile.server.storage import DamagedError, Lease, Storage, StorageError, UnreadableError

if TYPE_CHECKING:
    from casefile.server.context import Context

log = logging.getLogger("casefile.server")

SWEEP_SECONDS = 30.0
TIDY_SECONDS = 3600.0
SLICE_SECONDS = 0.005  # of replaying, before everybody else has a turn
MOST_REPLAYED = 2  # rooms that are made anew at once
TABLE_NAME = re.compile(r"[\w-]{1,100}", re.ASCII)


class NoSuchTableError(Exception):
    """There is no such table, or it is not for you: both are the same answer."""


def digest(secret: str) -> str:
    """The form in which secrets of clients are kept."""
    return sha256(f"casefile key 1\n{secret}".encode()).hexdigest()


def new_name() -> str:
    """The name of a table, which nobody can guess; it does not look like an option of a command."""
    while (name := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return name


class Hub:
    """The rooms of one node."""

    def __init__(self, context: "Context") -> None:
        self.context = context
        self.node = Node(self, context.storage, context.settings.node)
        self.live: dict[str, LiveRoom] = {}
        self.loading: dict[str, asyncio.Task[LiveRoom]] = {}
        self.falling_asleep: dict[str, asyncio.Task[None]] = {}
        self.replaying = asyncio.Semaphore(MOST_REPLAYED)
        self.own_tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Go on with every match that was going on."""
        await self.node.try_to_renew()
        works = (self.node.live_on(), self.node.look_around(), self.sweep(), self.tidy(), self.check())
        self.own_tasks = [self.context.spawn(work) for work in works]

    async def check(self) -> None:
        """Say which tables are damaged."""
        for name, number in await self.context.storage.damaged():
            log.error("table %s has lost what was kept from entry %d on: see `casefile repair`", label_of(name), number)

    async def wake(self, names: list[str]) -> None:
        """Go on with matches; where only people are waited for they sleep again."""
        for name in names:
            try:
                live = await self.find(name)
            except (ElsewhereError, NoSuchTableError, StorageError):  # one room's trouble is not another's
                continue
            if live.is_dormant():
                self.lay_down(name)
        self.count()

    async def sweep(self) -> None:
        """Drop rooms from memory in which nothing happens and at which nobody looks."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for name, live in list(self.live.items()):
                if live.is_dormant():
                    self.lay_down(name)
            self.count()

    async def tidy(self) -> None:
        """Delete tables that were abandoned long ago, once an hour."""
        while self.context.settings.keep_days:
            for name in await self.context.storage.abandoned(time() - 86400 * self.context.settings.keep_days):
                log.info("table %s was abandoned, and is deleted", label_of(name))
                await self.context.storage.replace(name, None)
            await asyncio.sleep(TIDY_SECONDS)

    def forget(self, live: LiveRoom) -> None:
        """Load a room anew: what is in memory may not be its newest state."""
        if self.live.get(live.room.name) is live:
            del self.live[live.room.name]
        self.node.in_doubt = True

    def lay_down(self, name: str) -> None:
        """Keep no more of a room than lists need, and let any node have it."""
        live = self.live.pop(name)
        live.close()
        live.journalled.keep_snapshot(after=FEWEST)
        lease = Lease(name, live.journalled.fence, glance=msgspec.json.encode(live.glance()))
        live.fall_apart()
        task = self.context.spawn(self.context.storage.release(lease))
        self.falling_asleep[name] = task
        task.add_done_callback(lambda _: self.falling_asleep.pop(name, None))

    def abandon(self) -> None:
        """Drop everything from memory: it is not ours any more."""
        for live in list(self.live.values()):
            live.close()
        self.live.clear()
        self.count()

    async def hand_on(self) -> None:
        """Let other nodes have all rooms, each as soon as nothing is being written in it."""
        for name, live in list(self.live.items()):
            async with live.lock:
                live.close()
                self.live.pop(name, None)
                await self.context.storage.release(Lease(name, live.journalled.fence))
        self.count()

    async def glance(self, name: str) -> Glance:
        """How a room stands; one that sleeps need not be loaded for that, and one that is elsewhere is asked for."""
        if name in self.live:
            return self.live[name].glance()
        lease = await self.context.storage.lease_of(name)
        if lease is not None and not lease.node and lease.glance is not None:
            return msgspec.json.decode(lease.glance, type=Glance)
        try:
            return (await self.find(name)).glance()
        except ElsewhereError as elsewhere:
            from casefile.server.peers import glance_at  # in a browser there are no other nodes

            found = await glance_at(self.context, elsewhere.address, name)
            if found is None:
                raise UnreadableError("the table is on its way to another node") from None
            return msgspec.json.decode(found, type=Glance)

    def count(self) -> None:
        """Keep the figures right."""
        self.context.metrics.tables.set(len(self.live))

    async def create(self, created: journal.Created, name: str = "") -> LiveRoom:
        """A new room; without a name it gets one that nobody can guess."""
        self.node.refuse_if_cut_off()
        await self.node.refer_if_draining()
        live = LiveRoom(Room(name or new_name()), self.context)
        async with live.lock:
            await live.commit([created])
            self.live[live.room.name] = live
            await live.follow()
        self.count()
        return live

    async def find(self, name: str) -> LiveRoom:
        """A room, from memory or from storage; it is loaded once, however many ask for it.

        Raises ElsewhereError if another node has it.
        """
        while name not in self.live:
            if name not in self.loading:
                self.loading[name] = asyncio.ensure_future(self.load(name))
                self.loading[name].add_done_callback(lambda _: self.loading.pop(name, None))
            await asyncio.shield(self.loading[name])  # when we are told it may sleep already
        return self.live[name]

    async def load(self, name: str) -> LiveRoom:
        """A room from its entries, once it is ours."""
        if name in self.falling_asleep:
            await asyncio.wait([self.falling_asleep[name]])
        fence = await self.node.claim(name) if TABLE_NAME.fullmatch(name) else None
        if fence is None:
            raise NoSuchTableError
        try:
            bodies = await self.context.storage.load(name)
        except DamagedError as error:
            log.error("table %s: %s; `casefile repair` restores what can be proved", label_of(name), error)
            raise
        if not bodies:
            raise NoSuchTableError
        kept = await self.context.storage.get(name_of(name))
        room = Room(name)
        try:
            room = thaw(name, kept, bodies)
            spared = room.number
            await self.replay(room, bodies[spared:])
        except OtherRulesError as error:
            log.error("table %s cannot go on: %s", label_of(name), error)
            raise UnreadableError(str(error)) from None
        except Exception as error:  # whatever is wrong with what was kept, or with an engine that reads it otherwise
            reason = type(error).__name__  # its words could name cards
            log.error("table %s cannot be read from entry %d on: %s", label_of(name), room.number, reason)
            raise UnreadableError("the table cannot be read") from error
        live = LiveRoom(room, self.context, is_new=False, fence=fence)
        live.journalled.last, live.journalled.spared = bodies[-1], spared
        self.live[name] = live
        async with live.lock:
            live.begin_beat()  # whether or not somebody was asked when the server stopped
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
        await self.node.leave()


async def signing_key(storage: Storage) -> bytes:
    """The key of the cookies; made once, kept with the data."""
    return await storage.get("cookie-key") or await storage.keep_first("cookie-key", secrets.token_bytes(32))
