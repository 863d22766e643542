"""What people may do at a table, and what comes of it."""

import asyncio
from typing import Any

import pytest

from casefile.core.rng import Rng
from casefile.server import frames
from casefile.server.live import LiveTable
from tests.laws.walks import dump
from tests.server.clients import eager, run
from tests.server.tables import Listener, MemoryStorage, rebuilt, table_of


def at_turn(listeners: list[Listener]) -> tuple[Listener, list[Listener]]:
    """Who has to choose, and the others."""
    chosen = next(each for each in listeners if each.state()["actions"])
    return chosen, [each for each in listeners if each is not chosen]


async def play_round(table: LiveTable, listeners: list[Listener]) -> None:
    """Random actions until the round is over."""
    rng = Rng("round")
    while table.room.is_running:
        chosen, _ = at_turn(listeners)
        answer = await chosen.act(eager(chosen.state(), rng))
        if answer is None:
            await asyncio.sleep(0.07)  # a beat
        else:
            assert answer["type"] == "done", answer


def test_a_message_sent_twice_acts_once() -> None:
    """Also after a restart: the id is on disk."""

    async def work() -> None:
        storage = MemoryStorage()
        async with table_of("capone", 2, storage=storage) as (table, listeners):
            chosen, _ = at_turn(listeners)
            at, action = chosen.state()["at"], chosen.texts()[0]
            for _ in range(2):
                answer = await chosen.say("act", id="once", at=at, action=action)
                assert answer is not None
                assert answer["type"] == "done"
            assert table.room.match is not None
            assert len(table.room.match.round.actions) == 1
            assert (chosen.connection.seat, "once") in rebuilt(table, storage).done

    run(work())


