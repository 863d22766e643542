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
import os
import random
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from casefile.server import journal
from casefile.server.postgresql import PostgresStorage
from casefile.server.room import Room
from tests.server.database import Database

ROOT = Path(__file__).resolve().parent.parent
ANSWER_SECONDS = 1.0  # until a client tries another node
GOES_ON_SECONDS = 5.0  # within which every table has to go on
GIVE_UP_SECONDS = 60.0
DISK_MEGABYTES = 160
CASES = ("capone", "ripper", "rue-morgue")
Message = dict[str, Any]


class Wire:
    """What lies between a node and the database: it can be cut, so that nothing comes through, or be slow."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.open = asyncio.Event()
        self.open.set()
        self.delay = 0.0
        self.ends: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        """Listen."""
        self.server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        ends = [writer]
        try:
            await self.open.wait()
            there, back = await asyncio.open_unix_connection(str(self.socket))
            ends.append(back)
            self.ends.update(ends)
            await asyncio.gather(self.pump(reader, back), self.pump(there, writer))
        except OSError:
            pass
        finally:
            for end in ends:
                self.ends.discard(end)
                end.close()

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One direction; what was under way when the wire was cut arrives when it is mended."""
        while data := await reader.read(65536):
            await asyncio.sleep(self.delay)
            await self.open.wait()
            writer.write(data)
            await writer.drain()
        writer.close()

    def mend(self, *, reset: bool) -> None:
        """Let everything through again; what was under way may be lost with its connections."""
        if reset:
            for end in list(self.ends):
                end.transport.abort()
        self.delay = 0.0
        self.open.set()


class NodeProcess:
    """`casefile serve` as one of several nodes."""

    def __init__(self, wire: Wire, database: str, folder: Path, number: int) -> None:
        self.wire = wire
        self.url_of_storage = f"postgresql://casefile@127.0.0.1:{wire.port}/{database}"
        self.log = (folder / f"node{number}.log").open("ab")
        self.log_path = folder / f"node{number}.log"
        self.number = number
        self.up = False
        self.starting: asyncio.Future[None] | None = None

    def start_soon(self) -> None:
        """Start it beside everything else."""
        self.up = False
        self.starting = asyncio.ensure_future(self.start())

    async def start(self) -> None:
        """Start it; it takes as long as it takes."""
        command = [sys.executable, "-m", "tests.jumpy_clock", "serve", "--port", "0", "--pace", "instant"]
        command += ["--beat", "0.05", "--thinkers", "1", "--rate", "100000", "--tables", "100000"]
        environment = os.environ | {"CASEFILE_STORAGE": self.url_of_storage, "PYTHONUNBUFFERED": "1"}
        while True:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=self.log, cwd=ROOT, env=environment, text=True
            )
            assert self.process.stdout is not None
            line = await asyncio.to_thread(self.process.stdout.readline)
            if "is open at" in line:
                self.url = line.split()[-1].rstrip("/")
                self.up = True
                return
            self.process.wait()  # the database was away
            self.process.stdout.close()
            await asyncio.sleep(0.3)

    async def end(self, how: signal.Signals) -> None:
        """End it, and wait until it has ended."""
        self.process.send_signal(how)
        await asyncio.to_thread(self.process.wait)
        assert self.process.stdout is not None
        self.process.stdout.close()


