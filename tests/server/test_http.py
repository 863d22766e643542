"""The doors: who may do what over HTTP, and what strangers get."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from casefile.proof import commitment_of, seed_of
from casefile.server.buckets import Bucket, Buckets
from casefile.server.context import PAGE
from casefile.server.pages import ADDRESSES, PARTS
from tests.server.clients import Message, Player, Server, run

pytestmark = pytest.mark.once

BOT = {"for": "bot", "bot": "random"}


def problem(response: httpx.Response) -> tuple[int, str]:
    """An error's status and code; it is one line."""
    error = response.json()["error"]
    assert "\n" not in error["message"]
    return response.status_code, error["code"]


BAD: list[Any] = [
    pytest.param("/api/tables", b"{", "application/json", 400, "not-json", id="no JSON"),
    pytest.param("/api/tables", b"\xff", "application/json", 400, "not-json", id="no UTF-8"),
    pytest.param(
        "/api/score", b'{"position": {"a": ' + b"[" * 50_000, "application/json", 400, "not-json", id="too deep"
    ),
    pytest.param("/api/tables", b"{}", "application/json", 422, "wrong-body", id="nothing"),
    pytest.param("/api/tables", b"{}", "text/plain", 415, "not-json", id="a form of another site"),
    pytest.param("/api/tables", b" " * 70_000, "application/json", 413, "too-large", id="too large"),
    pytest.param("/api/tables/no/seats", b'{"name": "A"}', "application/json", 404, "no-such-table", id="no table"),
    pytest.param("/api/tables/" + "x" * 500 + "/link", b"{}", "application/json", 404, "no-such-table", id="long name"),
    pytest.param("/api/replay", b'{"record": "hello"}', "application/json", 422, "wrong", id="no record"),
    pytest.param("/api/score", b'{"position": {}}', "application/json", 422, "wrong", id="no position"),
    pytest.param("/api/me", b'{"name": "\\u0000 "}', "application/json", 422, "wrong-name", id="no name"),
]


@pytest.mark.parametrize(("path", "body", "kind", "status", "code"), BAD)
def test_bad_requests(server: Server, path: str, body: bytes, kind: str, status: int, code: str) -> None:
    """One clear line each."""
    response = httpx.post(f"{server.url}{path}", content=body, headers={"Content-Type": kind})
    assert problem(response) == (status, code)


def test_dupin_takes_the_seat_where_the_learned_bot_is_not_proved(server: Server) -> None:
    """Under its own name; where it is proved, the learned one sits there."""
    proved = {case["name"]: case["learned"] for case in httpx.get(f"{server.url}/api/cases").json()["cases"]}
    for players, name in ((2, "vidocq"), (4, "dupin")):
        assert ([players, False] in proved["ripper"]) == (name == "vidocq")
        seats = [{"for": "me"}, *[{"for": "bot", "bot": "vidocq"}] * (players - 1)]
        made = httpx.post(f"{server.url}/api/tables", json={"case": "ripper", "seats": seats}).json()
        others = httpx.get(f"{server.url}/api/tables/{made['table']}").json()["state"]["seats"][1:]
        assert {(seat["bot"], seat["name"].split()[0]) for seat in others} == {(name, name.capitalize())}


WRONG_TABLES: list[Any] = [
    pytest.param({"case": "poker", "seats": [BOT, BOT]}, "unknown case", id="case"),
    pytest.param({"case": "jekyll-hyde", "seats": [BOT] * 3}, "is played by 2", id="players"),
    pytest.param({"case": "capone", "players": 3, "seats": [BOT] * 2}, "seats: must be 3", id="seats"),
    pytest.param({"case": "capone", "seats": [{"for": "me"}] * 2}, "only one can be for you", id="two of me"),
    pytest.param({"case": "capone", "seats": [BOT] * 2, "deck": {"nitti": {"copies": 1}}}, "copies", id="deck"),
    pytest.param({"case": "capone", "seats": [BOT] * 2, "options": ["tips"]}, "unknown option", id="options"),
    pytest.param({"case": "capone", "seats": [BOT, {"for": "bot", "bot": "exec:ls"}]}, "Invalid enum", id="program"),
    pytest.param({"case": "capone", "seats": [BOT] * 2, "target": 0}, "target", id="target"),
    pytest.param({"case": "capone", "seats": [BOT] * 2, "cheat": True}, "unknown field", id="field"),
]


