"""What somebody might try who wants more than a seat is due: each was possible once."""

import asyncio
from typing import Any

import pytest

from casefile.server import live
from tests.server.tables import Listener, table_of
from tests.server.test_leaks import asked, settle


def run(work: Any) -> None:
    """Run something asynchronous."""
    asyncio.run(work)


def at_turn(listeners: list[Listener]) -> tuple[Listener, list[Listener]]:
    """Who has to choose, and the others."""
    chosen = next(each for each in listeners if each.state()["actions"])
    return chosen, [each for each in listeners if each is not chosen]


def test_nobody_takes_a_look_back_while_the_others_are_away() -> None:
    """Who is away has not agreed that a card that was seen is put back."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, (other,) = at_turn(listeners)
            await table.part(other.connection)
            await chosen.act("draw file")
            await chosen.say("undo", at=chosen.state()["at"])
            assert table.room.match is not None
            assert table.room.match.round.actions
            back = Listener(table, other.connection.seat)
            await back.say("hello", version=1)
            assert back.last("table")["votes"]["undo"]["asked"] == [other.connection.seat]
            await back.say("answer", to="undo", agree=True)
            assert not table.room.match.round.actions

    run(work())


def test_no_bot_sits_in_for_who_only_loads_the_page_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection has to be lost for a while, and who comes back before all have agreed keeps the seat."""

    async def work() -> None:
        async with table_of("capone", 3) as (table, (one, two, three)):
            await table.part(three.connection)
            answer = await one.say("stand-in", seat=2, bot="random")
            assert answer is not None
            assert answer["code"] == "not-away"
            monkeypatch.setattr(live, "AWAY_SECONDS", 0.0)
            await one.say("stand-in", seat=2, bot="random")
            assert two.last("table")["votes"]["stand-in"]["asked"] == [1]
            await Listener(table, 2).say("hello", version=1)
            answer = await two.say("answer", to="stand-in", agree=True)
            assert answer is not None
            assert answer["code"] == "no-vote"
            assert not table.room.seats[2].stand_in

    run(work())


def test_a_connection_that_was_ended_acts_no_more() -> None:
    """Its seat may have moved to another device, and its owner need not read that."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, _ = at_turn(listeners)
            chosen.connection.drop()
            assert await chosen.act("draw file") is None
            assert table.room.match is not None
            assert not table.room.match.round.actions

    run(work())


def test_what_waits_for_a_beat_outlives_its_connection_if_it_was_sent_again() -> None:
    """A client that came back is answered, although the connection it lost was closed only later."""

    async def work() -> None:
        table, people, context = await asked()
        old = people[2]
        assert await old.act("draw file", id="mine") is None
        new = Listener(table, 2)
        await new.say("hello", version=1)
        assert await new.act("draw file", id="mine") is None
        await table.part(old.connection)
        await settle(table)
        new.listen()
        assert new.answer_to("mine") == {"type": "done", "id": "mine"}
        await context.__aexit__(None, None, None)

    run(work())
