"""Long rounds and matches: whatever is done with them costs little, and keeps nobody waiting."""

import asyncio

import pytest

from casefile import match
from casefile.checkpoints import STEP
from casefile.server import hub as hub_module
from casefile.server import journal
from casefile.server.buckets import LONGEST_WAIT, Buckets
from casefile.server.hub import Hub
from casefile.server.live import LiveRoom
from casefile.server.messages import Hello
from casefile.server.room import Room
from tests.server.clients import run
from tests.server.tables import MemoryStorage, created, make_context, table_of

pytestmark = pytest.mark.once

LONG = 600  # actions of a round


def drawn_round(actions: int) -> list[journal.AnyEntry]:
    """Entries of a round in which the top of the discard pile is drawn and discarded, over and over."""
    entries: list[journal.AnyEntry] = [created("capone", 2), journal.Started(0.0, [])]
    room = Room("long")
    for entry in entries:
        room.apply(entry)
    assert room.match is not None
    while len(room.match.round.actions) < actions:
        seat = room.actors()[0]
        texts = [room.rules.actions[action].text for action in room.rules.legal(room.match.state, seat)]
        entry = journal.Acted(0.0, seat, "draw discard" if "draw discard" in texts else put_back(room))
        room.apply(entry)
        entries.append(entry)
    return entries


def put_back(room: Room) -> str:
    """Discard what was just drawn."""
    assert room.match is not None
    last = room.match.events()[-1]
    return f"discard {room.rules.face_names[last.cards[0]]}"


def test_undo_costs_the_same_however_long_a_round_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the table, and when it is loaded: no undo plays the whole round again."""
    entries = drawn_round(LONG)
    played = 0
    plain = match.catch_up

    def counting(*arguments: object) -> None:
        nonlocal played
        played += 1
        plain(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(match, "catch_up", counting)
    room = Room("long")
    for entry in entries:
        room.apply(entry)
    played = 0
    undos = 40
    for _ in range(undos):
        room.apply(journal.Undone(0.0, 1))
    assert played <= undos * STEP


def test_a_long_match_is_loaded_a_little_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have their turns meanwhile."""
    monkeypatch.setattr(hub_module, "SLICE_SECONDS", 0.0)

    async def work() -> None:
        storage = MemoryStorage()
        storage.entries["long"] = [journal.write(entry) for entry in drawn_round(LONG)]
        context = make_context(storage)
        loading = asyncio.ensure_future(Hub(context).find("long"))
        turns = 0
        while not loading.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > LONG
        assert (await loading).room.number == LONG + 2
        context.thinkers.close()
        context.scribes.close()
        context.advisers.close()

    run(work())


async def level_after_hellos(table: LiveRoom, hellos: int) -> float:
    """What is left of the budget of an address whose client says hello so often."""
    bucket = table.context.events.bucket("")
    before = bucket.level
    bucket.rate = 0.0001
    for _ in range(hellos):
        await table.greet(table.audience.connections[0], Hello(1))
    return before - bucket.level


def test_who_says_hello_again_and_again_pays_for_what_has_to_be_told() -> None:
    """In a long round that is much."""

    async def work() -> None:
        async with table_of("capone", 2) as (table, people):
            few = await level_after_hellos(table, 1)
            for _ in range(10):
                actor = next(each for each in people if each.state()["actions"])
                await actor.act(actor.texts()[0])
            assert await level_after_hellos(table, 1) > few + 5

    run(work())


def test_a_neighbour_waits_for_a_while_not_for_ever() -> None:
    """Nine hundred messages of the same address before theirs."""
    buckets = Buckets(100, 50)
    waits = [buckets.wait("shared") for _ in range(900)]
    assert max(waits) <= LONGEST_WAIT