@pytest.mark.parametrize(("body", "words"), WRONG_TABLES)
def test_tables_that_cannot_be_made(server: Server, body: Message, words: str) -> None:
    """The line says what is wrong."""
    response = httpx.post(f"{server.url}/api/tables", json=body)
    assert response.status_code == 422
    assert words in response.json()["error"]["message"]


def test_browsers_are_kept_careful(server: Server) -> None:
    """Headers on every answer, a cookie that no script reads, and no other site's page."""
    response = httpx.post(f"{server.url}/api/tables", json={"case": "capone", "seats": [{"for": "me"}, BOT]})
    cookie = response.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age="):
        assert part in cookie
    assert response.headers["cache-control"] == "no-store"
    for answer in (response, httpx.get(f"{server.url}/nowhere"), httpx.get(f"{server.url}/api/cases")):
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
    foreign = httpx.post(f"{server.url}/api/tables", json={}, headers={"Origin": "https://evil.example"})
    assert problem(foreign) == (403, "foreign-origin")
    forged = httpx.get(f"{server.url}/api/me", headers={"Cookie": "casefile=somebody.else"})
    assert forged.json()["matches"] == []
    assert "set-cookie" in forged.headers


def test_the_page_travels_compressed(server: Server) -> None:
    """Each of its scripts and styles, so that a phone waits for no byte more than it must; fonts are so already."""
    files = sorted((PAGE / "assets").glob("*"))
    if not files:
        pytest.skip("the page is not built")
    for path in files:
        response = httpx.get(f"{server.url}/assets/{path.name}")
        is_worth_it = path.suffix in (".js", ".css") and path.stat().st_size >= 1_000
        assert response.headers.get("content-encoding") == ("gzip" if is_worth_it else None), path.name
        assert response.content == path.read_bytes()


@pytest.mark.parametrize(("address", "part"), [("", "index"), *ADDRESSES.items()])
def test_a_page_announces_what_it_shows(server: Server, address: str, part: str) -> None:
    """At once, so that no script has to be read before the next is asked for; everything announced is there."""
    if not (PAGE / PARTS).is_file():
        pytest.skip("the page is not built")
    announced = re.findall(r'(?:href|src)="(/(?:assets|api)/[^"]+)"', httpx.get(f"{server.url}/{address}").text)
    assert len(announced) == len(set(announced))
    assert any(path.startswith(f"/assets/{part}-") and path.endswith(".js") for path in announced)
    assert "/api/cases" in announced
    for path in announced:
        assert httpx.get(server.url + path).status_code == 200, path


def test_the_socket_refuses_other_sites_and_unknown_tables(server: Server) -> None:
    """It says why, and closes."""
    player = Player(server)
    table = player.make_table("capone", [{"for": "me"}, {"for": "anyone"}])

    async def work() -> None:
        for name, headers, code in (
            (table, {"Origin": "https://evil.example"}, "foreign-origin"),
            ("nowhere", {}, "no-such-table"),
        ):
            async with connect(player.address(name), additional_headers=headers) as socket:
                assert json.loads(await socket.recv())["code"] == code

    run(work())


def test_seats_belong_to_who_took_them(server: Server) -> None:
    """Only the owner starts; a stranger is told the same as for no table; who sits twice has one seat."""
    owner, guest, stranger = Player(server), Player(server), Player(server)
    table = owner.make_table("capone", [{"for": "me", "name": "Ann"}, {"for": "anyone"}, {"for": "anyone"}])
    assert guest.sit(table, "Ben", seat=2) == 2
    assert guest.sit(table, "Ben again") == 2
    taken = stranger.http.post(f"/api/tables/{table}/seats", json={"name": "Cy", "seat": 2})
    assert problem(taken) == (409, "no-seat")
    for path in ("start", "link", "rematch"):
        assert problem(stranger.http.post(f"/api/tables/{table}/{path}", json={})) == (404, "no-such-table")
    assert owner.post(f"/api/tables/{table}/start", bot="random")["status"] == "playing"
    assert [seat["kind"] for seat in owner.get(f"/api/tables/{table}")["state"]["seats"]] == ["person", "bot", "person"]
    assert problem(stranger.http.post(f"/api/tables/{table}/seats", json={"name": "Cy"})) == (409, "no-seat")
    assert owner.get(f"/api/tables/{table}")["owner"]
    assert not guest.get(f"/api/tables/{table}")["owner"]


