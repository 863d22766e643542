"""The server in a tab: the same requests and messages as plain functions, and what the browser keeps of them."""

import asyncio
import json
from time import monotonic
from typing import Any

import pytest

from casefile.learn.net import MissingNetError
from casefile.proof import commitment_of, seed_of
from casefile.server import buckets
from casefile.tab import doers
from casefile.tab.desk import Desk
from casefile.tab.rehearsal import rehearse
from casefile.tab.shelf import COPY_VERSION, MemoryShelf
from casefile.text.record import read_record, read_tags
from tests.server.clients import run

pytestmark = pytest.mark.once


async def think(task: str) -> str:
    """The other worker, here."""
    await asyncio.sleep(0)
    return await doers.do(task, no_net)


async def no_net(digest: str, case: str) -> None:
    """None of these players needs one."""
    raise MissingNetError(case)


class Page:
    """A page that looks at a table."""

    def __init__(self, desk: Desk, number: int, table: str, guest: str = "") -> None:
        self.desk = desk
        self.number = number
        self.heard: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.is_closed = False
        desk.open(number, table, guest, self.tell)
        self.say("hello", version=1)

    def tell(self, text: str | None) -> None:
        """What the server says."""
        self.is_closed = text is None
        if text is not None:
            self.heard.append(json.loads(text))
        self.news.set()

    def say(self, kind: str, **fields: Any) -> None:
        """What the page says."""
        self.desk.hear(self.number, json.dumps({"type": kind, **fields}))

    async def until(self, kind: str) -> dict[str, Any]:
        """The newest message of a kind, as soon as there is one."""
        while not any(message["type"] == kind for message in self.heard):
            self.news.clear()
            await self.news.wait()
        return next(message for message in reversed(self.heard) if message["type"] == kind)


async def ask(desk: Desk, method: str, path: str, body: Any = None, guest: str = "") -> tuple[int, Any]:
    """A request of the page: the status, and what JSON came."""
    status, media, content = await desk.call(method, f"/api{path}", "" if body is None else json.dumps(body), guest)
    return status, json.loads(content) if media == "application/json" else content


BOTS = [{"for": "bot", "bot": "random"}, {"for": "bot", "bot": "sergeant"}]


def test_a_match_is_played_kept_and_carried_to_another_browser() -> None:
    """From the first request to the record, and all of it again where the copy is read."""

    async def work() -> None:
        desk = Desk(MemoryShelf(), think, beat=0.0)
        await desk.start()
        wish = {"case": "jekyll-hyde", "seats": BOTS, "pace": "instant", "target": 30, "entropy": "ours"}
        status, made = await ask(desk, "POST", "/tables", wish)
        assert status == 201
        page = Page(desk, 1, made["table"])
        await page.until("over")
        desk.close(1)
        status, record = await ask(desk, "GET", f"/tables/{made['table']}/record")
        assert status == 200
        match, _ = read_record(record.decode())
        tags = dict(read_tags(record.decode().splitlines())[0])
        assert commitment_of(tags["Secret"]) == made["commitment"]
        assert match.seed == seed_of(tags["Secret"], json.loads(tags["Entropy"]))
        other = Desk(MemoryShelf(), think)
        assert (await other.add_copy(await desk.make_copy()))[2] == b'{"tables":1}'
        assert (await other.add_copy(await desk.make_copy()))[2] == b'{"tables":0}'
        assert (await ask(other, "GET", f"/tables/{made['table']}/record"))[1] == record
        replay = await ask(other, "GET", f"/tables/{made['table']}/replay?round=1&language=de")
        assert replay[1]["steps"]
        assert await ask(other, "GET", "/ratings") == (200, [])  # bots among themselves are not rated
        await desk.context.close()
        await other.context.close()

    run(work())


