"""The WebSocket of a table."""

from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from casefile.server.context import Context
from casefile.server.cookies import caller_of
from casefile.server.limits import is_own_origin
from casefile.server.live import LiveRoom
from casefile.server.node import ElsewhereError, Patience
from casefile.server.origin import is_passed_on
from casefile.server.peers import pass_socket
from casefile.server.transport import HEAR, POST
from casefile.server.visits import FOREIGN, GONE, TOO_MUCH, find_room, is_crowded, refuse, visit


class SocketLine:
    """A WebSocket as the way to a client."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        extensions = socket.scope.get("extensions", {})
        self.post = extensions.pop(POST, None)  # lest the scope refer to its owner
        self.hear = extensions.pop(HEAR, socket.receive)

    async def open(self) -> None:
        """Let the client in."""
        await self.socket.accept()

    async def send(self, texts: list[bytes]) -> None:
        """Tell the client something, at once where that can be done."""
        if self.post is not None and self.post(texts):
            return
        try:
            for text in texts:
                await self.socket.send_text(text.decode())
        except WebSocketDisconnect:
            raise ConnectionResetError from None

    async def receive(self) -> bytes | None:
        """What the client says next."""
        event = await self.hear()
        if event["type"] != "websocket.receive":
            return None
        return event.get("bytes") or (event.get("text") or "").encode("utf-8", "replace")

    async def close(self, status: int = 1000) -> None:
        """End it, if it is not at its end."""
        if self.socket.application_state == WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect):  # which would keep everything that it passed in memory
                await self.socket.close(status)


async def serve_socket(context: Context, socket: WebSocket) -> None:
    """A client at a table, from its first message to its last."""
    caller = caller_of(context, socket)
    line = SocketLine(socket)
    from_node = is_passed_on(context, socket.headers)
    with suppress(WebSocketDisconnect, ConnectionResetError):  # somebody who has gone hears no refusal either
        if is_crowded(context, caller) or not (from_node or context.requests.take(caller.address)):
            await refuse(line, TOO_MUCH, "too-fast", "too many connections from your address; wait a moment")
            return
        if caller.by_cookie and not from_node and not is_own_origin(socket.headers):
            await refuse(line, FOREIGN, "foreign-origin", "this connection comes from another site's page")
            return
        live = await room_for(context, socket, line)
        if live is not None:
            await visit(context, caller, live, line)


async def room_for(context: Context, socket: WebSocket, line: SocketLine) -> LiveRoom | None:
    """The room that a client wants to look at; nothing if it was refused, or handed on to another node."""
    patience = Patience()
    while True:
        try:
            return await find_room(context, socket.path_params["table"], line)
        except ElsewhereError as elsewhere:
            if is_passed_on(context, socket.headers):
                await socket.close()  # before it was accepted: the node that handed it on looks for the right one
                return None
            if await pass_socket(context, socket, elsewhere.address):
                return None
        if not await patience.wait():
            await refuse(line, GONE, "not-read", "the table is on its way to another machine; try again in a moment")
            return None
