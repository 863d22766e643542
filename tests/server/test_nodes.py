"""Several nodes share one storage: each table is one node's, and goes on elsewhere when that one has gone."""

import asyncio
import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from casefile.errors import CasefileError
from casefile.server import journal, node, peers
from casefile.server.context import Context
from casefile.server.live import LiveRoom
from casefile.server.node import ElsewhereError
from casefile.server.postgresql import PostgresStorage
from casefile.server.storage import Change, ConflictError, StorageError
from tests.server.clients import Player, Server, WebSocketException, play, run
from tests.server.database import Database
from tests.server.tables import MemoryStorage, created, make_context

pytestmark = pytest.mark.once

BOTS = {0: "random", 1: "random"}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes within this process live on, however busy the machine is."""
    monkeypatch.setattr(node, "LEASE_SECONDS", 600.0)


class Shared(MemoryStorage):
    """A storage that several nodes use."""

    shared = True


async def two_nodes(storage: Shared) -> tuple[Context, Context]:
    """Two nodes that live."""
    contexts = make_context(storage), make_context(storage)
    for context in contexts:
        await context.hub.node.renew()
    return contexts


async def resign(live: LiveRoom) -> None:
    """Something that is worth writing."""
    async with live.lock:
        await live.change([journal.Resigned(1.0, 0)])


def test_a_table_is_one_nodes_until_that_has_gone() -> None:
    """Another is told where it is; when it may have it, the first can write nothing and drops it."""

    async def work() -> None:
        storage = Shared()
        first, second = await two_nodes(storage)
        live = await first.hub.create(created("capone", 2))
        name = live.room.name
        with pytest.raises(ElsewhereError):
            await second.hub.find(name)
        storage.living.pop(first.hub.node.name)  # it does not renew, as if it was stopped
        taken = await second.hub.find(name)
        kept = list(storage.entries[name])
        with pytest.raises(ConflictError):
            await resign(live)
        assert storage.entries[name] == kept
        assert name not in first.hub.live
        assert live.closed
        await resign(taken)
        assert len(storage.entries[name]) > len(kept)
        for context in (first, second):
            await context.close()

    run(work())


def test_a_node_that_comes_too_late_gives_up_its_tables_and_begins_anew() -> None:
    """Under another name; the tables go on where somebody wants them."""

    async def work() -> None:
        storage = Shared()
        first, second = await two_nodes(storage)
        live = await first.hub.create(created("capone", 2))
        before = first.hub.node.name
        storage.living.pop(before)
        ready = []
        for _ in range(2):
            await first.hub.node.renew()
            ready.append(first.hub.node.is_ready)
        assert ready == [False, True]
        assert live.closed
        assert first.hub.live == {}
        assert first.hub.node.name != before
        await second.hub.find(live.room.name)
        with pytest.raises(ElsewhereError):
            await first.hub.find(live.room.name)
        for context in (first, second):
            await context.close()

    run(work())


def test_a_node_that_cannot_reach_its_storage_gives_up_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """When its lease has run out, whether or not it was told: the others must be able to rely on that."""
    monkeypatch.setattr(node, "LEASE_SECONDS", 0.05)

    async def work() -> None:
        context = make_context(Shared())
        await context.hub.node.renew()
        live = await context.hub.create(created("capone", 2))
        await asyncio.sleep(0.1)
        assert live.closed
        assert context.hub.live == {}
        await context.close()

    run(work())


def test_a_node_that_drains_hands_on_its_tables_and_takes_no_new_ones() -> None:
    """As long as another node is there."""

    async def work() -> None:
        storage = Shared()
        first, second = await two_nodes(storage)
        name = (await first.hub.create(created("capone", 2))).room.name
        await storage.drain(first.hub.node.name)
        await first.hub.node.renew()
        assert not first.hub.node.is_ready
        assert (await second.hub.find(name)).room.name == name
        with pytest.raises(ElsewhereError):
            await first.hub.create(created("capone", 2))
        for context in (first, second):
            await context.close()

    run(work())


class Forgetful(Shared):
    """Carries out the first registration, but does not say so."""

    told = False

    async def register(self, node: str, address: str, seconds: float) -> None:
        """A node comes to life, once under each name."""
        if node in self.living:
            raise StorageError("there is such a node already")
        await super().register(node, address, seconds)
        if not self.told:
            self.told = True
            raise StorageError("the database does not answer")


def test_a_registration_of_which_nobody_was_told_keeps_no_node_away() -> None:
    """It tries again under another name."""

    async def work() -> None:
        context = make_context(Forgetful())
        for _ in range(2):
            await context.hub.node.try_to_renew()
        assert context.hub.node.is_ready
        await context.close()

    run(work())


def test_whoever_looks_when_a_table_falls_asleep_is_not_left_in_a_dead_room() -> None:
    """A node that wakes a table of people alone lays it down again, just when somebody has come."""

    async def work() -> None:
        storage = MemoryStorage()
        context = make_context(storage)
        name = (await context.hub.create(created("capone", 2))).room.name
        later = make_context(storage)
        waking = asyncio.ensure_future(later.hub.wake([name]))
        found = await later.hub.find(name)
        assert not found.closed
        await waking
        for each in (context, later):
            await each.close()

    run(work())


class Doubtful(MemoryStorage):
    """Once, nobody knows whether a change was kept."""

    left = 5

    async def append(self, *changes: Change) -> None:
        """Keep changes; one of them is not acknowledged."""
        await super().append(*changes)
        self.left -= 1
        if self.left == 0:
            raise ConflictError("it is not certain that this was kept")


def test_a_match_of_bots_goes_on_after_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is loaded anew by itself: nobody is there who would come back to it."""
    monkeypatch.setattr(node, "BEAT_SECONDS", 0.01)

    async def work() -> None:
        storage = Doubtful()
        context = make_context(storage)
        await context.hub.start()
        name = (await context.hub.create(created("capone", 2, bots=BOTS, target=1))).room.name
        while len(storage.entries[name]) < 20:
            await asyncio.sleep(0.01)
        assert storage.left < 0
        await context.close()

    run(work())


