"""How many tables can one server hold? Real WebSocket clients in other processes, on loopback.

    .venv/bin/python -m bench.load [--tables 500] [--seconds 20] [--think 1.0] [--clients 1] [--python PATH]
                                   [--serve="--workers 2 --storage postgresql://…"] [--cores 0,1]
    .venv/bin/python -m bench.load --all .venv-compiled/bin/python

The server runs on one core (the first) unless told otherwise, the clients on the others. At every table two seats play
Al Capone at random; the seat whose turn it is thinks for a while, acts, and the clock runs until the last seat has its
frame. With `--all` it measures one and two processes on SQLite and on a PostgreSQL of its own, interpreted and
compiled, one after the other, and prints the rows of docs/performance.md; some seven minutes with 500 tables.
Not part of `make bench`.
"""

import argparse
import resource
import sys
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

from tests.server.database import Database

from .measure import Load, Outcome, at, measure

COLUMNS = (
    "engine",
    "storage",
    "processes",
    "actions per second",
    "p50, ms",
    "p99, ms",
    "busy",
    "CPU per action, ms: server",
    "database",
    "memory, MB",
)


def tell(load: Load, found: Outcome) -> None:
    """Print one measurement."""
    times, busy = found.times, found.busy
    print(f"{load.tables} tables, {2 * load.tables} connections, {len(times)} actions in {load.seconds:g} s")
    print(
        f"{found.rate:.0f} actions per second; to the last seat's frame p50 {1000 * at(times, 0.5):.1f} ms, "
        f"p99 {1000 * at(times, 0.99):.1f} ms, at most {1000 * times[-1]:.0f} ms"
    )
    if busy:
        print(f"{len(busy)} refused as busy, p50 {1000 * at(busy, 0.5):.0f} ms, p99 {1000 * at(busy, 0.99):.0f} ms")
    print(
        f"memory {found.memory:.0f} MB, {found.per_table:.0f} kB per table; "
        f"CPU {1000 * found.server_cpu:.2f} ms per action"
    )


def measure_all(load: Load, compiled: str) -> None:
    """Every kind of server, as rows of a table."""
    print(f"| {' | '.join(COLUMNS)} |\n| --- | --- |{' ---: |' * (len(COLUMNS) - 2)}", flush=True)
    for engine, python in (("interpreted", load.python), ("compiled", compiled)):
        for kind in ("SQLite", "PostgreSQL"):
            for processes in (1, 2):
                with ExitStack() as opened:
                    one = replace(load, python=python, cores="0" if processes == 1 else "0,1")
                    one.serve = f"--workers {processes}"
                    if kind == "PostgreSQL":
                        database = opened.enter_context(closing(Database(durable=True)))
                        one.serve += f" --storage '{database.make()}'"
                        one.database = int(Path(database.data, "postmaster.pid").read_text("utf-8").split()[0])
                    found = measure(one)
                cells = [engine, kind, processes, f"{found.rate:.0f}"]
                cells += [f"{1000 * at(found.times, share):.1f}" for share in (0.5, 0.99)]
                cells += [len(found.busy), f"{1000 * found.server_cpu:.2f}"]
                cells += [f"{1000 * found.database_cpu:.2f}" if one.database else "", f"{found.memory:.0f}"]
                print(f"| {' | '.join(map(str, cells))} |", flush=True)


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
    parser.add_argument("--all", metavar="PYTHON", help="measure every kind of server; Python of the compiled build")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    asked = (options.tables, options.seconds, options.think, options.clients, options.serve, options.cores)
    load = Load(*asked, options.python)
    if options.all:
        measure_all(load, options.all)
    else:
        tell(load, measure(load))


if __name__ == "__main__":
    main()
