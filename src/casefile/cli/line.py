"""A seat's line to a server's table: it comes back by itself when it is lost, and nothing that was sent acts twice."""

import json
import time
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from casefile.errors import CasefileError, show

Message = dict[str, Any]

FIRST_PAUSE = 0.5  # seconds before the connection is tried again; doubled every time,
LONGEST_PAUSE = 10.0  # up to this


def sit_down(base: str, table: str, name: str) -> str:
    """Take any open seat; the token that it belongs to."""
    body = json.dumps({"name": name, "token": True}).encode()
    request = Request(f"{base}/api/tables/{table}/seats", body, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=30) as answer:
            return str(json.load(answer)["token"])
    except HTTPError as error:
        try:
            message = json.load(error)["error"]["message"]
        except (ValueError, LookupError, TypeError):
            message = f"it answers {error.code}"
        raise CasefileError(f"{base}: {message}") from None
    except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
        raise CasefileError(f"{base}: no Casefile server answers there ({show(str(error))})") from None


class Line:
    """The line of one seat."""

    def __init__(self, base: str, table: str, token: str, language: str) -> None:
        self.link = f"{base}/t/{table}"
        self.address = f"ws{base.removeprefix('http')}/api/tables/{table}/socket"
        self.token = token
        self.language = language
        self.socket: ClientConnection | None = None
        self.unanswered: dict[str, Message] = {}  # by id; sent again after a lost connection, and act once
        self.sent = 0
        self.was_heard = False  # a server answered at least once
        self.is_closed = False

    def stay(self, hear: Callable[[Message], None], when_lost: Callable[[], None]) -> None:
        """Hear all that the server says, over as many connections as it takes, until the line is closed."""
        pause = FIRST_PAUSE
        while not self.is_closed:
            try:
                self.listen(hear)
                pause = FIRST_PAUSE
            except InvalidStatus as error:
                raise CasefileError(f"{self.link}: answers {error.response.status_code}") from None
            except (OSError, WebSocketException) as error:
                if not self.was_heard:
                    raise CasefileError(f"{self.link}: no Casefile server answers there ({show(str(error))})") from None
            if not self.is_closed:
                when_lost()
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def listen(self, hear: Callable[[Message], None]) -> None:
        """One connection, from `hello` to its end."""
        headers = {"Authorization": f"Bearer {self.token}"}
        with connect(self.address, additional_headers=headers, max_size=None) as socket:
            socket.send(json.dumps({"type": "hello", "version": 1, "language": self.language}))
            self.socket = socket
            for message in list(self.unanswered.values()):
                socket.send(json.dumps(message))
            for text in socket:
                message = self.read(text)
                self.was_heard = True
                self.unanswered.pop(str(message.get("id")), None)
                try:
                    hear(message)
                except (LookupError, TypeError, AttributeError):  # not what docs/protocol.md promises
                    raise self.is_no_server() from None
                if self.is_closed:
                    return

    def read(self, text: str | bytes) -> Message:
        """A message of the server."""
        try:
            message = json.loads(text)
        except ValueError:
            message = None
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise self.is_no_server()
        return message

    def is_no_server(self) -> CasefileError:
        """Did something other than a Casefile server answer?"""
        return CasefileError(f"{self.link}: what answers there is not a Casefile server of this version")

    def send(self, what: str, **more: object) -> None:
        """Send a message that acts; it is kept until it is answered."""
        self.sent += 1
        name = f"{id(self):x}-{time.time_ns():x}-{self.sent}"
        message: Message = {"type": what, "id": name, **more}
        self.unanswered[name] = message
        try:
            if self.socket is not None:
                self.socket.send(json.dumps(message))
        except (OSError, WebSocketException):
            return  # it is sent again on the next connection

    def close(self) -> None:
        """Close the connection: nothing more is heard or sent."""
        self.is_closed = True
        if self.socket is not None:
            self.socket.close()
