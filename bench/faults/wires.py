"""What lies between clients, nodes and the database: wires that can be cut, and a balancer before the nodes."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from .cluster import NodeProcess

LOOK_SECONDS = 0.5  # between two looks at a node, and for its answer
MOST_FAILED = 2  # looks in a row, after which a node is not ready


class Wire:
    """The way from a node to the database: it can be cut, so that nothing comes through, or be slow."""

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


class Balancer:
    """One address before all nodes, as HAProxy would be: it takes those that are ready, and hangs up on the others."""

    def __init__(self, nodes: "Sequence[NodeProcess]") -> None:
        self.nodes = nodes
        self.rng = random.Random("balancer")
        self.ready: set[NodeProcess] = set()
        self.carried: dict[NodeProcess, set[asyncio.StreamWriter]] = {node: set() for node in nodes}
        self.looking: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Listen, and look at the nodes."""
        self.server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        self.looking = [asyncio.ensure_future(self.look(node)) for node in self.nodes]

    async def look(self, node: "NodeProcess") -> None:
        """Is a node ready? Asked again and again."""
        failed = 0
        async with httpx.AsyncClient(timeout=LOOK_SECONDS, trust_env=False) as http:
            while True:
                failed += 1
                with suppress(httpx.HTTPError):
                    if (await http.get(f"{node.url}/api/health")).status_code == 200:
                        failed = 0
                if not failed:
                    self.ready.add(node)
                elif failed >= MOST_FAILED:
                    self.ready.discard(node)
                    for end in list(self.carried[node]):
                        end.transport.abort()
                await asyncio.sleep(LOOK_SECONDS)

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, to any node that is ready."""
        ends = [writer]
        node = self.rng.choice(sorted(self.ready, key=lambda each: each.number) or list(self.nodes))
        try:
            host, _, port = node.url.removeprefix("http://").partition(":")
            there, back = await asyncio.open_connection(host, int(port))
            ends.append(back)
            self.carried[node].update(ends)
            ways = [asyncio.ensure_future(self.pump(*way)) for way in ((reader, back), (there, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        except OSError:
            pass
        finally:
            for end in ends:
                self.carried[node].discard(end)
                end.close()

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One direction."""
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()

    async def close(self) -> None:
        """Stop."""
        for task in self.looking:
            task.cancel()
        await asyncio.gather(*self.looking, return_exceptions=True)
        self.server.close()
