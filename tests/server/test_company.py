"""People at a table: their names, keys and ratings, who watches, whose time is up, and who meets again."""

import asyncio

import httpx
import pytest

from casefile.server import journal
from casefile.server.frames import over_frame
from casefile.server.ratings import Ratings, statistics
from casefile.server.results import Player, Summary, read_summary, result_of
from tests.server.clients import Server
from tests.server.tables import Listener, MemoryStorage, rebuilt, table_of, to_choose, until_asked

OPEN = {"for": "anyone"}


def test_two_people_cannot_have_the_same_name(server: Server) -> None:
    """The second one gets a number; and each bot that fills a seat has the level and the name that the host chose."""
    with httpx.Client(base_url=server.url) as ann:
        seats = [{"for": "me", "name": "Ann"}, OPEN, OPEN, OPEN]
        table = ann.post("/api/tables", json={"case": "capone", "seats": seats}).json()["table"]
        httpx.post(f"{server.url}/api/tables/{table}/seats", json={"name": "ANN"})
        bots = [{"bot": "sergeant", "name": "Ann"}, {"bot": "constable"}]
        assert ann.post(f"/api/tables/{table}/start", json={"seats": bots}).json() == {"status": "playing"}
        found = ann.get(f"/api/tables/{table}").json()["state"]["seats"]
    assert [seat["name"] for seat in found] == ["Ann", "ANN 2", "Ann 3", "Constable"]
    assert [seat["bot"] for seat in found] == [None, None, "sergeant", "constable"]


