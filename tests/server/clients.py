"""A real server in a process of its own, and real clients."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from casefile.core.rng import Rng

ROOT = Path(__file__).resolve().parent.parent.parent
Message = dict[str, Any]
START_SECONDS = 60  # for a server that has to share the machine
WAIT_SECONDS = 60
TO_CLOSE: list[httpx.Client] = []  # after the test
OPEN: list["Client"] = []  # at the end of what is run


class Server:
    """`casefile serve` on a free port of this machine."""

    def __init__(self, folder: Path, *arguments: str, wrap: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.arguments = arguments
        self.wrap = wrap
        self.log = folder / "server.log"
        self.killed = False
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [
            *self.wrap,
            *(sys.executable, "-m", "tests.known_deals", "serve", "--port", "0", "--data", str(self.folder / "data")),
            *("--pace", "instant", "--beat", "0.05", "--thinkers", "1", "--rate", "10000", "--tables", "10000"),
            *self.arguments,
        ]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, cwd=ROOT, env=environment, text=True
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "is open at" in line, self.log.read_text("utf-8")
        self.url = line.split()[-1].rstrip("/")

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self.killed = True
        self.process.kill()
        self.end()

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        self.process.send_signal(signal.SIGTERM)
        self.end()

    def end(self) -> None:
        """Wait for the end of the process."""
        self.process.wait(WAIT_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it; nothing may have gone wrong inside."""
        if self.process.poll() is None:
            self.stop()
        assert self.process.stdout is not None
        self.process.stdout.close()
        log = self.log.read_text("utf-8")
        if self.killed:  # a process for bots that was just starting complains that nobody tells it what to do
            log = "".join(line for line in log.splitlines() if line.startswith("{"))
        assert "Traceback" not in log, log
        assert '"level": "error"' not in log, log


class Player:
    """Somebody with a cookie of their own, or a token."""

    def __init__(self, server: Server, token: str | None = None) -> None:
        self.server = server
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=server.url, headers=self.headers, timeout=WAIT_SECONDS)
        TO_CLOSE.append(self.http)

    def get(self, path: str) -> Any:
        """Read something."""
        return self.answer(self.http.get(path))

    def post(self, path: str, **body: Any) -> Any:
        """Send something."""
        return self.answer(self.http.post(path, json=body))

    def answer(self, response: httpx.Response) -> Any:
        """What came back, which must not be an error."""
        assert response.status_code in (200, 201), response.text
        return response.json()

    def make_table(self, case: str, seats: list[Message], **wishes: Any) -> str:
        """A new table."""
        return str(self.post("/api/tables", case=case, seats=seats, **wishes)["table"])

    def sit(self, table: str, name: str, **wishes: Any) -> int:
        """Take a seat."""
        return int(self.post(f"/api/tables/{table}/seats", name=name, **wishes)["seat"])

    def address(self, table: str) -> str:
        """The WebSocket of a table."""
        return f"ws{self.server.url.removeprefix('http')}/api/tables/{table}/socket"

    async def open(self, table: str, language: str = "en") -> "Client":
        """Look at a table."""
        headers = dict(self.headers)
        cookie = self.http.cookies.get("casefile")
        if cookie:
            headers["Cookie"] = f"casefile={cookie}"
        socket = await connect(self.address(table), additional_headers=headers, max_queue=None)
        client = Client(socket)
        OPEN.append(client)
        await client.send("hello", version=1, language=language)
        await client.until("welcome")
        return client


class Client:
    """A WebSocket, and everything it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Message] = []
        self.number = 0

    async def send(self, kind: str, **fields: Any) -> None:
        """A message."""
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def hear(self) -> Message:
        """The next message."""
        message: Message = json.loads(await asyncio.wait_for(self.socket.recv(), WAIT_SECONDS))
        self.heard.append(message)
        return message

    async def until(self, *kinds: str) -> Message:
        """The next message of one of these kinds."""
        while True:
            message = await self.hear()
            if message["type"] in kinds:
                return message

    async def until_state(self, wanted: Callable[[Message], object]) -> Message:
        """The next state of which this is true."""
        while True:
            message = await self.until("state")
            if wanted(message):
                return message

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Send an acting message, and wait for its answer."""
        fields.setdefault("id", f"{kind}-{id(self)}-{len(self.heard)}-{self.number}")
        self.number += 1
        await self.send(kind, **fields)
        while True:
            answer = await self.until("done", "refused")
            if answer["id"] == fields["id"]:
                return answer

    async def drain(self, seconds: float = 0.3) -> list[Message]:
        """What comes until it is quiet for so long."""
        news: list[Message] = []
        while True:
            try:
                async with asyncio.timeout(seconds):
                    message = json.loads(await self.socket.recv())
            except TimeoutError:
                return news
            self.heard.append(message)
            news.append(message)

    def last(self, kind: str) -> Message:
        """The newest message of a kind."""
        return next(message for message in reversed(self.heard) if message["type"] == kind)

    async def close(self) -> None:
        """Hang up."""
        await self.socket.close()


def eager(message: Message, rng: Rng) -> str:
    """An action that moves the round on: rather something else than a discard."""
    actions = [action for action in message["actions"] if action["verb"] != "discard"] or message["actions"]
    if rng.below(4) == 0:
        actions = message["actions"]
    return str(actions[rng.below(len(actions))]["text"])


async def play(client: Client, seed: str, until: Callable[[Message], bool] | None = None) -> Message:
    """Play a seat until the match is over, or until something is heard."""
    rng = Rng(seed)
    number = 0
    answered = ""
    while True:
        message = await client.hear()
        if message["type"] == "over" or (until and until(message)):
            return message
        if message["type"] == "state" and message["actions"] and message["at"] != answered:
            number += 1
            answered = message["at"]
            action = eager(message, rng)
            await client.send("act", id=f"{seed}-{number}", at=message["at"], action=action)
        elif message["type"] == "scoring":
            await client.send("ready", id=f"{seed}-ready-{message['round']}")
        elif message["type"] == "refused":
            answered = ""
            assert message["code"] in ("stale", "match-over", "round-on"), message
        else:
            assert message["type"] != "error", message


def run(work: Awaitable[Any]) -> Any:
    """Run something asynchronous, for a bounded time."""

    async def bounded() -> Any:
        try:
            async with asyncio.timeout(4 * WAIT_SECONDS):
                return await work
        finally:
            while OPEN:
                await OPEN.pop().close()

    return asyncio.run(bounded())


__all__ = ["TO_CLOSE", "Client", "Message", "Player", "Server", "WebSocketException", "eager", "play", "run"]
