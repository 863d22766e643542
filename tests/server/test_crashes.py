"""Nothing is lost: servers are killed, disks are full, workers die."""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from casefile.core.rng import Rng
from casefile.server import journal
from casefile.server.datafile import FILE
from casefile.text.record import read_record
from tests.conftest import QUICK
from tests.server.clients import Client, Message, Player, Server, WebSocketException, eager, play, run

pytestmark = pytest.mark.once

READY = ""  # in place of an action
KILLS = 2 if QUICK else 6


class Stubborn:
    """Plays on through any number of crashes, and sends again what was not answered."""

    def __init__(self, player: Player, table: str, name: str) -> None:
        self.player = player
        self.table = table
        self.rng = Rng(name)
        self.name = name
        self.number = 0
        self.pending: Message | None = None
        self.due: Message | None = None  # what waits for this person's answer
        self.acknowledged: list[tuple[str, str]] = []  # ids and actions
        self.shown: tuple[int, list[Message]] = (0, [])  # round and events
        self.over = False

    async def play(self) -> None:
        """Until the connection breaks or the match is over."""
        with suppress(WebSocketException, OSError):
            client = await self.player.open(self.table)
            if self.pending is not None:
                await client.send(**self.pending)
            while not self.over:
                await self.hear(client, await client.hear())

    async def hear(self, client: Client, message: Message) -> None:
        """One message of the server."""
        kind = message["type"]
        if kind == "state":
            self.check_events(message)
            self.due = message if message["actions"] else None
        elif kind == "scoring":
            self.due = message
        elif kind in ("done", "refused") and self.pending is not None and message["id"] == self.pending["id"]:
            if kind == "done":
                self.acknowledged.append((message["id"], self.pending.get("action", READY)))
            self.pending = None
        elif kind == "over":
            self.over = True
        if self.pending is None and self.due is not None:
            state, self.due = self.due, None
            if state["type"] == "scoring":
                await self.send(client, kind="ready")
            else:
                await self.send(client, kind="act", at=state["at"], action=eager(state, self.rng))

    async def send(self, client: Client, **fields: object) -> None:
        """Something that must not be lost."""
        self.number += 1
        self.pending = {"id": f"{self.name}-{self.number}", **fields}
        await client.send(**self.pending)

    def check_events(self, state: Message) -> None:
        """What was shown once is never otherwise afterwards, unless the Ripper escaped before it (RIP-22)."""
        number, events = self.shown
        if state["round"] != number:
            assert state["round"] > number
            events = []
        for event in state["events"]:
            known = events[event["number"] - 1 : event["number"]]
            if known != [event]:
                assert not known or state["view"]["ended"] == {"by": "escape", "seat": state["view"]["ended"]["seat"]}
                events = [*events[: event["number"] - 1], event]
        assert state["told"] == len(events)
        self.shown = (state["round"], events)


def entries_of(server: Server, table: str) -> list[journal.AnyEntry]:
    """What is on disk."""
    with closing(sqlite3.connect(server.folder / "data" / FILE)) as database:
        rows = database.execute("SELECT body FROM entries WHERE tabl = ? ORDER BY number", (table,)).fetchall()
    return [journal.read(body) for (body,) in rows]


def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """Three matches with people and bots go on through kill -9; every acknowledged message is on disk, once."""
    with Server(tmp_path) as server:
        people: list[Stubborn] = []
        for case in ("ripper", "rue-morgue", "capone"):
            seats = [{"for": "anyone"}, {"for": "anyone"}, {"for": "bot", "bot": "constable"}]
            table = Player(server).make_table(case, seats, target=1000)
            for number in range(2):
                player = Player(server)
                player.sit(table, f"Person {number}")
                people.append(Stubborn(player, table, f"{case}-{number}"))
        rng = Rng("kill")
        for _ in range(KILLS):
            run(rush(server, people, 10 + rng.below(30), rng.below(100) / 1000))
            server.start()
            for person in people:
                person.player.http.base_url = server.url
        run(rush(server, people, 10, 0))
        check_disk(server, people)
        assert acknowledged(people) >= 10 * KILLS


def acknowledged(people: list[Stubborn]) -> int:
    """How many messages were answered with "done"."""
    return sum(len(person.acknowledged) for person in people)


async def rush(server: Server, people: list[Stubborn], messages: int, seconds: float) -> None:
    """Everybody plays until so many messages were acknowledged, and a moment longer; then the server is killed."""
    playing = [asyncio.ensure_future(person.play()) for person in people]
    goal = acknowledged(people) + messages
    while acknowledged(people) < goal:
        assert not any(task.done() for task in playing), "the server ended a connection"
        await asyncio.sleep(0.01)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(server.kill)
    await asyncio.gather(*playing)


def check_disk(server: Server, people: list[Stubborn]) -> None:
    """Whatever was acknowledged is there once, with its action; what is there can be played again."""
    for person in people:
        entries = entries_of(server, person.table)
        kept = [entry for entry in entries if getattr(entry, "id", "")]
        before = None
        for acted_id, action in person.acknowledged:
            found = [entry for entry in kept if getattr(entry, "id", "") == acted_id]
            is_ready_again = action == before == READY  # which is acknowledged, and changes nothing
            assert len(found) == 1 or (is_ready_again and not found), (acted_id, action)
            before = action
            if not found:
                continue
            if isinstance(found[0], journal.Acted):
                assert found[0].action == action