def test_the_host_changes_the_speed_until_the_match_starts(tmp_path: Path) -> None:
    """All who are there are told at once, a restart keeps it, and nobody else may."""
    with Server(tmp_path, "--pace", "relaxed") as server:
        ann, ben = Player(server), Player(server)
        assert ann.get("/api/cases")["pace"] == "relaxed"
        table = ann.make_table("capone", [{"for": "me", "name": "Ann"}, {"for": "anyone"}, {"for": "anyone"}])
        ben.sit(table, "Ben")

        def refusal(player: Player, pace: object, name: str = table) -> tuple[int, str]:
            return problem(player.http.post(f"/api/tables/{name}/pace", json={"pace": pace}))

        async def scene() -> None:
            watchers = [await ben.open(table), await Player(server).open(table)]
            assert [each.last("welcome")["settings"]["pace"] for each in watchers] == ["relaxed"] * 2
            assert ann.post(f"/api/tables/{table}/pace", pace="brisk") == {"pace": "brisk"}
            assert ann.post(f"/api/tables/{table}/pace", pace="brisk") == {"pace": "brisk"}  # nothing new
            for each in watchers:
                settings = (await each.until("settings"))["settings"]
                assert settings == each.last("welcome")["settings"] | {"pace": "brisk"}
                assert "settings" not in [message["type"] for message in await each.drain()]

        run(scene())
        assert refusal(ben, "instant") == (403, "not-host")
        assert refusal(ann, "instant", "nowhere") == (404, "no-such-table")
        for wrong in ("quick", None, 3):
            assert refusal(ann, wrong) == (422, "wrong-body")
        server.kill()
        server.start()
        ann.http.base_url = server.url
        assert ann.get(f"/api/tables/{table}")["settings"]["pace"] == "brisk"
        assert ann.post(f"/api/tables/{table}/start", bot="random")["status"] == "playing"
        assert refusal(ann, "instant") == (409, "started")
        assert ann.get(f"/api/tables/{table}")["settings"]["pace"] == "brisk"


def test_what_is_no_token_is_nobody(server: Server) -> None:
    """Two programs that both send "undefined" do not share a seat."""
    table = Player(server).make_table("capone", [{"for": "anyone"}, {"for": "anyone"}])
    Player(server, "undefined").sit(table, "Robot")
    assert Player(server, "undefined").get(f"/api/tables/{table}")["seat"] is None


def test_a_token_is_good_for_one_seat(server: Server) -> None:
    """Without it, and at another table, one is a spectator."""
    guest = Player(server)
    tables = [guest.make_table("capone", [{"for": "anyone"}, BOT]) for _ in range(2)]
    seated = guest.post(f"/api/tables/{tables[0]}/seats", name="Robot", token=True)
    robot = Player(server, seated["token"])
    assert robot.get(f"/api/tables/{tables[0]}")["seat"] == 0
    assert robot.get(f"/api/tables/{tables[1]}")["seat"] is None
    assert guest.get(f"/api/tables/{tables[0]}")["seat"] is None

    async def work() -> None:
        client = await robot.open(tables[0])
        assert client.last("welcome")["seat"] == 0
        spectator = await guest.open(tables[0])
        assert spectator.last("welcome")["seat"] is None
        assert (await spectator.ask("resign"))["code"] == "spectator"

    run(work())


def test_a_seat_moves_to_another_device_once(server: Server) -> None:
    """The old device is told, and only looks on."""
    laptop, phone, thief = Player(server), Player(server), Player(server)
    table = laptop.make_table("capone", [{"for": "me", "name": "Ann"}, BOT])

    async def work() -> None:
        client = await laptop.open(table)
        code = laptop.post(f"/api/tables/{table}/link")["code"]
        assert problem(thief.http.post(f"/api/tables/{table}/move", json={"code": "x" + code}))[1] == "wrong-code"
        assert phone.post(f"/api/tables/{table}/move", code=code)["seat"] == 0
        assert problem(thief.http.post(f"/api/tables/{table}/move", json={"code": code}))[1] == "wrong-code"
        assert (await client.until("error"))["code"] == "moved"
        assert (await phone.open(table)).last("welcome")["seat"] == 0
        assert (await laptop.open(table)).last("welcome")["seat"] is None

    run(work())


