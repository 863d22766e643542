"""The WebSocket of a table."""

from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from casefile.server.context import Context
from casefile.server.cookies import caller_of
from casefile.server.limits import is_own_origin
from casefile.server.visits import FOREIGN, refuse, visit


class SocketLine:
    """A WebSocket as the way to a client."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket

    async def open(self) -> None:
        """Let the client in."""
        await self.socket.accept()

    async def send(self, text: str) -> None:
        """Tell the client something."""
        try:
            await self.socket.send_text(text)
        except WebSocketDisconnect:
            raise ConnectionResetError from None

    async def receive(self) -> bytes | None:
        """What the client says next."""
        event = await self.socket.receive()
        if event["type"] != "websocket.receive":
            return None
        return event.get("bytes") or (event.get("text") or "").encode("utf-8", "replace")

    async def close(self, status: int = 1000) -> None:
        """End it, if it is not at its end."""
        if self.socket.application_state == WebSocketState.CONNECTED:
            await self.socket.close(status)


async def serve_socket(context: Context, socket: WebSocket) -> None:
    """A client at a table, from its first message to its last."""
    caller = caller_of(context, socket)
    line = SocketLine(socket)
    if caller.by_cookie and not is_own_origin(socket.headers):
        await refuse(line, FOREIGN, "foreign-origin", "this connection comes from another site's page")
        return
    with suppress(WebSocketDisconnect, ConnectionResetError):
        await visit(context, caller, socket.path_params["table"], line)