def test_what_happened_since_you_left_survives_a_kill(tmp_path: Path) -> None:
    """A player who was connected when the server was killed is told all that happened afterwards, however often."""
    with Server(tmp_path) as server:
        players = [Player(server), Player(server)]
        table = players[0].make_table("capone", [{"for": "me", "name": "Ann"}, {"for": "anyone"}], target=1000)
        players[1].sit(table, "Ben")

        def restart() -> None:
            server.kill()
            server.start()
            for player in players:
                player.http.base_url = server.url

        async def look(player: Player) -> tuple[Client, Message]:
            client = await player.open(table)
            return client, await client.until("state")

        async def work() -> None:
            rng = Rng("since")
            states = [(await look(player))[1] for player in players]
            actor = next(seat for seat in (0, 1) if states[seat]["actions"])
            known = states[1 - actor]["told"]
            await asyncio.to_thread(restart)  # both are connected
            client, state = await look(players[actor])
            while state["actions"]:
                await client.send("act", id=str(state["told"]), at=state["at"], action=eager(state, rng))
                state = await client.until("state")
                if rng.below(2):
                    await asyncio.to_thread(restart)
                    client, state = await look(players[actor])
            await asyncio.to_thread(restart)
            back, state = await look(players[1 - actor])
            since = await back.until("since")
            numbers = [event["number"] for event in since["events"]]
            assert set(range(known + 1, state["told"] + 1)) <= set(numbers)
            assert since["events"][0]["number"] <= known + 1

        run(work())


def test_a_match_of_bots_goes_on_by_itself_after_a_crash(tmp_path: Path) -> None:
    """Nobody need come to wake it."""
    with Server(tmp_path, "--pace", "natural") as server:
        player = Player(server)
        bots = [{"for": "bot", "bot": "sergeant"}] * 2
        table = player.make_table("capone", bots, target=1, pace="natural")
        server.kill()
        before = len(entries_of(server, table))
        server.start()

        async def wait() -> None:
            while len(entries_of(server, table)) < before + 2:
                await asyncio.sleep(0.1)

        run(wait())


def test_a_stop_in_good_order(tmp_path: Path) -> None:
    """What was acknowledged is there; clients are told, and the match goes on with the next server."""
    with Server(tmp_path) as server:
        player = Player(server)
        table = player.make_table("capone", [{"for": "me"}, {"for": "bot", "bot": "random"}], target=1)
        person = Stubborn(player, table, "stop")

        async def work() -> None:
            playing = asyncio.ensure_future(person.play())
            await asyncio.sleep(0.5)
            await asyncio.to_thread(server.stop)
            await playing

        run(work())
        check_disk(server, [person])
        server.start()
        player.http.base_url = server.url
        over = run(finish(player, table))
        assert over["type"] == "over"
        read_record(player.http.get(f"/api/tables/{table}/record").text)


async def finish(player: Player, table: str) -> Message:
    """Play to the end."""
    return await play(await player.open(table), "finish")


def test_a_bot_whose_process_dies_still_plays(server: Server) -> None:
    """Another process takes its task."""
    player = Player(server)
    table = player.make_table("capone", [{"for": "me"}, {"for": "bot", "bot": "sergeant"}], target=1)

    async def work() -> None:
        playing = asyncio.ensure_future(finish(player, table))
        for _ in range(2):
            await asyncio.sleep(0.3)
            children = subprocess.run(
                ["pgrep", "-P", str(server.process.pid), "-f", "spawn_main"],
                capture_output=True,
                text=True,
                check=False,
            )
            for child in children.stdout.split():
                with suppress(ProcessLookupError):
                    os.kill(int(child), signal.SIGKILL)
        await playing

    run(work())


def test_a_full_disk_is_said_and_the_server_lives_on(tmp_path: Path) -> None:
    """A file may not grow beyond a limit: players are told that nothing was saved, and can still look."""
    limit = ("bash", "-c", 'ulimit -f 250; exec "$@"', "bash")
    with Server(tmp_path, wrap=limit) as server:
        player = Player(server)
        table = player.make_table("capone", [{"for": "me"}, {"for": "anyone"}], target=1)
        other = Player(server)
        other.sit(table, "Ben")

        async def work() -> None:
            client = await player.open(table)
            for number in range(5000):
                answer = await client.ask("chat", text=f"{number} " + "x" * 400)
                if answer["type"] == "refused":
                    break
            assert answer["code"] == "not-saved"
            assert "nothing has changed" in answer["text"]
            again = await player.open(table)
            assert (await again.until("state"))["view"]
            response = await asyncio.to_thread(player.http.get, "/api/health")
            assert (response.status_code, response.json()["error"]["code"]) == (503, "not-saved")

        run(work())


def test_data_that_cannot_be_used_are_refused_in_one_line(tmp_path: Path) -> None:
    """By the command itself; the file stays as it is."""
    (tmp_path / FILE).write_bytes(b"my diary")
    command = [sys.executable, "-m", "casefile", "serve", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no data file" in done.stderr
    assert (tmp_path / FILE).read_bytes() == b"my diary"


def test_the_log_is_json_and_names_no_table(tmp_path: Path) -> None:
    """No secret is in it."""
    with Server(tmp_path) as server:
        player = Player(server)
        table = player.make_table("capone", [{"for": "me"}, {"for": "bot", "bot": "random"}], target=1)
        run(finish(player, table))
        server.stop()
        text = server.log.read_text("utf-8")
        assert table not in text
        for line in text.splitlines():
            json.loads(line)