def test_a_key_is_the_player_on_any_device(server: Server) -> None:
    with httpx.Client(base_url=server.url) as phone, httpx.Client(base_url=server.url) as laptop:
        phone.get("/api/me")
        phone.post("/api/me", json={"name": "Ann"})
        key = phone.get("/api/me/key").json()["key"]
        assert laptop.get("/api/me").json()["name"] is None
        assert laptop.post("/api/me/key", json={"key": f" {key} "}).json()["name"] == "Ann"
        assert laptop.get("/api/me").json()["name"] == "Ann"
        refused = laptop.post("/api/me/key", json={"key": "somebody.else"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "wrong-code")


def test_only_listed_tables_are_open_to_all(server: Server) -> None:
    with httpx.Client(base_url=server.url) as ann:
        seats = [{"for": "me", "name": "Ann"}, OPEN]
        ann.post("/api/tables", json={"case": "capone", "seats": seats, "listed": True})
        assert ann.get("/api/tables").json() == []  # the host has to be there


@pytest.mark.parametrize("people", [1, 2])
def test_giving_up_ends_the_match_unless_somebody_plays_on(people: int) -> None:
    async def scene() -> None:
        bots = dict.fromkeys(range(people, 3), "random")
        async with table_of("capone", 3, bots=bots) as (table, listeners):
            await listeners[0].say("resign")
            assert (table.room.status == "over") == (people == 1)
            if people == 1:
                assert table.room.ended is not None
                assert table.room.ended.winner in (1, 2)

    asyncio.run(scene())


def test_a_rematch_is_dealt_when_all_who_are_here_agree() -> None:
    async def scene() -> None:
        async with table_of("capone", 2) as (table, (ann, ben)):
            watcher = Listener(table, None)
            await watcher.say("hello", version=1, name="Cleo")
            assert ann.last("table")["watchers"] == ["Cleo"]
            await ann.say("resign")
            await ann.say("rematch")
            assert ben.last("table")["votes"]["rematch"]["asked"] == [1]
            await ben.say("answer", to="rematch", agree=False)
            assert ann.last("declined")["what"] == "rematch"
            await ann.say("rematch")
            assert not table.room.rematch
            await ben.say("answer", to="rematch", agree=True)
            await asyncio.gather(*table.context.tasks)
            assert table.room.rematch is not None
            for listener in (ann, ben, watcher):
                assert listener.last("rematch")["table"] == table.room.rematch

    asyncio.run(scene())


@pytest.mark.parametrize("clock", [60, 86_400])
def test_at_a_slow_table_the_next_round_waits_until_all_are_ready(clock: int) -> None:
    async def scene() -> None:
        async with table_of("capone", 2, clock=clock) as (table, (ann, ben)):
            async with table.lock:
                await table.change([journal.Stopped(1.0)])
            assert ("ready" in table.agenda.timers) == (clock == 60)
            await ann.say("ready")
            assert ben.state()["round"] == 1
            await ben.say("ready")
            assert ben.state()["round"] == 2

    asyncio.run(scene())


def test_at_a_slow_table_a_rematch_asks_those_who_are_away_too() -> None:
    async def scene() -> None:
        async with table_of("capone", 2, clock=86_400) as (table, (ann, ben)):
            await ann.say("resign")
            await table.part(ben.connection)
            await ann.say("rematch")
            assert ann.last("table")["votes"]["rematch"]["asked"] == [1]
            assert table.room.rematch is None

    asyncio.run(scene())


def test_those_who_watch_talk_among_themselves() -> None:
    async def scene() -> None:
        async with table_of("capone", 2) as (table, (ann, _)):
            one, other = Listener(table, None), Listener(table, None)
            await one.say("hello", version=1, name="Cleo")
            await other.say("hello", version=1)
            await one.say("chat", text="She has it!")
            assert (other.last("chat")["text"], other.last("chat")["name"]) == ("She has it!", "Cleo")
            assert not [message for message in ann.news() if message["type"] == "chat"]
            refused = await one.say("resign")
            assert refused is not None
            assert refused["code"] == "spectator"

    asyncio.run(scene())


def test_a_seat_is_told_what_was_done_when_its_time_was_up() -> None:
    async def scene() -> None:
        async with table_of("capone", 2, clock=5) as (table, listeners):
            slow, other = to_choose(listeners)
            clocks = table.agenda.clocks
            clocks.running = {seat: (decision, 0.0) for seat, (decision, _) in clocks.running.items()}
            await clocks.time_is_up()
            told = slow.last("overdue")
            assert told["action"].startswith("draw ")
            assert told["words"]
            news = other[0].news()
            assert [message["seat"] for message in news if message["type"] == "late"] == [listeners.index(slow)]
            assert not [message for message in news if message["type"] == "overdue"]

    asyncio.run(scene())


def test_at_a_slow_table_nobody_takes_a_seat() -> None:
    async def scene() -> None:
        async with table_of("capone", 2, clock=3 * 86_400) as (table, (ann, ben)):
            await table.part(ben.connection)
            table.audience.parted[1] = -1000.0
            refused = await ann.say("stand-in", seat=1, bot="sergeant")
            assert refused is not None
            assert refused["code"] == "not-away"

    asyncio.run(scene())


def test_matches_with_help_are_not_rated_and_say_so() -> None:
    async def scene() -> None:
        storage = MemoryStorage()
        async with table_of("capone", 2, storage=storage, bots={1: "random"}, target=20) as (table, _):
            await table.commit([journal.Hinted(1.0, 0)])
            assert rebuilt(table, storage).hinted == {0}
            ended = journal.Ended(2.0, 0, "points")
            result = result_of(table.room, [ended])
            assert result is not None
            assert read_summary(result.body).unrated == ["hints", "target"]
            await table.commit([ended])
            over = over_frame(table.room)
            assert over is not None
            assert over.unrated == ["hints", "target"]

    asyncio.run(scene())


def test_a_table_says_at_once_that_it_is_not_rated_any_more() -> None:
    """A draw that is taken back had shown a card; and a hint is help."""

    async def scene() -> None:
        async with table_of("jekyll-hyde", 2) as (_, listeners):
            chooser, (other,) = to_choose(listeners)
            await chooser.act("draw file")
            await chooser.say("undo", at=chooser.state()["at"])
            assert other.last("table")["unrated"] == []
            await other.say("answer", to="undo", agree=True)
            assert other.last("table")["unrated"] == chooser.last("table")["unrated"] == ["undo"]
        async with table_of("jekyll-hyde", 2, bots={1: "constable"}) as (table, (me,)):
            await until_asked(me)
            assert me.last("table")["unrated"] == []
            await me.say("hint", at=me.state()["at"])
            assert me.last("table")["unrated"] == ["hints"]
            # Onlookers learn it at the end: within a beat a hint would tell that somebody is asked (RIP-22).
            watcher = Listener(table, None)
            await watcher.say("hello", version=1)
            assert watcher.last("table")["unrated"] == table.table_info().unrated == []
            async with table.lock:
                await table.commit([journal.Ended(2.0, 0, "points")])
                await table.follow()
            assert watcher.last("table")["unrated"] == table.table_info().unrated == ["hints"]

    asyncio.run(scene())


def summary(players: list[Player], case: str = "capone", unrated: list[str] | None = None) -> Summary:
    """A match that the first side won."""
    sides = len(players)
    return Summary(case, "pegasus", sides, 3, [100, *[10] * (sides - 1)], 0, "points", players, 0.0, 1.0, unrated or [])


def test_a_rating_belongs_to_a_key_at_one_game() -> None:
    """Two Anns have two ratings, the name is the newest, and bots of one level have one."""
    ann, other_ann = Player("Ann", "", "key a", resigned=False), Player("Ann", "", "key b", resigned=False)
    anna, bot = Player("Anna", "", "key a", resigned=False), Player("Constable 1", "constable", "", resigned=False)
    ratings = Ratings(MemoryStorage())
    for match in (
        summary([ann, other_ann]),
        summary([anna, bot]),
        summary([ann, bot], case="ripper"),
        summary([ann, bot, bot]),
        summary([bot, ann], unrated=["hints"]),
    ):
        ratings.count(match)
    rows = asyncio.run(ratings.rows("key a"))
    assert {(row.case, row.players, row.name, row.own, row.matches) for row in rows} == {
        ("capone", 2, "Anna", True, 2),
        ("capone", 2, "Ann", False, 1),
        ("capone", 2, "constable", False, 1),
        ("capone", 3, "Ann", True, 1),
        ("capone", 3, "constable", False, 1),
        ("ripper", 2, "Ann", True, 1),
        ("ripper", 2, "constable", False, 1),
    }
    counted = statistics([(summary([ann, bot]), 0), (summary([bot, ann]), 1)])
    assert counted["capone"].against == {"constable": (1, 2)}


def test_who_plays_alone_reads_the_scores_as_long_as_they_like() -> None:
    """Nobody else waits for the next round."""

    async def scene() -> None:
        async with table_of("capone", 2, bots={1: "constable"}) as (table, (ann,)):
            async with table.lock:
                await table.change([journal.Stopped(1.0)])
            assert "ready" not in table.agenda.timers
            await ann.say("ready")
            assert ann.state()["round"] == 2

    asyncio.run(scene())
