"""The beat of RIP-22 as a machine of its own: what it holds back, and what it says is to be done."""

import asyncio
from typing import Any

import pytest

from casefile.server import messages
from casefile.server.beat import MOST_HELD, Beat, Next, Phase
from casefile.server.connection import Connection
from casefile.server.problems import RefusedError
from casefile.server.storage import Change
from tests.rules.ripper_scenes import FOUR_VICTIMS
from tests.server.clients import run
from tests.server.tables import MemoryStorage, table_of
from tests.server.test_leaks import HOLDER, HOLDS, set_scene

ASK, CALM = {"could_ask": True}, {"could_ask": False}

STEPS: list[Any] = [
    pytest.param([(CALM, Next.NOTHING)], Phase.OFF, id="nobody can be asked"),
    pytest.param([(ASK, Next.PAUSE)], Phase.OPEN, id="a pause"),
    pytest.param([(ASK, Next.PAUSE), "answered"], Phase.ANSWERED, id="answers are written"),
    pytest.param([(ASK, Next.PAUSE), "answered", (ASK, Next.PAUSE)], Phase.OPEN, id="a change begins it anew"),
    pytest.param([(ASK, Next.PAUSE), (CALM, Next.RELEASE)], Phase.OFF, id="needless before the answer"),
    pytest.param([(ASK, Next.PAUSE), "answered", (CALM, Next.RELEASE)], Phase.OFF, id="the answer ended the round"),
    pytest.param([(ASK, Next.PAUSE), (CALM, Next.RELEASE), "answered"], Phase.OFF, id="released while answers come"),
    pytest.param([(ASK, Next.PAUSE), "answered", "end", (CALM, Next.NOTHING)], Phase.OFF, id="to its end"),
]


@pytest.mark.parametrize(("steps", "phase"), STEPS)
def test_phases(steps: list[Any], phase: Phase) -> None:
    """Each change says what has to be done, and everybody waits exactly while it is on."""
    beat = Beat()
    for step in steps:
        if isinstance(step, str):
            getattr(beat, step)()
        else:
            change, expected = step
            assert beat.after_change(**change) is expected
        assert beat.over.is_set() != beat.is_on
    assert beat.phase is phase


def act(number: int) -> messages.Act:
    """An action that a client sends."""
    return messages.Act(str(number), "", "draw file")


def test_what_is_held_back() -> None:
    """What touches the match; once, however often it is sent; answered where the client is now; not without limit."""
    beat = Beat()
    assert not beat.has_to_wait(act(0))
    beat.after_change(could_ask=True)
    assert beat.has_to_wait(act(0))
    assert not beat.has_to_wait(messages.Chat("1", "hello"))
    first, second, third = Connection(0, ""), Connection(0, ""), Connection(0, "")
    assert beat.may_hold(0, act(0))
    beat.hold(first, 0, act(0))
    assert not beat.may_hold(0, act(0))
    beat.hold(second, 0, act(0))
    beat.forget(first)
    assert [each.connection for each in beat.held] == [second]
    for number in range(1, MOST_HELD):
        assert beat.may_hold(0, act(number))
        beat.hold(third, 0, act(number))
    with pytest.raises(RefusedError, match="wait a moment"):
        beat.may_hold(0, act(MOST_HELD))
    assert beat.may_hold(1, act(0))
    assert beat.take_answer(1) is None
    answer = beat.take_answer(0)
    assert answer is not None
    assert answer.message == act(0)
    beat.forget(third)
    assert beat.end() == []


def test_bots_answers_are_for_one_question() -> None:
    """Whatever changes the game asks anew."""
    beat = Beat()
    beat.bots_answers[0, (1, 2, 0)] = "hold"
    beat.after_change(could_ask=True)
    assert beat.bots_answers == {}


class Counting(MemoryStorage):
    """Knows how often it was written to."""

    written = 0

    async def append(self, change: Change) -> None:
        """Keep a change."""
        self.written += 1
        await super().append(change)

    async def put(self, name: str, value: bytes) -> None:
        """Keep something small."""
        self.written += 1
        await super().put(name, value)


@pytest.mark.parametrize("held", [True, False], ids=["held", "not held"])
@pytest.mark.parametrize("answer", ["", "hold"])
def test_all_that_is_asked_in_one_beat_is_written_at_once(held: bool, answer: str) -> None:  # noqa: FBT001
    """RIP-22: the fifth victim and its two cards may ask twice; how often the disk is written to tells nobody."""

    async def work() -> None:
        storage = Counting()
        async with table_of("ripper", 4, storage=storage, beat=1000.0) as (table, people):
            hands = [*HOLDS[:3], HOLDS[HOLDER] if held else "joker gull chapman"]
            hands[1] += " victim:kelly"
            set_scene(table, hands, ["", FOUR_VICTIMS, "", ""])
            for person in people:
                await person.say("hello", version=1)
            await people[1].act("play victim:kelly")
            assert bool(table.room.asked_in_secret()) == held
            if held and answer:
                await people[HOLDER].act(answer, id="early")
            storage.written = 0
            await table.answer_beat()
            assert table.room.asked_in_secret() == []
            assert storage.written == 1
            assert table.beat.phase is Phase.ANSWERED
            await table.end_beat()
            await asyncio.sleep(0)
            assert storage.written == 1
            assert people[1].state()["actions"]

    run(work())
