"""A client at a table, from its first message to its last: over a WebSocket, or within a browser."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import msgspec

from casefile.errors import one_line
from casefile.server import messages
from casefile.server.callers import Caller
from casefile.server.connection import Connection
from casefile.server.context import Context
from casefile.server.hub import NoSuchTableError
from casefile.server.limits import LARGEST_MESSAGE
from casefile.server.live import LiveRoom
from casefile.server.problems import Code
from casefile.server.storage import StorageError

log = logging.getLogger("casefile.server")

MOST_UNREADABLE = 5
MOST_SPECTATORS = 100  # of one room: each change is told to each of them
MOST_TABS = 20  # at one seat
SOCKETS_FOR_RATE = 20  # an address may have so many open sockets for each request per second that it may send
NO_TABLE, FOREIGN, TOO_MUCH, GONE = 4404, 4403, 4429, 1011

read_message = msgspec.json.Decoder(messages.ClientMessage).decode


class Line(Protocol):
    """The way to one client and back."""

    async def open(self) -> None:
        """Let the client in."""

    @property
    def post(self) -> Callable[[list[bytes]], bool] | None:
        """Tells the client something at once, or does not where it would have to wait; nothing if it always has to."""

    async def send(self, texts: list[bytes]) -> None:
        """Tell the client something. Raises an OSError or RuntimeError if nobody is there any more."""

    async def receive(self) -> bytes | None:
        """What the client says next; nothing when it has gone."""

    async def close(self, status: int = 1000) -> None:
        """End it, if it is not at its end."""


async def refuse(line: Line, status: int, code: Code, text: str) -> None:
    """Say why, and close."""
    await line.open()
    await line.send([msgspec.json.encode(messages.Error(code, text))])
    await line.close(status)


def is_crowded(context: Context, caller: Caller) -> bool:
    """Are so many connections open from there that no other may be?"""
    return context.sockets[caller.address] >= SOCKETS_FOR_RATE * context.settings.rate


async def find_room(context: Context, name: str, line: Line) -> LiveRoom | None:
    """The room that a client wants to look at; nothing if it was refused. Raises ElsewhereError."""
    try:
        return await context.hub.find(name)
    except NoSuchTableError:
        await refuse(line, NO_TABLE, "no-such-table", "there is no such table, or it is not for you")
    except StorageError as error:
        log.warning("not read: %s", error)
        await refuse(line, GONE, "not-read", "the table cannot be read now; try again later")
    return None


async def visit(context: Context, caller: Caller, live: LiveRoom, line: Line) -> None:
    """A client at a table, from its first message to its last."""
    seat = live.room.seat_of(caller.key)
    if live.audience.count(seat) >= (MOST_SPECTATORS if seat is None else MOST_TABS):
        await refuse(line, TOO_MUCH, "too-fast", "too many look at this table from here; close some of them")
        return
    connection = Connection(seat, caller.key, caller.address, context.outboxes)
    live.audience.join(connection)  # before anything else can happen: a room at which nobody looks may be dropped
    context.metrics.connections.inc()
    context.sockets[caller.address] += 1
    writer = None
    try:
        await line.open()
        connection.post = line.post
        writer = asyncio.ensure_future(write(line, connection))
        # In a task of its own, whose calls are not nested in all that a request goes through.
        await asyncio.ensure_future(read(context, line, live, connection))
    finally:
        connection.post = None
        connection.drop()
        try:
            await asyncio.shield(live.part(connection))
            if writer is not None:  # it may be stuck for long, if the client does not read
                with suppress(asyncio.CancelledError):
                    await writer
        finally:
            connection.empty()  # whatever nobody has read
            context.metrics.connections.dec()
            context.sockets[caller.address] -= 1
            if not context.sockets[caller.address]:
                del context.sockets[caller.address]


async def write(line: Line, connection: Connection) -> None:
    """Send what is in the outbox, until the connection is dropped."""
    with suppress(RuntimeError, OSError):
        while texts := await connection.next():
            await line.send(texts)
        await line.close()


async def read(context: Context, line: Line, live: LiveRoom, connection: Connection) -> None:
    """Carry out messages; what cannot be read is said, and too much of it ends the connection."""
    unreadable = 0
    while not connection.lost and not context.stopping.is_set():
        data = await line.receive()
        if data is None or connection.lost:  # a seat may have moved while we waited
            return
        # A client that is too quick has to wait, on any connection.
        if (seconds := context.messages.wait(connection.address)) > 0:
            await context.pause(seconds)
        try:
            if len(data) > LARGEST_MESSAGE:
                raise msgspec.DecodeError(f"a message has at most {LARGEST_MESSAGE} bytes")
            message = read_message(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            unreadable += 1
            context.metrics.unreadable.inc()
            connection.send(messages.Error("unreadable", one_line(error)))
            if unreadable >= MOST_UNREADABLE:
                connection.drop()
                return
            continue
        await live.receive(connection, message)
