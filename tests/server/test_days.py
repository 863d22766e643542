"""The deal of the day: the same cards for everybody until the day ends, one try, and what everybody made of it."""

import asyncio
from pathlib import Path

import pytest

from casefile.match import Match
from casefile.server import journal
from casefile.server.days import BOT, KEPT_DAYS, Days, date_at, end_of, scores_of
from casefile.server.results import result_of
from casefile.server.room import Room, game_key, game_of
from casefile.server.storage import Change
from casefile.text.record import read_early, read_record
from tests.server.clients import Message, Player, Server, run
from tests.server.tables import MemoryStorage, make_context

CASE = "capone"
NOON = 1_800_000_000.0

pytestmark = pytest.mark.once  # nothing here depends on the build


def days_of(key: bytes) -> Days:
    """The deals of a server with this key."""
    context = make_context()
    context.cookie_key = key
    return context.days


def test_a_deal_follows_from_the_servers_key_and_the_date() -> None:
    """On every node and after a restart the same; another day, case or server has another one, and who asks a table."""
    one, same, other = days_of(b"key"), days_of(b"key"), days_of(b"other")
    today = date_at(NOON)
    assert one.secret(CASE, today) == same.secret(CASE, today)
    found = {one.secret(CASE, today), one.secret(CASE, date_at(NOON + 86_400)), one.secret("ripper", today)}
    assert len(found | {other.secret(CASE, today)}) == 4
    assert one.table(CASE, today, "ann") == same.table(CASE, today, "ann")
    assert len({one.table(CASE, today, who) for who in ("ann", "ben")} | {other.table(CASE, today, "ann")}) == 3
    assert one.is_ranked
    assert not days_of(b"").is_ranked
    assert end_of(today) - NOON <= 86_400
    assert date_at(end_of(today)) != today


def test_everybody_gets_the_same_cards_and_bots_and_nothing_can_be_learned_by_taking_back() -> None:
    deals = []
    for key in ("ann", "ben"):
        room = Room(key)
        room.apply(days_of(b"key").created(CASE, "2027-01-15", NOON, key, key))
        room.apply(journal.Started(NOON, []))
        assert room.match is not None
        deals.append((room.match.seed, room.match.state.case_file, room.match.state.hands))
        assert [seat.bot for seat in room.seats] == ["", BOT]
        assert (room.settings.hints, room.settings.rounds) == (False, 1)
        while room.actors() != [0]:
            act(room)
        assert "draw file" in [room.rules.actions[each].text for each in room.rules.legal(room.match.state, 0)]
        room.apply(journal.Acted(NOON, 0, "draw file"))
        assert room.undo_of(0) == (0, "no")
    assert deals[0] == deals[1]


def act(room: Room) -> None:
    """Whatever is legal."""
    assert room.match is not None
    seat = room.actors()[0]
    room.apply(journal.Acted(NOON, seat, room.rules.actions[room.rules.legal(room.match.state, seat)[0]].text))


def test_a_level_plays_what_people_play() -> None:
    """The round of a level is the one that its moves would bring at a person's table, and comes out the same again."""
    context = make_context()
    context.cookie_key = b"key"
    room = Room("table")
    room.apply(context.days.created(CASE, "2027-01-15", NOON, "Ann", "ann"))
    room.apply(journal.Started(NOON, []))
    game = game_key(CASE, 2)
    assert isinstance(room.match, Match)
    assert scores_of(game, room.match.seed, "constable") == scores_of(game, room.match.seed, "constable")
    assert context.days.levels(CASE)[:3] == ["constable", "sergeant", "inspector"]
    context.cookie_key = b""
    assert context.days.levels(CASE) == ["constable", "sergeant"]
    assert game_of(game)[0].seats == 2


async def play_round(player: Player, table: str) -> Message:
    """Play a round to its end, somehow."""
    client = await player.open(table)
    while True:
        state = await client.until("state", "over")
        if state["type"] == "over":
            return state
        if state["actions"]:
            texts = [action["text"] for action in state["actions"]]
            wanted = next((text for text in texts if text.startswith("discard")), texts[0])
            await client.send("act", id=f"{state['at']}", at=state["at"], action=wanted)


