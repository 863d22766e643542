"""Connections that cost nothing to open and are never finished: each stopped the server, or filled its memory, once."""

import asyncio
import logging
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.datastructures import Headers
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from casefile.server import transport
from casefile.server.limits import hosts_of, is_known_host
from casefile.server.logs import OF_A_KIND, Flood, JsonLines
from casefile.server.transport import Gate, Http, Sockets, behind
from tests.server.clients import Player, Server, run

pytestmark = pytest.mark.once


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers requests, and WebSockets with what they say."""
    if scope["type"] == "http":
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        return
    await send({"type": "websocket.accept"})
    await receive()
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"]})


@asynccontextmanager
async def listening(gate: Gate) -> AsyncIterator[int]:
    """A server with our protocols; its port."""
    config = uvicorn.Config(app, http=behind(gate, Http), ws=behind(gate, Sockets), log_config=None, access_log=False)
    config.load()
    state = ServerState()
    protocol: Any = config.http_protocol_class
    made = partial(protocol, config=config, server_state=state, app_state={})
    server = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
        for connection in list(state.connections):
            connection.transport.abort()


async def end_of(reader: asyncio.StreamReader) -> None:
    """Read until the other side ends the connection."""
    with suppress(ConnectionResetError):
        while await reader.read(1000):
            pass


HALF = [
    pytest.param(b"", id="nothing"),
    pytest.param(b"GET / HTTP/1.1\r\nHost: a\r\n", id="half a header"),
    pytest.param(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", id="half a body"),
    pytest.param(b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT", id="half of a second request"),
]


@pytest.mark.parametrize("sent", HALF)
def test_half_a_request_is_ended(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly the rest drips in."""
    monkeypatch.setattr(transport, "HEADER_SECONDS", 0.05)
    monkeypatch.setattr(transport, "BODY_SECONDS", 0.05)

    async def work() -> None:
        gate = Gate(1000)
        async with listening(gate) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            await end_of(reader)
            writer.close()
            await asyncio.sleep(0.01)
            assert gate.all == 0

    run(work())


def test_a_whole_request_is_answered_and_keeps_its_connection() -> None:
    """And a second one on it."""

    async def work() -> None:
        async with listening(Gate(1000)) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for _ in range(2):
                writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204")
            writer.close()

    run(work())


def test_nobody_takes_all_connections() -> None:
    """One address has half of them at most; who is turned away is told by the end of the connection."""

    async def work() -> None:
        gate = Gate(transport.RESERVED_FILES + 20, 1000)
        assert (gate.most, gate.each) == (20, 10)
        async with listening(gate) as port:
            opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(10)]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await end_of(reader)
            writer.close()
            for _, each in opened:
                each.close()
                await each.wait_closed()
            await asyncio.sleep(0.05)
            assert gate.all == 0
            async with connect(f"ws://127.0.0.1:{port}/") as socket:
                await socket.send("hello")
                assert await socket.recv() == "hello"
                assert gate.all == 1
            await asyncio.sleep(0.05)
            assert gate.all == 0

    run(work())


def test_who_may_come_in() -> None:
    """Half of all connections for one address, all of them for all; other nodes bring many people."""
    gate = Gate(transport.RESERVED_FILES + 20, 1000)
    assert [gate.enter("one") for _ in range(11)] == [True] * 10 + [False]
    assert gate.enter("one", by_node=True)
    assert [gate.enter("other") for _ in range(10)] == [True] * 9 + [False]
    assert not gate.enter("one", by_node=True)
    gate.leave("one")
    assert gate.enter("third")


def test_the_limit_of_open_files_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """To what the system allows."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 20_000))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    assert transport.raise_file_limit() == 20_000
    assert asked == [(20_000, 20_000)]


MASKED_NOTHING = b"\x80\0\0\0\0"
FRAMES = [
    pytest.param(b"\x01" + MASKED_NOTHING + b"\x00" + MASKED_NOTHING, id="empty pieces of a message"),
    pytest.param(b"\x89" + MASKED_NOTHING, id="pings"),
    pytest.param(b"\x8a" + MASKED_NOTHING, id="pongs"),
]


@pytest.mark.parametrize("frame", FRAMES)
def test_frames_without_a_message_end_the_connection(frame: bytes) -> None:
    """Thousands fit into one packet."""

    async def work() -> None:
        async with listening(Gate(1000)) as port:
            socket = await connect(f"ws://127.0.0.1:{port}/")
            await socket.send("hello")
            assert await socket.recv() == "hello"
            socket.transport.write(frame[:6] + frame[6:] * 5000 if len(frame) > 6 else frame * 5000)
            with suppress(ConnectionClosed):
                async for _ in socket:
                    pass

    run(work())


def masked(first: int, data: bytes, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    """A frame as a client sends it."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
    return bytes([first]) + size + mask + hidden


TEXTS = [
    pytest.param([masked(0x81, b"a")], ["a"], id="a text"),
    pytest.param([masked(0x81, b"")], [""], id="an empty text"),
    pytest.param([masked(0x81, b"a") + masked(0x81, b"b" * 200)], ["a", "b" * 200], id="two at once"),
    pytest.param([bytes([each]) for each in masked(0x81, b"c" * 130)], ["c" * 130], id="byte by byte"),
    pytest.param([masked(0x81, b"d" * 60_000)], ["d" * 60_000], id="a long one"),
    pytest.param([masked(0x81, "ß".encode())], ["ß"], id="other letters"),
    pytest.param([masked(0x01, b"e"), masked(0x89, b"") + masked(0x80, b"f")], ["ef"], id="in pieces, with a ping"),
    pytest.param([masked(0x8A, b"x") + masked(0x81, b"g")], ["g"], id="after a pong"),
]