def test_a_rematch_is_one_table_for_all(server: Server) -> None:
    """No matter who asks, or how often; those who look at the table have to agree."""
    ann, ben = Player(server), Player(server)
    table = ann.make_table("capone", [{"for": "me", "name": "Ann"}, {"for": "anyone"}])
    ben.sit(table, "Ben", entropy="tea")
    assert problem(ann.http.post(f"/api/tables/{table}/rematch", json={})) == (409, "not-over")

    async def work() -> None:
        client = await ben.open(table)
        await client.ask("resign")
        asked = await asyncio.to_thread(ann.post, f"/api/tables/{table}/rematch")
        assert asked == {"table": None, "asked": [1]}
        again = await asyncio.to_thread(ben.post, f"/api/tables/{table}/rematch")
        assert (await client.until("rematch"))["table"] == again["table"]
        assert (await asyncio.to_thread(ann.post, f"/api/tables/{table}/rematch")) == again
        summary = ben.get(f"/api/tables/{again['table']}")
        assert summary["seat"] == 1
        assert summary["state"]["status"] == "playing"
        assert summary["commitment"] == client.last("over")["deal"]["secret"]  # fixed before Ben's text was known
        other = await ben.open(again["table"])
        await other.ask("resign")
        deal = (await other.until("over"))["deal"]
        assert commitment_of(deal["secret"]) == summary["commitment"]
        assert deal["seed"] == seed_of(deal["secret"], ["", "tea"])

    run(work())


def test_who_makes_a_table_can_add_a_text_after_the_commitment(server: Server) -> None:
    """The maker's seat is left open at first: the server cannot choose its secret to go with the text."""
    player = Player(server)
    made = player.post("/api/tables", case="capone", seats=[{"for": "anyone"}, BOT])
    assert player.get(f"/api/tables/{made['table']}")["state"]["status"] == "waiting"
    assert player.sit(made["table"], "Ann", entropy="tea") == 0
    summary = player.get(f"/api/tables/{made['table']}")
    assert (summary["state"]["status"], summary["owner"]) == ("playing", True)

    async def work() -> None:
        client = await player.open(made["table"])
        await client.ask("resign")
        deal = (await client.until("over"))["deal"]
        assert (deal["commitment"], deal["entropy"]) == (made["commitment"], ["tea", ""])

    run(work())


def test_hints_against_bots(server: Server) -> None:
    """A legal action, with a reason."""
    player = Player(server)
    table = player.make_table("jekyll-hyde", [{"for": "me"}, BOT])

    async def work() -> None:
        client = await player.open(table)
        state = await client.until_state(lambda each: each["actions"])
        await client.send("hint", id="h", at=state["at"])
        hint = await client.until("hint", "refused")
        assert hint["action"] in [action["text"] for action in state["actions"]]
        assert hint["text"]

    run(work())


def test_what_can_be_read(server: Server) -> None:
    """Cases, texts, rules, the caller's name; texts are not sent twice."""
    player = Player(server)
    cases = player.get("/api/cases")
    assert {case["name"] for case in cases["cases"]} >= {"ripper", "rue-morgue", "jekyll-hyde", "capone"}
    assert all(case["texts"]["en"]["title"] for case in cases["cases"])
    texts = player.http.get("/api/cases/ripper/texts")
    assert texts.json()["cards"]["druitt"]
    again = player.http.get("/api/cases/ripper/texts", headers={"If-None-Match": texts.headers["etag"]})
    assert again.status_code == 304
    for page in ("common", "decks", "ripper"):
        rules = player.get(f"/api/rules/{page}?language=en")
        assert rules["title"]
    assert {"number", "markdown"} == set(rules["rules"][0])
    assert player.http.get("/api/rules/chess").status_code == 422
    assert player.post("/api/me", name=" Ann  B ")["name"] == "Ann B"
    assert player.get("/api/me")["name"] == "Ann B"
    assert player.get("/api/health")["status"] == "ok"
    assert "casefile_actions_total" in player.http.get("/metrics").text
    assert player.http.get("/").status_code in (200, 503)


def test_buckets_fill_again() -> None:
    """A burst, then so many per second; each address for itself."""
    bucket = Bucket(3, 1)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    bucket.time -= 2
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    buckets = Buckets(1, 0)
    assert [buckets.take(address) for address in "aab"] == [True, False, True]
