"""A server, real WebSocket clients in other processes on loopback, and what an action costs."""

import asyncio
import gc
import json
import os
import random
import re
import shlex
import subprocess
import tempfile
import urllib.request
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

AT_ONCE = 20  # tables that open at the same time
CASE = "capone"


def post(url: str, body: dict[str, Any]) -> Any:
    """Send JSON."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class Game:
    """Two seats at one table."""

    def __init__(self, url: str, think: float) -> None:
        self.url = url
        self.think = think
        self.states: list[dict[str, Any]] = [{}, {}]
        self.changed = asyncio.Event()
        self.sockets: list[ClientConnection] = []
        self.sent = False  # is an action under way?

    async def open(self) -> None:
        """Make a table, sit down, connect."""
        seats = [{"for": "anyone"}, {"for": "anyone"}]
        made = await asyncio.to_thread(post, f"{self.url}/api/tables", {"case": CASE, "seats": seats})
        place = f"{self.url}/api/tables/{made['table']}"
        for seat in range(2):
            body = {"name": f"Seat {seat}", "seat": seat, "token": True}
            token = (await asyncio.to_thread(post, f"{place}/seats", body))["token"]
            headers = {"Authorization": f"Bearer {token}"}
            socket = await connect(
                f"ws{place.removeprefix('http')}/socket", additional_headers=headers, compression=None
            )
            await socket.send('{"type": "hello", "version": 1}')
            self.sockets.append(socket)

    async def listen(self, seat: int) -> None:
        """Keep the newest state of a seat."""
        number = 0
        async for text in self.sockets[seat]:
            message = json.loads(text)
            if message["type"] == "state":
                self.states[seat] = message
                self.changed.set()
            elif message["type"] == "refused":
                self.sent = False
                self.changed.set()
            elif message["type"] == "scoring":
                number += 1
                await self.sockets[seat].send(json.dumps({"type": "ready", "id": f"ready {number}"}))

    async def play(self, times: list[float], busy: list[float]) -> None:
        """Act, and measure until both seats have seen it, or until it is refused."""
        number = 0
        while True:
            await asyncio.sleep(random.expovariate(1 / self.think) if self.think else 0)
            acting = [seat for seat in range(2) if self.states[seat].get("actions")]
            if not acting:
                continue
            seat = acting[0]
            before = [state.get("at") for state in self.states]
            number += 1
            action = random.choice(self.states[seat]["actions"])["text"]
            start = perf_counter()
            act = {"type": "act", "id": str(number), "at": before[seat], "action": action}
            self.sent = True
            await self.sockets[seat].send(json.dumps(act))
            while self.sent and any(state.get("at") == old for state, old in zip(self.states, before, strict=True)):
                self.changed.clear()
                await self.changed.wait()
            (times if self.sent else busy).append(perf_counter() - start)


def client(url: str, tables: int, think: float, seconds: float, core: int, results: Any) -> None:
    """One process of clients: opens its tables, waits, then plays for so long."""
    os.sched_setaffinity(0, {core})

    async def work() -> None:
        games = [Game(url, think) for _ in range(tables)]
        for first in range(0, tables, AT_ONCE):
            await asyncio.gather(*(game.open() for game in games[first : first + AT_ONCE]))
        tasks = [asyncio.ensure_future(game.listen(seat)) for game in games for seat in range(2)]
        times: list[float] = []
        busy: list[float] = []
        tasks += [asyncio.ensure_future(game.play(times, busy)) for game in games]
        await asyncio.sleep(3)  # until everybody plays
        times.clear()
        busy.clear()
        results.send("start")
        start = perf_counter()
        await asyncio.sleep(seconds)
        measured, spent = times[:], perf_counter() - start
        results.send((measured, busy[:], spent))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    gc.disable()  # its pauses are not the server's
    asyncio.run(work())


def family(process: int) -> list[int]:
    """A process and all that it started: those that serve, and those that think."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text("utf-8").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        parents.setdefault(int(fields[1]), []).append(int(entry.parent.name))
    found = [process]
    for each in found:
        found += parents.get(each, [])
    return found


def memory(process: int) -> float:
    """Megabytes that a process holds."""
    text = Path(f"/proc/{process}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", text)
    assert found is not None
    return int(found[1]) / 1024


def cpu_seconds(process: int) -> float:
    """CPU time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Load:
    """What is measured: a server, and how much is asked of it."""

    tables: int
    seconds: float
    think: float
    clients: int
    serve: str  # more arguments of the server
    cores: str  # of the server, as taskset has them
    python: str  # of the server
    database: int = 0  # a process whose CPU time counts, with all that it started


@dataclass
class Outcome:
    """What came out."""

    times: list[float]  # of actions, in order
    busy: list[float]  # of those that were refused, in order
    rate: float  # actions per second
    memory: float  # MB
    per_table: float  # kB
    server_cpu: float  # seconds per action
    database_cpu: float


def start_server(python: str, folder: str, serve: str, cores: str) -> tuple[subprocess.Popen[str], str]:
    """A server with more arguments than these, on its cores."""
    limits = ["--rate", "100000", "--tables", "100000"]
    command = [python, "-m", "casefile", "serve", "--port", "0", "--data", folder, *limits]
    command += shlex.split(serve)
    server = subprocess.Popen(["taskset", "-c", cores, *command], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().split()[-1].rstrip("/")


def used_by(process: int) -> float:
    """CPU seconds of a process and all that it started."""
    return sum(map(cpu_seconds, family(process))) if process else 0.0


def measure(load: Load) -> Outcome:
    """Run server and clients."""
    context = get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        server, url = start_server(load.python, folder, load.serve, load.cores)
        try:
            empty = sum(map(memory, family(server.pid)))
            workers = []
            for number in range(load.clients):
                ours, theirs = context.Pipe()
                tables = load.tables // load.clients + (number < load.tables % load.clients)
                core = 1 + number % max(1, (os.cpu_count() or 2) - 1) if (os.cpu_count() or 1) > 1 else 0
                arguments = (url, tables, load.think, load.seconds, core, theirs)
                process = context.Process(target=client, args=arguments, daemon=True)
                process.start()
                workers.append((process, ours))
            for _, ours in workers:
                ours.recv()  # all of them play now
            before = used_by(server.pid), used_by(load.database)
            answers = [ours.recv() for _, ours in workers]
            used = used_by(server.pid) - before[0], used_by(load.database) - before[1]
            full = sum(map(memory, family(server.pid)))
            for process, _ in workers:
                process.join()
        finally:
            server.terminate()
            server.wait()
    times = sorted(time for measured, _, _ in answers for time in measured)
    busy = sorted(time for _, refused, _ in answers for time in refused)
    rate = sum(len(measured) / spent for measured, _, spent in answers)
    per_table = 1024 * (full - empty) / load.tables
    return Outcome(times, busy, rate, full, per_table, used[0] / len(times), used[1] / len(times))


def at(times: list[float], share: float) -> float:
    """A quantile."""
    return times[min(len(times) - 1, int(share * len(times)))]