@dataclass
class Person:
    """Plays on through anything, at whatever node answers, and notes what was acknowledged."""

    server: "Cluster"
    table: str
    token: str
    name: str
    acknowledged: list[tuple[str, str, str]] = field(default_factory=list)  # ids, actions, and what failed just then
    pending: Message | None = None
    number: int = 0
    ready_for: int = 0  # the round after which this person was ready: once more would leave no entry
    last: float = 0.0  # when something was acknowledged
    over: bool = False
    shown: tuple[int, list[Message]] = (0, [])
    wrong: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)  # for the person who looks for what went wrong

    async def play(self) -> None:
        """Until the match is over, or somebody stops us."""
        rng = random.Random(self.name)
        node = rng.choice(self.server.nodes)
        while not self.over:
            node = rng.choice([each for each in self.server.nodes if each is not node])  # as a balancer would
            place = f"ws{node.url.removeprefix('http')}/api/tables/{self.table}/socket"
            try:
                headers = {"Authorization": f"Bearer {self.token}"}
                async with connect(
                    place, additional_headers=headers, open_timeout=4, close_timeout=0.1, ping_interval=None, proxy=None
                ) as socket:
                    await self.talk(socket, rng)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.1)

    async def talk(self, socket: ClientConnection, rng: random.Random) -> None:
        """One connection, until it breaks or nothing comes any more."""
        await socket.send('{"type": "hello", "version": 1}')
        if self.pending is not None:
            await socket.send(json.dumps(self.pending))
        due: Message | None = None
        asked = False
        while not self.over:
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    message: Message = json.loads(await socket.recv())
            except TimeoutError:
                if asked:
                    return  # not even a ping is answered
                asked = True
                await socket.send('{"type": "ping"}')
                continue
            asked = message["type"] == "pong" and self.pending is not None
            due = self.hear(message, due)
            if self.pending is None and due is not None:
                self.number += 1
                acting = {"id": f"{self.name}-{self.number}"}
                if due["type"] == "scoring":
                    self.pending = acting | {"type": "ready"}
                    self.ready_for = due["round"]
                else:
                    actions = [each for each in due["actions"] if each["verb"] != "discard"] or due["actions"]
                    action = rng.choice(actions if rng.random() < 0.75 else due["actions"])["text"]
                    self.pending = acting | {"type": "act", "at": due["at"], "action": action}
                due = None
                await asyncio.sleep(rng.random() * 0.1)  # people think
                await socket.send(json.dumps(self.pending))

    def hear(self, message: Message, due: Message | None) -> Message | None:
        """One message; what has to be answered now."""
        kind = message["type"]
        self.heard = [*self.heard[-20:], f"{kind} {message.get('code') or message.get('id') or ''}"]
        if kind == "state":
            self.heard[-1] += (
                f"at {message['at']}, waits for {message['view'].get('turn')}, {len(message['actions'])} actions"
            )
            self.compare(message)
            return message if message["actions"] else None
        if kind == "scoring":
            return message if message["round"] > self.ready_for else due
        if kind == "over":
            self.over = True
        if kind in ("done", "refused") and self.pending is not None and message["id"] == self.pending["id"]:
            if kind == "done":
                self.acknowledged.append((message["id"], self.pending.get("action", ""), self.server.under_way))
            elif message["code"] == "not-saved":
                return due  # send it again with the next connection
            elif self.pending["type"] == "ready":
                self.ready_for = 0
            self.last = monotonic()
            self.pending = None
        return due

    def compare(self, state: Message) -> None:
        """What was shown once must not be otherwise afterwards, unless the Ripper escaped before it (RIP-22)."""
        number, events = self.shown
        if state["round"] < number:
            self.wrong.append(f"{self.name}: round {state['round']} after round {number}")
        elif state["round"] > number:
            events = []
        for event in state["events"]:
            known = events[event["number"] - 1 : event["number"]]
            if known != [event]:
                if known and (state["view"]["ended"] or {}).get("by") != "escape":
                    self.wrong.append(f"{self.name}: event {event['number']} of round {state['round']} has changed")
                events = [*events[: event["number"] - 1], event]
        self.shown = (state["round"], events)