def test_a_message_for_an_old_state_is_refused_and_the_present_one_sent() -> None:
    """The table does not move."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, _ = at_turn(listeners)
            old, action = chosen.state()["at"], chosen.texts()[0]
            await chosen.act(action)
            answer = await chosen.say("act", at=old, action=action)
            assert answer is not None
            assert answer["code"] == "stale"
            assert chosen.heard[-1]["type"] == "state"
            assert table.room.match is not None
            assert len(table.room.match.round.actions) == 1

    run(work())


REFUSALS: list[Any] = [
    pytest.param("act", {"action": "fly"}, "illegal", id="unknown verb"),
    pytest.param("act", {"action": "9: draw file"}, "not-yours", id="another seat"),
    pytest.param("act", {"action": "discard nitti"}, "illegal", id="C-6 not now"),
    pytest.param("ready", {}, "round-on", id="the round goes on"),
    pytest.param("answer", {"to": "undo", "agree": True}, "no-vote", id="nobody asked"),
    pytest.param("stand-in", {"seat": 1, "bot": "sergeant"}, "not-away", id="somebody is here"),
    pytest.param("stand-in", {"seat": 7, "bot": "sergeant"}, "no-such-seat", id="no such seat"),
    pytest.param("mute", {"seat": 0, "on": True}, "no-such-seat", id="mute oneself"),
    pytest.param("chat", {}, "empty", id="nothing to say"),
    pytest.param("chat", {"text": " \u202e\x00 "}, "empty", id="nothing to read"),
    pytest.param("chat", {"text": "a", "phrase": "hello"}, "empty", id="too much to say"),
    pytest.param("undo", {}, "nothing-to-undo", id="nothing done"),
    pytest.param("hint", {}, "no-hints", id="a hint against people"),
]


@pytest.mark.parametrize(("kind", "fields", "code"), REFUSALS)
def test_refusals(kind: str, fields: dict[str, Any], code: str) -> None:
    """What cannot be done is refused with a code, and nothing changes."""

    async def work() -> None:
        async with table_of("capone", 2, "secret 3") as (table, listeners):
            me = listeners[0]
            number = table.room.number
            if kind in ("act", "undo", "hint"):
                fields["at"] = me.state()["at"]
            await me.say(kind, **fields)
            assert me.last("refused")["code"] == code
            assert me.last("refused")["text"]
            assert table.room.number == number

    run(work())


def test_a_refusal_names_the_rule() -> None:
    """An illegal action of who is at turn."""

    async def work() -> None:
        async with table_of("ripper", 2) as (_, listeners):
            chosen, others = at_turn(listeners)
            answer = await chosen.act("discard druitt")
            assert answer is not None
            assert answer["rule"] == "C-6"
            waiting = await others[0].act("draw file")
            assert waiting is not None
            assert waiting["rule"] == "C-6"
            assert waiting["text"].endswith("(C-6)")

    run(work())


def test_a_full_disk_changes_nothing() -> None:
    """The sender is told, the table goes on when there is room again."""

    async def work() -> None:
        storage = MemoryStorage()
        async with table_of("capone", 2, storage=storage) as (table, listeners):
            chosen, others = at_turn(listeners)
            before = [each.state() for each in listeners]
            storage.is_full = True
            answer = await chosen.act(chosen.texts()[0], id="again")
            assert answer is not None
            assert answer["code"] == "not-saved"
            assert [each.state() for each in listeners] == before
            storage.is_full = False
            answer = await chosen.act(chosen.texts()[0], id="again")
            assert answer is not None
            assert answer["type"] == "done"
            assert others[0].state() != before[1]
            assert table.room.number == len(storage.entries["table"])

    run(work())


def test_undo() -> None:
    """At once if it told nothing; otherwise all people here have to agree."""

    async def work() -> None:
        storage = MemoryStorage()
        async with table_of("capone", 3, storage=storage) as (table, listeners):
            assert table.room.match is not None
            before = dump(table.room.match.state)
            chosen, others = at_turn(listeners)
            await chosen.act("draw file")
            assert chosen.state()["undo"] == "ask"
            assert others[0].state()["undo"] == "no"
            await chosen.say("undo", at=chosen.state()["at"])
            assert others[0].last("table")["votes"]["undo"]["seat"] == chosen.connection.seat
            await others[0].say("answer", to="undo", agree=True)
            assert table.room.match.round.actions
            await others[1].say("answer", to="undo", agree=True)
            assert not table.room.match.round.actions
            assert dump(table.room.match.state) == before
            assert chosen.state()["told"] == len(
                chosen.state()["view"] and table.room.events_for(chosen.connection.seat)
            )
            await chosen.act("draw file")
            await chosen.say("undo", at=chosen.state()["at"])
            await others[1].say("answer", to="undo", agree=False)
            assert chosen.last("table")["votes"] == {}
            again = rebuilt(table, storage).match
            assert again is not None
            assert dump(again.state) == dump(table.room.match.state)

    run(work())


def test_an_harmless_action_is_taken_back_at_once() -> None:
    """A meld told nothing new."""

    async def work() -> None:
        for number in range(40):
            async with table_of("capone", 2, f"melds {number}") as (table, listeners):
                chosen, _ = at_turn(listeners)
                await chosen.act("draw file")
                melds = [text for text in chosen.texts() if text.startswith("meld")]
                if not melds:
                    continue
                before = chosen.state()
                await chosen.act(melds[0])
                assert chosen.state()["undo"] == "own"
                await chosen.say("undo", at=chosen.state()["at"])
                assert chosen.state()["view"] == before["view"]
                assert table.room.match is not None
                assert len(table.room.match.round.actions) == 1
                return
        raise AssertionError("no hand had a meld")

    run(work())


def test_rounds_follow_when_all_are_ready() -> None:
    """Scores are told, and the next round is dealt when all people are ready."""

    async def work() -> None:
        async with table_of("capone", 2, target=1000) as (table, listeners):
            await play_round(table, listeners)
            scoring = [each.last("scoring") for each in listeners]
            assert scoring[0]["scores"] == scoring[1]["scores"]
            assert table.room.match is not None
            await listeners[0].say("ready")
            assert listeners[1].last("table")["seats"][0]["ready"]
            assert len(table.room.match.rounds) == 1
            await listeners[1].say("ready")
            assert len(table.room.match.rounds) == 2
            assert listeners[0].state()["round"] == 2

    run(work())


def test_an_endless_round_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """C-23: after very many decisions nobody has anything to choose, nobody scores, and the next round follows."""
    monkeypatch.setattr("casefile.server.requests.CAP", 4)

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            for _ in range(4):
                chosen, _ = at_turn(listeners)
                await chosen.act(chosen.texts()[0])
            assert not any(each.state()["actions"] for each in listeners)
            await chosen.act("draw file")
            assert chosen.last("refused")["rule"] == "C-23"
            for listener in listeners:
                await listener.say("ready")
            assert listeners[0].state()["round"] == 2
            assert listeners[0].state()["scores"] == [0, 0]
            assert table.room.is_running

    run(work())


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
            assert table.room.seats[0].stand_in == "constable"
            assert other.last("table")["seats"][0]["stand_in"] == "constable"
            await gone.say("back")
            assert not table.room.seats[0].stand_in
            assert not table.room.seats[0].left

    run(work())


def test_a_stand_in_plays() -> None:
    """For the seat at turn; who acts is back."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, (other,) = at_turn(listeners)
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


