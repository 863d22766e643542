"""A table that is in use: its room, its connections, and what happens by itself: bots, beats, clocks, the next round.

An action is on disk before anyone sees its effect: check, append, apply, and only then tell. All of it under one lock.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic, perf_counter, time
from typing import Any

from casefile.server import frames, journal, messages, results
from casefile.server.beats import Beat
from casefile.server.clocks import Clocks
from casefile.server.connection import Connection
from casefile.server.deciders import RETRY_SECONDS, Deciders
from casefile.server.hints import Hints
from casefile.server.limits import Buckets
from casefile.server.metrics import Metrics
from casefile.server.requests import Entries, RefusedError, Request, due
from casefile.server.room import Ballot, Room
from casefile.server.storage import Change, ConflictError, Storage, StorageError
from casefile.server.texts import known_language
from casefile.server.thinkers import Thinkers

log = logging.getLogger("casefile.server")

READY_SECONDS = 60.0
BOTS_PAUSE = 3.0  # between the rounds of bots that play at a natural pace
AWAY_SECONDS = 60.0  # without a connection until a bot may sit in: pages are loaded again, and phones fall asleep
MOST_SINCE = 300  # events that are told to who comes back

BESIDE_BURST, BESIDE_RATE = 40.0, 1.0  # entries of a seat that do not move the game on: at once, and a second


@dataclass
class Services:
    """What all tables share."""

    storage: Storage
    thinkers: Thinkers
    scribes: Thinkers  # for replays and hints, so that no bot has to wait for one
    metrics: Metrics
    forget: Callable[[str], object] = lambda name: None  # drop a table from memory
    ready_seconds: float = READY_SECONDS
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start something of which nobody waits for the end; whatever goes wrong in it is logged."""
        task = asyncio.ensure_future(guard(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may have been cancelled before it began
        return task


def label_of(name: str) -> str:
    """A table in logs, which must not tell its name."""
    return sha256(name.encode()).hexdigest()[:8]


async def guard(work: Coroutine[Any, Any, None]) -> None:
    """Log what goes wrong; one table's trouble is not another's."""
    try:
        await work
    except StorageError as error:
        log.warning("not saved: %s", error)
    except Exception:
        log.exception("a task failed")


@dataclass(frozen=True)
class Glance:
    """How a table stands, for lists: small, so that it can be kept when the table is dropped from memory."""

    case: str
    status: str
    keys: list[str]
    names: list[str]
    scores: list[int]
    round: int
    waiting_for: list[int]
    time: float


class LiveTable:
    """A room, who looks at it, and what is due in it."""

    def __init__(self, room: Room, services: Services, *, is_new: bool = True) -> None:
        self.room = room
        self.is_new = is_new  # or was it loaded, so that everybody has been away?
        self.services = services
        self.lock = asyncio.Lock()
        self.connections: list[Connection] = []
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.beat = Beat(self)
        self.deciders = Deciders(self)
        self.clocks = Clocks(self)
        self.hints = Hints(self)
        self.opened = monotonic()
        self.beside = Buckets(BESIDE_BURST, BESIDE_RATE)  # for each seat: every entry is kept for ever
        self.parted: dict[int, float] = {}  # when a seat's last connection was closed
        self.closed = False
        self.label = label_of(room.name)

    # Who is here

    @property
    def connected(self) -> set[int]:
        """The seats with a connection."""
        return {each.seat for each in self.connections if each.seat is not None and each.greeted}

    @property
    def here(self) -> set[int]:
        """The seats whose people are here, or were a moment ago."""
        since = monotonic() - AWAY_SECONDS
        seats = range(len(self.room.seats))
        return self.connected | {seat for seat in seats if self.parted.get(seat, self.opened) > since}

    def is_dormant(self) -> bool:
        """Does nothing happen here by itself, and nobody look?"""
        if self.connections or self.lock.locked() or self.beat.is_on or self.beat.held:
            return False
        return not self.deciders.thinking and not self.timers

    def join(self, connection: Connection) -> None:
        """Somebody looks at this table."""
        self.connections.append(connection)

    async def part(self, connection: Connection) -> None:
        """Somebody does not look any more; if it was a seat's last connection, remember what it was told."""
        async with self.lock:
            if connection not in self.connections:
                return
            self.connections.remove(connection)
            self.beat.forget(connection)
            seat = connection.seat
            if seat is not None and seat not in self.connected:
                self.parted[seat] = monotonic()
            is_last = seat not in self.connected and self.room.status == "playing" and not self.closed
            if seat is not None and connection.round and is_last:
                away = journal.Away(time(), seat, connection.round, len(connection.told))
                known = self.room.seats[seat].followed == (away.round, away.told)
                try:
                    await self.commit([] if known else [away])
                except StorageError as error:
                    log.warning("not saved: %s", error)
            self.tell()

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
        else:
            async with self.lock:
                await self.request(connection, message)

    async def greet(self, connection: Connection, message: messages.Hello) -> None:
        """Tell a client everything."""
        if message.version != messages.VERSION:
            text = f"this server speaks version {messages.VERSION}, not {message.version}; load the page again"
            connection.send(messages.Error("version", text))
            connection.drop()
            return
        async with self.lock:
            room, seat = self.room, connection.seat
            if seat is not None and seat not in self.connected and (seat in self.parted or not self.is_new):
                connection.missed = room.seats[seat].followed
            connection.forget()
            connection.language = known_language(message.language)
            connection.greeted = True
            ballot = room.votes.get("stand-in")
            asked_for = ballot is not None and ballot.proposed.for_seat == seat
            if seat is not None and (room.seats[seat].left or room.seats[seat].stand_in or asked_for):
                try:
                    await self.commit([journal.CameBack(time(), seat)])
                except StorageError as error:
                    log.warning("not saved: %s", error)
            connection.send(frames.welcome_frame(room, seat))
            self.tell()
            for chatted in room.chat:
                self.say(connection, chatted)

    def tell_since(self, connection: Connection) -> None:
        """What happened while a seat was away, once.

        It begins where the seat surely was: where its last connection was closed, or at its own last action if the
        server was killed before that could be kept. So nothing is missing, and some of it may be known.
        """
        seat, missed, match = connection.seat, connection.missed, self.room.match
        if seat is None or missed is None or match is None:
            return
        connection.missed = None
        speaker = frames.speaker_of(self.room, connection.language)
        events: list[messages.EventInfo] = []
        for number in range(missed[0], len(match.rounds) + 1):
            first = missed[1] if number == missed[0] else 0
            events += frames.event_infos(self.room, self.room.events_of_round(number, seat), first, speaker)
        if events:
            connection.send(messages.Since(events[-MOST_SINCE:]))

    async def request(self, connection: Connection, message: messages.Incoming) -> None:
        """Something that a seat wants to do; under the lock."""
        acted_id = getattr(message, "id", "")
        seat = connection.seat
        if connection.lost:  # while it waited for the lock: the seat may be somebody else's now
            return
        try:
            if seat is None:
                raise RefusedError("spectator", "spectators only look on")
            if acted_id and (seat, acted_id) in self.room.done:
                connection.send(messages.Done(acted_id))
                return
            if not isinstance(message, messages.Act | messages.Ready) and not self.beside.take(str(seat)):
                raise RefusedError("too-fast", "so much cannot be done at once; wait a moment")
            if self.beat.has_to_wait(message):
                self.beat.hold_back(connection, seat, message)
                return
        except RefusedError as refused:
            self.refuse(connection, acted_id, refused)
            return
        await self.carry_out(connection, seat, message)

    async def carry_out(self, connection: Connection, seat: int, message: messages.Incoming) -> None:
        """Check what a seat wants, keep it, answer, and tell everybody what came of it; under the lock."""
        acted_id = getattr(message, "id", "")
        try:
            entries = self.check(connection, seat, message)
            votes = dict(self.room.votes)
            await self.commit(entries)
        except RefusedError as refused:
            self.refuse(connection, acted_id, refused)
            return
        except StorageError as error:
            log.warning("not saved: %s", error)
            text = f"not saved: {error}; nothing has changed"
            connection.send(messages.Refused(acted_id, "not-saved", None, text))
            return
        if acted_id:
            connection.send(messages.Done(acted_id))
        for entry in entries:
            self.announce(entry, votes)
        await self.follow()

    def refuse(self, connection: Connection, acted_id: str, refused: RefusedError) -> None:
        """Say why nothing has changed."""
        self.services.metrics.refused.labels(refused.code).inc()
        connection.send(messages.Refused(acted_id, refused.code, refused.rule, refused.text))
        if refused.code == "stale":
            connection.shown = None
            self.tell_one(connection)

    def announce(self, entry: journal.AnyEntry, votes: dict[str, Ballot]) -> None:
        """Tell everybody of what is told once: what was said, and who did not agree to what had been proposed."""
        for connection in self.connections:
            if isinstance(entry, journal.Chatted):
                self.say(connection, entry)
            elif isinstance(entry, journal.Answered) and not entry.agree and connection.greeted:
                connection.send(frames.declined_frame(entry, votes[entry.what]))

    def check(self, connection: Connection, seat: int, message: messages.Incoming) -> Entries:
        """What a message leads to."""
        return Request(self.room, seat, time(), self.here, connection.language).check(message)

    def say(self, connection: Connection, chatted: journal.Chatted) -> None:
        """Tell somebody what was said, unless they do not want to hear it."""
        muted = self.room.seats[connection.seat].muted if connection.seat is not None else set()
        if connection.greeted and chatted.seat not in muted:
            connection.send(frames.said_frame(self.room, chatted))

    # Changes

    async def commit(self, entries: Entries) -> None:
        """Write entries, then let them take effect; raises StorageError, and then nothing has changed."""
        if not entries:
            return
        room = self.room
        change = Change(
            room.name,
            room.number,
            [journal.write(entry) for entry in entries],
            results.status_after(room, entries),
            room.changed_at if all(room.is_private(entry) for entry in entries) else entries[-1].time,
            results.keys_in(entries),
            results.result_of(room, entries),
        )
        start = perf_counter()
        try:
            await self.services.storage.append(change)
        except (ConflictError, asyncio.CancelledError):
            self.services.forget(room.name)  # this may not be the newest state: whoever comes next loads it anew
            self.close()
            raise
        if not all(room.is_private(entry) for entry in entries):
            self.services.metrics.commit.observe(perf_counter() - start)
        for entry in entries:
            room.apply(entry)
        if any(self.is_open_change(entry) for entry in entries):
            self.beat.begin()

    def is_open_change(self, entry: journal.AnyEntry) -> bool:
        """Did the game move, for all to see?"""
        if isinstance(entry, journal.Acted) and not self.room.is_private(entry):
            self.services.metrics.actions.inc()
            return True
        return isinstance(entry, journal.Undone | journal.Ended)

    async def follow(self) -> None:
        """After a change: what follows from it, what everybody sees, and what is due next."""
        try:
            while not self.beat.is_veil:
                entries = due(self.room, time())
                if not entries:
                    break
                await self.commit(entries)
        except StorageError as error:
            log.warning("not saved: %s", error)
            self.set_timer("retry", RETRY_SECONDS, self.awake)
        self.plan()
        self.tell()

    async def awake(self) -> None:
        """Look again at what is due."""
        async with self.lock:
            if self.room.needs_beat() and not self.beat.is_on and self.room.asked_in_secret():
                self.beat.begin()
            await self.follow()

    def tell(self) -> None:
        """Send everybody what is new to them."""
        table = frames.table_frame(self.room, self.connected, self.clocks.left())
        for connection in self.connections:
            connection.show_table(table, self.clocks.key())
            self.tell_one(connection)

    def tell_one(self, connection: Connection) -> None:
        """Send somebody what is new; nothing of the game while it is hidden how the round ended (RIP-22)."""
        if not self.beat.is_veil or connection.seat in self.room.asked_in_secret():
            connection.show_state(self.room)
            self.tell_since(connection)

    # Time

    def set_timer(self, name: str, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something later, once; the same name replaces it."""
        self.stop_timer(name)

        def ring() -> None:
            self.timers.pop(name, None)
            if not self.closed:
                self.services.spawn(work())

        self.timers[name] = asyncio.get_running_loop().call_later(seconds, ring)

    def stop_timer(self, name: str) -> None:
        """Never mind."""
        timer = self.timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    def close(self) -> None:
        """Nothing happens here by itself any more."""
        self.closed = True
        for name in list(self.timers):
            self.stop_timer(name)
        for connection in self.connections:
            connection.drop()

    def plan(self) -> None:
        """Start what is due by itself: bots that have to choose, the next round, clocks."""
        room = self.room
        if room.match is None or room.ended is not None or self.closed:
            for name in ("ready", "clock"):
                self.stop_timer(name)
            self.clocks.running = {}
            return
        self.deciders.plan()
        self.plan_next_round()
        self.clocks.plan()

    def plan_next_round(self) -> None:
        """People have a minute for the scores; bots alone need less."""
        if not self.room.is_between or self.beat.is_veil:
            self.stop_timer("ready")
        elif "ready" not in self.timers:
            people = any(seat.is_waited_for for seat in self.room.seats)
            pause = BOTS_PAUSE if self.room.settings.pace == "natural" else 0.0
            self.set_timer("ready", self.services.ready_seconds if people else pause, self.deal)

    async def deal(self) -> None:
        """The next round, whoever is ready."""
        async with self.lock:
            if self.room.is_between and not self.beat.is_veil:
                try:
                    await self.commit([journal.Dealt(time())])
                except StorageError as error:
                    log.warning("not saved: %s", error)
                    self.set_timer("ready", RETRY_SECONDS, self.deal)
                    return
                await self.follow()

    def glance(self) -> Glance:
        """How the table stands, for lists; how a round ended stays hidden as long as it has to."""
        room, match = self.room, self.room.match
        scores = [0] * room.rules.sides
        if match is not None:
            scores = match.round.scores if self.beat.is_veil else match.scores
        return Glance(
            room.settings.case,
            room.status,
            [seat.key for seat in room.seats],
            [seat.name for seat in room.seats],
            scores,
            len(match.rounds) if match else 0,
            [] if self.beat.is_veil else frames.waiting_for(room, None),
            room.changed_at,
        )
