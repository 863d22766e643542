"""How long something takes tells nothing: the same work is done, whatever nobody may know. It is counted, not timed."""

from collections import Counter
from typing import Any

import pytest

from casefile.server import connection, frames
from casefile.server.storage import Change
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
