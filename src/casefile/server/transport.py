"""Connections as uvicorn has them, with what it leaves out: time limits, and budgets for connections and frames.

A request that never ends, or a WebSocket that sends frames without a message, costs nothing to send; so it must not
cost much to receive.
"""

import asyncio
import resource
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from struct import pack
from typing import Any, ClassVar, TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode, apply_mask  # type: ignore[attr-defined]  # in C, where there is that
from websockets.http11 import Request
from websockets.protocol import State

from casefile.server.buckets import Bucket
from casefile.server.limits import client_of

HEADER_SECONDS = 10.0  # until a request has told what it wants
BODY_SECONDS = 30.0  # until it has told everything
MOST_FILES = 65_536  # that we ask the system for
RESERVED_FILES = 200  # for data, processes that think, and the page
MESSAGE_FRAMES = (2000.0, 200.0)  # of one connection: at once, and per second
OTHER_FRAMES = (100.0, 10.0)  # the same, of frames that begin no message: pings, pongs, and pieces
MOST_UNREAD = 16  # messages of a WebSocket that wait to be carried out while more are read
# What a WebSocket can do beyond ASGI: send several messages at once, in one piece, and say directly what comes next.
POST, HEAR = "casefile.post", "casefile.hear"

TEXT = 0x81  # the first byte of a frame that is a whole text
MASKED = 0x80  # in the second byte, as in every frame of a client
MASK = 4  # bytes, before what they mask
LONGEST_HEAD = 14
MOST_TAKEN = 4096  # bytes of a frame that the library need not look at

P = TypeVar("P", bound=type[asyncio.Protocol])


def raise_file_limit() -> int:
    """As many open files as the system allows; how many that are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


class Gate:
    """Counts connections; nobody may have so many that nothing is left for others."""

    def __init__(self, files: int, each: int | None = None, nodes_port: int = 0) -> None:
        """So many files can be open; `each` address may have so many, or any number, if a proxy stands before us.

        Other nodes come in by a port of their own.
        """
        self.nodes_port = nodes_port
        self.most = max(10, files - RESERVED_FILES)
        self.each = self.most if each is None else min(each, self.most // 2)
        self.open: Counter[str] = Counter()
        self.all = 0

    def enter(self, address: str, *, by_node: bool = False) -> bool:
        """May somebody come in from this address? Another node brings many people."""
        if self.all >= self.most or (self.open[address] >= self.each and not by_node):
            return False
        self.open[address] += 1
        self.all += 1
        return True

    def leave(self, address: str) -> None:
        """Somebody has gone."""
        self.all -= 1
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]


class Gated:
    """A connection that passed the gate, and leaves by it."""

    gate: ClassVar[Gate]
    entered: str | None = None

    def pass_gate(self, transport: Any) -> bool:
        """Come in, or be turned away at once."""
        peer = transport.get_extra_info("peername")
        address = client_of(peer[0]) if peer else ""
        own = transport.get_extra_info("sockname")
        by_node = bool(own) and own[1] == self.gate.nodes_port
        if not self.gate.enter(address, by_node=by_node):
            transport.abort()
            return False
        self.entered = address
        return True

    def leave_gate(self) -> None:
        """Gone, once."""
        if self.entered is not None:
            self.gate.leave(self.entered)
            self.entered = None


class Http(H11Protocol, Gated):
    """A connection on which requests have to come to their end."""

    awaited: object = None
    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        if self.pass_gate(transport):
            self.watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self.stop_watch()
        self.leave_gate()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A piece of a request."""
        super().data_received(data)
        self.watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The request was for a WebSocket, whose protocol takes over, and its place at the gate."""
        self.stop_watch()
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if isinstance(protocol, Gated):
            protocol.entered, self.entered = self.entered, None

    def watch(self) -> None:
        """What is awaited next has to come in time, however slowly it drips in."""
        awaited = self.conn.their_state
        if self.transport.get_protocol() is not self or awaited is self.awaited:
            return
        self.stop_watch()
        self.awaited = awaited
        seconds = HEADER_SECONDS if awaited is h11.IDLE else BODY_SECONDS if awaited is h11.SEND_BODY else None
        if seconds is not None:
            self.deadline = self.loop.call_later(seconds, self.transport.abort)

    def stop_watch(self) -> None:
        """Nothing is awaited."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None