def test_guests_share_the_tab_and_not_their_hands() -> None:
    """Each looks from a seat of their own, and is shown no other hand; a table that went on goes on after a reload."""

    async def work() -> None:
        shelf = MemoryShelf()
        desk = Desk(shelf, think)
        await desk.start()
        seats = [{"for": "me", "name": "Ann"}, {"for": "anyone"}, {"for": "anyone"}]
        _, made = await ask(desk, "POST", "/tables", {"case": "capone", "seats": seats})
        for guest in ("1", "2"):
            sits = await ask(desk, "POST", f"/tables/{made['table']}/seats", {"name": f"Guest {guest}"}, guest)
            assert sits == (200, {"seat": int(guest), "token": None})
        for number, guest in enumerate(("", "1", "2")):
            page = Page(desk, number, made["table"], guest)
            assert (await page.until("welcome"))["seat"] == number
            hands = (await page.until("state"))["view"]["hands"]
            assert [all(hand) for hand in hands] == [seat == number for seat in range(3)]
        await desk.context.close()
        again = Desk(shelf, think)
        await again.start()
        page = Page(again, 7, made["table"], "2")
        assert (await page.until("state"))["view"]["hands"] == hands
        again.close(7)
        while not page.is_closed:
            page.news.clear()
            await page.news.wait()
        await again.context.close()

    run(work())


FAR = "far a-key-of-their-own"


async def far_table(desk: Desk) -> str:
    """A table in this tab at which a guest sits who plays on a device of their own."""
    await desk.start()
    seats = [{"for": "me", "name": "Ann"}, {"for": "anyone"}]
    _, made = await ask(desk, "POST", "/tables", {"case": "capone", "seats": seats})
    sits = await ask(desk, "POST", f"/tables/{made['table']}/seats", {"name": "Ben"}, FAR)
    assert sits == (200, {"seat": 1, "token": None})
    return str(made["table"])


def test_a_guest_at_another_device_has_a_seat_and_no_more() -> None:
    """Shown from that seat alone; a guest who comes back with the key has it again, and another key has none."""

    async def work() -> None:
        desk = Desk(MemoryShelf(), think)
        table = await far_table(desk)
        for number, guest in enumerate((FAR, FAR)):
            page = Page(desk, number, table, guest)
            assert (await page.until("welcome"))["seat"] == 1
            hands = (await page.until("state"))["view"]["hands"]
            assert [all(hand) for hand in hands] == [False, True]
            desk.close(number)
        for number, guest in enumerate(("far another-key", "1"), start=5):
            page = Page(desk, number, table, guest)
            assert (await page.until("welcome"))["seat"] is None
            assert not any(any(hand) for hand in (await page.until("state"))["view"]["hands"])
        await desk.context.close()

    run(work())


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/me", None, 404, "no-such-page"),
        ("GET", "/export", None, 404, "no-such-page"),
        ("POST", "/tables", {"case": "capone", "seats": BOTS}, 404, "no-such-page"),
        ("POST", "/tables/TABLE/start", {}, 404, "no-such-table"),
        ("POST", "/tables/TABLE/seats", {"name": "x" * 70_000}, 413, "too-large"),
        ("GET", "/tables/TABLE/record", None, 409, "not-over"),
    ],
)
def test_a_guest_at_another_device_asks_about_the_table_alone(
    method: str, path: str, body: Any, status: int, code: str
) -> None:
    """Nothing of the person whose browser it is, nothing that costs them, and nothing that is not for a seat."""

    async def work() -> None:
        desk = Desk(MemoryShelf(), think)
        table = await far_table(desk)
        found, answer = await ask(desk, method, path.replace("TABLE", table), body, FAR)
        assert (found, answer["error"]["code"]) == (status, code)
        await desk.context.close()

    run(work())


