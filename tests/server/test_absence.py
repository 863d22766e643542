"""Players who are away, asleep or back again: stand-ins, clocks, and what happened meanwhile."""

import asyncio

import pytest

from casefile.server.audience import AWAY_SECONDS
from casefile.server.live import LiveRoom
from tests.server.clients import run
from tests.server.tables import Listener, MemoryStorage, rebuilt, table_of, to_choose


def test_who_left_is_not_waited_for_and_comes_back() -> None:
    """A bot sits in if the others agree, and gives the seat back."""

    async def work() -> None:
        async with table_of("capone", 3) as (table, listeners):
            gone, asker, other = listeners
            await gone.say("leave")
            assert asker.last("table")["seats"][0]["left"]
            answer = await asker.say("stand-in", seat=0, bot="constable")
            assert answer is not None
            assert answer["type"] == "done"
            assert other.last("table")["seats"][0]["stand_in"] is None
            await other.say("answer", to="stand-in", agree=True)
            assert table.room.seats[0].stand_in == "inspector"
            assert other.last("table")["seats"][0]["stand_in"] == "inspector"
            await gone.say("back")
            assert not table.room.seats[0].stand_in
            assert not table.room.seats[0].left

    run(work())


def test_a_stand_in_plays() -> None:
    """For the seat whose turn it is; a seat that acts is back."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, (other,) = to_choose(listeners)
            await chosen.say("leave")
            await other.say("stand-in", seat=chosen.connection.seat, bot="constable")
            assert table.room.match is not None
            for _ in range(400):
                if other.state()["actions"]:
                    break
                await asyncio.sleep(0.05)
            assert table.room.match.round.actions
            await chosen.say("hello", version=1)
            assert not table.room.seats[chosen.connection.seat or 0].stand_in

    run(work())


def test_a_clock_decides_for_who_sleeps() -> None:
    """One decision by the substitute, then the next clock runs."""

    async def work() -> None:
        async with table_of("capone", 2, clock=0) as (table, listeners):
            for _ in range(400):
                if table.room.match and table.room.match.round.actions:
                    break
                await asyncio.sleep(0.05)
            assert table.room.match
            assert table.room.match.round.actions
            left = listeners[0].last("table")["clock"]["left"]
            assert sum(each is not None for each in left) == 1

    run(work())


def test_a_choice_of_one_seat_does_not_touch_the_clocks_of_others() -> None:
    """C-21: where all choose at the same time, each clock runs on from when its seat was asked."""

    async def work() -> None:
        async with table_of("rue-morgue", 4, clock=1000) as (table, listeners):
            before = dict(table.agenda.clocks.running)
            assert sorted(before) == [0, 1, 2, 3]
            for seat in (2, 0):
                await asyncio.sleep(0.01)
                await listeners[seat].act(listeners[seat].texts()[0])
                del before[seat]
                assert table.agenda.clocks.running == before
            left = listeners[1].last("table")["clock"]["left"]
            assert [each is None for each in left] == [True, False, True, False]

    run(work())


def test_who_draws_and_discards_has_a_clock_for_each() -> None:
    """The next decision of a seat has its own."""

    async def work() -> None:
        async with table_of("capone", 2, clock=1000) as (table, listeners):
            chosen, _ = to_choose(listeners)
            before = dict(table.agenda.clocks.running)
            await asyncio.sleep(0.01)
            await chosen.act("draw file")
            assert list(table.agenda.clocks.running) == list(before)
            assert table.agenda.clocks.running != before

    run(work())


def test_what_happened_since_you_left() -> None:
    """After a disconnection, however long it was."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, (other,) = to_choose(listeners)
            await table.part(other.connection)
            assert not chosen.last("table")["seats"][other.connection.seat or 0]["connected"]
            await chosen.act("draw file")
            back = Listener(table, other.connection.seat)
            await back.say("hello", version=1)
            missed = back.last("since")["events"]
            assert [event["what"] for event in missed] == ["draw"]
            assert set(missed[0]["cards"]) == {None}
            tab = Listener(table, other.connection.seat)
            await tab.say("hello", version=1)
            await back.say("hello", version=1)
            assert [each["type"] for each in tab.heard + back.heard].count("since") == 1

    run(work())


def test_who_missed_nothing_is_told_of_nothing_later() -> None:
    """What is done after coming back was not done while one was away."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, _ = to_choose(listeners)
            await table.part(chosen.connection)
            back = Listener(table, chosen.connection.seat)
            await back.say("hello", version=1)
            await back.act("draw file")
            assert not [each for each in back.heard if each["type"] == "since"]

    run(work())


def test_what_is_taken_back_is_not_what_you_have_seen() -> None:
    """A player who left before an undo is told what was done in place of what was taken back."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, (other,) = to_choose(listeners)
            await chosen.act("draw file")
            melds = [text for text in chosen.texts() if text.startswith("discard")]
            await chosen.say("undo", at=chosen.state()["at"])
            await table.part(other.connection)
            back = Listener(table, other.connection.seat)
            await back.say("hello", version=1)
            assert not [each for each in back.heard if each["type"] == "since"]
            await back.say("answer", to="undo", agree=True)
            await table.part(back.connection)
            await chosen.act("draw file")
            await chosen.act(melds[0])
            again = Listener(table, other.connection.seat)
            await again.say("hello", version=1)
            assert [event["what"] for event in again.last("since")["events"]] == ["draw", "discard"]

    run(work())


def test_since_after_the_server_was_killed() -> None:
    """No connection was closed in good order: the story begins with the seat's last action, or with the round."""

    async def work() -> None:
        storage = MemoryStorage()
        async with table_of("capone", 2, storage=storage) as (table, listeners):
            chosen, (other,) = to_choose(listeners)
            await chosen.act("draw file")
            discards = [text for text in chosen.texts() if text.startswith("discard")]
            await chosen.act(discards[0])
            later = LiveRoom(rebuilt(table, storage), table.context, is_new=False)
            for old, expected in ((chosen, ["discard"]), (other, ["draw", "discard"])):
                back = Listener(later, old.connection.seat)
                await back.say("hello", version=1)
                assert [event["what"] for event in back.last("since")["events"]][-len(expected) :] == expected
                assert back.last("since")["events"][-1]["number"] == back.state()["told"]

    run(work())


@pytest.mark.parametrize(
    ("bots", "proposed", "found"),
    [({}, "random", "inspector"), ({1: "sergeant"}, "random", "sergeant"), ({1: "sergeant"}, "vidocq", "vidocq")],
)
def test_a_stand_in_is_no_weaker_than_what_the_table_agreed_on(bots: dict[int, str], proposed: str, found: str) -> None:
    """A player who is left alone cannot choose a bot that gives the match away."""

    async def work() -> None:
        async with table_of("ripper", 3, bots=bots) as (table, people):
            for away in people[1:]:
                await table.part(away.connection)
                table.audience.parted[away.connection.seat or 0] -= AWAY_SECONDS
            seat = people[-1].connection.seat
            await people[0].say("stand-in", seat=seat, bot=proposed)
            assert table.room.seats[seat or 0].stand_in == found

    run(work())
