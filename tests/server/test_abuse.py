"""What somebody might try who wants more than a seat is due: each was possible once."""

import asyncio
import json
import socket
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from casefile.cli.serve import UNREAD_MILLISECONDS, listen
from casefile.server import audience
from casefile.server.buckets import Buckets
from casefile.server.callers import Caller
from casefile.server.connection import MOST_BYTES, Connection
from casefile.server.limits import client_of
from casefile.server.messages import Error
from casefile.server.problems import ProblemError
from casefile.server.profiles import MOST_WAITING, Profile, Profiles
from casefile.server.storage import Change
from casefile.server.transport import POST
from casefile.server.visits import MOST_SPECTATORS
from casefile.server.websocket import serve_socket
from tests.rules.ripper_scenes import FIVE_VICTIMS
from tests.server.clients import Message, Player, Server, run
from tests.server.tables import Listener, MemoryStorage, make_context, table_of, to_choose
from tests.server.test_leaks import HOLDER, HOLDS, HOLDS_NOT, asked, end_beat, set_scene


def test_nobody_takes_a_look_back_while_the_others_are_away() -> None:
    """A player who is away has not agreed that a card that was seen is put back."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, (other,) = to_choose(listeners)
            await table.part(other.connection)
            await chosen.act("draw file")
            await chosen.say("undo", at=chosen.state()["at"])
            assert table.room.match is not None
            assert table.room.match.round.actions
            back = Listener(table, other.connection.seat)
            await back.say("hello", version=1)
            assert back.last("table")["votes"]["undo"]["asked"] == [other.connection.seat]
            await back.say("answer", to="undo", agree=True)
            assert not table.room.match.round.actions

    run(work())


def test_no_bot_sits_in_for_who_only_loads_the_page_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection has to be lost for a while, and who comes back before all have agreed keeps the seat."""

    async def work() -> None:
        async with table_of("capone", 3) as (table, (one, two, three)):
            await table.part(three.connection)
            answer = await one.say("stand-in", seat=2, bot="random")
            assert answer is not None
            assert answer["code"] == "not-away"
            monkeypatch.setattr(audience, "AWAY_SECONDS", 0.0)
            await one.say("stand-in", seat=2, bot="random")
            assert two.last("table")["votes"]["stand-in"]["asked"] == [1]
            await Listener(table, 2).say("hello", version=1)
            answer = await two.say("answer", to="stand-in", agree=True)
            assert answer is not None
            assert answer["code"] == "no-vote"
            assert not table.room.seats[2].stand_in

    run(work())


def test_a_connection_that_was_ended_acts_no_more() -> None:
    """Its seat may have moved to another device, and its owner need not read that."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, _ = to_choose(listeners)
            chosen.connection.drop()
            assert await chosen.act("draw file") is None
            assert table.room.match is not None
            assert not table.room.match.round.actions

    run(work())


def test_what_waits_for_a_beat_outlives_its_connection_if_it_was_sent_again() -> None:
    """A client that came back is answered, although the connection it lost was closed only later."""

    async def work() -> None:
        table, people, context = await asked()
        old = people[2]
        assert await old.act("draw file", id="mine") is None
        new = Listener(table, 2)
        await new.say("hello", version=1)
        assert await new.act("draw file", id="mine") is None
        await table.part(old.connection)
        await end_beat(table)
        new.listen()
        assert new.answer_to("mine") == {"type": "done", "id": "mine"}
        await context.__aexit__(None, None, None)

    run(work())


def test_nobody_fills_the_disk_beside_the_game() -> None:
    """Whatever does not move the game on is kept for ever, so there is only so much of it per second."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, (me, _)):
            before = table.room.number
            for number in range(200):
                await me.say("chat", text="spam")
                await me.say("mute", seat=1, on=number % 2 == 0)
                await me.say("standing", order="escape")
            assert me.last("refused")["code"] == "too-fast"
            assert table.room.number - before < 100
            chosen, _others = to_choose([me, _])
            answer = await chosen.act("draw file")
            assert answer is not None
            assert answer["type"] == "done"

    run(work())


