"""More than a server can do: it says so at once, carries out what it can, and goes on as soon as it is less."""

import asyncio
import json
from itertools import chain, repeat
from typing import Any

import pytest

from casefile.server import visits
from casefile.server.api import ROUTES
from casefile.server.calls import Call, answer
from casefile.server.connection import Connection
from casefile.server.crowds import MOST_LAG, Crowd
from casefile.server.messages import Error
from casefile.server.problems import ProblemError
from tests.server.clients import run
from tests.server.tables import Listener, make_context, table_of, to_choose

pytestmark = pytest.mark.once


class Said:
    """A line on which everything was said already; the server was at work for so long since."""

    arrived = 0.0

    def __init__(self, *told: dict[str, Any]) -> None:
        self.told = [json.dumps(message).encode() for message in told]

    async def open(self) -> None:
        """Always."""

    async def send(self, texts: list[bytes]) -> None:
        """Nobody listens here."""

    async def receive(self) -> bytes | None:
        """What was said."""
        return self.told.pop(0) if self.told else None

    async def close(self, status: int = 1000) -> None:
        """At any time."""


async def hear(actor: Listener, message: dict[str, Any], lag: float, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The answer to a message that had to wait for so long."""
    times = chain([0.0], repeat(lag))
    monkeypatch.setattr(visits, "spent", lambda: next(times))
    await visits.read(actor.table.context, Said(message), actor.table, actor.connection)
    actor.listen()
    return actor.answer_to(message["id"])


def test_what_waited_too_long_is_refused_and_what_comes_after_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Recovery is at once: there is nothing that would have to calm down."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, people):
            actor, _ = to_choose(people)
            message = {"type": "act", "id": "a", "at": actor.state()["at"], "action": actor.texts()[0]}
            before = table.room.number
            refused = await hear(actor, message, MOST_LAG + 0.01, monkeypatch)
            assert (refused["type"], refused["code"]) == ("refused", "busy")
            assert table.room.number == before
            done = await hear(actor, message, MOST_LAG - 0.01, monkeypatch)  # sent again, as it was
            assert done["type"] == "done"
            assert table.room.number == before + 1

    run(work())


def test_who_waits_for_their_own_messages_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what the server does for others counts, from when this client could have been served."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, people):
            actor, _ = to_choose(people)
            message = {"type": "act", "id": "a", "at": actor.state()["at"], "action": actor.texts()[0]}
            monkeypatch.setattr(visits, "spent", lambda: 10.0)  # it came long ago, while another one was carried out
            await visits.read(table.context, Said(message), table, actor.connection)
            actor.listen()
            answered = actor.answer_to("a")
            assert answered is not None
            assert answered["type"] == "done"

    run(work())


def test_a_crowd_is_counted_by_address_and_in_all() -> None:
    crowd = Crowd(2, 3)
    with crowd.one_of("a"), crowd.one_of("a"):
        with pytest.raises(ProblemError) as mine, crowd.one_of("a"):
            pass
        assert (mine.value.status, mine.value.code) == (429, "too-fast")
        with crowd.one_of("b"), pytest.raises(ProblemError) as others, crowd.one_of("c"):
            pass
        assert (others.value.status, others.value.code) == (503, "busy")
        with crowd.one_of("c"):
            assert crowd.all == 3
    assert (crowd.all, crowd.by_address) == (0, {})


def test_requests_beyond_what_can_be_borne_are_told_to_come_again() -> None:
    async def work() -> None:
        context = make_context()
        context.calls.most = 3
        route = next(each for each in ROUTES if each.path == "/api/alive")
        gate = asyncio.Event()

        async def read() -> Call:
            await gate.wait()
            raise ProblemError(404, "no-such-page", "read to its end")

        asked = [asyncio.ensure_future(answer(context, route, f"a{n}", read, route.handler)) for n in range(30)]
        await asyncio.sleep(0)
        refused = [each.result() for each in asked if each.done()]
        assert [each.status for each in refused] == [503] * 27
        assert refused[0].headers == {"Retry-After": "1"}
        assert b'"busy"' in refused[0].content
        gate.set()
        assert {(await each).status for each in asked[:3]} == {404}
        assert (await answer(context, route, "b", read, route.handler)).status == 404
        await context.close()

    run(work())


def test_who_does_not_read_does_not_fill_the_memory_of_all() -> None:
    """One connection alone stays far below its own limit; many of them together do not."""

    async def work() -> None:
        crowd = Crowd(1_000_000, 1_500_000)
        lazy = [Connection(None, "", f"address {number % 4}", crowd) for number in range(40)]
        for _ in range(20):
            for connection in lazy:
                connection.send(Error("too-large", "x" * 10_000))
        assert crowd.all <= 1_500_000
        assert max(crowd.by_address.values()) <= 1_000_000
        assert any(connection.lost for connection in lazy)
        for connection in lazy:
            connection.empty()
        assert crowd.all == 0
        lazy[-1].lost = False
        lazy[-1].send(Error("too-large", "x"))
        assert await lazy[-1].next()

    run(work())
