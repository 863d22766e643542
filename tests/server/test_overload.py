"""More than a server can do: it says so at once, carries out what it can, and goes on as soon as it is less."""

import asyncio

import pytest

from casefile.server.api import ROUTES
from casefile.server.calls import Call, answer
from casefile.server.connection import Connection
from casefile.server.crowds import MOST_UNDER_WAY, Crowd
from casefile.server.messages import Error
from casefile.server.problems import ProblemError
from tests.server.clients import run
from tests.server.tables import make_context, table_of, to_choose

pytestmark = pytest.mark.once


def test_what_is_too_much_is_refused_at_once_and_what_comes_after_it_is_not() -> None:
    """Recovery is at once: there is nothing that would have to calm down."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, people):
            actor, _ = to_choose(people)
            message = {"id": "a", "at": actor.state()["at"], "action": actor.texts()[0]}
            before = table.room.number
            table.context.under_way = MOST_UNDER_WAY
            await actor.say("act", **message)
            refused = actor.answer_to("a")
            assert refused is not None
            assert (refused["type"], refused["code"]) == ("refused", "busy")
            assert table.room.number == before
            table.context.under_way -= 1
            await actor.say("act", **message)  # sent again, as it was
            done = actor.answer_to("a")
            assert done is not None
            assert done["type"] == "done"
            assert table.room.number == before + 1
            assert table.context.under_way == MOST_UNDER_WAY - 1

    run(work())


def test_all_that_waits_for_its_table_or_for_the_disk_counts() -> None:
    """Also where nothing comes of it; looking on, and what a bucket delays, does not."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, people):
            context = table.context
            async with table.lock:
                waiting = [asyncio.ensure_future(people[0].say("ready", id=f"r{number}")) for number in range(5)]
                hello = asyncio.ensure_future(people[1].say("hello", version=1))
                await asyncio.sleep(0)
                await people[1].say("ping")
                assert context.under_way == 5
            await asyncio.gather(*waiting, hello)
            assert context.under_way == 0

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
