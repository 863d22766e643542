"""Does a server that runs for long need more and more? Tables are made, played to their end and left, again and again.

    .venv/bin/python bench/soak.py [--minutes 120] [--tables 40] [--think 0.2] [--stay 22] [--every 30] [--python PATH]

The server runs in a process of its own, on a folder; every so often its memory, open files, threads and CPU time are
noted, a line at once for each look (`| tee soak.log` keeps them). In the end the line through the memory of the second
half is printed. A room at which nobody looks any more is dropped within half a minute, so memory has to be flat after
that. Not part of `make bench`.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
from pathlib import Path
from time import monotonic

from load.measure import Game, cpu_seconds, family, memory, start_server
from websockets.exceptions import WebSocketException


async def visitors(url: str, options: argparse.Namespace, until: float, counts: dict[str, int]) -> None:
    """One table after the other: two people play for a while, and go; most matches stay unfinished, as in life."""
    while monotonic() < until:
        game = Game(url, options.think)
        tasks: list[asyncio.Task[None]] = []
        try:
            await game.open()
            tasks = [asyncio.ensure_future(game.listen(seat)) for seat in range(2)]
            times: list[float] = []
            tasks.append(asyncio.ensure_future(game.play(times, [])))
            await asyncio.sleep(min(random.uniform(0.2, 1.8) * options.stay, max(0.1, until - monotonic())))
            counts["actions"] += len(times)
            counts["tables"] += 1
        except (OSError, TimeoutError, WebSocketException) as error:
            counts["failed"] += 1
            print(f"a table failed: {error!r}", flush=True)
            await asyncio.sleep(1)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for socket in game.sockets:
                await socket.close()


async def watch(server: int, options: argparse.Namespace, until: float, rows: list[tuple[float, float]]) -> None:
    """Note what the server needs, again and again."""
    start = monotonic()
    print("| minutes | MB | of the server alone, MB | open files | threads | CPU, s |", flush=True)
    while monotonic() < until:
        everybody = family(server)
        own = memory(server)
        rows.append(((monotonic() - start) / 60, own))
        files = len(os.listdir(f"/proc/{server}/fd"))  # noqa: PTH208  names are all that is wanted
        threads = len(os.listdir(f"/proc/{server}/task"))  # noqa: PTH208
        figures = f"{sum(map(memory, everybody)):.0f} | {own:.1f} | {files} | {threads} | {cpu_seconds(server):.0f}"
        print(f"| {rows[-1][0]:.1f} | {figures} |", flush=True)
        await asyncio.sleep(options.every)


def slope(rows: list[tuple[float, float]]) -> float:
    """Megabytes an hour, by the line through these points."""
    middle_x = sum(x for x, _ in rows) / len(rows)
    middle_y = sum(y for _, y in rows) / len(rows)
    spread = sum((x - middle_x) ** 2 for x, _ in rows) or 1.0
    return 60 * sum((x - middle_x) * (y - middle_y) for x, y in rows) / spread


async def soak(server: int, url: str, options: argparse.Namespace) -> None:
    """Let people come and go."""
    until = monotonic() + 60 * options.minutes
    counts = {"actions": 0, "tables": 0, "failed": 0}
    rows: list[tuple[float, float]] = []
    people = [visitors(url, options, until, counts) for _ in range(options.tables)]
    await asyncio.gather(watch(server, options, until, rows), *people)
    second = rows[len(rows) // 2 :]
    counted = f"{counts['tables']:,} tables, {counts['actions']:,} actions, {counts['failed']:,} tables that failed"
    print(f"{counted}, in {options.minutes:g} minutes")
    print(f"second half: {second[0][1]:.1f} to {second[-1][1]:.1f} MB, {slope(second):+.1f} MB per hour by its line")


def main() -> int:
    """Soak once."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--tables", type=int, default=40, help="at the same time")
    parser.add_argument("--think", type=float, default=0.2, help="seconds that a seat thinks, on average")
    parser.add_argument("--stay", type=float, default=22.0, help="seconds that people stay at a table, on average")
    parser.add_argument("--every", type=float, default=30.0, help="seconds between two looks")
    parser.add_argument("--serve", default="")
    parser.add_argument("--cores", default="0-1")
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, url = start_server(options.python, str(Path(folder)), options.serve, options.cores)
        try:
            asyncio.run(soak(server.pid, url, options))
        finally:
            server.terminate()
            server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
