"""Whole matches over real sockets: people, bots and spectators, reconnects, and what is left afterwards."""

import asyncio
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest

from casefile.core.rng import Rng
from casefile.proof import verify
from casefile.text.record import read_record
from tests.server.clients import Client, Message, Player, Server, eager, play, run

ROOT = Path(__file__).parent.parent.parent
PERSON = {"for": "anyone"}
BOT = {"for": "bot", "bot": "constable"}

TABLES = [
    pytest.param("ripper", [PERSON, PERSON, BOT], {"options": ["tips"], "target": 15}, id="ripper"),
    pytest.param("rue-morgue", [PERSON, BOT, PERSON, BOT], {"target": 15}, id="rue-morgue teams"),
    pytest.param("jekyll-hyde", [PERSON, BOT], {}, id="jekyll-hyde"),
    pytest.param("capone", [PERSON, PERSON], {"target": 40}, id="capone"),
]


def sit_all(server: Server, table: str, seats: list[Message]) -> list[Player]:
    """Somebody for every seat that is for people."""
    players = []
    for seat, wish in enumerate(seats):
        if wish["for"] == "anyone":
            player = Player(server)
            assert player.sit(table, f"Person {seat}", seat=seat, entropy=f"tea {seat}") == seat
            players.append(player)
    return players


@pytest.mark.parametrize(("case", "seats", "wishes"), TABLES)
def test_a_whole_match(server: Server, case: str, seats: list[Message], wishes: dict[str, Any]) -> None:
    """All see the same end; the record replays, its deal can be checked, and it can be downloaded."""
    maker = Player(server)
    table = maker.make_table(case, seats, **wishes)
    before = maker.get(f"/api/tables/{table}")
    assert before["state"]["status"] == "waiting"
    assert httpx.get(f"{server.url}/api/tables/{table}/record").status_code == 409
    players = sit_all(server, table, seats)
    assert players[0].http.get(f"/api/tables/{table}/review").status_code == 409

    async def everybody() -> list[Message]:
        clients = [await player.open(table) for player in players]
        spectator = await maker.open(table)
        watching = asyncio.ensure_future(spectator.until("over"))
        ends = await asyncio.gather(*(play(client, f"{case}/{at}") for at, client in enumerate(clients)))
        ends.append(await watching)
        check_spectator(spectator)
        for client in [*clients, spectator]:
            check_events(client)
            await client.close()
        return ends

    ends = run(everybody())
    assert all(end == ends[0] for end in ends)
    record = maker.http.get(f"/api/tables/{table}/record").text
    match = verify(record, before["commitment"])
    assert match.scores == ends[0]["scores"]
    assert match.winner() == ends[0]["winner"]
    assert [f"tea {seat}" if wish["for"] == "anyone" else "" for seat, wish in enumerate(seats)] == ends[0]["deal"][
        "entropy"
    ]
    me = players[0].get("/api/me")
    assert me["statistics"][case]["played"] >= 1
    assert me["matches"][0]["table"] == table
    archive = zipfile.ZipFile(BytesIO(players[0].http.get("/api/export").content))
    assert record in [archive.read(name).decode() for name in archive.namelist()]
    replay = players[0].get(f"/api/tables/{table}/replay?round=1")
    assert replay["steps"][0]["action"] is None
    assert replay["steps"][-1]["result"]
    check_review(server, players[0], table)
    rated = {(row["case"], row["name"]) for row in maker.get("/api/ratings")}
    assert ((case, "Person 0") in rated) == ("target" not in wishes), "a match to fewer points is not rated"


def check_review(server: Server, player: Player, table: str) -> None:
    """Those who played may review a match, and nobody else; the graph has every step, and a ledger needs no grades."""
    graph = player.get(f"/api/tables/{table}/review?form=graph")
    assert graph["steps"][-1]["chance"].count(10_000) == 1
    assert [seat["decisions"] for seat in graph["seats"]] == [0] * len(graph["names"])
    assert httpx.get(f"{server.url}/api/tables/{table}/review?form=graph").status_code == 404


def check_spectator(spectator: Client) -> None:
    """A spectator sees no card of a hand that not all know (test_leaks.py has more), and has nothing to choose."""
    states = [message for message in spectator.heard if message["type"] == "state" and message["view"]]
    assert states
    for state in states:
        assert state["actions"] == []
        assert state["view"]["seat"] is None
    first = states[0]["view"]["hands"]  # a bot may have taken the top of the discard pile already
    assert all(hand.count(None) >= len(hand) - 1 for hand in first)


def check_events(client: Client) -> None:
    """Events are numbered without a gap, and those of the past come back the same."""
    told: dict[int, list[Message]] = {}
    for message in client.heard:
        if message["type"] == "state":
            events = told.setdefault(message["round"], [])
            for event in message["events"]:
                assert event["number"] <= len(events) + 1
                del events[event["number"] - 1 :]
                events.append(event)
            del events[message["told"] :]
            assert len(events) == message["told"]


@pytest.mark.parametrize("case", ["ripper", "rue-morgue", "jekyll-hyde", "capone"])
def test_reconnecting_after_every_message_loses_nothing(server: Server, case: str) -> None:
    """A player who comes back is told all that they were told before, and plays on."""
    player = Player(server)
    bots = [{"for": "bot", "bot": "random"}]
    table = player.make_table(case, [{"for": "me", "name": "Ann"}, *bots], target=1)

    async def come_and_go() -> None:
        rng = Rng(case)
        answered = set()
        for number in range(60):
            client = await player.open(table)
            state = await client.until("state")
            if state["actions"] and state["at"] not in answered:
                answered.add(state["at"])
                await client.send("act", id=f"go-{number}", at=state["at"], action=eager(state, rng))
                if rng.below(2):  # sometimes it hangs up before it hears that it was carried out
                    await client.until("done", "refused")
            elif state["view"]["phase"] == "over":
                await client.ask("ready")
            check_events(client)
            await client.close()

    run(come_and_go())


def test_a_remote_bot_in_thirty_lines(server: Server) -> None:
    """The example plays a whole match with a token."""
    code = ROOT / "examples/remote_bot.py"
    assert len(code.read_text("utf-8").splitlines()) <= 36
    done = subprocess.run(
        [sys.executable, str(code), server.url, "jekyll-hyde"], capture_output=True, text=True, timeout=200, check=False
    )
    assert "wins. Scores" in done.stdout, done.stderr


def test_a_record_can_be_replayed_and_scored_without_a_table(server: Server) -> None:
    """What people bring along."""
    player = Player(server)
    table = player.make_table("capone", [BOT, BOT], target=1)

    async def look_on() -> None:
        client = await player.open(table)
        await client.until("over")

    run(look_on())
    record = player.http.get(f"/api/tables/{table}/record").text
    read_record(record)
    replay = player.post("/api/replay", record=record)
    assert replay["header"]["Case"] == "capone"
    last = replay["steps"][-1]["views"]["all"]
    scored = player.post("/api/score", position=last)["result"]
    assert [side["total"] for side in scored["sides"]] == [
        side["total"] for side in replay["steps"][-1]["result"]["sides"]
    ]
    problem = player.http.post("/api/score", json={"position": last, "names": ["Ann"]})
    assert problem.status_code == 422
    assert "one for each of 2 seats" in problem.json()["error"]["message"]