def test_a_database_that_is_not_ours_or_newer_is_refused(postgresql: Database) -> None:
    """And left as it is."""

    async def work() -> None:
        url = postgresql.make()
        await (await PostgresStorage.open(url)).close()
        storage = await PostgresStorage.open(url)  # once more
        await storage.ask("UPDATE casefile SET version = 99")
        await storage.close()
        with pytest.raises(CasefileError, match="newer"):
            await PostgresStorage.open(url)
        other = PostgresStorage(postgresql.make())
        await other.ask("CREATE TABLE notes (text TEXT)")
        await other.close()
        with pytest.raises(CasefileError, match="another program"):
            await PostgresStorage.open(other.writer.url)
        with pytest.raises(CasefileError, match="cannot be used"):
            await PostgresStorage.open(url.replace("test", "missing"))

    run(work())


def test_a_database_without_an_encoding_serves_too(postgresql: Database) -> None:
    """Its texts would come back as bytes, and its second start take it for that of another program."""

    async def work() -> None:
        url = postgresql.make("--encoding=SQL_ASCII", "--template=template0")
        for _ in range(2):
            storage = await PostgresStorage.open(url)
            await storage.close()

    run(work())


def make_folder(path: Path) -> Path:
    """A new folder."""
    path.mkdir()
    return path


def test_any_node_takes_any_connection(postgresql: Database, tmp_path: Path) -> None:
    """HTTP and WebSocket are handed on; a node that stops leaves the match to the other, which plays it to its end."""
    url = postgresql.make()
    with (
        Server(make_folder(tmp_path / "a"), "--storage", url) as first,
        Server(make_folder(tmp_path / "b"), "--storage", url) as second,
    ):
        ann, ben = Player(first), Player(second)
        seats = [{"for": "me", "name": "Ann"}, {"for": "anyone"}, {"for": "bot", "bot": "constable"}]
        table = ann.make_table("capone", seats, target=1, listed=True)

        async def is_found() -> None:
            await ann.open(table)
            found = await asyncio.to_thread(ben.get, "/api/tables")
            assert [(row["table"], row["names"][0]) for row in found] == [(table, "Ann")]

        run(is_found())
        assert ben.http.get("/api/nodes/open").status_code == 404  # but for other nodes
        assert ben.sit(table, "Ben") == 1
        assert [row["names"][:2] for row in ben.get("/api/me")["matches"]] == [["Ann", "Ben"]]
        missing = ben.http.get("/api/tables/nothing")
        assert missing.json()["error"]["code"] == "no-such-table"
        ann_elsewhere = Player(second)
        ann_elsewhere.http.cookies = ann.http.cookies

        async def begin() -> None:
            clients = [await ann.open(table), await ben.open(table)]
            playing = [asyncio.ensure_future(play(client, f"a{seat}")) for seat, client in enumerate(clients)]
            await asyncio.sleep(0.5)
            await asyncio.to_thread(first.stop)
            for task in playing:
                with suppress(Exception):
                    await task

        run(begin())

        async def end() -> None:
            clients = [await ann_elsewhere.open(table), await ben.open(table)]
            ends = await asyncio.gather(*(play(client, f"b{seat}") for seat, client in enumerate(clients)))
            assert [end["type"] for end in ends] == ["over", "over"]

        run(end())
        ben.post(f"/api/tables/{table}/rematch")
        again = ann_elsewhere.post(f"/api/tables/{table}/rematch")["table"]
        assert ann_elsewhere.get(f"/api/tables/{again}")["seat"] == 0


