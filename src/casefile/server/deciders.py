"""Whoever decides at a table without being a person there: bots, stand-ins, and the substitute when time is up."""

import asyncio
import logging
from time import time
from typing import TYPE_CHECKING

from casefile.bots.base import Situation
from casefile.core.rng import Rng
from casefile.errors import CasefileError
from casefile.players.play import situation_of
from casefile.server import journal
from casefile.server.room import SUBSTITUTE
from casefile.server.storage import StorageError
from casefile.server.thinkers import decide

if TYPE_CHECKING:
    from casefile.server.live import LiveTable

log = logging.getLogger("casefile.server")

RETRY_SECONDS = 2.0  # until something that could not be saved is tried again

Position = tuple[int, int, int]


class Deciders:
    """The bots of one table."""

    def __init__(self, table: "LiveTable") -> None:
        self.table = table
        self.thinking: set[tuple[int, Position]] = set()
        self.secret_answers: dict[tuple[int, Position], str] = {}

    def plan(self) -> None:
        """Let every bot think that has to choose."""
        room = self.table.room
        secret = room.asked_in_secret()
        for seat in room.actors():
            task = (seat, room.position())
            waits = self.table.beat.is_on and seat not in secret  # else it would act later where somebody was asked
            if room.seats[seat].player and task not in self.thinking and not waits:
                self.thinking.add(task)
                self.table.services.spawn(self.think(*task))

    def pace(self, seat: int) -> float:
        """How long a bot seems to think; it depends on nothing that is hidden."""
        if self.table.room.settings.pace == "instant" or self.table.room.needs_beat():
            return 0.0
        place = "/".join(str(number) for number in self.table.room.public_position())
        return 0.7 + Rng(f"pace/{self.table.room.name}/{place}/{seat}").below(900) / 1000

    async def think(self, seat: int, position: Position) -> None:
        """A bot's decision: thought in another process, carried out at the table's pace."""
        room = self.table.room
        try:
            if room.match is None or room.position() != position:
                return
            until = asyncio.get_running_loop().time() + self.pace(seat)
            in_secret = seat in room.asked_in_secret()
            action = await self.decision(room.seats[seat].player, situation_of(room.match, seat, story=True))
            if in_secret:
                self.secret_answers[seat, position] = action
                return
            await asyncio.sleep(max(0.0, until - asyncio.get_running_loop().time()))
            if room.seats[seat].player:  # a person may have come back meanwhile
                await self.act_for(seat, position, action)
        finally:
            self.thinking.discard((seat, position))

    async def act_for(self, seat: int, position: Position, action: str) -> None:
        """Carry out what was decided for a seat, unless the table has moved on."""
        room = self.table.room
        while True:
            await self.table.beat.over.wait()
            async with self.table.lock:
                if self.table.closed or not room.is_running or room.position() != position:
                    return
                if self.table.beat.is_on:
                    continue
                try:
                    await self.table.commit([journal.Acted(time(), seat, action)])
                except StorageError as error:
                    log.warning("not saved: %s", error)
                    self.table.set_timer("retry", RETRY_SECONDS, self.table.awake)
                    return
                await self.table.follow()
                return

    async def decision(self, bot: str, situation: Situation) -> str:
        """What a bot chooses; if it fails a simpler one, and at last whatever is legal."""
        room = self.table.room
        for name in (bot, SUBSTITUTE):
            if self.table.closed:  # the server stops: the bot decides when it runs again, and nobody in its place now
                raise asyncio.CancelledError
            try:
                decided = await self.table.services.thinkers.run(decide, room.game, name, situation)
                if decided.action in situation.actions:
                    return room.rules.actions[decided.action].text
            except (CasefileError, RuntimeError) as error:
                log.error("bot %s failed at table %s: %s", name, self.table.label, error)
        return room.rules.actions[situation.actions[0]].text
