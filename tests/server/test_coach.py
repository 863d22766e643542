"""The coach: a costly decision of a player's own is judged by what was known then, and can be taken back."""

import asyncio
from pathlib import Path

import pytest

from casefile.server import journal
from casefile.server.live import LiveRoom
from casefile.server.results import read_summary, result_of
from casefile.study import coach
from casefile.study.coach import COSTLY_CHANCE, COSTLY_POINTS, costly
from casefile.study.judge import RolloutJudge, judge_for
from casefile.study.questions import Effort, Question
from tests.server.clients import Player, Server
from tests.server.tables import Listener, Message, table_of, until_asked

pytestmark = pytest.mark.once  # nothing here depends on the build


def mistake_of(table: LiveRoom, me: Listener) -> str | None:
    """An action that costs much in this situation, if there is one."""
    room = table.room
    assert room.match is not None
    view, legal = room.rules.view(room.match.state, 0), room.rules.legal(room.match.state, 0)
    for action in reversed(legal):
        if costly(room.rules, Question(view, legal, room.settings.target, action)) is not None:
            return room.rules.actions[action].text
    return None


async def first_mistake(table: LiveRoom, me: Listener) -> tuple[str, Message]:
    """Play on until something can be done that costs much, and do it; the state before, and the action."""
    for _ in range(60):
        await until_asked(me)
        before, mistake = me.state(), mistake_of(table, me)
        await me.act(mistake or me.texts()[0])
        if mistake is not None:
            return mistake, before
    raise AssertionError("no action cost much in a whole round")


def test_a_costly_decision_is_said_to_be_one_and_can_be_taken_back() -> None:
    async def scene() -> None:
        async with table_of("capone", 2, bots={1: "constable"}, coach=True) as (table, (me,)):
            mistake, before = await first_mistake(table, me)
            async with asyncio.timeout(60):
                while not any(each["type"] == "coach" for each in me.heard):
                    await asyncio.sleep(0.02)
                    me.listen()
            said = me.last("coach")
            assert said["action"] == mistake
            assert said["better"] != mistake
            assert said["better"] in [action["text"] for action in before["actions"]]
            assert said["points"] >= COSTLY_POINTS or said["chance"] >= COSTLY_CHANCE
            assert said["better_text"] not in said["text"]
            await until_asked(me)
            await me.say("undo", at=me.state()["at"])
            assert me.state()["view"]["hands"][0] == before["view"]["hands"][0]
            result = result_of(table.room, [journal.Ended(2.0, 0, "points")])
            assert result is not None
            assert "coach" in read_summary(result.body).unrated

    asyncio.run(scene())


def test_nobody_is_coached_who_did_not_ask_for_it() -> None:
    async def scene() -> None:
        async with table_of("capone", 2, bots={1: "constable"}) as (table, (me,)):
            await first_mistake(table, me)
            await until_asked(me)
            assert not table.context.advisers.busy  # type: ignore[attr-defined]  # the real ones
            assert not any(each["type"] == "coach" for each in me.heard)

    asyncio.run(scene())


def test_a_hint_is_what_the_coach_thinks_best() -> None:
    """What a table advises is judged by the judge of the coach and of reviews, and is no costly decision."""

    async def scene() -> None:
        async with table_of("capone", 2, bots={1: "constable"}) as (table, (me,)):
            await until_asked(me)
            room = table.room
            assert room.match is not None
            view, legal = room.rules.view(room.match.state, 0), room.rules.legal(room.match.state, 0)
            await me.say("hint", at=me.state()["at"])
            answer = me.last("hint")
            hinted = room.notation.read_action(answer["action"])
            asked = Question(view, legal, room.settings.target, hinted)
            (said,) = judge_for(room.rules).appraise([asked])
            assert said.action == hinted
            assert costly(room.rules, asked) is None
            assert answer["candidates"][0]["action"] == answer["action"]
            assert all(each["tries"] for each in answer["candidates"])

    asyncio.run(scene())


def test_no_coach_where_people_meet(tmp_path: Path) -> None:
    """The other people would play against the coach."""
    with Server(tmp_path) as server:
        ann = Player(server)
        seats = [{"for": "me"}, {"for": "anyone"}]
        answer = ann.http.post("/api/tables", json={"case": "capone", "seats": seats, "coach": True})
        assert answer.status_code == 422
        assert "all others are bots" in answer.json()["error"]["message"]
        alone = [{"for": "anyone"}, {"for": "bot", "bot": "constable"}]
        assert ann.make_table("capone", alone, coach=True)


def test_where_no_net_can_run_rounds_are_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a case that brings no net: the same answer in kind."""

    async def scene() -> None:
        async with table_of("capone", 2, bots={1: "constable"}) as (table, (me,)):
            mistake, before = await first_mistake(table, me)
            assert mistake in [action["text"] for action in before["actions"]]

    monkeypatch.setattr(coach, "judge_for", RolloutJudge)
    monkeypatch.setattr(coach, "QUICK", Effort(worlds=4, most=2, ahead=False))
    monkeypatch.setattr(coach, "SECOND_LOOK_PLAYED_OUT", Effort(worlds=8, most=2, ahead=True))
    asyncio.run(scene())
