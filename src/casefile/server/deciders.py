"""The players in a room that are no people: bots, stand-ins, and the substitute when time is up."""

import asyncio
import logging
from time import monotonic, time
from typing import TYPE_CHECKING

from casefile.bots.base import Situation
from casefile.core.rng import Rng
from casefile.errors import CasefileError
from casefile.players.play import situation_of
from casefile.server import journal
from casefile.server.messages import Pace
from casefile.server.room import Position
from casefile.server.seats import SUBSTITUTE
from casefile.server.slots import Slot, slot_of
from casefile.server.storage import StorageError
from casefile.server.tasks import decide
from casefile.text.remarks import write_thought

if TYPE_CHECKING:
    from casefile.server.live import LiveRoom

log = logging.getLogger("casefile.server")

# Of the time that bots take at a natural pace; brisk is still enough to hide how long they think.
TEMPO: dict[Pace, float] = {"relaxed": 2.0, "natural": 1.0, "brisk": 0.3, "instant": 0.0}
rest = asyncio.sleep


class Deciders:
    """The bots of one room."""

    def __init__(self, live: "LiveRoom") -> None:
        self.live = live
        self.thinking: set[tuple[int, Position]] = set()

    def plan(self) -> None:
        """Let every bot think that has to choose."""
        room = self.live.room
        for seat in room.actors():
            if not room.seats[seat].player:
                continue
            task = (seat, room.position())
            # Else it would act later where somebody was asked.
            waits = self.live.beat.is_on and seat not in room.asked_in_secret()
            if task not in self.thinking and not waits:
                self.thinking.add(task)
                self.live.context.spawn(self.think(*task))

    def pace(self, seat: int) -> float:
        """How long a bot seems to think; it depends on nothing that is hidden.

        A single person's client shows each step as long as the pace of the table says, and may skip: it need not wait
        here, too.
        """
        room = self.live.room
        if room.needs_beat():
            return 0.0
        is_shared = sum(each.is_person for each in room.seats) != 1
        tempo = TEMPO[room.settings.pace] if is_shared else min(TEMPO[room.settings.pace], TEMPO["brisk"])
        place = "/".join(str(number) for number in room.public_position())
        return tempo * (0.7 + Rng(f"pace/{room.name}/{place}/{seat}").below(900) / 1000)

    async def think(self, seat: int, position: Position) -> None:
        """A bot's decision: thought in another process, carried out at the room's pace."""
        room = self.live.room
        try:
            if room.match is None or room.position() != position:
                return
            until = monotonic() + self.pace(seat)
            in_secret = seat in room.asked_in_secret()
            bot = room.seats[seat].player
            slot = Slot(slot_of(bot))
            situation = situation_of(room.match, seat, story=True)
            slot.prepared()
            action, thought = await self.decision(bot, situation, slot)
            if in_secret:
                self.live.beat.bots_answers[seat, position] = action
                return
            is_watched = any(each.is_person for each in room.seats)
            await rest(max(slot.left() if is_watched else 0.0, until - monotonic()))
            if room.seats[seat].player:  # a person may have come back meanwhile
                await self.act_for(seat, position, action, thought)
        finally:
            self.thinking.discard((seat, position))

    def answer_in_time(self, seat: int) -> str:
        """What a bot that is asked in secret answers when the pause ends: as it has decided, or else at a glance.

        It may still be thinking, or wait for its net, but the pause cannot wait, and a chance must not be lost by that.
        """
        room = self.live.room
        assert room.match is not None
        decided = self.live.beat.bots_answers.get((seat, room.position()))
        if decided is not None:
            return decided
        action = decide(room.game, SUBSTITUTE, situation_of(room.match, seat, story=True)).action
        return room.rules.actions[action].text

    async def act_for(self, seat: int, position: Position, action: str, thought: str = "") -> bool:
        """Carry out what was decided for a seat, unless the game has moved on; was it done?"""
        room = self.live.room
        while True:
            await self.live.beat.over.wait()
            async with self.live.lock:
                if self.live.closed or not room.is_running or room.position() != position:
                    return False
                if self.live.beat.is_on:
                    continue
                try:
                    await self.live.commit([journal.Acted(time(), seat, action, thought=thought)])
                except StorageError as error:
                    self.live.agenda.retry(error)
                    return False
                await self.live.follow()
                return True

    async def decision(self, bot: str, situation: Situation, slot: Slot) -> tuple[str, str]:
        """What a bot chooses, and why, for the record; if it fails a simpler one, and at last whatever is legal."""
        room = self.live.room
        for name in (bot, SUBSTITUTE):
            if self.live.closed:  # the server stops: the bot decides when it runs again, and nobody in its place now
                raise asyncio.CancelledError
            try:
                thinkers = self.live.context.thinkers
                party = self.live.audience.party()
                decided = await thinkers.run(decide, room.game, name, situation, party=party, on_start=slot.start)
                if decided.action in situation.actions:
                    return room.rules.actions[decided.action].text, write_thought(room.rules, decided)
            except (CasefileError, RuntimeError) as error:
                log.error("bot %s failed at table %s: %s", name, self.live.label, error)
        return room.rules.actions[situation.actions[0]].text, ""
