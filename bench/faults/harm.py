"""The faults: each does its harm, waits, and mends it, and says how long tables took to go on."""

import asyncio
import random
import signal
from time import monotonic

from tests.server.database import Database

from .cluster import Cluster, NodeProcess


async def kill(cluster: Cluster, node: NodeProcess, rng: random.Random) -> float:
    """kill -9, and a start some time later."""
    await node.end(signal.SIGKILL)
    took = await cluster.all_go_on(monotonic())
    node.start_soon()
    return took


async def restart(cluster: Cluster, node: NodeProcess, rng: random.Random) -> float:
    """A rolling restart."""
    start = monotonic()
    await node.end(signal.SIGTERM)
    took = await cluster.all_go_on(start)
    node.start_soon()
    return took


async def pause(cluster: Cluster, node: NodeProcess, rng: random.Random) -> float:
    """SIGSTOP, and SIGCONT later: the node believes that no time has passed."""
    node.process.send_signal(signal.SIGSTOP)
    try:
        return await cluster.all_go_on(monotonic(), rng.uniform(0.3, 6.0))
    finally:
        node.process.send_signal(signal.SIGCONT)


async def cut(cluster: Cluster, node: NodeProcess, rng: random.Random) -> float:
    """Nothing comes through between a node and the database."""
    node.wire.open.clear()
    try:
        return await cluster.all_go_on(monotonic(), rng.uniform(0.3, 6.0))
    finally:
        node.wire.mend(reset=rng.random() < 0.5)


async def slow(cluster: Cluster, node: NodeProcess, rng: random.Random) -> float:
    """All that goes between a node and the database takes its time."""
    node.wire.delay = rng.uniform(0.01, 0.1)
    try:
        return await cluster.all_go_on(monotonic(), rng.uniform(0.3, 3.0))
    finally:
        node.wire.mend(reset=False)


async def jump(cluster: Cluster, node: NodeProcess, rng: random.Random) -> float:
    """The clock of a node is set."""
    node.process.send_signal(signal.SIGUSR1)
    return await cluster.all_go_on(monotonic())


async def crash(cluster: Cluster, node: NodeProcess, rng: random.Random) -> float:
    """The database crashes and starts again."""
    cluster.database_is_away = True
    await asyncio.to_thread(cluster.database.stop)
    await asyncio.sleep(rng.uniform(0.0, 4.0))
    await asyncio.to_thread(cluster.database.start)
    cluster.database_is_away = False
    return await cluster.all_go_on(monotonic())


async def drag(cluster: Cluster, node: NodeProcess, rng: random.Random) -> float:
    """The disk of the database is slow: every commit waits for a tenth of a second before it is synced."""
    await asyncio.to_thread(set_delay, cluster.database, 100_000)
    try:
        return await cluster.all_go_on(monotonic(), rng.uniform(0.5, 4.0))
    finally:
        await asyncio.to_thread(set_delay, cluster.database, 0)


def set_delay(database: Database, microseconds: int) -> None:
    """How long the database waits before each sync, whoever else writes."""
    for setting in (f"commit_delay = {microseconds}", "commit_siblings = 0"):
        database.tell(f"ALTER SYSTEM SET {setting}")
    database.tell("SELECT pg_reload_conf()")


async def full(cluster: Cluster, node: NodeProcess, rng: random.Random) -> float:
    """The disk of the database is full for a while; the database may give up, and is started again then."""
    cluster.database_is_away = True
    filler = await asyncio.to_thread(cluster.database.fill)
    await asyncio.sleep(rng.uniform(0.3, 4.0))
    filler.unlink()
    if not await asyncio.to_thread(cluster.database.is_up):
        await asyncio.to_thread(cluster.database.start)
    cluster.database_is_away = False
    return await cluster.all_go_on(monotonic())


FAULTS = {each.__name__: each for each in (kill, restart, pause, cut, slow, jump, crash, drag, full)}
OF_ALL = ("crash", "drag", "full")  # harm to the database: one at a time