@pytest.mark.parametrize(("pieces", "texts"), TEXTS)
def test_a_text_is_read_however_it_comes(pieces: list[bytes], texts: list[str]) -> None:
    """Whole, with others, in pieces of frames and in frames that are pieces."""

    async def work() -> None:
        async with listening(Gate(1000)) as port, connect(f"ws://127.0.0.1:{port}/", compression=None) as socket:
            for piece in pieces:
                socket.transport.write(piece)
                await asyncio.sleep(0)
            assert [await socket.recv() for _ in texts] == texts

    run(work())


WRONG = [
    pytest.param(b"\x81\x01a", 1002, id="without a mask"),
    pytest.param(masked(0xC1, b"a"), 1002, id="compressed, which was not agreed"),
    pytest.param(masked(0x81, b"\xff"), 1007, id="no letters"),
    pytest.param(b"\x81\xff" + (10**12).to_bytes(8, "big") + b"\0\0\0\0a", 1009, id="far too long"),
    pytest.param(masked(0x01, b"a") + masked(0x81, b"b"), 1002, id="a text within another"),
]


@pytest.mark.parametrize(("sent", "status"), WRONG)
def test_a_wrong_frame_ends_the_connection(sent: bytes, status: int) -> None:
    """With the status that says why."""

    async def work() -> None:
        async with listening(Gate(1000)) as port, connect(f"ws://127.0.0.1:{port}/", compression=None) as socket:
            socket.transport.write(sent)
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == status

    run(work())


class Wire(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return False


def on_a_wire() -> tuple[Any, list[bytes]]:
    """A WebSocket without a client, and what is sent on it."""
    config = uvicorn.Config(app, log_config=None)
    config.load()
    sockets = behind(Gate(1000), Sockets)(config=config, server_state=ServerState(), app_state={})
    sockets.transport = wire = Wire()
    return sockets, wire.written


def test_only_those_are_asked_of_whom_nothing_was_heard() -> None:
    """Who plays is there."""

    async def work() -> None:
        sockets, written = on_a_wire()
        sockets.conn.state = State.OPEN
        sockets.was_heard = True
        asked = []
        for _ in range(2):
            sockets.send_keepalive_ping()
            asked.append(len(written))
        sockets.stop_keepalive()
        assert asked == [0, 1]

    run(work())


def test_a_ping_is_not_answered_to_somebody_who_does_not_read() -> None:
    """The answers would wait in memory."""

    async def work() -> None:
        sockets, written = on_a_wire()
        for reads in (True, False):
            if not reads:
                sockets.pause_writing()
            sockets.conn.writes.append(b"pong")
            sockets.handle_ping()
        assert written == [b"pong"]
        assert sockets.conn.data_to_send() == []

    run(work())


def test_a_log_cannot_be_flooded() -> None:
    """Some lines of a kind, then none, then one that says how many were left out; other kinds are not concerned."""
    flood = Flood()

    def line(words: str) -> logging.LogRecord:
        return logging.LogRecord("casefile.server", logging.ERROR, "", 0, words, (), None)

    passed = sum(flood.filter(line("no more files")) for _ in range(1000))
    assert passed == OF_A_KIND[0]
    assert flood.filter(line("something else"))
    for bucket in flood.kinds.known.values():
        bucket.level = 1.0
    later = line("no more files")
    assert flood.filter(later)
    assert f'"left_out": {1000 - passed}' in JsonLines().format(later)


def test_a_server_stops_while_a_request_is_still_being_sent(tmp_path: Path) -> None:
    """Without waiting for the rest, and without a word in the log; who sends it is told."""
    with Server(tmp_path) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=60) as client:
            head = (
                f"POST /api/me HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
            )
            client.sendall(head.encode() + b'{"na')
            Player(server).get("/api/health")  # by now the head has been read
            server.stop()
            answer = b"".join(iter(lambda: client.recv(10_000), b""))
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"the server stops" in answer
        assert "Cancel" not in server.log.read_text("utf-8")


@pytest.mark.parametrize(
    ("listens", "names", "trusts", "asked", "answered"),
    [
        ("127.0.0.1", (), False, "127.0.0.1:8000", True),
        ("127.0.0.1", (), False, "LocalHost", True),
        ("127.0.0.1", (), False, "[::1]:8000", True),
        ("127.0.0.1", (), False, "rebound.example", False),
        ("127.0.0.1", (), False, "", False),
        ("127.0.0.1", (), False, "[", False),
        ("127.0.0.1", ("table.example",), False, "table.example:443", True),
        ("127.0.0.1", (), True, "table.example", True),
        ("0.0.0.0", (), False, "table.example", True),
        ("0.0.0.0", ("table.example",), False, "rebound.example", False),
    ],
)
def test_a_server_answers_under_its_own_names(
    listens: str,
    names: tuple[str, ...],
    trusts: bool,  # noqa: FBT001
    asked: str,
    answered: bool,  # noqa: FBT001
) -> None:
    """A page of another site cannot reach a local one by a name that it points there."""
    hosts = hosts_of(listens, names, trust_proxy=trusts)
    assert is_known_host(Headers({"host": asked}), hosts) == answered


def test_a_foreign_name_is_refused(server: Server) -> None:
    """Requests and WebSockets alike."""
    for path in ("/", "/api/me", "/metrics"):
        answer = httpx.get(server.url + path, headers={"Host": "rebound.example"})
        assert answer.status_code == 421
        assert "set-cookie" not in answer.headers
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Host": "rebound.example",
    }
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert httpx.get(f"{server.url}/api/tables/x/socket", headers=upgrade | key).status_code == 403
