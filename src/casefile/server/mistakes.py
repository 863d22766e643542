"""Mistakes of somebody's own, kept by their key: they come from reviews of their matches, and come back as puzzles."""

import asyncio
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from casefile.bots.base import Decision
from casefile.errors import CasefileError
from casefile.server.problems import ProblemError
from casefile.server.turns import Party
from casefile.study.mistakes import Mistake, mistakes_of
from casefile.text.record import read_record

if TYPE_CHECKING:
    from casefile.server.context import Context

MOST_KEPT = 100  # of one player, the newest
MOST_TABLES = 300  # of which is known that they were looked through


class KeptMistake(Struct):
    """A mistake, and the match that it comes from."""

    table: str
    case: str
    mistake: Mistake


class Kept(Struct):
    """What is kept of one player; whatever is solved is dropped."""

    tables: list[str] = []  # that were looked through
    mistakes: list[KeptMistake] = []


def find_mistakes(text: str, seat: int, verdicts: list[Decision]) -> list[Mistake]:
    """The costliest decisions of a seat in a record; a task for those who review."""
    return mistakes_of(read_record(text)[0], seat, verdicts)


def row_name(key: str) -> str:
    """Under which name they are kept."""
    return f"mistakes {key}"


class Mistakes:
    """The mistakes of all players of one server."""

    def __init__(self, context: "Context") -> None:
        self.context = context
        self.lock = asyncio.Lock()

    async def kept(self, key: str) -> Kept:
        """What is kept of a player."""
        row = await self.context.storage.get(row_name(key))
        return msgspec.json.decode(row, type=Kept) if row else Kept()

    async def of(self, key: str, case: str) -> list[KeptMistake]:
        """The mistakes of a player that wait to be solved, the newest match first."""
        return [each for each in reversed((await self.kept(key)).mistakes) if each.case == case]

    async def collect(self, key: str, table: str, seat: int, record: str) -> None:
        """After a review: keep what cost its player much, once for each match."""
        if table in (await self.kept(key)).tables:
            return
        graded = self.context.reviewers.graded.get(record)
        if graded is None or not graded.is_done:
            return
        party = Party()
        found = await self.context.reviewers.doers.run(find_mistakes, record, seat, graded.decisions, party=party)
        case = read_record(record)[0].rules.case.name
        async with self.lock:
            kept = await self.kept(key)
            if table not in kept.tables:
                kept.tables = [*kept.tables, table][-MOST_TABLES:]
                fresh = [KeptMistake(table, case, each) for each in reversed(found)]
                kept.mistakes = [*kept.mistakes, *fresh][-MOST_KEPT:]
                await self.context.storage.put(row_name(key), msgspec.json.encode(kept))

    async def solve(self, key: str, solved: KeptMistake) -> None:
        """A mistake is not made again."""
        async with self.lock:
            kept = await self.kept(key)
            place = (solved.table, solved.mistake.step)
            kept.mistakes = [each for each in kept.mistakes if (each.table, each.mistake.step) != place]
            await self.context.storage.put(row_name(key), msgspec.json.encode(kept))

    async def at(self, key: str, case: str, number: int) -> tuple[KeptMistake, int]:
        """A mistake by its number, from 0, and how many there are."""
        found = await self.of(key, case)
        if not found:
            raise ProblemError(
                404, "no-mistake", "no mistake of yours waits here: they come from reviews of your matches"
            )
        if number >= len(found):
            raise CasefileError(f"number: your mistakes are 0 to {len(found) - 1}")
        return found[number], len(found)
