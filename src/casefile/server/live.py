"""A room in use: its journal, its audience, its agenda, and the beat.

An action is on disk before anyone sees its effect: check, append, apply, and only then tell. All of it under one lock.
"""

import asyncio
import logging
from dataclasses import dataclass
from hashlib import sha256
from time import time
from typing import TYPE_CHECKING

from casefile.server import frames, journal, messages
from casefile.server.agenda import RETRY_SECONDS, Agenda
from casefile.server.audience import Audience
from casefile.server.beat import ANSWER_AT, BOTS_BEAT, Beat, Held, Next
from casefile.server.buckets import Buckets
from casefile.server.coach import Coach, question_of
from casefile.server.connection import Connection
from casefile.server.crowds import BUSY, MOST_UNDER_WAY
from casefile.server.hints import Hints
from casefile.server.intents import Entries, Intent, clean, due, unasked_answer
from casefile.server.journalled import JournalledRoom
from casefile.server.problems import RefusedError
from casefile.server.room import Room
from casefile.server.snapshots import EVERY
from casefile.server.storage import ConflictError, StorageError
from casefile.server.texts import known_language

if TYPE_CHECKING:
    from casefile.server.context import Context

log = logging.getLogger("casefile.server")

DOUBTFUL = (ConflictError, asyncio.CancelledError)  # after these it is not certain what was kept
BESIDE_BURST, BESIDE_RATE = 40.0, 1.0  # entries of a seat that do not move the game on: at once, and per second


