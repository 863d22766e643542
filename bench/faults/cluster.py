"""The nodes of a server on one database, the balancer before them, and the people who play there."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import httpx

from tests.server.database import Database

from .people import Person
from .wires import Balancer, Wire

ROOT = Path(__file__).resolve().parent.parent.parent
GOES_ON_SECONDS = 5.0  # within which every table has to go on
GIVE_UP_SECONDS = 60.0
CASES = ("capone", "ripper", "rue-morgue")


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
        self.balancer: Balancer
        self.people: list[Person] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.under_way = "nothing"  # the last faults
        self.database_is_away = False

    async def start(self, tables: int) -> None:
        """Start nodes, and let people sit down."""
        for number, wire in enumerate(self.wires):
            await wire.start()
            self.nodes.append(NodeProcess(wire, self.name, self.folder, number))
        await asyncio.gather(*(node.start() for node in self.nodes))
        self.balancer = Balancer(self.nodes)
        await self.balancer.start()
        for number in range(tables):
            while not await self.open_table(number):
                await asyncio.sleep(0.5)  # a node that starts on a busy machine may be late with its lease

    async def open_table(self, number: int) -> bool:
        """Two people and a bot; could all of them sit down?"""
        seats = [{"for": "anyone"}, {"for": "anyone"}, {"for": "bot", "bot": "constable"}]
        wish = {"case": CASES[number % len(CASES)], "seats": seats, "target": 1000}
        people: list[Person] = []
        async with httpx.AsyncClient(base_url=f"http://{self.balancer.address}", timeout=30) as http:
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
        """Wait until something has happened at every table after a moment; how long that took.

        And wait so long at least, for harm that has to last.
        """
        took = await self.first_of_all(since)
        await asyncio.sleep(since + at_least - monotonic())
        return took

    async def first_of_all(self, since: float) -> float:
        """How long it took until something had happened at every table after a moment."""
        late = False
        while True:
            if self.database_is_away:
                since = monotonic()  # nobody can go on
            for task in self.tasks:
                if task.done():
                    task.result()  # nobody stops playing by mistake
            last: dict[str, float] = {}
            for person in self.people:
                moment = float("inf") if person.over else person.last
                last[person.table] = max(last.get(person.table, 0.0), moment)
            if all(moment > since for moment in last.values()):
                return monotonic() - since
            if not late and monotonic() - since > GOES_ON_SECONDS:
                late = True
                print(f"late since {since:.1f}:\n{self.stuck(last, since)}", flush=True)
            if monotonic() - since > GIVE_UP_SECONDS:
                raise AssertionError(f"tables do not go on:\n{self.stuck(last, since)}")
            await asyncio.sleep(0.02)

    def stuck(self, last: dict[str, float], since: float) -> str:
        """What people know at whose tables nothing has happened after a moment."""
        waiting = [person for person in self.people if last[person.table] <= since]
        return "\n".join(f"  {each.name} waits for {each.pending}, heard {each.heard[-8:]}" for each in waiting)

    async def close(self) -> None:
        """Stop everything."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.balancer.close()
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