def test_coming_and_going_leaves_no_trail() -> None:
    """A player who saw nothing new between two visits writes nothing; what happens afterwards is told all the same."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, listeners):
            chosen, (other,) = to_choose(listeners)
            await table.part(other.connection)
            number = table.room.number
            for _ in range(3):
                visit = Listener(table, other.connection.seat)
                await visit.say("hello", version=1)
                await table.part(visit.connection)
            assert table.room.number == number
            await chosen.act("draw file")
            back = Listener(table, other.connection.seat)
            await back.say("hello", version=1)
            assert [event["what"] for event in back.last("since")["events"]] == ["draw"]

    run(work())


def test_all_connections_of_an_address_share_its_messages() -> None:
    """Opening many connections gains nothing."""
    buckets = Buckets(2, 10)
    assert [buckets.wait("a"), buckets.wait("a"), buckets.wait("b")] == [0, 0, 0]
    assert 0 < buckets.wait("a") < buckets.wait("a") < 0.3


def test_a_rematch_is_a_new_table_too(tmp_path: Path) -> None:
    """A player who resigns and asks for rematches again and again makes no more tables than others."""

    async def give_up(ann: Player, table: str) -> Message:
        client = await ann.open(table)
        return await client.ask("resign")

    with Server(tmp_path, "--tables", "2") as server:
        ann = Player(server)
        table = ann.make_table("jekyll-hyde", [{"for": "me", "name": "Ann"}, {"for": "bot", "bot": "random"}])
        run(give_up(ann, table))
        again = ann.post(f"/api/tables/{table}/rematch")["table"]
        assert ann.post(f"/api/tables/{table}/rematch")["table"] == again
        run(give_up(ann, again))
        refused = ann.http.post(f"/api/tables/{again}/rematch", json={})
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-tables")


def test_who_does_not_read_is_dropped_before_memory_is_full() -> None:
    """Few large messages are as bad as many small ones."""

    async def work() -> None:
        connection = Connection(None, "")
        for _ in range(100):
            connection.send(Error("too-large", "x" * 100_000))
            assert connection.waiting_bytes <= MOST_BYTES
        assert connection.lost
        assert await connection.next() == []
        reader = Connection(None, "")
        for _ in range(100):
            reader.send(Error("too-large", "x" * 100_000))
            assert len(b"".join(await reader.next())) > 100_000
        assert not reader.lost

    run(work())


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("a proxy's invention", "a proxy's invention"),
    ],
)
def test_limits_count_networks(address: str, client: str) -> None:
    """Everybody has 2 to the 64th addresses of IPv6."""
    assert client_of(address) == client


def test_a_table_has_room_for_so_many_spectators(server: Server) -> None:
    """Each change is told to all of them; people at the table always find a place."""
    ann = Player(server)
    table = ann.make_table("capone", [{"for": "me", "name": "Ann"}, {"for": "anyone"}])

    async def crowd() -> None:
        stranger = Player(server)
        for _ in range(MOST_SPECTATORS):
            await stranger.open(table)
        late = await connect(stranger.address(table))
        assert json.loads(await late.recv())["code"] == "too-fast"
        await late.close()
        assert (await ann.open(table)).last("welcome")["seat"] == 0

    run(crowd())


def test_few_replays_at_once(server: Server) -> None:
    """They take long and need memory, so that nobody may have many of them waiting."""

    async def many() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
            wish = {"record": "[" * 200_000}
            answers = [client.post("/api/replay", json=wish) for _ in range(20)]
            return [answer.status_code for answer in await asyncio.gather(*answers)]

    statuses = run(many())
    assert set(statuses) == {422, 429}
    assert statuses.count(422) >= 4


def test_one_hint_at_a_time() -> None:
    """More would keep the bots of all tables waiting."""

    async def work() -> None:
        async with table_of("capone", 2, bots={1: "random"}) as (table, (me,)):
            while not me.state()["actions"]:
                await asyncio.sleep(0.01)
            tab = Listener(table, 0)
            await tab.say("hello", version=1)
            first = asyncio.ensure_future(me.say("hint", at=me.state()["at"]))
            await asyncio.sleep(0)
            answer = await tab.say("hint", at=me.state()["at"])
            assert answer is not None
            assert answer["code"] == "too-fast"
            first.cancel()

    run(work())


class Counting(MemoryStorage):
    """Knows how often the disk was waited for."""

    writes = 0

    async def append(self, *changes: Change) -> None:
        """Keep changes."""
        self.writes += 1
        await super().append(*changes)

    async def put(self, name: str, value: bytes) -> None:
        """Keep something small."""
        self.writes += 1
        await super().put(name, value)


async def writes_in_a_beat(hands: list[str], *, early: bool) -> list[int]:
    """How often the disk is waited for after a discard: when somebody answers early, and until the end of the beat."""
    storage = Counting()
    writes = []
    async with table_of("ripper", 4, beat=1000.0, storage=storage) as (table, people):
        set_scene(table, hands, ["", FIVE_VICTIMS, "", ""])
        for listener in people:
            await listener.say("hello", version=1)
        await people[1].act("discard eddy")
        writes.append(storage.writes)
        if early:
            await people[HOLDER].act("hold")
        writes.append(storage.writes)
        await end_beat(table)
        writes.append(storage.writes)
        return [count - writes[0] for count in writes]


@pytest.mark.parametrize("early", [False, True], ids=["answered for", "answered early"])
def test_the_disk_does_not_tell_that_somebody_is_asked(*, early: bool) -> None:
    """RIP-22: who sends something at that moment waits as long as if nobody had been."""
    assert run(writes_in_a_beat(HOLDS, early=early)) == run(writes_in_a_beat(HOLDS_NOT, early=False)) == [0, 0, 1]


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "\u0301\u0302", "\u202e", "\ufe0f"])
def test_a_name_can_be_seen(server: Server, name: str) -> None:
    """Some letters of Unicode look like none."""
    answer = Player(server).http.post("/api/me", json={"name": name})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "wrong-name")


def test_a_frame_that_is_no_text_leaves_no_traceback(server: Server) -> None:
    """The log is checked when the server stops."""
    ann = Player(server)
    table = ann.make_table("capone", [{"for": "me", "name": "Ann"}, {"for": "anyone"}])

    async def work() -> None:
        client = await ann.open(table)
        client.socket.transport.write(bytes([0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFE]))
        with pytest.raises(ConnectionClosedError) as closed:
            await client.drain(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007

    run(work())


def test_who_hangs_up_before_a_refusal_leaves_no_traceback() -> None:
    """There is no such table, and nobody to be told so any more."""

    async def knock() -> Message:
        return {"type": "websocket.connect"}

    async def let_in(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            raise OSError  # gone

    async def work() -> None:
        context = make_context()
        scope: Message = {
            "type": "websocket",
            "headers": [],
            "path": "/",
            "query_string": b"",
            "client": ("127.0.0.1", 1),
        }
        scope |= {"path_params": {"table": "none"}, "extensions": {POST: lambda _: False}, "server": ("localhost", 80)}
        await serve_socket(context, WebSocket(scope, knock, let_in))
        await context.close()

    run(work())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this setting")
def test_who_is_there_and_does_not_read_is_cut_off() -> None:
    """Otherwise such connections stay open for ever, as what was sent last never arrives."""
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNREAD_MILLISECONDS


def caller(key: str, *, new: bool = False) -> Caller:
    """Somebody with a cookie, or without one yet."""
    return Caller(key, "address", "cookie" if new else None, by_cookie=True)


def test_who_never_comes_back_leaves_nothing_behind() -> None:
    """A name that comes without a cookie is kept when the cookie comes; an address may leave only so many."""

    async def work() -> None:
        context = make_context()
        storage = context.storage
        assert isinstance(storage, MemoryStorage)
        profiles = Profiles(context)
        for number in range(2 * MOST_WAITING):
            await profiles.tell(caller(str(number), new=True), Profile("Ann"))
        assert storage.small == {}
        assert len(profiles.waiting) == MOST_WAITING
        last = str(2 * MOST_WAITING - 1)
        assert await profiles.find(caller(last)) == Profile("Ann")
        assert list(storage.small) == [f"profile {last}"]
        context.new_profiles.bucket("address").level = 0.0
        with pytest.raises(ProblemError, match="too many new names"):
            await profiles.tell(caller("token"), Profile("Ben"))
        await profiles.tell(caller(last), Profile("Anna"))
        assert await profiles.find(caller(last)) == Profile("Anna")
        context.thinkers.close()
        context.scribes.close()
        context.advisers.close()

    run(work())
