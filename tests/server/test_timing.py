"""How long something takes tells nothing: the same work is done, whatever nobody may know. It is counted, not timed."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from casefile.bots.base import Decision, Reason, Situation
from casefile.server import connection, deciders, frames
from casefile.server.live import LiveRoom
from casefile.server.slots import Slot, slot_of
from casefile.server.storage import Change
from casefile.server.turns import Party
from tests.rules.ripper_scenes import FIVE_VICTIMS
from tests.server.clients import run
from tests.server.tables import Listener, MemoryStorage, table_of
from tests.server.test_leaks import HOLDER, HOLDS, HOLDS_NOT, set_scene

pytestmark = pytest.mark.once


class Watched(MemoryStorage):
    """Knows what was written."""

    def __init__(self, work: Counter[str]) -> None:
        super().__init__()
        self.work = work

    async def append(self, *changes: Change) -> None:
        """Keep changes."""
        for change in changes:
            self.work[f"entries {len(change.entries)}, {change.status}"] += 1
        await super().append(*changes)

    async def put(self, name: str, value: bytes) -> None:
        """Keep something small."""
        self.work[f"put {name}"] += 1
        await super().put(name, value)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts what is made for those who look at a table."""
    counted: Counter[str] = Counter()

    def count(module: Any, name: str) -> None:
        original = getattr(module, name)

        def counting(*arguments: Any, **more: Any) -> Any:
            counted[name] += 1
            return original(*arguments, **more)

        monkeypatch.setattr(module, name, counting)

    for module, name in (
        (frames, "shown_view"),
        (frames, "state_frame"),
        (frames, "table_frame"),
        (connection, "encode"),
        (frames, "encode"),
    ):
        count(module, name)
    return counted


async def work_of_an_answer(work: Counter[str], hands: list[str], answer: str) -> dict[str, int]:
    """What is done at nine tenths of the beat after a discard, and at its end."""
    async with table_of("ripper", 4, beat=1000.0, storage=Watched(work)) as (table, people):
        set_scene(table, hands, ["", FIVE_VICTIMS, "", ""])
        for listener in [*people, Listener(table, None)]:
            await listener.say("hello", version=1)
        await people[1].act("discard eddy")
        if answer:
            await people[HOLDER].act(answer)
        work.clear()
        await table.answer_beat()
        work["encode"] -= bool(answer)  # the acknowledgement, a few bytes
        await table.end_beat()
        return dict(work)


@pytest.mark.parametrize("answer", ["", "hold"], ids=["answered for", "answered early"])
def test_a_beat_takes_the_same_work_whether_or_not_somebody_is_asked(work: Counter[str], answer: str) -> None:
    """RIP-22: who sends messages in the beat waits no longer where somebody is asked."""
    asked = run(work_of_an_answer(work, HOLDS, answer))
    not_asked = run(work_of_an_answer(work, HOLDS_NOT, ""))
    assert asked == not_asked
    assert asked["shown_view"] == 5
    assert asked["entries 1, playing"] == 1


@pytest.mark.parametrize("gone", [0.0, 0.001, 0.2, 0.399])
def test_a_bot_answers_when_its_slot_is_over(gone: float) -> None:
    """However long it thought, and what it sees took to be put together; only how long it waited comes on top."""
    now = 100.0
    slot = Slot(0.4, lambda: now)
    now += gone / 2
    slot.prepared()
    now += 7.0  # it waited for a process
    slot.start()
    now += gone / 2
    assert now + slot.left() == pytest.approx(107.4)


def test_a_bot_that_needs_longer_answers_at_the_end_of_another_slot() -> None:
    """On a machine that is busy."""
    now = 0.0
    slot = Slot(0.4, lambda: now)
    now = 0.9
    assert now + slot.left() == pytest.approx(1.2)


class Thoughts:
    """Bots that decide after so many seconds, by a clock of the test."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.now = 0.0
        self.rested: list[float] = []

    def clock(self) -> float:
        """The time of the test."""
        return self.now

    async def run(
        self, _: object, game: bytes, name: str, situation: Situation, *, party: Party, on_start: Callable[[], None]
    ) -> Any:
        """The first legal action, after a while."""
        on_start()
        self.now += self.seconds
        return Decision(situation.actions[0], [], Reason("only", []))

    async def rest(self, seconds: float) -> None:
        """Wait, at once."""
        self.rested.append(seconds)

    def close(self) -> None:
        """Nothing to do."""


@pytest.mark.parametrize("seconds", [0.0, 0.013, 0.3])
def test_thinking_time_does_not_tell_of_a_hand(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """At instant pace a bot acts after the same time, with one choice or many."""

    async def work() -> None:
        thoughts = Thoughts(seconds)
        monkeypatch.setattr(deciders, "Slot", lambda length: Slot(length, thoughts.clock))
        monkeypatch.setattr(deciders, "rest", thoughts.rest)
        async with table_of("capone", 2, "first is a bot", bots={0: "inspector"}) as (table, _):
            table.context.thinkers = thoughts  # type: ignore[assignment]
            while 0 not in table.room.actors():
                await table.agenda.deciders.act_for(1, table.room.position(), text_of_first(table, 1))
            thoughts.rested.clear()
            thoughts.now = 0.0
            await table.agenda.deciders.think(0, table.room.position())
            assert thoughts.rested[0] + seconds == pytest.approx(slot_of("inspector"))

    run(work())


PACES = {
    "relaxed": (1.4, 3.2),
    "natural": (0.7, 1.6),
    "brisk": (0.2, 0.5),
    "instant": (0.0, 0.0),
}


@pytest.mark.parametrize("pace", PACES)
def test_bots_keep_the_pace_of_the_table(pace: str) -> None:
    """People who share a table wait for the same thing; a single person's client may show steps as it likes."""

    async def work() -> None:
        for bots, (least, most) in (
            ({0: "constable"}, PACES[pace]),
            ({0: "constable", 1: "constable"}, min(PACES[pace], PACES["brisk"])),
        ):
            async with table_of("capone", 3, pace=pace, bots=bots) as (table, _):
                assert least <= table.agenda.deciders.pace(0) <= most

    run(work())


def text_of_first(table: LiveRoom, seat: int) -> str:
    """The first legal action of a seat."""
    assert table.room.match is not None
    return table.room.rules.actions[table.room.rules.legal(table.room.match.state, seat)[0]].text