def label_of(name: str) -> str:
    """A room in logs, which must not tell its name."""
    return sha256(name.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Glance:
    """How a room stands, for lists: small, so that it can be kept when the room is dropped from memory."""

    case: str
    status: str
    keys: list[str]
    names: list[str]
    scores: list[int]
    round: int
    waiting_for: list[int]
    time: float


class LiveRoom:
    """A room, who looks at it, and what is due in it."""

    def __init__(self, room: Room, context: "Context", *, is_new: bool = True, fence: int = 1) -> None:
        self.room = room
        self.context = context
        self.lock = asyncio.Lock()
        self.journalled = JournalledRoom(room, context, fence)
        self.audience = Audience(room, is_new=is_new)
        self.agenda = Agenda(self)
        self.beat = Beat()
        self.hints = Hints(self)
        self.coach = Coach(self)
        self.beside = Buckets(BESIDE_BURST, BESIDE_RATE)  # for each seat: every entry is kept for ever
        self.notified: dict[int, tuple[int, int, int, bool]] = {}  # when who was told that they are waited for
        self.closed = False
        self.label = label_of(room.name)

    @property
    def is_veiled(self) -> bool:
        """Is it still hidden how the round ended, as somebody may be asked in secret?"""
        return self.beat.is_on and self.room.seems_over()

    def is_dormant(self) -> bool:
        """Does nothing happen here by itself, and nobody look?"""
        if self.audience.connections or self.lock.locked() or self.beat.is_on or self.beat.held:
            return False
        return self.agenda.is_empty

    def glance(self) -> Glance:
        """How the room stands, for lists; how a round ended stays hidden as long as it has to."""
        room, match = self.room, self.room.match
        scores = [0] * room.rules.sides
        if match is not None:
            scores = match.round.scores if self.is_veiled else match.scores
        return Glance(
            room.settings.case,
            room.status,
            [seat.key for seat in room.seats],
            [seat.name for seat in room.seats],
            scores,
            len(match.rounds) if match else 0,
            [] if self.is_veiled else [at for at in frames.waiting_for(room, None) if not room.seats[at].player],
            room.changed_at,
        )

    def table_info(self) -> messages.TableInfo:
        """Who sits here, and what is going on beside the game, as far as anybody may know it."""
        left = self.agenda.clocks.left()
        return frames.for_onlookers(
            frames.table_frame(self.room, self.audience.connected, left, self.audience.watchers)
        )

    def close(self) -> None:
        """Nothing happens here by itself any more."""
        if not self.closed:
            self.closed = True
            self.agenda.clear()
            self.audience.drop()

    def fall_apart(self) -> None:
        """Nobody needs this room again: without parts that refer to the whole its memory is free at once."""
        self.room.sights.clear()
        for part in (self.agenda.deciders, self.agenda.clocks, self.agenda, self.hints, self.coach):
            vars(part).clear()

    # Messages

    async def receive(self, connection: Connection, message: messages.Incoming) -> None:
        """A message of a client."""
        if isinstance(message, messages.Ping):
            connection.send(messages.Pong())
        elif isinstance(message, messages.Hello):
            await self.greet(connection, message)
        elif not connection.greeted:
            connection.send(messages.Error("hello-first", "the first message must be hello"))
        elif isinstance(message, messages.AskHint):
            await self.hints.ask(connection, message)
        elif self.context.under_way >= MOST_UNDER_WAY:
            self.refuse(connection, getattr(message, "id", ""), RefusedError("busy", BUSY))
        else:
            self.context.under_way += 1
            try:
                async with self.lock:
                    await self.request(connection, message)
            finally:
                self.context.under_way -= 1

    async def greet(self, connection: Connection, message: messages.Hello) -> None:
        """Tell a client everything."""
        if message.version != messages.VERSION:
            text = f"this server speaks version {messages.VERSION}, not {message.version}; load the page again"
            connection.send(messages.Error("version", text))
            connection.drop()
            return
        count = self.room.hearing.count(connection.seat) if self.room.match is not None else 0
        await self.context.pause(self.context.events.wait(connection.address, 1.0 + count))
        async with self.lock:
            room, seat = self.room, connection.seat
            connection.name = clean(message.name)
            self.audience.greet(connection, known_language(message.language))
            ballot = room.votes.get("stand-in")
            asked_for = ballot is not None and ballot.proposed.for_seat == seat
            if seat is not None and (room.seats[seat].left or room.seats[seat].stand_in or asked_for):
                await self.try_to_commit([journal.CameBack(time(), seat)])
            connection.send(frames.welcome_frame(room, seat))
            self.tell()
            for chatted in room.chat:
                self.audience.say(connection, chatted)

    async def part(self, connection: Connection) -> None:
        """Somebody does not look any more; if it was a seat's last connection, remember what it was told."""
        async with self.lock:
            if connection not in self.audience.connections:
                return
            away = self.audience.part(connection)
            self.beat.forget(connection)
            if away is not None and self.room.status == "playing" and not self.closed:
                await self.try_to_commit([away])
            self.tell()

    async def request(self, connection: Connection, message: messages.Incoming) -> None:
        """Something that a seat wants to do; under the lock."""
        acted_id = getattr(message, "id", "")
        seat = connection.seat
        if connection.lost:  # while it waited for the lock: the seat may be somebody else's now
            return
        try:
            if seat is None:
                self.watch(connection, message)
                return
            if acted_id and (seat, acted_id) in self.room.done:
                connection.send(messages.Done(acted_id))
                return
            if not isinstance(message, messages.Act | messages.Ready) and not self.beside.take(str(seat)):
                raise RefusedError("too-fast", "so much cannot be done at once; wait a moment")
            if self.beat.has_to_wait(message):
                self.hold_back(connection, seat, message)
                return
        except RefusedError as refused:
            self.refuse(connection, acted_id, refused)
            return
        await self.carry_out(connection, seat, message)

    def watch(self, connection: Connection, message: messages.Incoming) -> None:
        """Something that somebody without a seat wants to do: to talk with others who watch, and nothing else."""
        if not isinstance(message, messages.Chat):
            raise RefusedError("spectator", "spectators only look on")
        if not self.beside.take(connection.key):
            raise RefusedError("too-fast", "so much cannot be said at once; wait a moment")
        text = message.text and clean(message.text)
        if not text and message.phrase is None:
            raise RefusedError("empty", "there is nothing to read in this text")
        connection.send(messages.Done(message.id))
        self.audience.whisper(messages.Said(None, connection.name, text, message.phrase, time()))

    async def carry_out(self, connection: Connection, seat: int, message: messages.Incoming) -> None:
        """Check what a seat wants, keep it, answer, and tell everybody what came of it; under the lock."""
        acted_id = getattr(message, "id", "")
        try:
            entries = self.check(connection, seat, message)
            votes = dict(self.room.votes)
            question = question_of(self.room, seat, entries)
            before = self.room.position() if question is not None else (0, 0, 0)
            await self.commit(entries)
        except RefusedError as refused:
            self.refuse(connection, acted_id, refused)
            return
        except StorageError as error:
            log.warning("not saved: %s", error)
            self.not_saved(connection, acted_id, error)
            return
        if acted_id:
            connection.send(messages.Done(acted_id))
        for entry in entries:
            self.audience.announce(entry, votes)
        await self.follow()
        if question is not None:
            self.context.spawn(self.coach.look(connection, seat, question, before))
        ballot = self.room.votes.get("rematch")
        if ballot is not None and ballot.is_carried:
            self.context.spawn(self.meet_again())

    async def meet_again(self) -> None:
        """All have agreed: the same people at a new table."""
        name = await self.context.hub.rematch(self)
        for connection in self.audience.connections:
            connection.send(messages.Rematch(name))

    def check(self, connection: Connection, seat: int, message: messages.Incoming) -> Entries:
        """What a message leads to."""
        if isinstance(message, messages.MeetAgain) and not self.context.may_make_table(connection.address):
            raise RefusedError("too-many-tables", "too many new tables; try again later")
        return self.intent(seat, connection.language).check(message)

    def intent(self, seat: int, language: str = "en") -> Intent:
        """Judges what a seat wants to do now."""
        return Intent(self.room, seat, time(), self.audience, language)

    def not_saved(self, connection: Connection, acted_id: str, error: StorageError) -> None:
        """Say that something could not be kept."""
        self.context.metrics.refused.labels("not-saved").inc()
        connection.send(messages.Refused(acted_id, "not-saved", None, f"not saved: {error}; nothing has changed"))

    def refuse(self, connection: Connection, acted_id: str, refused: RefusedError) -> None:
        """Say why nothing has changed."""
        self.context.metrics.refused.labels(refused.code).inc()
        connection.send(messages.Refused(acted_id, refused.code, refused.rule, refused.text))
        if refused.code == "stale":
            connection.shown = None
            self.tell_game(connection)

    # Changes

    async def commit(self, entries: Entries) -> None:
        """Write entries, then let them take effect; raises StorageError, and then nothing has changed."""
        try:
            self.must_be_open()
            has_moved = await self.journalled.commit(entries)
        except DOUBTFUL:
            self.be_gone()
            raise
        if has_moved:
            self.begin_beat()

    async def found(self, entries: Entries, other: "LiveRoom", founding: Entries) -> None:
        """The same, together with the first entries of another room."""
        try:
            self.must_be_open()
            await self.journalled.found(entries, other.journalled, founding)
        except DOUBTFUL:
            self.be_gone()
            raise

    def must_be_open(self) -> None:
        """Another room may stand in the place of one that was closed."""
        if self.closed:
            raise ConflictError("the table was dropped from memory")

    def be_gone(self) -> None:
        """This may not be the newest state any more: the room is loaded anew when it is needed."""
        self.context.hub.forget(self)
        self.close()

    async def try_to_commit(self, entries: Entries) -> None:
        """The same for what nobody waits for; it is logged if it cannot be saved."""
        try:
            await self.commit(entries)
        except StorageError as error:
            log.warning("not saved: %s", error)

    async def change(self, entries: Entries) -> None:
        """Entries that come by HTTP, and what follows from them; under the lock."""
        await self.commit(entries)
        await self.follow()

    async def follow(self, *, all_anew: bool = False) -> None:
        """After a change: what follows from it, what everybody sees, and what is due next."""
        try:
            while not self.is_veiled:
                entries = due(self.room, time())
                if not entries:
                    break
                await self.commit(entries)
        except StorageError as error:
            self.agenda.retry(error)
        self.agenda.plan()
        self.tell(all_anew=all_anew)
        if self.context.push is not None:
            self.context.push.tell(self)
        self.journalled.keep_snapshot(after=EVERY)

    async def awake(self) -> None:
        """Look again at what is due."""
        async with self.lock:
            if self.room.needs_beat() and not self.beat.is_on and self.room.asked_in_secret():
                self.begin_beat()
            await self.follow()

    def tell(self, *, all_anew: bool = False) -> None:
        """Send everybody what is new to them; it can be put into words for all, so that it always takes as long."""
        self.tell_table()
        for connection in self.audience.connections:
            self.tell_game(connection, anew=all_anew)
        frames.forget_words(self.room)

    def tell_table(self) -> None:
        """Send everybody who sits here, and what is going on beside the game, if that is new."""
        self.audience.tell_table(self.agenda.clocks.left(), self.agenda.clocks.key())

    def tell_game(self, connection: Connection, *, anew: bool = False) -> None:
        """Send somebody what is new; nothing of the game while it is hidden how the round ended."""
        if not self.is_veiled or connection.seat in self.room.asked_in_secret():
            self.audience.tell_game(connection, anew=anew)

    # The beat

    def begin_beat(self) -> None:
        """After a change: the same pause, whether or not somebody is asked."""
        step = self.beat.after_change(self.room.pauses())
        if step is Next.PAUSE:
            self.pause()
        elif step is Next.RELEASE:
            self.agenda.stop_timer("answer")
            self.agenda.set_timer("beat", 0, self.end_beat)

    def pause(self) -> None:
        """Wait for answers, and for the end."""
        seconds = self.pause_seconds()
        self.agenda.set_timer("answer", seconds * ANSWER_AT, self.answer_beat)
        self.agenda.set_timer("beat", seconds, self.end_beat)

    def pause_seconds(self) -> float:
        """How long a pause lasts: no longer than bots need where no person can be asked, as everybody can tell.

        The player whose turn it is, as the table sees it, is never asked in secret.
        """
        room, shown = self.room, self.room.shown(None)
        others = [seat for number, seat in enumerate(room.seats) if seat.is_person and number != shown.turn]
        return room.settings.beat if others or room.seems_over() else min(room.settings.beat, BOTS_BEAT)

    def hold_back(self, connection: Connection, seat: int, message: messages.Incoming) -> None:
        """Keep a message until the end of the beat; what is plainly wrong is refused at once."""
        is_new = self.beat.may_hold(seat, message)
        if is_new and (not self.is_veiled or seat in self.room.asked_in_secret()):
            self.check(connection, seat, message)
        self.beat.hold(connection, seat, message)

    async def answer_beat(self) -> None:
        """Well before the end: the answers of those who are asked, given or not.

        If nobody is asked, as much is written and put into words, lest somebody notice by a message just then.
        """
        async with self.lock:
            given = [each for seat in self.room.asked_in_secret() if (each := self.beat.take_answer(seat)) is not None]
            entries = self.given_answers(given)
            answered = {entry.seat for entry in entries if isinstance(entry, journal.Acted)}
            entries += self.unasked_answers(answered)
            try:
                await self.commit(entries or [journal.Waited(time())])
            except StorageError as error:
                for each in given:
                    self.not_saved(each.connection, getattr(each.message, "id", ""), error)
                raise
            for each in given:
                if each.seat in answered:
                    each.connection.send(messages.Done(getattr(each.message, "id", "")))
            self.beat.answered()
            await self.follow(all_anew=True)

    def given_answers(self, given: list[Held]) -> Entries:
        """What those who are asked have answered, as far as it can be understood."""
        entries: Entries = []
        for each in given:
            try:
                entries += self.check(each.connection, each.seat, each.message)
            except RefusedError as refused:
                self.refuse(each.connection, getattr(each.message, "id", ""), refused)
        return entries

    def unasked_answers(self, answered: set[int]) -> Entries:
        """Bots that are asked answer now; people who have not answered do what they ordered, or let it pass."""
        room, answer_of = self.room, self.agenda.deciders.answer_in_time
        silent = [seat for seat in room.asked_in_secret() if seat not in answered]
        answers = {seat: answer_of(seat) if room.seats[seat].player else unasked_answer(room, seat) for seat in silent}
        return [journal.Acted(time(), seat, answer) for seat, answer in answers.items()]

    async def end_beat(self) -> None:
        """The pause is over: what was held back is looked at now, unless another pause follows."""
        async with self.lock:
            if self.beat.pause_again():
                self.pause()
                return
            try:
                while self.room.asked_in_secret():  # if it could not be saved before
                    await self.commit(self.unasked_answers(set()))
            except StorageError as error:
                log.warning("not saved: %s", error)
                self.agenda.set_timer("beat", RETRY_SECONDS, self.end_beat)
                return
            held = self.beat.end()
            await self.follow()
            for each in held:
                await self.request(each.connection, each.message)
