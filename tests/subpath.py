"""A small reverse proxy that shows a server below a path of another site."""

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

PREFIX = "/games/casefile"
MOST = 65536


class Passer(socketserver.BaseRequestHandler):
    """One connection: its request is handed on if it is for the server, and all that follows."""

    port: int
    strips: bool  # the prefix, as nginx does where `proxy_pass` ends in a slash

    def handle(self) -> None:
        """Read the head of a request, and pass everything on."""
        head = b""
        while b"\r\n\r\n" not in head:
            piece = self.request.recv(MOST)
            if not piece:
                return
            head += piece
        first, _, rest = head.partition(b"\r\n")
        method, path, version = first.decode("ascii").split(" ")
        if not path.startswith(f"{PREFIX}/"):
            self.request.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        if self.strips:
            path = path.removeprefix(PREFIX)
        if b"upgrade: websocket" not in rest.lower():
            rest = b"Connection: close\r\n" + rest.replace(b"Connection: keep-alive\r\n", b"")
        with socket.create_connection(("127.0.0.1", self.port)) as other:
            other.sendall(f"{method} {path} {version}\r\n".encode("ascii") + rest)
            back = threading.Thread(target=pump, args=(other, self.request), daemon=True)
            back.start()
            pump(self.request, other)
            back.join()


def pump(source: socket.socket, target: socket.socket) -> None:
    """Carry what comes, until nothing does."""
    try:
        while data := source.recv(MOST):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


@contextmanager
def proxied(url: str, *, strips: bool) -> Iterator[str]:
    """The address below which a server is seen."""
    handler = type("Handler", (Passer,), {"port": urlsplit(url).port, "strips": strips})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as proxy:
        proxy.daemon_threads = True
        thread = threading.Thread(target=proxy.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{proxy.server_address[1]}{PREFIX}"
        proxy.shutdown()
        thread.join()
