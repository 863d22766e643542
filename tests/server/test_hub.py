"""Tables that sleep, wake and meet again; a server that stops."""

import asyncio
import gc
from contextlib import suppress
from time import time
from typing import Any
from weakref import ref

import pytest

from casefile.bots.search import Thinker
from casefile.proof import commitment_of
from casefile.server import journal, messages
from casefile.server.connection import Connection
from casefile.server.hub import Hub
from casefile.server.intents import MOST_REMATCHES, new_table, rematch_of
from casefile.server.journal import Created
from casefile.server.live import LiveRoom
from casefile.server.room import Room, game_key
from casefile.server.slots import slot_of
from casefile.server.storage import Change, StorageError
from casefile.server.tasks import bot_for
from tests.server.clients import run
from tests.server.tables import MemoryStorage, created, make_context


def test_a_list_of_matches_loads_none_of_them() -> None:
    """A table that sleeps need not be played again for its row in a list, also after a restart."""

    async def work() -> None:
        storage = MemoryStorage()
        context = make_context(storage)
        hub = Hub(context)
        table = await hub.create(created("capone", 2))
        name, glance = table.room.name, table.glance()
        assert glance.waiting_for
        hub.lay_down(name)
        await hub.falling_asleep[name]
        assert await hub.glance(name) == glance
        later = Hub(context)
        await later.wake(await storage.wanted())
        assert await later.glance(name) == glance
        assert later.live == {}
        assert (await later.find(name)).glance() == glance
        context.thinkers.close()
        context.scribes.close()
        context.advisers.close()

    run(work())


def test_a_room_that_sleeps_is_gone_from_memory_at_once() -> None:
    """The garbage collector seldom looks: what refers to itself would pile up."""

    async def work() -> None:
        context = make_context(MemoryStorage())
        live = await context.hub.create(created("capone", 2))
        connection = Connection(0, live.room.seats[0].key)
        live.audience.join(connection)
        await live.receive(connection, messages.Hello(messages.VERSION))
        await live.part(connection)
        name = live.room.name
        left: list[ref[Any]] = [ref(live), ref(live.room)]
        context.hub.lay_down(name)
        del live, connection
        await context.hub.falling_asleep[name]
        await asyncio.sleep(0)
        assert [each() for each in left] == [None, None]
        context.thinkers.close()
        context.scribes.close()
        context.advisers.close()

    gc.disable()
    try:
        run(work())
    finally:
        gc.enable()


def test_bots_of_a_server_think_for_a_second_at_most() -> None:
    """Also where the engine is not compiled, and all their tries take several."""
    for name in ("inspector", "dupin", "vidocq"):
        bot = bot_for(game_key("capone", 2), name)
        assert isinstance(bot, Thinker)
        assert bot.budget.tries > 0
        assert 0 < bot.budget.seconds < slot_of(name) <= 1.0


class Slow(MemoryStorage):
    """Takes its time to load a table."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.may_answer = asyncio.Event()

    async def load(self, table: str) -> list[bytes]:
        """All entries of a table."""
        self.asked.set()
        await self.may_answer.wait()
        return await super().load(table)


def test_a_server_that_stops_begins_nothing() -> None:
    """A table that was just being loaded does not begin to play: its bots would find nobody who thinks for them."""

    async def work() -> None:
        storage = Slow()
        context = make_context(storage)
        maker = Hub(context)
        table = await maker.create(created("capone", 2, bots={0: "sergeant", 1: "sergeant"}))
        await maker.close()
        written = len(storage.entries[table.room.name])
        hub = Hub(context)
        await hub.start()
        await storage.asked.wait()
        await hub.close()
        storage.may_answer.set()
        await asyncio.sleep(0.01)
        assert not context.tasks
        assert hub.live == {}
        context.thinkers.close()
        context.scribes.close()
        context.advisers.close()
        await asyncio.sleep(0.01)
        assert len(storage.entries[table.room.name]) == written

    run(work())


def test_a_table_that_cannot_be_read_keeps_no_other_from_going_on(caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, without the table's name, and said to who asks for it."""

    async def work() -> None:
        storage = MemoryStorage()
        context = make_context(storage)
        hub = Hub(context)
        names = [(await hub.create(created("capone", 2))).room.name for _ in range(2)]
        storage.entries[names[0]].append(b'{"is": "tomorrow", "time": 1}')
        later = Hub(context)
        await later.wake(await storage.wanted())
        await asyncio.sleep(0.01)
        assert await storage.wanted() == [names[0]]
        with pytest.raises(StorageError, match="cannot be read"):
            await later.find(names[0])
        context.thinkers.close()
        context.scribes.close()
        context.advisers.close()
        assert "cannot be read from entry 2 on: ValidationError" in caplog.text
        assert names[0] not in caplog.text

    run(work())


class Breaks(MemoryStorage):
    """Keeps so many changes more, and then none."""

    left: int | None = None

    async def append(self, *changes: Change) -> None:
        """Keep changes."""
        if self.left is not None:
            self.is_full = self.left == 0
            self.left -= self.left > 0
        await super().append(*changes)


async def finished(hub: Hub) -> LiveRoom:
    """A table whose match is over."""
    live = await hub.create(new_table(0.0, created("capone", 2).settings, "key 0", created("capone", 2).seats))
    async with live.lock:
        await live.change([journal.Ended(time(), 0, "resignation")])
    return live


def secrets_of(storage: MemoryStorage) -> list[str]:
    """From what each table is dealt."""
    return [first.secret for rows in storage.entries.values() if isinstance(first := journal.read(rows[0]), Created)]


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_rematch_that_breaks_off_leaves_no_second_table_with_its_deal(left: int) -> None:
    """Wherever the disk fails: who asks again gets one table, and no other has the same secret."""

    async def work() -> None:
        storage = Breaks()
        context = make_context(storage)
        first = await finished(context.hub)
        storage.left = left
        with suppress(StorageError):
            await context.hub.rematch(first)
        storage.left, storage.is_full = None, False
        later = Hub(context)  # as after a kill: nothing but the storage is known
        name = await later.rematch(await later.find(first.room.name))
        assert name in storage.entries
        assert len(secrets_of(storage)) == len(set(secrets_of(storage))) == 2
        await context.close()

    run(work())


def test_a_rematch_that_an_old_server_left_behind_is_found() -> None:
    """Version 0.1.0 could be killed between the new table and the note of it: that table is the rematch."""

    async def work() -> None:
        storage = MemoryStorage()
        context = make_context(storage)
        first = await finished(context.hub)
        first.room.revision = 0  # nothing was written of it
        orphan = await context.hub.create(rematch_of(first.room, time()))
        assert await context.hub.rematch(first) == orphan.room.name
        assert len(secrets_of(storage)) == 2
        await context.close()

    run(work())


def test_rematches_have_secrets_that_were_fixed_before_the_first_match() -> None:
    """Each is the commitment to the next; when they are used up a new one is drawn, and no text is kept."""
    first = new_table(0.0, created("capone", 2).settings, "owner", [journal.SeatPlan(key="a", entropy="tea")] * 2)
    room = Room("first")
    room.apply(first)
    for _ in range(MOST_REMATCHES):
        again = rematch_of(room, 0.0)
        assert commitment_of(again.secret) == room.secret
        assert [plan.entropy for plan in again.seats] == ["tea", "tea"]
        room = Room("again")
        room.apply(again)
    last = rematch_of(room, 0.0)
    assert commitment_of(last.secret) != room.secret
    assert [plan.entropy for plan in last.seats] == ["", ""]
