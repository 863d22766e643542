"""The beat of RIP-22: after every change that could have somebody asked in secret comes the same pause, asked or not.

Whatever touches the match waits in memory for the end of the pause, an answer to the secret question no less: nothing
is written, and nobody is told anything, at the moment when it comes. The answer is written well before the end, at a
moment when the disk is waited for in any case.
"""

import asyncio
import logging
from time import time
from typing import TYPE_CHECKING

from casefile.server import journal, messages
from casefile.server.connection import Connection
from casefile.server.deciders import RETRY_SECONDS
from casefile.server.requests import RefusedError
from casefile.server.storage import StorageError

if TYPE_CHECKING:
    from casefile.server.live import LiveTable

log = logging.getLogger("casefile.server")

ANSWER_AT = 0.9  # of a beat: a secret answer is written while everybody waits anyway
MOST_HELD = 8  # messages of a seat that wait for the end of a beat

# Whatever touches the match waits for the end of a beat: otherwise its answer could tell whether somebody is asked.
WAIT_FOR_BEAT = (messages.Act, messages.Undo, messages.Answer, messages.Resign, messages.Ready)


class Beat:
    """The beat of one table."""

    def __init__(self, table: "LiveTable") -> None:
        self.table = table
        self.is_on = False
        self.over = asyncio.Event()
        self.over.set()
        self.left = 0  # pauses, this one included
        self.held: list[tuple[Connection, messages.Incoming]] = []

    @property
    def is_veil(self) -> bool:
        """Is it still hidden how the round ended, as somebody may be asked in secret?"""
        return self.is_on and self.table.room.seems_over()

    def begin(self) -> None:
        """After a change: a pause, or two, if anybody could be asked now."""
        table = self.table
        table.deciders.secret_answers.clear()
        if not table.room.needs_beat():
            if self.is_on:
                table.set_timer("beat", 0, self.end)
            table.stop_timer("answer")
            self.is_on = False
            self.over.set()
            return
        self.is_on = True
        self.over.clear()
        self.left = table.room.beats
        self.pause()

    def pause(self) -> None:
        """Wait for an answer, and for the end."""
        self.table.set_timer("answer", self.table.room.settings.beat * ANSWER_AT, self.answer)
        self.table.set_timer("beat", self.table.room.settings.beat, self.end)

    def has_to_wait(self, message: messages.Incoming) -> bool:
        """Must this message wait for the end of the beat?"""
        return self.is_on and isinstance(message, WAIT_FOR_BEAT)

    def hold_back(self, connection: Connection, seat: int, message: messages.Incoming) -> None:
        """Keep a message until the end of the beat; what is plainly wrong is refused at once."""
        waiting = [each for other, each in self.held if other.seat == seat]
        if message in waiting:  # sent again by a client that came back: answer it there
            self.held = [
                (connection if (other.seat, each) == (seat, message) else other, each) for other, each in self.held
            ]
            return
        if len(waiting) >= MOST_HELD:
            raise RefusedError("too-fast", "wait a moment: your last messages are not carried out yet")
        if not self.is_veil or seat in self.table.room.asked_in_secret():
            self.table.check(connection, seat, message)
        self.held.append((connection, message))

    def forget(self, connection: Connection) -> None:
        """Who has gone is not answered; a client that comes back sends again what was not."""
        self.held = [each for each in self.held if each[0] is not connection]

    async def answer(self) -> None:
        """Well before the end: the answer of who is asked, given or not."""
        table = self.table
        async with table.lock:
            asked, position = table.room.asked_in_secret(), table.room.position()
            if not asked:  # the disk takes as long, lest somebody notice by a message just then
                await table.services.storage.put("beat", b"")
            for seat in asked:
                given = next((each for each in self.held if is_answer(each, seat)), None)
                if given is not None:
                    self.held.remove(given)
                    await table.carry_out(given[0], seat, given[1])
            if table.room.position() == position:  # else they have answered, and may be asked again in the next pause
                await self.answer_for_them()
            await table.follow()

    async def answer_for_them(self) -> None:
        """Who was asked and did not answer holds, or does what was ordered."""
        room = self.table.room
        for seat in room.asked_in_secret():
            assert room.match is not None
            legal = [room.rules.actions[action].text for action in room.rules.legal(room.match.state, seat)]
            holds = room.seats[seat].order != "escape"
            action = next(text for text in legal if (text in room.secret_answers) == holds)
            action = self.table.deciders.secret_answers.get((seat, room.position()), action)
            await self.table.commit([journal.Acted(time(), seat, action)])

    async def end(self) -> None:
        """The pause is over: what was held back is looked at now."""
        table = self.table
        async with table.lock:
            if self.left > 1:
                self.left -= 1
                self.pause()
                return
            try:
                while table.room.asked_in_secret():  # if it could not be saved before
                    await self.answer_for_them()
            except StorageError as error:
                log.warning("not saved: %s", error)
                table.set_timer("beat", RETRY_SECONDS, self.end)
                return
            self.is_on = False
            self.over.set()
            await table.follow()
            held, self.held = self.held, []
            for connection, message in held:
                await table.request(connection, message)


def is_answer(held: tuple[Connection, messages.Incoming], seat: int) -> bool:
    """Is this message the answer of a seat that is asked?"""
    connection, message = held
    return connection.seat == seat and isinstance(message, messages.Act) and not connection.lost