class Cluster:
    """Nodes, the database, and the people who play."""

    def __init__(self, database: Database, folder: Path, nodes: int) -> None:
        self.database = database
        self.storage_url = database.make()
        self.folder = folder
        name = self.storage_url.partition("@/")[2].partition("?")[0]
        self.wires = [Wire(database.socket) for _ in range(nodes)]
        self.name = name
        self.nodes: list[NodeProcess] = []
        self.people: list[Person] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.wanted = list(FAULTS)
        self.under_way = "nothing"  # the last faults

    async def start(self, tables: int) -> None:
        """Start nodes, and let people sit down."""
        for number, wire in enumerate(self.wires):
            await wire.start()
            self.nodes.append(NodeProcess(wire, self.name, self.folder, number))
        await asyncio.gather(*(node.start() for node in self.nodes))
        for number in range(tables):
            while not await self.open_table(number):
                await asyncio.sleep(0.5)  # a node that starts on a busy machine may be late with its lease

    async def open_table(self, number: int) -> bool:
        """Two people and a bot, at a random node; could all of them sit down?"""
        seats = [{"for": "anyone"}, {"for": "anyone"}, {"for": "bot", "bot": "constable"}]
        wish = {"case": CASES[number % len(CASES)], "seats": seats, "target": 1000}
        people: list[Person] = []
        async with httpx.AsyncClient(base_url=self.nodes[number % len(self.nodes)].url, timeout=30) as http:
            try:
                table = (await http.post("/api/tables", json=wish)).raise_for_status().json()["table"]
                for seat in range(2):
                    body = {"name": f"P{number}-{seat}", "token": True}
                    answer = (await http.post(f"/api/tables/{table}/seats", json=body)).raise_for_status().json()
                    people.append(Person(self, table, answer["token"], f"p{number}-{seat}"))
            except httpx.HTTPError:
                return False
        self.people += people
        self.tasks += [asyncio.ensure_future(person.play()) for person in people]
        return True

    async def all_go_on(self, since: float, at_least: float = 0.0) -> float:
        """Wait until something was acknowledged at every table after a moment; how long that took.

        And wait so long at least, for harm that has to last.
        """
        took = await self.first_of_all(since)
        await asyncio.sleep(since + at_least - monotonic())
        return took

    async def first_of_all(self, since: float) -> float:
        """How long it took until something was acknowledged at every table after a moment."""
        while True:
            for task in self.tasks:
                if task.done():
                    task.result()  # nobody stops playing by mistake
            last: dict[str, float] = {}
            for person in self.people:
                moment = float("inf") if person.over else person.last
                last[person.table] = max(last.get(person.table, 0.0), moment)
            if all(moment > since for moment in last.values()):
                return monotonic() - since
            if monotonic() - since > GIVE_UP_SECONDS:
                stuck = [person for person in self.people if last[person.table] <= since]
                said = [f"{each.name} waits for {each.pending}, heard {each.heard[-6:]}" for each in stuck]
                raise AssertionError("tables do not go on:\n" + "\n".join(said))
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Stop everything."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for wire in self.wires:
            wire.mend(reset=False)
        await asyncio.gather(*(node.starting for node in self.nodes if node.starting is not None))
        for node in self.nodes:
            if node.process.poll() is None:
                node.process.send_signal(signal.SIGCONT)
        await asyncio.gather(*(node.end(signal.SIGTERM) for node in self.nodes if node.process.poll() is None))
        for wire in self.wires:
            wire.server.close()
        for node in self.nodes:
            node.log.close()


# Faults: each does its harm, waits, and mends it; how long tables took to go on, from when somebody could serve them


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
    await asyncio.to_thread(cluster.database.stop)
    await asyncio.sleep(rng.uniform(0.0, 4.0))
    await asyncio.to_thread(cluster.database.start)
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
    filler = await asyncio.to_thread(cluster.database.fill)
    await asyncio.sleep(rng.uniform(0.3, 4.0))
    filler.unlink()
    if not await asyncio.to_thread(cluster.database.is_up):
        await asyncio.to_thread(cluster.database.start)
    return await cluster.all_go_on(monotonic())


FAULTS = {each.__name__: each for each in (kill, restart, pause, cut, slow, jump, crash, drag, full)}
OF_ALL = ("crash", "drag", "full")  # harm to the database: one at a time


def possible(cluster: Cluster) -> list[str]:
    """The faults that can be tried here."""
    return [name for name in cluster.wanted if name != "full" or cluster.database.has_own_disk]


async def rounds(cluster: Cluster, options: argparse.Namespace) -> list[tuple[str, float]]:
    """Fault after fault; how long tables took to go on after each."""
    rng = random.Random(options.seed)
    done: list[tuple[str, float]] = []
    until = monotonic() + options.seconds
    await cluster.all_go_on(monotonic())
    while len(done) < options.faults and monotonic() < until:
        while len(up := [node for node in cluster.nodes if node.up]) < 2:
            await asyncio.sleep(0.1)
        names = [rng.choice(possible(cluster))]
        if rng.random() < 0.2 and len(up) > 2:
            names.append(rng.choice([name for name in possible(cluster) if name not in OF_ALL]))
        victims = rng.sample(up, len(names))
        cluster.under_way = f"{len(done) + 1}: {' and '.join(names)}"
        work = [FAULTS[name](cluster, node, rng) for name, node in zip(names, victims, strict=True)]
        took = await asyncio.gather(*work)
        done += zip(names, took, strict=True)
        print(f"{len(done)}: {' and '.join(names)}: went on after {max(took):.2f} s", flush=True)
        await cluster.all_go_on(monotonic())
        await asyncio.sleep(rng.uniform(0.0, 1.0))
    return done