def test_resigning() -> None:
    """With two sides the match is over; with more a bot plays on."""

    async def work() -> None:
        storage = MemoryStorage()
        async with table_of("capone", 2, storage=storage) as (_, listeners):
            await listeners[0].say("resign")
            over = listeners[1].last("over")
            assert (over["winner"], over["reason"]) == (1, "resignation")
            assert "by resignation" in (await storage.record("table") or "")
            answer = await listeners[1].say("act", at=listeners[1].state()["at"], action="draw file")
            assert answer is not None
            assert answer["code"] == "match-over"
        async with table_of("capone", 3) as (table, listeners):
            chosen, others = at_turn(listeners)
            await chosen.say("resign")
            assert table.room.status == "playing"
            assert others[0].last("table")["seats"][chosen.connection.seat or 0]["resigned"]
            for _ in range(400):
                if any(each.state()["actions"] for each in others):
                    break
                await asyncio.sleep(0.05)
            assert any(each.state()["actions"] for each in others)

    run(work())


def test_a_team_resigns_together() -> None:
    """Both people of a team have to agree."""

    async def work() -> None:
        async with table_of("rue-morgue", 4) as (table, listeners):
            await listeners[0].say("resign")
            assert listeners[2].last("table")["votes"]["resign"]["asked"] == [2]
            assert table.room.status == "playing"
            await listeners[2].say("answer", to="resign", agree=True)
            assert listeners[1].last("over")["winner"] == 1

    run(work())


def test_chat_and_mute() -> None:
    """A seat that is muted is heard by all others."""

    async def work() -> None:
        async with table_of("capone", 3) as (_, listeners):
            await listeners[1].say("mute", seat=0, on=True)
            await listeners[0].say("chat", text=" Who\n was  it? ")
            assert listeners[2].last("chat")["text"] == "Who was it?"
            assert not [each for each in listeners[1].heard + listeners[1].listen() if each["type"] == "chat"]
            await listeners[1].say("hello", version=1)
            assert listeners[1].last("welcome")["muted"] == [0]
            await listeners[1].say("mute", seat=0, on=False)
            await listeners[0].say("chat", phrase="sorry")
            assert listeners[1].last("chat")["phrase"] == "sorry"
            late = Listener(listeners[0].table, None)
            await late.say("hello", version=1)
            assert [each["text"] for each in late.heard if each["type"] == "chat"] == ["Who was it?", None]
            await late.say("chat", text="me too")
            assert late.last("refused")["code"] == "spectator"

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
            before = dict(table.clocks.running)
            assert sorted(before) == [0, 1, 2, 3]
            for seat in (2, 0):
                await asyncio.sleep(0.01)
                await listeners[seat].act(listeners[seat].texts()[0])
                del before[seat]
                assert table.clocks.running == before
            left = listeners[1].last("table")["clock"]["left"]
            assert [each is None for each in left] == [True, False, True, False]

    run(work())


