"""The WebSocket of a table."""

import asyncio
import logging
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from casefile.errors import one_line
from casefile.server import messages
from casefile.server.callers import caller_of
from casefile.server.connection import Connection
from casefile.server.context import Context
from casefile.server.hub import NoSuchTableError
from casefile.server.limits import LARGEST_MESSAGE, is_own_origin
from casefile.server.live import LiveRoom
from casefile.server.node import ElsewhereError, Patience
from casefile.server.origin import is_passed_on
from casefile.server.peers import pass_socket
from casefile.server.problems import Code
from casefile.server.storage import StorageError

log = logging.getLogger("casefile.server")

MOST_UNREADABLE = 5
MOST_SPECTATORS = 100  # of one room: each change is told to each of them
MOST_TABS = 20  # at one seat
SOCKETS_FOR_RATE = 20  # an address may have so many open sockets for each request a second that it may send
NO_TABLE, FOREIGN, TOO_MUCH, GONE = 4404, 4403, 4429, 1011

read_message = msgspec.json.Decoder(messages.ClientMessage).decode


async def refuse(socket: WebSocket, status: int, code: Code, text: str) -> None:
    """Say why, and close."""
    await socket.accept()
    await socket.send_text(msgspec.json.encode(messages.Error(code, text)).decode())
    await socket.close(status)


async def serve_socket(context: Context, socket: WebSocket) -> None:
    """A client at a table, from its first message to its last."""
    caller = caller_of(context, socket)
    many = context.sockets[caller.address] >= SOCKETS_FOR_RATE * context.settings.rate
    from_node = is_passed_on(context, socket.headers)
    if many or not (from_node or context.requests.take(caller.address)):
        await refuse(socket, TOO_MUCH, "too-fast", "too many connections from your address; wait a moment")
        return
    if caller.by_cookie and not from_node and not is_own_origin(socket.headers):
        await refuse(socket, FOREIGN, "foreign-origin", "this connection comes from another site's page")
        return
    live = await find_room(context, socket)
    if live is None:
        return
    seat = live.room.seat_of(caller.key)
    if live.audience.count(seat) >= (MOST_SPECTATORS if seat is None else MOST_TABS):
        await refuse(socket, TOO_MUCH, "too-fast", "too many look at this table from here; close some of them")
        return
    connection = Connection(seat, caller.key, caller.address)
    live.audience.join(connection)  # before anything else can happen: a room at which nobody looks may be dropped
    context.metrics.connections.inc()
    context.sockets[caller.address] += 1
    writer = None
    try:
        await socket.accept()
        writer = asyncio.ensure_future(write(socket, connection))
        await read(context, socket, live, connection, caller.address)
    except WebSocketDisconnect:
        pass
    finally:
        connection.drop()
        try:
            await asyncio.shield(live.part(connection))
            if writer is not None:  # it may be stuck for long, if the client does not read
                with suppress(asyncio.CancelledError):
                    await writer
        finally:
            context.metrics.connections.dec()
            context.sockets[caller.address] -= 1
            if not context.sockets[caller.address]:
                del context.sockets[caller.address]


async def find_room(context: Context, socket: WebSocket) -> LiveRoom | None:
    """The room that a client wants to look at; nothing if it was refused, or handed on to another node."""
    patience = Patience()
    name = socket.path_params["table"]
    while True:
        try:
            return await context.hub.find(name)
        except ElsewhereError as elsewhere:
            if is_passed_on(context, socket.headers):
                await socket.close()  # before it was accepted: the node that handed it on looks for the right one
                return None
            if await pass_socket(context, socket, elsewhere.address):
                return None
        except NoSuchTableError:
            await refuse(socket, NO_TABLE, "no-such-table", "there is no such table, or it is not for you")
            return None
        except StorageError as error:
            log.warning("not read: %s", error)
            await refuse(socket, GONE, "not-read", "the table cannot be read now; try again later")
            return None
        if not await patience.wait():
            await refuse(socket, GONE, "not-read", "the table is on its way to another machine; try again in a moment")
            return None


async def write(socket: WebSocket, connection: Connection) -> None:
    """Send what is in the outbox, until the connection is dropped."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (data := await connection.next()) is not None:
            await socket.send_text(data.decode())
        if socket.application_state == WebSocketState.CONNECTED:
            await socket.close()


async def read(context: Context, socket: WebSocket, live: LiveRoom, connection: Connection, address: str) -> None:
    """Carry out messages; what cannot be read is said, and too much of it ends the connection."""
    unreadable = 0
    while not connection.lost:
        event = await socket.receive()
        if event["type"] != "websocket.receive" or connection.lost:  # a seat may have moved while we waited
            return
        data = event.get("bytes") or (event.get("text") or "").encode("utf-8", "replace")
        await asyncio.sleep(context.messages.wait(address))  # a client that is too quick has to wait, on any connection
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
