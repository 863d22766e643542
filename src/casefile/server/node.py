"""A node: one process of a server, and the tables that are its own for as long as it lives.

A node lives as long as it renews its lease in the storage. It has the tables that it made or claimed, and every change
of one is written under the fencing number with which it got it. When a node does not renew in time, others claim its
tables, each with a higher number: whatever it still wants to write is refused. Where nobody else can work with the
storage there is nothing to claim, and nothing to renew.
"""

import asyncio
import logging
import secrets
from time import monotonic
from typing import TYPE_CHECKING

from casefile.server.storage import Storage, StorageError

if TYPE_CHECKING:
    from casefile.server.hub import Hub

log = logging.getLogger("casefile.server")

LEASE_SECONDS = 2.5  # after which the tables of a node that does not renew are gone on with elsewhere
BEAT_SECONDS = 0.5  # between two renewals
MOST_AT_ONCE = 50  # tables that are claimed with one question


class ElsewhereError(Exception):
    """Another node has this table."""

    def __init__(self, address: str) -> None:
        super().__init__("another node has this table")
        self.address = address


class Node:
    """This process among those of a server."""

    def __init__(self, hub: "Hub", storage: Storage, address: str) -> None:
        self.hub = hub
        self.storage = storage
        self.address = address
        self.name = secrets.token_hex(6)
        self.registered = False
        self.draining = False
        self.in_doubt = True  # may there be tables of ours, or nobody's, that are not in memory?
        self.expiry: asyncio.TimerHandle | None = None

    @property
    def is_ready(self) -> bool:
        """May it be given something to do?"""
        return (self.registered or not self.storage.shared) and not self.draining

    async def claim(self, table: str) -> int | None:
        """Make a table ours; its fencing number, or None if there is no such table."""
        self.refuse_if_cut_off()
        lease = await self.storage.lease_of(table)
        if lease is None or not self.storage.shared:
            return None if lease is None else lease.fence
        if not lease.node:
            await self.refer_if_draining()
            await self.storage.claim(table, self.name)
            lease = await self.storage.lease_of(table)
            assert lease is not None
        if lease.node != self.name:
            raise ElsewhereError(lease.address)
        return lease.fence

    def refuse_if_cut_off(self) -> None:
        """Say at once that nothing can be done here: another node may be able to."""
        if self.storage.shared and not self.registered:
            raise StorageError("this node cannot reach its database")

    async def refer_if_draining(self) -> None:
        """A node that drains takes no table, if another node can."""
        if self.draining:
            others = [node.address for node in await self.storage.nodes() if not node.draining]
            if others:
                raise ElsewhereError(secrets.choice(others))

    async def try_to_renew(self) -> None:
        """Come to life, if the storage answers; else later."""
        if self.storage.shared:
            try:
                await self.renew()
            except StorageError as error:
                log.warning("node %s: %s", self.name, error)

    async def live_on(self) -> None:
        """Renew the lease again and again."""
        while self.storage.shared:
            await asyncio.sleep(BEAT_SECONDS)
            await self.try_to_renew()

    async def look_around(self) -> None:
        """Go on with tables that nobody else goes on with, again and again."""
        while True:
            try:
                await self.take_up()
            except StorageError as error:
                log.warning("node %s: %s", self.name, error)
                self.in_doubt = True
            await asyncio.sleep(BEAT_SECONDS)

    async def renew(self) -> None:
        """Come to life, or live on."""
        start = asyncio.get_running_loop().time()  # before the question: the lease is never longer than we think
        if not self.registered:
            self.name = secrets.token_hex(6)  # a new one: the last try may have been carried out, unknown to us
            await self.storage.register(self.name, self.address, LEASE_SECONDS)
            log.info("node %s lives at %s", self.name, self.address)
            self.registered = True
        else:
            draining = await self.storage.renew(self.name, LEASE_SECONDS)
            if draining is None:
                self.lapse()
            elif draining and not self.draining:
                await self.drain()
        if self.registered:
            if self.expiry is not None:
                self.expiry.cancel()
            self.expiry = asyncio.get_running_loop().call_at(start + LEASE_SECONDS, self.lapse)

    def lapse(self) -> None:
        """We were too late: others may have our tables. We begin anew, as another node without any."""
        if not self.registered:
            return
        log.warning("node %s could not renew its lease in time, and gives up its tables", self.name)
        self.hub.abandon()
        self.registered = False

    async def take_up(self) -> None:
        """Go on with tables of nodes that have gone, and with those of ours that had to be dropped from memory."""
        wanted: list[str] = []
        if self.storage.shared and not self.registered:
            return
        if self.storage.shared and not self.draining:
            wanted = await self.storage.claim_orphans(self.name, MOST_AT_ONCE)
        if self.in_doubt:
            self.in_doubt = False
            held = await self.storage.wanted()
            wanted += [name for name in held if name not in self.hub.live and await self.is_ours(name)]
        if wanted:
            log.info("matches that go on: %d", len(wanted))
            self.hub.context.spawn(self.hub.wake(wanted))

    async def is_ours(self, table: str) -> bool:
        """Do we have a table?"""
        if not self.storage.shared:
            return True
        lease = await self.storage.lease_of(table)
        return lease is not None and lease.node == self.name

    async def drain(self) -> None:
        """Hand on all tables; clients find them elsewhere."""
        log.info("node %s drains", self.name)
        self.draining = True
        await self.hub.hand_on()

    async def leave(self) -> None:
        """The last thing a node does: its tables are nobody's at once."""
        if self.expiry is not None:
            self.expiry.cancel()
        if self.storage.shared and self.registered:
            try:
                await self.storage.leave(self.name)
            except StorageError as error:  # they are when the lease has run out
                log.warning("node %s: %s", self.name, error)


class Patience:
    """Waits a little before each new try, and ends when a table must have found another node."""

    def __init__(self, seconds: float = LEASE_SECONDS + 3 * BEAT_SECONDS, pause: float = 0.2) -> None:
        self.until = monotonic() + seconds
        self.pause = pause

    async def wait(self) -> bool:
        """Wait; is another try worth it?"""
        await asyncio.sleep(self.pause)
        return monotonic() < self.until
