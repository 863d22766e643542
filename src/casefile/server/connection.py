"""One WebSocket of a room: whose it is, what it was told, and what it has to be told next."""

import asyncio
from collections.abc import Callable

import msgspec

from casefile.core.events import Event
from casefile.server import frames, messages
from casefile.server.crowds import Crowd
from casefile.server.room import Room
from casefile.server.seats import NO_ORDER
from casefile.text.language import Speaker

MOST_WAITING = 400  # messages that a client may lag behind
MOST_BYTES = 2_000_000  # the same, in bytes

encode = msgspec.json.Encoder().encode


class Connection:
    """A client that looks at a room, from a seat or as a spectator."""

    def __init__(self, seat: int | None, key: str, address: str = "", outboxes: Crowd | None = None) -> None:
        self.seat = seat
        self.key = key
        self.address = address
        self.language = "en"
        self.name = ""  # of a spectator who gave one
        self.greeted = False
        self.outbox: list[bytes] = []
        self.waiting_bytes = 0  # in the outbox
        self.is_awaited: asyncio.Future[None] | None = None  # done as soon as there is something to be sent
        self.post: Callable[[list[bytes]], bool] | None = None  # sends at once, if the client reads what it is sent
        self.will_post = False
        self.outboxes = outboxes or Crowd(MOST_BYTES, MOST_BYTES)  # of all connections
        self.lost = False
        self.missed: tuple[int, int] | None = None  # from where on it is still to be told what this seat missed
        self.forget()

    def forget(self) -> None:
        """Everything has to be told anew."""
        self.speaker: Speaker | None = None
        self.round = 0
        self.told: list[Event] = []
        self.shown: object = None
        self.table: object = None
        self.scored = 0
        self.over = False

    def send(self, message: messages.Outgoing) -> None:
        """Put a message into the outbox; a client that lags far behind is dropped, and may come back."""
        if self.lost:
            return
        self.send_encoded(encode(message))

    def send_encoded(self, data: bytes) -> None:
        """The same for what is JSON already."""
        if self.lost:
            return
        size = len(data)
        if self.outbox:  # a single message is sent whatever its size
            too_much = self.waiting_bytes + size > MOST_BYTES or not self.outboxes.may_add(self.address, size)
            if too_much or len(self.outbox) >= MOST_WAITING:
                self.empty()
                self.drop()
                return
        self.count_bytes(size)
        self.outbox.append(data)
        self.wake_up()

    def count_bytes(self, amount: int) -> None:
        """More waits in the outbox, or less."""
        self.waiting_bytes += amount
        self.outboxes.add(self.address, amount)

    def wake_up(self) -> None:
        """There is something for those who wait for it; it is posted if that can be done without them."""
        if self.is_awaited is None or self.is_awaited.done():
            return
        if self.post is None or self.lost:
            self.is_awaited.set_result(None)
        elif not self.will_post:
            self.will_post = True
            self.is_awaited.get_loop().call_soon(self.post_all)

    def post_all(self) -> None:
        """Send all that has come together, in one piece."""
        self.will_post = False
        if self.is_awaited is None or self.is_awaited.done():  # it is taken care of, and must stay in order
            return
        if self.post is not None and self.outbox and self.post(self.outbox):
            self.empty()
        elif self.outbox:
            self.is_awaited.set_result(None)

    async def next(self) -> list[bytes]:
        """All that has to be sent next; nothing when the connection is to be closed."""
        while not self.outbox and not self.lost:
            self.is_awaited = asyncio.get_running_loop().create_future()
            await self.is_awaited
        found = self.outbox
        self.empty()
        return found

    def empty(self) -> None:
        """Forget what is in the outbox."""
        self.outbox = []
        if self.waiting_bytes:
            self.count_bytes(-self.waiting_bytes)

    def drop(self) -> None:
        """End the connection after what is in the outbox."""
        if not self.lost:
            self.lost = True
            self.wake_up()

    def show_table(self, frame: messages.TableInfo, clocks: object) -> None:
        """Who sits here, if that has changed."""
        key = (frame.status, frame.seats, frame.votes, frame.rematch, frame.watchers, frame.unrated, clocks)
        if self.greeted and key != self.table:
            self.table = key
            self.send(frame)

    def show_state(self, room: Room, *, anew: bool = False) -> None:
        """The round, if what this seat is shown has changed. What it may not know changes nothing here.

        With `anew` it is put into words in any case: how long that takes tells nothing.
        """
        if not self.greeted:
            return
        sight = frames.sight_of(room, self.seat)
        if sight.round != self.round:
            self.round, self.told = sight.round, []
        kept = common_start(self.told, sight.events)
        if self.speaker is None or self.speaker.seats != frames.names_of(room):
            self.speaker = frames.speaker_of(room, self.language, self.seat)
        order = room.seats[self.seat].order if self.seat is not None else NO_ORDER
        shown = (sight.at, sight.undo, order, room.match.scores if room.match else None)
        if shown != self.shown or kept < len(self.told) or kept < len(sight.events):
            self.shown = shown
            self.told = sight.events
            self.send_encoded(frames.encoded_state(sight, kept, self.speaker))
        elif anew:
            frames.encoded_state(sight, kept, self.speaker)
        self.show_result(room, sight)

    def show_result(self, room: Room, sight: frames.Sight) -> None:
        """How the round and the match came out, once."""
        assert self.speaker is not None
        if self.scored != sight.round:
            scoring = frames.scoring_frame(room, sight, self.speaker)
            if scoring is not None:
                self.scored = sight.round
                self.send(scoring)
        if not self.over:
            over = frames.over_frame(room)
            if over is not None:
                self.over = True
                self.send(over)


def common_start(told: list[Event], events: list[Event]) -> int:
    """How many events at the start are the same; mostly they are the very same objects."""
    if events[: len(told)] == told:
        return len(told)
    for number, (old, new) in enumerate(zip(told, events, strict=False)):
        if old is not new and old.key() != new.key():
            return number
    return min(len(told), len(events))
