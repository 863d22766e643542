"""The other nodes of a server: requests and WebSockets for their tables are handed on to them.

They are passed on, not redirected: a browser follows no redirect of a WebSocket, and the nodes need not be reachable
from outside, nor each under a name of its own. What a node hands on it has checked: limits, origin, host.
"""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import h11
import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from casefile.server import bodies
from casefile.server.node import BEAT_SECONDS
from casefile.server.origin import CLIENT, SECRET, SECURE, address_of, is_secure
from casefile.server.storage import StorageError

if TYPE_CHECKING:
    from casefile.server.context import Context

CONNECT_SECONDS = 1.0
ANSWER_SECONDS = 40.0  # longer than anything takes
NOT_HERE = "x-casefile-not-here"  # an answer by which a node says that it does not have the table either
PASSED_ON = ("cookie", "authorization", "content-type", "if-none-match")
GLANCE = "/api/nodes/glance/"
OPEN = "/api/nodes/open"
OPEN_SECONDS = 1.0  # for a list that others look at: who does not answer by then is left out
SERVICE_RESTART = 1012


def headers_for(context: "Context", connection: HTTPConnection) -> dict[str, str]:
    """What another node has to know of a request."""
    known = {name: connection.headers[name] for name in PASSED_ON if name in connection.headers}
    secure = "1" if is_secure(context, connection) else "0"
    return known | {SECRET: context.node_secret, CLIENT: address_of(context, connection), SECURE: secure}


async def exchange(
    address: str, method: str, target: str, headers: dict[str, str], body: bytes = b""
) -> tuple[h11.Response, bytes] | None:
    """Ask another node; nothing if it cannot be reached."""
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, ValueError):
        return None
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            protocol = h11.Connection(h11.CLIENT)
            more = {"Host": address, "Content-Length": str(len(body)), "Connection": "close"}
            request = h11.Request(method=method, target=target, headers=list((more | headers).items()))
            for event in (request, h11.Data(data=body), h11.EndOfMessage()):
                writer.write(protocol.send(event) or b"")
            return await answer_of(protocol, reader)
    except (OSError, h11.ProtocolError):
        return None
    finally:
        writer.close()


async def answer_of(protocol: h11.Connection, reader: asyncio.StreamReader) -> tuple[h11.Response, bytes]:
    """Read an answer to its end."""
    found: h11.Response | None = None
    body = b""
    while True:
        event = protocol.next_event()
        if event is h11.NEED_DATA:
            protocol.receive_data(await reader.read(65536))
        elif isinstance(event, h11.Response):
            found = event
        elif isinstance(event, h11.Data):
            body += bytes(event.data)
        elif isinstance(event, h11.EndOfMessage) and found is not None:
            return found, body
        else:
            raise h11.RemoteProtocolError("no answer")


async def ask(
    context: "Context", address: str, method: str, target: str, headers: dict[str, str], body: bytes = b""
) -> tuple[h11.Response, bytes] | None:
    """The same, unless the node goes while we wait: one that stands still takes a request and answers nothing."""
    asked = asyncio.ensure_future(exchange(address, method, target, headers, body))
    try:
        while not asked.done():
            await asyncio.wait([asked], timeout=BEAT_SECONDS)
            if not asked.done() and not await lives(context, address):
                return None
        return asked.result()
    finally:
        asked.cancel()


async def lives(context: "Context", address: str) -> bool:
    """Does a node live there, as far as the storage can tell?"""
    try:
        return address in [node.address for node in await context.storage.nodes()]
    except StorageError:
        return True


async def pass_request(context: "Context", request: Request, body: bytes, address: str) -> Response | None:
    """The answer of another node; nothing if it does not have the table, or cannot be reached."""
    target = request.scope["raw_path"].decode("ascii")
    if request.scope["query_string"]:
        target += f"?{request.scope['query_string'].decode('ascii')}"
    answer = await ask(context, address, request.method, target, headers_for(context, request), body)
    if answer is None:
        return None
    head, content = answer
    headers = [(name, value) for name, value in head.headers if name not in (b"connection", b"transfer-encoding")]
    if NOT_HERE.encode() in dict(headers):
        return None
    response = Response(content, head.status_code)
    response.raw_headers = [(bytes(name), bytes(value)) for name, value in headers]
    return response


async def glance_at(context: "Context", address: str, table: str) -> bytes | None:
    """How a table stands that another node has."""
    answer = await ask(context, address, "GET", f"{GLANCE}{table}", {SECRET: context.node_secret})
    return answer[1] if answer is not None and answer[0].status_code == 200 else None


async def open_elsewhere(context: "Context") -> list[bodies.OpenTable]:
    """The tables at all other nodes that wait for anybody; a node that does not answer is left out."""

    async def ask(address: str) -> list[bodies.OpenTable]:
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                answer = await exchange(address, "GET", OPEN, {SECRET: context.node_secret})
        except TimeoutError:
            return []
        if answer is None or answer[0].status_code != 200:
            return []
        return msgspec.json.decode(answer[1], type=list[bodies.OpenTable])

    own = context.hub.node.name
    others = [node.address for node in await context.storage.nodes() if node.name != own]
    return [table for found in await asyncio.gather(*map(ask, others)) for table in found]


async def pass_socket(context: "Context", socket: WebSocket, address: str) -> bool:
    """Hand a WebSocket on to another node, until either side hangs up; False if that node does not take it."""
    url = f"ws://{address}{socket.scope['raw_path'].decode('ascii')}"
    try:
        peer = await connect(
            url,
            additional_headers=headers_for(context, socket),
            compression=None,
            max_size=None,
            open_timeout=CONNECT_SECONDS,
            close_timeout=CONNECT_SECONDS,
            ping_interval=None,  # the client's own messages tell
            proxy=None,
        )
    except (OSError, WebSocketException, ValueError):
        return False
    context.metrics.passed_on.inc()
    try:
        await socket.accept()
        await pump(socket, peer)
    finally:
        context.metrics.passed_on.dec()
        await peer.close()
    return True


async def pump(socket: WebSocket, peer: ClientConnection) -> None:
    """Carry messages in both directions."""

    async def inwards() -> None:
        with suppress(WebSocketDisconnect, WebSocketException):
            while True:
                event = await socket.receive()
                if event["type"] != "websocket.receive":
                    return
                await peer.send(event["text"] if event.get("text") is not None else event["bytes"])

    async def outwards() -> None:
        with suppress(WebSocketDisconnect, WebSocketException, RuntimeError, OSError):
            async for message in peer:
                await socket.send_text(message if isinstance(message, str) else message.decode())
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            code = peer.close_code or SERVICE_RESTART
            await socket.close(code if code in (1000, 1011) or code >= 4000 else SERVICE_RESTART)

    tasks = [asyncio.ensure_future(inwards()), asyncio.ensure_future(outwards())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