def test_one_try_counts_and_who_has_played_sees_what_the_others_made_of_it(tmp_path: Path) -> None:
    """Through HTTP, over a restart: the table stays, what comes of it is shown to those who have played."""
    with Server(tmp_path) as server:
        ann, ben = Player(server), Player(server)
        for player in (ann, ben):
            player.post("/api/me", name="Somebody")
            player.get("/api/me")
        assert ann.get(f"/api/days/{CASE}")["status"] == "new"
        assert ann.get("/api/me")["days"] == []
        table = ann.post(f"/api/days/{CASE}", name="Ann")["table"]
        assert ann.post(f"/api/days/{CASE}", name="Ann again")["table"] == table
        assert ben.post(f"/api/days/{CASE}", name="Ben")["table"] != table
        assert ann.get(f"/api/days/{CASE}")["status"] == "playing"
        server.stop()
        server.start()
        for player in (ann, ben):
            player.http.base_url = server.url
        assert ann.post(f"/api/days/{CASE}", name="Ann")["table"] == table
        over = run(play_round(ann, table))
        assert over["reason"] == "rounds"
        record = ann.http.get(f"/api/tables/{table}/record").text
        early = read_early(record, read_record(record)[0])  # a review has to know that the match is over
        assert (early and early.winner) == over["winner"]
        day = ann.get(f"/api/days/{CASE}")
        assert (day["status"], day["table"], day["tried"]) == ("over", table, 1)
        assert (ann.get("/api/me")["days"], ben.get("/api/me")["days"]) == ([CASE], [])
        assert day["own"]["points"] == over["scores"][0]
        assert day["own"]["ahead"] == over["scores"][0] - over["scores"][1]
        assert [row["name"] for row in day["people"]] == ["Ann"]
        other = ben.get(f"/api/days/{CASE}")
        assert [other[key] for key in ("status", "own", "people", "levels", "tried")] == ["playing", None, [], [], 1]
        assert ann.post(f"/api/days/{CASE}", name="Ann")["table"] == table
        yesterday, tomorrow = (date_at(end_of(day["date"]) + hours * 3600) for hours in (-36, 12))
        past = ann.get(f"/api/days/{CASE}?date={yesterday}")
        assert [past[key] for key in ("date", "status", "table", "tried")] == [yesterday, "new", None, 0]
        assert ann.get(f"/api/days/{CASE}?date={day['date']}")["own"] == day["own"]  # as on the day after
        for wrong in (tomorrow, "2026-01-01", "soon"):  # what no day has shown yet is not played by bots
            refused = ann.http.get(f"/api/days/{CASE}?date={wrong}")
            assert (refused.status_code, refused.json()["error"]["code"]) == (400, "wrong")
            assert "name such a day" in refused.json()["error"]["message"]


@pytest.mark.parametrize("reason", ["rounds", "resignation"])
def test_only_a_round_that_was_played_counts(reason: str) -> None:
    async def scene() -> None:
        storage = MemoryStorage()
        context = make_context(storage)
        room = Room("table")
        room.apply(context.days.created(CASE, "2027-01-15", NOON, "Ann", "ann"))
        room.apply(journal.Started(NOON, []))
        while room.is_running:
            act(room)
        ended = journal.Ended(NOON, 0, reason)  # type: ignore[arg-type]
        change = Change("table", 0, [b"{}"], "over", NOON, ["ann"], result_of(room, [ended]))
        await storage.append(change)
        found = await context.days.found(CASE, "2027-01-15")
        assert [each.key for each in found.people] == (["ann"] if reason == "rounds" else [])
        await context.days.found(CASE, "2027-01-15")
        assert len(found.people) == (reason == "rounds")
        await context.close()

    asyncio.run(scene())


def test_days_gone_by_are_dropped_from_memory() -> None:
    kept = days_of(b"key")
    for number in range(10):
        kept.of(CASE, date_at(NOON + 86_400 * number))
    assert len(kept.played) == KEPT_DAYS
