"""What does a server do that is asked for ten times as much as it can? Light clients, which only just read.

    .venv/bin/python -m bench.load.overload [--tables 1500] [--calm 60] [--seconds 10] [--python PATH]

Some tables are calm: the seat whose turn it is thinks for a quarter of a second on average. Then all tables act as soon
as they may, and again as soon as they are refused, so that as many actions wait as there are tables; then only the calm
ones go on. Frames are read as bytes, and sent without a mask worth the name, so that one process can ask for far more
than a server can do. The server has a core of its own; give both of them precedence (`nice -n -10`) where others work.
"""

import argparse
import heapq
import http.client
import json
import os
import random
import re
import selectors
import socket
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from struct import pack, unpack
from time import perf_counter
from typing import Any

from .measure import CASE, at, start_server, used_by

AT = re.compile(rb'"at":"([^"]*)"')
TEXT = re.compile(rb'"text":"([^"]*)"')
PING, PONG = 0x89, 0x8A  # the first byte of such a frame
AT_ONCE = 16  # tables that open at the same time
LATE = 0.1  # seconds: a calm table does not wait longer


class Seat:
    """A seat's WebSocket."""

    def __init__(self, table: "Table", address: tuple[str, int], token: str) -> None:
        self.table = table
        self.data = b""
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        request = (
            f"GET /api/tables/{table.name}/socket HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        self.socket.sendall(request.encode())
        while b"\r\n\r\n" not in self.data:
            self.data += self.socket.recv(4096)
        self.data = self.data.partition(b"\r\n\r\n")[2]
        self.say({"type": "hello", "version": 1})

    def say(self, message: dict[str, Any]) -> None:
        """Send a message; a mask of zeros leaves it as it is (RFC 6455, 5.3)."""
        text = json.dumps(message).encode()
        size = len(text)
        head = pack("!BB", 0x81, 0x80 | size) if size < 126 else pack("!BBH", 0x81, 0x80 | 126, size)
        self.socket.sendall(head + bytes(4) + text)

    def hear(self) -> list[bytes]:
        """What has come, whole messages only."""
        self.data += self.socket.recv(1 << 16)
        found = []
        while len(self.data) >= 6:  # no message, and no ping, is shorter
            size, start = self.data[1], 2
            if size == 126:
                size, start = unpack("!H", self.data[2:4])[0], 4
            elif size == 127:
                size, start = unpack("!Q", self.data[2:10])[0], 10
            if len(self.data) < start + size:
                break
            if self.data[0] == PING:
                self.socket.sendall(pack("!BB", PONG, 0x80 | size) + bytes(4) + self.data[start : start + size])
            else:
                found.append(self.data[start : start + size])
            self.data = self.data[start + size :]
        return found


class Table:
    """A table at which two seats play at random."""

    def __init__(self, place: int, server: http.client.HTTPConnection, address: tuple[str, int]) -> None:
        self.place = place  # among all tables
        seats = [{"for": "anyone"}, {"for": "anyone"}]
        self.name = post(server, "/api/tables", {"case": CASE, "seats": seats})["table"]
        self.number = 0
        self.sent = 0.0  # when an action was sent that is not answered yet
        self.turn: tuple[Seat, str, str] | None = None  # who may do what, and in which state
        self.seats = []
        for seat in range(2):
            body = {"name": f"Seat {seat}", "seat": seat, "token": True}
            token = post(server, f"/api/tables/{self.name}/seats", body)["token"]
            self.seats.append(Seat(self, address, token))

    def act(self) -> None:
        """Do what may be done."""
        if self.turn is not None and not self.sent:
            seat, state, action = self.turn
            self.number += 1
            self.sent = perf_counter()
            seat.say({"type": "act", "id": str(self.number), "at": state, "action": action})


def post(server: http.client.HTTPConnection, path: str, body: dict[str, Any]) -> Any:
    """Send JSON on a connection that stays open."""
    server.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = server.getresponse()
    found = json.load(answer)
    if answer.status >= 300:
        sys.exit(f"{path}: {found}")
    return found


class Clients:
    """All tables, in one loop."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.selector = selectors.DefaultSelector()
        self.due: list[tuple[float, int]] = []  # when which table acts
        self.done: list[tuple[float, float, int]] = []  # when it was answered, after how long, at which table
        self.busy: list[tuple[float, float, int]] = []

    def open(self, count: int, address: tuple[str, int]) -> None:
        """Make tables, and read meanwhile what those are told that stand already."""
        lines = threading.local()

        def one(place: int) -> Table:
            if not hasattr(lines, "server"):
                lines.server = http.client.HTTPConnection(*address)
            return Table(place, lines.server, address)

        with ThreadPoolExecutor(AT_ONCE) as threads:
            for table in threads.map(one, range(count)):
                self.tables.append(table)
                for seat in table.seats:
                    self.selector.register(seat.socket, selectors.EVENT_READ, seat)
                self.play(0.0, {})

    def play(self, seconds: float, think: dict[int, float]) -> None:
        """Let these tables play for so long, each thinking for so long on average; the others only read."""
        self.done, self.busy, self.due = [], [], []
        end = perf_counter() + seconds
        for number in think:
            self.plan(number, think)
        while True:
            now = perf_counter()
            while self.due and self.due[0][0] <= now:
                self.tables[heapq.heappop(self.due)[1]].act()
            wait = min(end, self.due[0][0] if self.due else end) - now
            for key, _ in self.selector.select(max(0.0, wait)):
                seat: Seat = key.data
                for text in seat.hear():
                    if self.take(seat, text):
                        self.plan(seat.table.place, think)
            if perf_counter() >= end:
                return

    def plan(self, number: int, think: dict[int, float]) -> None:
        """A table thinks before it acts."""
        if number in think:
            wait = random.expovariate(1 / think[number]) if think[number] else 0.0
            heapq.heappush(self.due, (perf_counter() + wait, number))

    def take(self, seat: Seat, text: bytes) -> bool:
        """A message of the server; is it this table's turn to act, or to act again?"""
        table = seat.table
        if text.startswith(b'{"type":"state"'):
            actions, _, _ = text.partition(b'"actions":[')[2].partition(b'],"question"')
            choices, state = TEXT.findall(actions), AT.search(text)
            if choices and state is not None:
                table.turn = (seat, state[1].decode(), random.choice(choices).decode())
                return True
        elif text.startswith((b'{"type":"done"', b'{"type":"refused"')) and table.sent:
            now = perf_counter()
            is_busy = b'"code":"busy"' in text
            (self.busy if is_busy else self.done).append((now, now - table.sent, table.place))
            table.sent = 0.0
            if is_busy:
                return True
            table.turn = None
        elif text.startswith(b'{"type":"scoring"'):
            table.number += 1
            seat.say({"type": "ready", "id": f"ready {table.number}"})
        return False


def told(what: str, answers: list[tuple[float, float, int]], seconds: float) -> str:
    """How many, and after how long."""
    times = sorted(time for _, time, _ in answers) or [0.0]
    return (
        f"{what} {len(answers) / seconds:.0f} per second, after p50 {1000 * at(times, 0.5):.0f} ms, "
        f"p99 {1000 * at(times, 0.99):.0f} ms, at most {1000 * times[-1]:.0f} ms"
    )


def measure(options: argparse.Namespace, folder: str) -> None:
    """Calm, overload, calm."""
    server, url = start_server(options.python, folder, options.serve, options.cores)
    try:
        os.sched_setaffinity(0, set(range(os.cpu_count() or 1)) - {int(options.cores)} or {0})
        host, _, port = url.removeprefix("http://").rpartition(":")
        clients = Clients()
        clients.open(options.tables, (host, int(port)))
        calm = dict.fromkeys(range(options.calm), 0.25)
        clients.play(2.0, {})  # what everybody is told first
        clients.play(options.seconds, calm)
        print(told(f"{options.calm} calm tables: done", clients.done, options.seconds), flush=True)
        used = used_by(server.pid)
        clients.play(options.seconds, dict.fromkeys(range(options.tables), 0.0))
        used = used_by(server.pid) - used
        print(f"{options.tables} tables without a pause, {100 * used / options.seconds:.0f} % of a core:", flush=True)
        print(told("  done", clients.done, options.seconds))
        print(told("  busy", clients.busy, options.seconds))
        asked, done = len(clients.done) + len(clients.busy), max(1, len(clients.done))
        print(f"  {len(clients.busy) / max(1, asked):.0%} busy: {asked / done:.1f} times as much was asked as was done")
        start = perf_counter()
        clients.play(options.seconds, calm)
        late = [when - start for when, time, number in clients.done if time > LATE and number < options.calm]
        refused = [when - start for when, _, number in clients.busy]
        print(told(f"{options.calm} calm tables again: done", clients.done, options.seconds))
        print(
            f"  the last busy {1000 * max(refused, default=0.0):.0f} ms after the end of it ({len(refused)} in all), "
            f"the last answer that took more than 100 ms after {1000 * max(late, default=0.0):.0f} ms"
        )
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    """Measure once."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=1500)
    parser.add_argument("--calm", type=int, default=60, help="tables that play at leisure, before and after")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each part")
    parser.add_argument("--serve", default="", help="more arguments of `casefile serve`")
    parser.add_argument("--cores", default="0", help="the core on which the server runs")
    parser.add_argument("--python", default=sys.executable, help="Python of the server")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(options, folder)


if __name__ == "__main__":
    main()
