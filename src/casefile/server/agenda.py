"""What is due in a room by itself: timers, bots that have to choose, clocks, the next round."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from time import time
from typing import TYPE_CHECKING, Any

from casefile.server import journal
from casefile.server.clocks import Clocks
from casefile.server.deciders import Deciders
from casefile.server.intents import SLOW
from casefile.server.storage import StorageError

if TYPE_CHECKING:
    from casefile.server.live import LiveRoom

log = logging.getLogger("casefile.server")

RETRY_SECONDS = 2.0  # until something that could not be saved is tried again
BOTS_PAUSE = 3.0  # between the rounds of bots that are watched at leisure

Work = Callable[[], Coroutine[Any, Any, None]]


class Agenda:
    """The timers of one room, and the players who are planned to act."""

    def __init__(self, live: "LiveRoom") -> None:
        self.live = live
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.deciders = Deciders(live)
        self.clocks = Clocks(live)

    @property
    def is_empty(self) -> bool:
        """Is nothing due, and nobody thinking?"""
        return not self.timers and not self.deciders.thinking

    def set_timer(self, name: str, seconds: float, work: Work) -> None:
        """Do something later, once; the same name replaces it."""
        self.stop_timer(name)

        def ring() -> None:
            self.timers.pop(name, None)
            if not self.live.closed:
                self.live.context.spawn(work())

        self.timers[name] = asyncio.get_running_loop().call_later(seconds, ring)

    def stop_timer(self, name: str) -> None:
        """What was to be done later is not to be done."""
        timer = self.timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    def retry(self, error: StorageError) -> None:
        """Look again soon at what is due: it could not be saved."""
        log.warning("not saved: %s", error)
        self.set_timer("retry", RETRY_SECONDS, self.live.awake)

    def clear(self) -> None:
        """Nothing is due any more."""
        for name in list(self.timers):
            self.stop_timer(name)

    def plan(self) -> None:
        """Start what is due by itself: bots that have to choose, the next round, clocks."""
        room = self.live.room
        if room.match is None or room.ended is not None or self.live.closed:
            self.stop_timer("ready")
            self.clocks.stop()
            return
        self.deciders.plan()
        self.plan_next_round()
        self.clocks.plan()

    def plan_next_round(self) -> None:
        """People have a minute for the scores, and all the time they want at a slow table or alone; bots need less."""
        room = self.live.room
        if not room.is_between:  # as mostly
            self.stop_timer("ready")
            return
        people = sum(seat.is_waited_for for seat in room.seats)
        keeps_nobody_waiting = people == 1 or (room.settings.clock or 0) >= SLOW
        if self.live.is_veiled or (people and keeps_nobody_waiting):
            self.stop_timer("ready")
        elif "ready" not in self.timers:
            pause = BOTS_PAUSE if room.settings.pace in ("relaxed", "natural") else 0.0
            self.set_timer("ready", self.live.context.settings.ready_seconds if people else pause, self.deal)

    async def deal(self) -> None:
        """The next round, whether or not all are ready."""
        async with self.live.lock:
            if self.live.room.is_between and not self.live.is_veiled:
                try:
                    await self.live.commit([journal.Dealt(time())])
                except StorageError as error:
                    log.warning("not saved: %s", error)
                    self.set_timer("ready", RETRY_SECONDS, self.deal)
                    return
                await self.live.follow()
