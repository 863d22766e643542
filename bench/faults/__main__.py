"""Does a server of several nodes keep what it acknowledged, whatever fails? Real nodes on a real PostgreSQL.

    .venv/bin/python -m bench.faults [--faults 100] [--seed 1] [--nodes 3] [--tables 6] [--seconds 280]
                                     [--runs 10] [--totals FILE]

People play at some tables through any node, note every acknowledgement, and send again what was not answered. Nodes are
killed, stopped for a while, restarted in good order, cut off from the database, slowed down, their clocks set; the
database crashes, its disk is slow, or full; one fault after the other, sometimes two at once, all drawn from the seed.
After each every table has to go on. In the end a checker holds what was acknowledged against the journals. With
`--runs` that is done for as many seeds, one after the other; with `--totals` each adds a line to a file, and all that
stands there is summed up: a thousand faults need not be one run. Needs Debian's `postgresql`, and root for a full disk.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from time import monotonic

from tests.server.database import Database

from .checker import check, histories, said_twice
from .cluster import GOES_ON_SECONDS, Cluster
from .harm import FAULTS, OF_ALL

DISK_MEGABYTES = 160


async def rounds(cluster: Cluster, options: argparse.Namespace) -> list[tuple[str, float]]:
    """Fault after fault; how long tables took to go on after each."""
    rng = random.Random(options.seed)
    done: list[tuple[str, float]] = []
    until = monotonic() + options.seconds
    possible = [name for name in options.only or FAULTS if name != "full" or cluster.database.has_own_disk]
    await cluster.all_go_on(monotonic())
    while len(done) < options.faults and monotonic() < until:
        while len(up := [node for node in cluster.nodes if node.up]) < 2:
            await asyncio.sleep(0.1)
        names = [rng.choice(possible)]
        if rng.random() < 0.2 and len(up) > 2:
            names.append(rng.choice([name for name in possible if name not in OF_ALL]))
        victims = rng.sample(up, len(names))
        cluster.under_way = f"{len(done) + 1}: {' and '.join(names)}"
        work = [FAULTS[name](cluster, node, rng) for name, node in zip(names, victims, strict=True)]
        took = await asyncio.gather(*work)
        done += zip(names, took, strict=True)
        print(f"{len(done)}: {' and '.join(names)}: went on after {max(took):.2f} s", flush=True)
        await cluster.all_go_on(monotonic())
        await asyncio.sleep(rng.uniform(0.0, 1.0))
    return done


def tell(options: argparse.Namespace, done: list[tuple[str, float]], cluster: Cluster, wrong: list[str]) -> bool:
    """Print what came out; was nothing wrong? How long things took is for people to judge."""
    times = sorted(took for _, took in done)
    late = [f"{name} {took:.1f} s" for name, took in done if took > GOES_ON_SECONDS]
    count = sum(len(person.acknowledged) for person in cluster.people)
    kinds = ", ".join(f"{sum(kind == name for kind, _ in done)} {name}" for name in FAULTS)
    print(f"seed {options.seed}: {len(done)} faults ({kinds}), {len(cluster.nodes)} nodes, {count} acknowledgements")
    middle = times[len(times) // 2]
    print(f"went on after p50 {middle:.2f} s, at most {times[-1]:.2f} s; late: {', '.join(late) or 'none'}")
    lines = [line for node in cluster.nodes for line in node.log_path.read_text("utf-8").splitlines()]
    tracebacks = [line for line in lines if "Traceback" in line]
    print(f"wrong: {len(wrong)}; tracebacks in logs: {len(tracebacks)}")
    for line in [*wrong[:20], *tracebacks[:3]]:
        print(f"  {line}")
    if options.totals:
        with options.totals.open("a", encoding="utf-8") as file:
            file.write(
                json.dumps(
                    [options.seed, [(name, round(took, 2)) for name, took in done], count, len(wrong), len(tracebacks)]
                )
                + "\n"
            )
    return not wrong and not tracebacks


def sum_up(totals: Path) -> None:
    """Print what all runs came to that a file tells of."""
    runs = [json.loads(line) for line in totals.read_text("utf-8").splitlines()]
    took = [(name, time) for _, done, _, _, _ in runs for name, time in done]
    late = [name for name, time in took if time > GOES_ON_SECONDS]
    acknowledged, wrong, tracebacks = (sum(run[at] for run in runs) for at in (2, 3, 4))
    print(f"\nin all: {len(took)} faults, {acknowledged:,} acknowledgements, {wrong} wrong, {tracebacks} tracebacks")
    print("| fault | times | median, s | p95, s | most, s | over 5 s |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in FAULTS:
        times = sorted(time for kind, time in took if kind == name)
        if times:
            middle, p95 = times[len(times) // 2], times[min(len(times) - 1, int(0.95 * len(times)))]
            print(f"| {name} | {len(times)} | {middle:.1f} | {p95:.1f} | {times[-1]:.1f} | {late.count(name)} |")


async def run(options: argparse.Namespace, folder: Path, database: Database) -> bool:
    """Everything once."""
    cluster = Cluster(database, folder, options.nodes)
    try:
        await cluster.start(options.tables)
        done = await rounds(cluster, options)
    finally:
        await cluster.close()
    found = await histories(cluster.storage_url)
    print(f"acknowledged without an entry, as it was so already: {said_twice(cluster.people, found)}")
    return tell(options, done, cluster, check(cluster.people, found))


def main() -> int:
    """Run it; the exit code says whether all was well."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.faults", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=1e6, help="begin no fault after so long")
    parser.add_argument("--logs", type=Path, help="a folder for the logs of the nodes")
    parser.add_argument("--only", nargs="+", choices=list(FAULTS), help="these faults (all)")
    parser.add_argument("--runs", type=int, default=1, help="with one seed after the other")
    parser.add_argument("--totals", type=Path, help="a file to which each run adds a line")
    options = parser.parse_args()
    all_well = True
    with suppress(KeyboardInterrupt):
        for _ in range(options.runs):
            all_well &= run_once(options)
            options.seed += 1
    if options.totals:
        sum_up(options.totals)
    return 0 if all_well else 1


def run_once(options: argparse.Namespace) -> bool:
    """One seed, on a database of its own."""
    database = Database(durable=True, megabytes=DISK_MEGABYTES)
    if not database.has_own_disk:
        print("no full disk among the faults: that needs root")
    try:
        with tempfile.TemporaryDirectory() as temporary:
            return asyncio.run(run(options, options.logs or Path(temporary), database))
    finally:
        database.close()


if __name__ == "__main__":
    sys.exit(main())
