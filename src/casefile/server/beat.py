"""The beat: after every change that could have somebody asked in secret comes the same pause, asked or not.

    OFF ── a change after which somebody could be asked ──▶ OPEN ── nine tenths are over ──▶ ANSWERED ── the end ──▶ OFF
                                                             ▲                                  │
                                                             └───── a second pause is due ──────┘

Whatever touches the match waits in memory for the end of the pause, an answer to the secret question no less: nothing
is written, and nobody is told anything, at the moment when it comes. The answer is written well before the end, at a
moment when the disk is waited for in any case. Another change begins the pause anew, and one after which nobody can be
asked any more ends it at once.

A `Beat` knows neither clock, room nor disk. It remembers how far the pause has come and what waits for its end, and
says what has to be done; a `LiveRoom` does it.
"""

import asyncio
from dataclasses import dataclass
from enum import Enum

from casefile.server import messages
from casefile.server.connection import Connection
from casefile.server.problems import RefusedError
from casefile.server.room import Position

ANSWER_AT = 0.9  # of a beat: a secret answer is written while everybody waits anyway
BOTS_BEAT = 1.25  # seconds of a pause in which only bots can be asked: more than any of them thinks
MOST_HELD = 8  # messages of a seat that wait for the end of a beat

# Whatever touches the match waits for the end of a beat: otherwise its answer could tell whether somebody is asked.
WAIT_FOR_BEAT = (messages.Act, messages.Undo, messages.Answer, messages.Resign, messages.Ready)


class Phase(Enum):
    """How far a beat has come."""

    OFF = "no pause: nobody can be asked"
    OPEN = "a seat that is asked may answer"
    ANSWERED = "all answers are written, and the pause goes on"


class Next(Enum):
    """What has to be done after a change."""

    NOTHING = "the game goes on"
    PAUSE = "write the answers at nine tenths of the pause, and end it when it is over"
    RELEASE = "end the pause now"


@dataclass
class Held:
    """A message that waits for the end of a beat."""

    connection: Connection  # that is to be answered
    seat: int
    message: messages.Incoming


class Beat:
    """The beat of one room."""

    def __init__(self) -> None:
        self.phase = Phase.OFF
        self.over = asyncio.Event()
        self.over.set()
        self.left = 0  # pauses, this one included
        self.held: list[Held] = []
        self.bots_answers: dict[tuple[int, Position], str] = {}  # to what is asked in secret now

    @property
    def is_on(self) -> bool:
        """Does everybody have to wait?"""
        return self.phase is not Phase.OFF

    def after_change(self, pauses: int) -> Next:
        """The game moved: so many pauses, none if nobody could be asked now."""
        self.bots_answers.clear()
        self.left = pauses
        if pauses:
            self.phase = Phase.OPEN
            self.over.clear()
            return Next.PAUSE
        was_on = self.is_on
        self.phase = Phase.OFF
        self.over.set()
        return Next.RELEASE if was_on else Next.NOTHING

    def has_to_wait(self, message: messages.Incoming) -> bool:
        """Must this message wait for the end of the beat?"""
        return self.is_on and isinstance(message, WAIT_FOR_BEAT)

    def may_hold(self, seat: int, message: messages.Incoming) -> bool:
        """Is this a message that does not wait yet? Refuses one too many."""
        waiting = [each.message for each in self.held if each.seat == seat]
        if message in waiting:
            return False
        if len(waiting) >= MOST_HELD:
            raise RefusedError("too-fast", "wait a moment: your last messages are not carried out yet")
        return True

    def hold(self, connection: Connection, seat: int, message: messages.Incoming) -> None:
        """Keep a message until the end of the beat; one that a client sends again is answered where it came last."""
        for each in self.held:
            if (each.seat, each.message) == (seat, message):
                each.connection = connection
                return
        self.held.append(Held(connection, seat, message))

    def forget(self, connection: Connection) -> None:
        """Nobody is there to be answered; a client that comes back sends its messages again."""
        self.held = [each for each in self.held if each.connection is not connection]

    def take_answer(self, seat: int) -> Held | None:
        """The answer that a seat has sent to what it is asked."""
        for each in self.held:
            if each.seat == seat and isinstance(each.message, messages.Act) and not each.connection.lost:
                self.held.remove(each)
                return each
        return None

    def answered(self) -> None:
        """All answers are written."""
        if self.phase is Phase.OPEN:
            self.phase = Phase.ANSWERED

    def pause_again(self) -> bool:
        """At the end of a pause: does another one begin, as somebody may have been asked again?"""
        if self.left < 2:
            return False
        self.left -= 1
        self.phase = Phase.OPEN
        return True

    def end(self) -> list[Held]:
        """The last pause is over; what was held back is to be looked at now."""
        self.phase = Phase.OFF
        self.over.set()
        held, self.held = self.held, []
        return held