class Sockets(WebSocketsSansIOProtocol, Gated):
    """A WebSocket that counts frames, and answers no ping whose sender does not read the answers."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.message_frames = Bucket(*MESSAGE_FRAMES)
        self.other_frames = Bucket(*OTHER_FRAMES)
        self.unread = bytearray()  # a frame that has not come whole yet
        self.was_heard = False  # since the last time that we wondered
        protocol: Any = self.conn
        received = protocol.events_received
        protocol.events_received = lambda: self.counted(received())

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more, and nothing refers to itself, so that the memory is free at once."""
        self.leave_gate()
        super().connection_lost(exc)
        protocol: Any = self.conn
        protocol.parser.close()
        vars(protocol).pop("events_received", None)

    def data_received(self, data: bytes) -> None:
        """Frames, each looked at by itself: thousands of empty ones fit into one piece."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self.was_heard = True
        self.unread += data
        while self.unread and not self.transport.is_closing():
            head, size = frame_sizes(self.unread)
            if size > len(self.unread) and size - head <= self.config.ws_max_size:
                return  # until the rest comes; what is too large is refused by the library
            frame = bytes(self.unread[:size])
            del self.unread[:size]
            if len(frame) < size or not self.take_text(frame, head):
                super().data_received(frame)

    def take_text(self, frame: bytes, head: int) -> bool:
        """Hand a frame on if it is a whole message in plain letters, as nearly all are; others the library reads."""
        is_text = frame[0] == TEXT and len(frame) <= MOST_TAKEN and frame[1] & MASKED
        if not is_text or self.conn.current_size is not None or self.conn.state is not State.OPEN:
            return False
        text = apply_mask(frame[head:], frame[head - MASK : head])
        if not text.isascii():
            return False
        if self.message_frames.take():
            self.hand_on(text.decode("ascii"))
        else:
            self.transport.abort()
        return True

    def handle_connect(self, event: Request) -> None:
        """Somebody wants to come in."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions: Any = self.scope["extensions"]
            extensions[POST], extensions[HEAR] = self.post, self.receive

    def send_receive_event_to_app(self) -> None:
        """Hand a message on that the library has read."""
        if self.read_paused or self.queue.qsize() >= MOST_UNREAD:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # as if it were: so nothing is done about it
        super().send_receive_event_to_app()
        self.read_paused = False

    def hand_on(self, text: str) -> None:
        """Hand a message on; to stop reading after each, and to begin again, would take longer than the message."""
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

    def send_keepalive_ping(self) -> None:
        """Ask whether somebody is there of whom nothing was heard for a while."""
        if self.was_heard:
            self.was_heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def post(self, texts: list[bytes]) -> bool:
        """Send messages, in one piece, unless earlier ones still wait to be read, or nobody is there."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return False
        # What `conn.send_text` does, without asking for each text what is the same for all.
        self.transport.write(b"".join([piece for text in texts for piece in (head_of(len(text)), text)]))
        return True

    def counted(self, events: list[Any]) -> Iterator[Any]:
        """Events, as long as there are not too many of them."""
        for event in events:
            if isinstance(event, Frame):
                is_message = event.opcode in (Opcode.TEXT, Opcode.BINARY) and event.fin
                if not (self.message_frames if is_message else self.other_frames).take():
                    self.transport.abort()
                    return
            yield event

    def handle_ping(self) -> None:
        """Answer, unless earlier answers still wait to be read."""
        output = b"".join(self.conn.data_to_send())
        if self.writable.is_set():
            self.transport.write(output)


def frame_sizes(data: bytearray) -> tuple[int, int]:
    """How long the head of a frame is that begins so, and how long the whole of it (RFC 6455, 5.2).

    As long as that is not known, more than there is.
    """
    if len(data) < 2:
        return 0, LONGEST_HEAD
    size = data[1] & ~MASKED
    more = 2 if size == 126 else 8 if size == 127 else 0
    head = 2 + more + (MASK if data[1] & MASKED else 0)
    if len(data) < head:
        return 0, LONGEST_HEAD
    return head, head + (int.from_bytes(data[2 : 2 + more], "big") if more else size)


def head_of(size: int) -> bytes:
    """How the frame of a whole text of so many bytes begins (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((TEXT, size))
    return pack("!BBH", TEXT, 126, size) if size < 65_536 else pack("!BBQ", TEXT, 127, size)


def behind(gate: Gate, protocol: P) -> P:
    """A protocol whose connections pass this gate."""
    return type(protocol.__name__, (protocol,), {"gate": gate})  # type: ignore[return-value]
