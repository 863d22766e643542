"""Clocks: so many seconds for a decision, from when it was asked for; then the substitute makes it."""

import asyncio
from typing import TYPE_CHECKING

from casefile.players.play import situation_of
from casefile.server import frames
from casefile.server.deciders import rest
from casefile.server.seats import SUBSTITUTE
from casefile.server.slots import Slot, slot_of

if TYPE_CHECKING:
    from casefile.server.live import LiveRoom

SHORTEST_WAIT = 0.2  # for a clock whose decision could not be saved


class Clocks:
    """The clocks of one room; after a restart they start anew."""

    def __init__(self, live: "LiveRoom") -> None:
        self.live = live
        self.running: dict[int, tuple[tuple[int, int], float]] = {}  # for which decision, and until when

    def decision(self, seat: int) -> tuple[int, int]:
        """Names what a seat has to decide: others may act meanwhile, where several choose at once (C-21)."""
        room = self.live.room
        assert room.match is not None
        acted = [action for actor, action in room.match.round.actions if actor == seat]
        return len(room.match.rounds), sum(action not in room.rules.secret_actions for action in acted)

    def plan(self) -> None:
        """A clock for every seat that has to choose, as far as all may know."""
        room = self.live.room
        seconds = room.settings.clock
        if seconds is None:
            return
        now = asyncio.get_running_loop().time()
        asked = [seat for seat in frames.waiting_for(room, None) if not room.seats[seat].player]
        self.running = {
            seat: self.running[seat]
            if seat in self.running and self.running[seat][0] == self.decision(seat)
            else (self.decision(seat), now + seconds)
            for seat in asked
        }
        if self.running:
            soonest = min(end for _, end in self.running.values()) - now
            self.live.agenda.set_timer("clock", max(SHORTEST_WAIT, soonest), self.time_is_up)
        else:
            self.stop()

    def stop(self) -> None:
        """Nobody has to choose any more."""
        self.running = {}
        self.live.agenda.stop_timer("clock")

    def left(self) -> list[float | None]:
        """Seconds that each seat has left."""
        if not self.running:
            return [None] * len(self.live.room.seats)
        now = asyncio.get_running_loop().time()
        ends = [self.running.get(seat) for seat in range(len(self.live.room.seats))]
        return [None if end is None else round(max(0.0, end[1] - now), 1) for end in ends]

    def key(self) -> object:
        """Changes when a clock does."""
        return tuple(sorted((seat, end) for seat, (_, end) in self.running.items()))

    async def time_is_up(self) -> None:
        """Somebody took too long: the substitute makes this one decision."""
        await self.live.beat.over.wait()
        now = asyncio.get_running_loop().time()
        room = self.live.room
        for seat, (decision, end) in list(self.running.items()):
            if end > now + 0.01 or room.match is None or self.decision(seat) != decision or self.live.beat.is_on:
                continue
            position = room.position()
            slot = Slot(slot_of(SUBSTITUTE))
            situation = situation_of(room.match, seat)
            slot.prepared()
            action, _ = await self.live.agenda.deciders.decision(SUBSTITUTE, situation, slot)
            await rest(slot.left())
            if await self.live.agenda.deciders.act_for(seat, position, action):
                self.live.audience.tell_overdue(seat, action)
        async with self.live.lock:
            self.plan()
