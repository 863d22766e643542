"""The beat of RIP-22 as a machine of its own: what it holds back, and what it says is to be done."""

from typing import Any

import pytest

from casefile.server import messages
from casefile.server.beat import MOST_HELD, Beat, Next, Phase
from casefile.server.connection import Connection
from casefile.server.problems import RefusedError

CALM, ASK, TWICE = 0, 1, 2  # pauses that a change brings

STEPS: list[Any] = [
    pytest.param([(CALM, Next.NOTHING)], Phase.OFF, id="nobody can be asked"),
    pytest.param([(ASK, Next.PAUSE)], Phase.OPEN, id="a pause"),
    pytest.param([(ASK, Next.PAUSE), "answered"], Phase.ANSWERED, id="answers are written"),
    pytest.param([(ASK, Next.PAUSE), "answered", (ASK, Next.PAUSE)], Phase.OPEN, id="a change begins it anew"),
    pytest.param([(ASK, Next.PAUSE), (CALM, Next.RELEASE)], Phase.OFF, id="needless before the answer"),
    pytest.param([(ASK, Next.PAUSE), "answered", (CALM, Next.RELEASE)], Phase.OFF, id="the answer ended the round"),
    pytest.param([(ASK, Next.PAUSE), (CALM, Next.RELEASE), "answered"], Phase.OFF, id="released while answers come"),
    pytest.param([(ASK, Next.PAUSE), "answered", "pause_again"], Phase.ANSWERED, id="one pause is enough"),
    pytest.param([(ASK, Next.PAUSE), "answered", "end", (CALM, Next.NOTHING)], Phase.OFF, id="to its end"),
    pytest.param([(TWICE, Next.PAUSE), "answered", "pause_again"], Phase.OPEN, id="a second pause"),
    pytest.param([(TWICE, Next.PAUSE), *["answered", "pause_again"] * 2], Phase.ANSWERED, id="no third one"),
    pytest.param([(TWICE, Next.PAUSE), (CALM, Next.RELEASE), "pause_again"], Phase.OFF, id="no second one if needless"),
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
            assert beat.after_change(change) is expected
        assert beat.over.is_set() != beat.is_on
    assert beat.phase is phase


def act(number: int) -> messages.Act:
    """An action that a client sends."""
    return messages.Act(str(number), "", "draw file")


def test_what_is_held_back() -> None:
    """What touches the match; once, however often it is sent; answered where the client is now; not without limit."""
    beat = Beat()
    assert not beat.has_to_wait(act(0))
    beat.after_change(ASK)
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
    beat.after_change(ASK)
    assert beat.bots_answers == {}
