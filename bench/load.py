"""How many tables can one server hold? Real WebSocket clients in other processes, on loopback.

    .venv/bin/python bench/load.py [--tables 500] [--seconds 20] [--think 1.0] [--clients 1] [--python PATH]
                                   [--serve="--workers 2 --storage postgresql://…"] [--cores 0,1]

The server runs on one core (the first) unless told otherwise, the clients on the others. At every table two seats play
Al Capone at random; the seat whose turn it is thinks for a while, acts, and the clock runs until the last seat has its
frame.
Not part of `make bench`.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import urllib.request
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


def start_server(options: argparse.Namespace, folder: str) -> tuple[subprocess.Popen[str], str]:
    """A server on its cores."""
    command = [
        options.python,
        "-m",
        "casefile",
        "serve",
        "--port",
        "0",
        "--data",
        folder,
        "--rate",
        "100000",
        "--tables",
        "100000",
        *shlex.split(options.serve),
    ]
    server = subprocess.Popen(["taskset", "-c", options.cores, *command], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().split()[-1].rstrip("/")


def measure(options: argparse.Namespace, folder: str) -> None:
    """Run server and clients, and print what came out."""
    server, url = start_server(options, folder)
    context = get_context("spawn")
    try:
        empty = sum(map(memory, family(server.pid)))
        workers = []
        for number in range(options.clients):
            ours, theirs = context.Pipe()
            tables = options.tables // options.clients + (number < options.tables % options.clients)
            core = 1 + number % max(1, (os.cpu_count() or 2) - 1) if (os.cpu_count() or 1) > 1 else 0
            arguments = (url, tables, options.think, options.seconds, core, theirs)
            process = context.Process(target=client, args=arguments, daemon=True)
            process.start()
            workers.append((process, ours))
        times: list[float] = []
        busy: list[float] = []
        rate = 0.0
        for _, ours in workers:
            ours.recv()  # all of them play now
        used = sum(map(cpu_seconds, family(server.pid)))
        for _, ours in workers:
            measured, refused, spent = ours.recv()
            times += measured
            busy += refused
            rate += len(measured) / spent
        full = sum(map(memory, family(server.pid)))
        used = sum(map(cpu_seconds, family(server.pid))) - used
        for process, _ in workers:
            process.join()
    finally:
        server.terminate()
        server.wait()
    times.sort()
    print(f"{options.tables} tables, {2 * options.tables} connections, {len(times)} actions in {options.seconds:g} s")
    print(
        f"{rate:.0f} actions per second; to the last seat's frame p50 {1000 * at(times, 0.5):.1f} ms, "
        f"p99 {1000 * at(times, 0.99):.1f} ms, at most {1000 * times[-1]:.0f} ms"
    )
    if busy:
        busy.sort()
        print(f"{len(busy)} refused as busy, p50 {1000 * at(busy, 0.5):.0f} ms, p99 {1000 * at(busy, 0.99):.0f} ms")
    print(
        f"memory {full:.0f} MB, {1024 * (full - empty) / options.tables:.0f} kB per table; "
        f"CPU {1000 * used / len(times):.2f} ms per action"
    )


def at(times: list[float], share: float) -> float:
    """A quantile."""
    return times[min(len(times) - 1, int(share * len(times)))]


def main() -> None:
    """Measure once."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--think", type=float, default=1.0, help="seconds that a seat thinks, on average")
    parser.add_argument("--clients", type=int, default=1, help="processes of clients")
    parser.add_argument("--serve", default="", help="more arguments of `casefile serve`, such as --workers 2")
    parser.add_argument("--cores", default="0", help="on which the server runs, as taskset has them")
    parser.add_argument(
        "--python", default=sys.executable, help="Python of the server, such as that of the compiled build"
    )
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    with tempfile.TemporaryDirectory() as folder:
        measure(options, folder)


if __name__ == "__main__":
    main()
