"""The WebSocket of a table."""

import asyncio
import logging
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from casefile.errors import one_line
from casefile.server import messages
from casefile.server.api_tables import LONGEST_NAME
from casefile.server.connection import Connection
from casefile.server.hub import NoSuchTableError
from casefile.server.limits import LARGEST_MESSAGE, is_own_origin
from casefile.server.live import LiveTable
from casefile.server.service import Service
from casefile.server.storage import StorageError

log = logging.getLogger("casefile.server")

MOST_UNREADABLE = 5
MOST_SPECTATORS = 100  # at one table: each change is told to each of them
MOST_TABS = 20  # at one seat
SOCKETS_FOR_RATE = 20  # an address may have so many open sockets for each request a second that it may send
NO_TABLE, FOREIGN, TOO_MUCH, GONE = 4404, 4403, 4429, 1011

read_message = msgspec.json.Decoder(messages.ClientMessage).decode


async def refuse(socket: WebSocket, status: int, code: str, text: str) -> None:
    """Say why, and close."""
    await socket.accept()
    await socket.send_text(msgspec.json.encode(messages.Error(code, text)).decode())
    await socket.close(status)


async def serve_socket(service: Service, socket: WebSocket) -> None:
    """A client at a table, from its first message to its last."""
    caller = service.caller(socket)
    many = service.sockets[caller.address] >= SOCKETS_FOR_RATE * service.settings.rate
    if many or not service.requests.take(caller.address):
        await refuse(socket, TOO_MUCH, "too-fast", "too many connections from your address; wait a moment")
        return
    if caller.by_cookie and not is_own_origin(socket.headers):
        await refuse(socket, FOREIGN, "foreign-origin", "this connection comes from another site's page")
        return
    name = socket.path_params["table"]
    try:
        if len(name) > LONGEST_NAME:
            raise NoSuchTableError
        table = await service.hub.find(name)
    except NoSuchTableError:
        await refuse(socket, NO_TABLE, "no-such-table", "there is no such table, or it is not for you")
        return
    except StorageError as error:
        log.warning("not read: %s", error)
        await refuse(socket, GONE, "not-read", "the table cannot be read now; try again later")
        return
    seat = table.room.seat_of(caller.key)
    if sum(each.seat == seat for each in table.connections) >= (MOST_SPECTATORS if seat is None else MOST_TABS):
        await refuse(socket, TOO_MUCH, "too-fast", "too many look at this table from here; close some of them")
        return
    connection = Connection(seat, caller.key)
    table.join(connection)  # before anything else can happen: a table at which nobody looks may be dropped
    service.hub.services.metrics.connections.inc()
    service.sockets[caller.address] += 1
    writer = None
    try:
        await socket.accept()
        writer = asyncio.ensure_future(write(socket, connection))
        await read(service, socket, table, connection, caller.address)
    except WebSocketDisconnect:
        pass
    finally:
        connection.drop()
        try:
            await asyncio.shield(table.part(connection))
            if writer is not None:  # it may be stuck for long, if the client does not read
                with suppress(asyncio.CancelledError):
                    await writer
        finally:
            service.hub.services.metrics.connections.dec()
            service.sockets[caller.address] -= 1
            if not service.sockets[caller.address]:
                del service.sockets[caller.address]


async def write(socket: WebSocket, connection: Connection) -> None:
    """Send what is in the outbox, until the connection is dropped."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (data := await connection.next()) is not None:
            await socket.send_text(data.decode())
        if socket.application_state == WebSocketState.CONNECTED:
            await socket.close()


async def read(service: Service, socket: WebSocket, table: LiveTable, connection: Connection, address: str) -> None:
    """Carry out messages; what cannot be read is said, and too much of it ends the connection."""
    unreadable = 0
    while not connection.lost:
        event = await socket.receive()
        if event["type"] != "websocket.receive" or connection.lost:  # a seat may have moved while we waited
            return
        data = event.get("bytes") or (event.get("text") or "").encode("utf-8", "replace")
        await asyncio.sleep(service.messages.wait(address))  # who is too quick has to wait, on however many connections
        try:
            if len(data) > LARGEST_MESSAGE:
                raise msgspec.DecodeError(f"a message has at most {LARGEST_MESSAGE} bytes")
            message = read_message(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            unreadable += 1
            service.hub.services.metrics.unreadable.inc()
            connection.send(messages.Error("unreadable", one_line(error)))
            if unreadable >= MOST_UNREADABLE:
                connection.drop()
                return
            continue
        await table.receive(connection, message)
