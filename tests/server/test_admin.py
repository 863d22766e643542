"""What those who run a server can do: look, drain, close, forget, move to another storage, and restore."""

import asyncio
import json
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from time import time

import pytest

from casefile.cli import main
from casefile.errors import CasefileError
from casefile.server import journal
from casefile.server.datafile import FILE
from casefile.server.hub import Hub
from casefile.server.move import move
from casefile.server.postgresql import PostgresStorage
from casefile.server.sqlite import SqliteStorage
from casefile.server.storage import Change, Lease, Storage
from casefile.text.record import read_record
from tests.server.clients import Player, Server, play, run
from tests.server.database import Database
from tests.server.tables import MemoryStorage, created, make_context

pytestmark = pytest.mark.once

KEPT = Path(__file__).parent / "journals"


def old_folder(folder: Path) -> Path:
    """A data folder as version 0.1.0 left it."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.executescript((KEPT / "database.sql").read_text("utf-8"))
        database.execute("PRAGMA application_id = 1128354629")
        database.execute("PRAGMA user_version = 1")
    return folder


async def contents(storage: Storage) -> object:
    """Everything that people would miss."""
    names = [row.name for status in ("waiting", "playing", "over") for row in await storage.tables(status)]
    return (
        {name: await storage.load(name) for name in sorted(names)},
        [(row.table, row.time, row.body) for _, row in await storage.results()],
        [await storage.record(name) for name in sorted(names)],
        sorted(row.name for row in await storage.tables_of("key 0")),
        await storage.get("cookie-key"),
    )


def test_data_of_the_first_version_move_to_a_database_without_loss(postgresql: Database, tmp_path: Path) -> None:
    """Also when they were never brought up to date before; a match goes on there, and nothing is moved twice."""

    async def work() -> None:
        folder, url = old_folder(tmp_path / "data"), postgresql.make()
        moved = await move(folder, url)
        assert (moved.tables, moved.results) == (2, 1)
        here, there = SqliteStorage(folder), await PostgresStorage.open(url)
        assert await contents(here) == await contents(there)
        assert await there.damaged() == []
        await here.close()
        context = make_context()
        context.storage = there
        hub = Hub(context)
        await hub.node.renew()
        live = await hub.find("table")
        async with live.lock:
            await live.change([journal.Ended(time(), 1, "resignation")])
        assert live.room.status == "over"
        await hub.close()
        await context.close()
        with pytest.raises(CasefileError, match="holds tables already"):
            await move(folder, url)

    run(work())


def test_damaged_data_are_not_moved(postgresql: Database, tmp_path: Path) -> None:
    """They are repaired first."""
    folder = old_folder(tmp_path / "data")
    asyncio.run(bring_up_to_date(folder))
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.execute("DELETE FROM entries WHERE tabl = 'table' AND number = 5")
        database.commit()
    with pytest.raises(CasefileError, match="damaged"):
        run(move(folder, postgresql.make()))


async def bring_up_to_date(folder: Path) -> None:
    """Bring a folder up to date."""
    await SqliteStorage(folder).close()


def test_a_restore_drill(postgresql: Database, tmp_path: Path) -> None:
    """As docs/hosting.md has it: a copy of a running server, restored elsewhere, goes on where it was."""
    url = postgresql.make()
    with Server(tmp_path, "--storage", url) as server:
        player = Player(server)
        seats = [{"for": "me", "name": "Ann"}, {"for": "bot", "bot": "random"}]
        table = player.make_table("capone", seats, target=1)
        where = ["-h", str(postgresql.folder), "-U", "casefile"]
        name = url.partition("@/")[2].partition("?")[0]
        dump = subprocess.run([str(postgresql.bin / "pg_dump"), *where, "-Fc", name], capture_output=True, check=True)
        server.kill()
        other = postgresql.make()
        name = other.partition("@/")[2].partition("?")[0]
        restore = [str(postgresql.bin / "pg_restore"), *where, "--no-owner", "-d", name]
        subprocess.run(restore, input=dump.stdout, check=True)
        server.arguments = ("--storage", other)
        server.start()
        player.http.base_url = server.url

        async def finish() -> str:
            return str((await play(await player.open(table), "drill"))["type"])

        assert run(finish()) == "over"
        read_record(player.http.get(f"/api/tables/{table}/record").text)


def test_a_person_is_forgotten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names, chat and seats go; the match, its record and the others' data stay."""
    folder = old_folder(tmp_path / "data")

    async def fill() -> None:
        storage = SqliteStorage(folder)
        bodies = (KEPT / "capone-over.jsonl").read_bytes().splitlines()
        await storage.append(Change("over", 0, bodies, "over", 1.0, ["key 0"]))
        await storage.replace("table", None)
        await storage.close()

    run(fill())
    before = (folder / FILE).read_bytes()
    assert b"Name 0" in before
    assert main(["admin", "forget", "--data", str(folder), "over", "0"]) == 0
    assert "tables: 2" in capsys.readouterr().out

    async def check() -> None:
        storage = SqliteStorage(folder)
        for name in ("over", "done"):
            text = b"\n".join(await storage.load(name)).decode() + str(await storage.record(name))
            assert "Name 0" not in text
            assert "key 0" not in text
            assert "Name 1" in text
        assert await storage.tables_of("key 0") == []
        assert len(await storage.results()) == 1
        summary = json.loads((await storage.results())[0][1].body)
        assert [seat["name"] for seat in summary["seats"]] == ["—", "Name 1"]
        assert await storage.damaged() == []
        await storage.close()

    run(check())
    assert main(["admin", "forget", "--data", str(folder), "over", "7"]) == 2