def test_a_guest_at_another_device_cannot_keep_the_tab_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are counted, and a line with a flood of messages ends; the tab's own player notices nothing."""

    async def work() -> None:
        desk = Desk(MemoryShelf(), think)
        table = await far_table(desk)
        with monkeypatch.context() as patch:
            now = monotonic()
            patch.setattr(buckets, "monotonic", lambda: now)  # however slow the machine, nothing comes back meanwhile
            found = [(await ask(desk, "GET", f"/tables/{table}", guest=FAR))[0] for _ in range(400)]
            assert set(found) == {200, 429}
            assert (await ask(desk, "GET", f"/tables/{table}"))[0] == 200
            page = Page(desk, 1, table, FAR)
            assert (await page.until("error"))["code"] == "too-fast"
        page = Page(desk, 2, table, "far another-key")
        for _ in range(1000):
            page.say("ping")
        while not page.is_closed:
            page.news.clear()
            await page.news.wait()
        assert sum(message["type"] == "pong" for message in page.heard) < 1000
        own = Page(desk, 3, table)
        assert (await own.until("welcome"))["seat"] == 0
        await desk.context.close()

    run(work())


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/nowhere", None, 404, "no-such-page"),
        ("GET", "/tables/none", None, 404, "no-such-table"),
        ("POST", "/tables", {"case": "poker", "seats": BOTS}, 422, "wrong"),
        ("POST", "/tables", {"seats": BOTS}, 422, "wrong-body"),
    ],
)
def test_what_is_wrong_is_said_as_over_http(method: str, path: str, body: Any, status: int, code: str) -> None:
    """The same codes, by which the page finds its words."""

    async def work() -> None:
        desk = Desk(MemoryShelf(), think)
        found, answer = await ask(desk, method, path, body)
        assert (found, answer["error"]["code"]) == (status, code)

    run(work())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "no copy of Casefile's matches"),
        ('{"casefile": 1, "rows": [["cookies", ""]]}', "nothing is kept under 'cookies'"),
        ('{"casefile": 1, "rows": [["table x", "{}"]]}', "no copy of Casefile's matches"),
        (json.dumps({"casefile": COPY_VERSION + 1, "rows": []}), "another version"),
    ],
)
def test_what_is_no_copy_is_refused(text: str, message: str) -> None:
    """In one line, and nothing is taken over."""

    async def work() -> None:
        shelf = MemoryShelf()
        status, _, content = await Desk(shelf, think).add_copy(text)
        told = json.loads(content)["error"]["message"]
        assert status == 422
        assert message in told
        assert "\n" not in told
        assert not shelf.texts

    run(work())


def test_an_error_of_the_other_worker_comes_back() -> None:
    """As it was raised there."""

    async def work() -> None:
        desk = Desk(MemoryShelf(), think)
        status, answer = await ask(desk, "POST", "/replay", {"record": "no record"})
        assert (status, answer["error"]["code"]) == (422, "wrong")

    run(work())


def test_a_rehearsal_leaves_nothing_going_on() -> None:
    """Its memory is copied: a task or a timer in it would be one that nobody ever ends."""

    async def rehearsed() -> None:
        await rehearse()
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(rehearsed())


def test_the_deal_of_the_day_is_the_same_in_every_tab_and_unranked(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no secret to keep: the date alone decides. Where no net can run, the coach plays rounds out."""
    monkeypatch.setattr("casefile.learn.net.find_spec", lambda name: None)

    async def work() -> None:
        hands = []
        for _ in range(2):
            desk = Desk(MemoryShelf(), think, beat=0.0)
            await desk.start()
            made = await ask(desk, "POST", "/days/capone", {"name": "Ann"})
            assert await ask(desk, "POST", "/days/capone", {"name": "Ann"}) == made
            status, day = await ask(desk, "GET", "/days/capone")
            assert (status, day["ranked"], day["status"], day["table"]) == (200, False, "playing", made[1]["table"])
            page = Page(desk, 1, made[1]["table"])
            hands.append((await page.until("state"))["view"]["hands"][0])
            await desk.context.close()
        assert hands[0] == hands[1]

    run(work())