def test_who_draws_and_discards_has_a_clock_for_each() -> None:
    """The next decision of a seat has its own."""

    async def work() -> None:
        async with table_of("capone", 2, clock=1000) as (table, listeners):
            chosen, _ = at_turn(listeners)
            before = dict(table.clocks.running)
            await asyncio.sleep(0.01)
            await chosen.act("draw file")
            assert list(table.clocks.running) == list(before)
            assert table.clocks.running != before

    run(work())


def test_what_happened_since_you_left() -> None:
    """After a disconnection, however long it was."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, (other,) = at_turn(listeners)
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


def test_what_is_taken_back_is_not_what_you_have_seen() -> None:
    """Who left before an undo is told what was done in place of what was taken back."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, (other,) = at_turn(listeners)
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
    """No connection was closed in good order: the story begins with the own last action, or with the round."""

    async def work() -> None:
        storage = MemoryStorage()
        async with table_of("capone", 2, storage=storage) as (table, listeners):
            chosen, (other,) = at_turn(listeners)
            await chosen.act("draw file")
            discards = [text for text in chosen.texts() if text.startswith("discard")]
            await chosen.act(discards[0])
            later = LiveTable(rebuilt(table, storage), table.services, is_new=False)
            for old, expected in ((chosen, ["discard"]), (other, ["draw", "discard"])):
                back = Listener(later, old.connection.seat)
                await back.say("hello", version=1)
                assert [event["what"] for event in back.last("since")["events"]][-len(expected) :] == expected
                assert back.last("since")["events"][-1]["number"] == back.state()["told"]

    run(work())


def test_all_are_told_who_did_not_agree() -> None:
    """Otherwise a vote just disappears."""

    async def work() -> None:
        async with table_of("capone", 3) as (table, listeners):
            chosen, others = at_turn(listeners)
            spectator = Listener(table, None)
            await spectator.say("hello", version=1)
            await chosen.act("draw file")
            await chosen.say("undo", at=chosen.state()["at"])
            await others[0].say("answer", to="undo", agree=True)
            await others[1].say("answer", to="undo", agree=False)
            seats = {"seat": chosen.connection.seat, "by": others[1].connection.seat}
            for listener in (*listeners, spectator):
                assert listener.last("declined") == {"type": "declined", "what": "undo", "for_seat": None, **seats}
                assert listener.last("table")["votes"] == {}

    run(work())


def test_two_tabs_at_one_seat() -> None:
    """Both see everything, and each may act."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, _ = at_turn(listeners)
            tab = Listener(table, chosen.connection.seat)
            await tab.say("hello", version=1)
            assert tab.state()["at"] == chosen.state()["at"]
            await tab.act("draw file")
            assert tab.state()["view"] == chosen.state()["view"]
            await table.part(tab.connection)
            assert chosen.last("table")["seats"][chosen.connection.seat or 0]["connected"]

    run(work())


def test_the_language_changes_by_another_hello() -> None:
    """Everything is told again."""

    async def work() -> None:
        async with table_of("capone", 2) as (_, listeners):
            events = listeners[0].state()["events"]
            await listeners[0].say("hello", version=1, language="xx")
            assert listeners[0].state()["events"] == events
            await listeners[0].say("hello", version=2)
            assert listeners[0].last("error")["code"] == "version"

    run(work())


def test_a_room_is_what_its_entries_make_of_it() -> None:
    """Rebuilt, every seat is shown the same."""

    async def work() -> None:
        storage = MemoryStorage()
        async with table_of("rue-morgue", 3, storage=storage, target=1000) as (table, listeners):
            for _ in range(2):
                await play_round(table, listeners)
                for listener in listeners:
                    await listener.say("ready")
            room = rebuilt(table, storage)
            assert room.number == table.room.number
            for seat in (None, 0, 1, 2):
                assert frames.sight_of(room, seat).at == frames.sight_of(table.room, seat).at

    run(work())