def test_tables_and_nodes_are_listed_drained_and_closed(
    postgresql: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    """By commands, while a node lives; whoever has a closed table in memory loses it with the next change."""
    url = postgresql.make()
    for command, said in (
        (["tables"], "no tables that"),
        (["tables", "--all"], "no tables\n"),
        (["nodes"], "no nodes"),
    ):
        assert main(["admin", *command, "--storage", url]) == 0
        nothing, note = capsys.readouterr()
        assert not nothing
        assert said in note

    async def fill() -> None:
        storage = await PostgresStorage.open(url)
        await storage.register("node1", "127.0.0.1:1", 60.0)
        await storage.append(Change("table", 0, [b"1"], "playing", 1.0, fence=1, node="node1"))
        await storage.close()

    run(fill())
    for command, said in (
        (["tables"], "table  playing  node1"),
        (["nodes"], "node1  127.0.0.1:1  tables: 1"),
        (["drain", "node1"], "hands on"),
        (["nodes"], "drains"),
        (["close", "table"], "deleted"),
    ):
        assert main(["admin", command[0], "--storage", url, *command[1:]]) == 0
        assert said in capsys.readouterr().out
    assert main(["admin", "close", "--storage", url, "table"]) == 2
    assert main(["admin", "drain", "--storage", url, "other"]) == 2
    assert main(["serve", "--storage", "mysql://here"]) == 2
    capsys.readouterr()
    assert main(["serve", "--node", "10.0.0.5"]) == 2  # of one process with a folder no other knows
    assert "with --storage or --workers" in capsys.readouterr().err


def test_the_doctor_asks_the_database(postgresql: Database, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """And leaves it as it is."""
    url = postgresql.make()

    def data(url: str) -> str:
        main(["doctor", "--storage", url, "--port", "0"])
        return next(line for line in capsys.readouterr().out.splitlines() if " data " in line)

    assert data(url).endswith("nothing yet")
    assert data(url).endswith("nothing yet")
    assert main(["admin", "nodes", "--storage", url]) == 0
    capsys.readouterr()
    assert "the database answers: format" in data(url)
    silent = f"postgresql://{tmp_path.name}.invalid/casefile"
    assert "BAD" in data(silent)
    assert "the database cannot be used" in data(silent)


def test_abandoned_tables_are_deleted() -> None:
    """Those that are over, or at which something happened lately, are not."""

    async def work() -> None:
        storage = MemoryStorage()
        context = make_context(storage)
        for name, when in (("old", 1.0), ("new", time())):
            await storage.append(Change(name, 0, [journal.write(created("capone", 2))], "waiting", when))
            await storage.release(Lease(name, 0, glance=b"{}"))
        task = asyncio.ensure_future(context.hub.tidy())
        await asyncio.sleep(0.01)
        task.cancel()
        assert list(storage.entries) == ["new"]
        await context.close()

    run(work())
