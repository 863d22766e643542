"""What people may do at a table, and what comes of it."""

import asyncio
from typing import Any

import pytest

from casefile.core.rng import Rng
from casefile.server import frames
from casefile.server.live import LiveRoom
from tests.laws.walks import dump
from tests.server.clients import eager, run
from tests.server.tables import Listener, MemoryStorage, rebuilt, table_of, to_choose


async def play_round(table: LiveRoom, listeners: list[Listener]) -> None:
    """Random actions until the round is over."""
    rng = Rng("round")
    while table.room.is_running:
        chosen, _ = to_choose(listeners)
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
            chosen, _ = to_choose(listeners)
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
            chosen, _ = to_choose(listeners)
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
    pytest.param("standing", {"order": "escape"}, "no-such-order", id="an order of another game"),
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
    """An illegal action of the seat whose turn it is."""

    async def work() -> None:
        async with table_of("ripper", 2) as (_, listeners):
            chosen, others = to_choose(listeners)
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
            chosen, others = to_choose(listeners)
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
            chosen, others = to_choose(listeners)
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


def test_events_say_what_moved_as_each_may_see_it() -> None:
    """The places for all, the cards for those who see them; the numbers of 0.1.0 stay."""

    async def work() -> None:
        async with table_of("capone", 2) as (_, listeners):
            chosen, (other,) = to_choose(listeners)
            seat = chosen.connection.seat
            await chosen.act("draw file")
            own, shown = chosen.state()["events"][-1], other.state()["events"][-1]
            assert own["moves"] == [{"from": "file", "to": f"hand:{seat}", "cards": own["cards"]}]
            assert None not in own["cards"]
            assert shown["moves"] == [{"from": "file", "to": f"hand:{seat}", "cards": [None, None]}]
            assert (shown["value"], shown["other"], shown["count"], shown["ending"]) == (0, None, 0, "")

    run(work())


def test_an_harmless_action_is_taken_back_at_once() -> None:
    """A meld told nothing new."""

    async def work() -> None:
        for number in range(40):
            async with table_of("capone", 2, f"melds {number}") as (table, listeners):
                chosen, _ = to_choose(listeners)
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
    monkeypatch.setattr("casefile.server.intents.CAP", 4)

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            for _ in range(4):
                chosen, _ = to_choose(listeners)
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
            chosen, others = to_choose(listeners)
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
            await late.say("ready")
            assert late.last("refused")["code"] == "spectator"

    run(work())


def test_all_are_told_who_did_not_agree() -> None:
    """Otherwise a vote just disappears."""

    async def work() -> None:
        async with table_of("capone", 3) as (table, listeners):
            chosen, others = to_choose(listeners)
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
            chosen, _ = to_choose(listeners)
            tab = Listener(table, chosen.connection.seat)
            await tab.say("hello", version=1)
            assert tab.state()["at"] == chosen.state()["at"]
            await tab.act("draw file")
            assert tab.state()["view"] == chosen.state()["view"]
            await table.part(tab.connection)
            assert chosen.last("table")["seats"][chosen.connection.seat or 0]["connected"]

    run(work())


def test_the_language_changes_by_another_hello() -> None:
    """Everything is told again in that language, or in English if there is none of that name."""

    async def work() -> None:
        async with table_of("capone", 2) as (_, listeners):
            english = listeners[0].state()
            for language, word in (("de", "erhältst"), ("it", "Ricevi"), ("xx", "are dealt")):
                await listeners[0].say("hello", version=1, language=language)
                told = listeners[0].state()
                assert word in told["events"][0]["text"]
                assert [event["what"] for event in told["events"]] == [event["what"] for event in english["events"]]
                assert (told["question"] == english["question"]) == (language == "xx")
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