def test_several_processes_serve_one_folder(tmp_path: Path) -> None:
    """One that is killed is replaced; its tables go on, and all stop together."""
    with Server(tmp_path, "--workers", "2") as server:
        players = [Player(server) for _ in range(4)]
        tables = [
            player.make_table("capone", [{"for": "me"}, {"for": "bot", "bot": "random"}], target=1)
            for player in players
        ]
        found = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True, check=True)
        workers = [int(line) for line in found.stdout.split()]
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)

        async def finish(player: Player, table: str) -> str:
            return str((await play(await player.open(table), "finish"))["type"])

        async def work() -> None:
            ends = await asyncio.gather(*map(finish, players, tables))
            assert ends == ["over"] * 4

        run(work())
        server.stop()
        for worker in workers:
            with pytest.raises(ProcessLookupError):
                os.kill(worker, 0)


async def insist(player: Player, table: str, seed: str) -> str:
    """Play a seat to the end of the match, and come back whenever the connection is lost."""
    number = 0
    while True:
        number += 1
        try:
            return str((await play(await player.open(table), f"{seed}/{number}"))["type"])
        except (OSError, WebSocketException):
            await asyncio.sleep(0.1)


def test_four_processes_share_a_database(postgresql: Database, tmp_path: Path) -> None:
    """Tables lie on several of them, people come in anywhere, one is killed: every match is played to its end, once."""
    url = postgresql.make()
    with Server(tmp_path, "--storage", url, "--workers", "4") as server:
        pairs = [(Player(server), Player(server)) for _ in range(6)]
        seats = [{"for": "me", "name": "Ann"}, {"for": "anyone"}]
        tables = [ann.make_table("capone", seats, target=1) for ann, _ in pairs]
        for table, (_, ben) in zip(tables, pairs, strict=True):
            assert ben.sit(table, "Ben") == 1
        found = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True, check=True)
        workers = [int(line) for line in found.stdout.split()]
        assert len(workers) == 4

        async def work() -> None:
            playing = [
                asyncio.ensure_future(insist(player, table, f"{table}/{seat}"))
                for table, pair in zip(tables, pairs, strict=True)
                for seat, player in enumerate(pair)
            ]
            storage = await PostgresStorage.open(url)
            nodes = await storage.nodes()
            assert len(nodes) == 4
            assert sum(row.tables for row in nodes) == len(tables)
            os.kill(workers[0], signal.SIGKILL)
            assert set(await asyncio.gather(*playing)) == {"over"}
            ended = [result.table for _, result in await storage.results()]
            assert sorted(ended) == sorted(tables)  # each once
            assert await storage.damaged() == []
            await storage.close()

        run(work())
        server.killed = True


def test_nobody_waits_for_a_node_that_has_gone() -> None:
    """A process that stands still takes what it is asked, and answers nothing; when its lease is over others do."""

    async def work() -> None:
        storage = Shared()
        first, second = await two_nodes(storage)
        taken: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()

        async def take(_: object, writer: asyncio.StreamWriter) -> None:
            taken.set_result(writer)

        async with await asyncio.start_server(take, "127.0.0.1", 0) as silent:
            address = f"127.0.0.1:{silent.sockets[0].getsockname()[1]}"
            await storage.register("still", address, 2.5)
            asked = asyncio.ensure_future(peers.glance_at(first, address, "table"))
            writer = await taken
            await storage.leave("still")
            assert await asked is None
            writer.close()
        for context in (first, second):
            await context.close()

    run(work())