# The checker


@dataclass
class Row:
    """An entry as it is in the database."""

    body: bytes
    fence: int


async def histories(url: str) -> dict[str, list[Row]]:
    """The journals of all tables; each is whole, and its digests are right."""
    storage = await PostgresStorage.open(url)
    found: dict[str, list[Row]] = {}
    for table, _, body, fence in await storage.read(
        "SELECT tabl, number, body, fence FROM entries ORDER BY tabl, number"
    ):
        found.setdefault(table, []).append(Row(body, fence))
    for table, rows in found.items():
        assert await storage.load(table) == [row.body for row in rows]
    await storage.close()
    return found


def check(people: list[Person], found: dict[str, list[Row]]) -> list[str]:
    """What is wrong: lost, doubled, changed, reordered, written by two owners at once, or not to be played again."""
    wrong = [line for person in people for line in person.wrong]
    for table, rows in found.items():
        fences = [row.fence for row in rows]
        if fences != sorted(fences):
            wrong.append(f"{table}: two nodes wrote at the same time")
        room = Room(table)
        try:
            for row in rows:
                room.apply(journal.read(row.body))
        except Exception as error:  # noqa: BLE001  whatever it is
            wrong.append(f"{table}: cannot be played again: {error!r}")
    for person in people:
        wrong += check_person(person, [journal.read(row.body) for row in found.get(person.table, [])])
    return wrong


def check_person(person: Person, entries: list[journal.AnyEntry]) -> list[str]:
    """Whatever was acknowledged is there once, with its action, in this order."""
    ids = [getattr(entry, "id", "") for entry in entries]
    mine = [each for each in ids if each.startswith(f"{person.name}-")]
    wrong = [f"{person.name}: doubled: {each}" for each in set(mine) if mine.count(each) > 1]
    places = []
    for acted, action, when in person.acknowledged:
        if acted not in ids:
            wrong.append(f"{person.name}: lost: {acted} {action}, acknowledged after {when}")
            continue
        places.append(ids.index(acted))
        entry = entries[places[-1]]
        if isinstance(entry, journal.Acted) and entry.action != action:
            wrong.append(f"{person.name}: changed: {acted}")
    if places != sorted(places):
        wrong.append(f"{person.name}: reordered")
    return wrong


def tell(options: argparse.Namespace, done: list[tuple[str, float]], cluster: Cluster, wrong: list[str]) -> bool:
    """Print what came out; was nothing wrong? How long things took is for people to judge."""
    times = sorted(took for _, took in done)
    late = [f"{name} {took:.1f} s" for name, took in done if took > GOES_ON_SECONDS]
    count = sum(len(person.acknowledged) for person in cluster.people)
    kinds = ", ".join(f"{sum(kind == name for kind, _ in done)} {name}" for name in FAULTS)
    print(f"seed {options.seed}: {len(done)} faults ({kinds}), {len(cluster.nodes)} nodes, {count} acknowledgements")
    middle = times[len(times) // 2]
    print(f"went on after p50 {middle:.2f} s, at most {times[-1]:.2f} s; late: {', '.join(late) or 'none'}")
    tracebacks = sum(node.log_path.read_text("utf-8").count("Traceback") for node in cluster.nodes)
    print(f"wrong: {len(wrong)}; tracebacks in logs: {tracebacks}")
    for line in wrong[:20]:
        print(f"  {line}")
    if options.totals:
        with options.totals.open("a", encoding="utf-8") as file:
            file.write(json.dumps([options.seed, done, count, len(wrong), tracebacks]) + "\n")
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
    cluster.wanted = options.only or cluster.wanted
    try:
        await cluster.start(options.tables)
        done = await rounds(cluster, options)
    finally:
        await cluster.close()
    return tell(options, done, cluster, check(cluster.people, await histories(cluster.storage_url)))


def main() -> int:
    """Run it; the exit code says whether all was well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
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
