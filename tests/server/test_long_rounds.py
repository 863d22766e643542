"""Long rounds and matches: whatever is done with them costs little, and keeps nobody waiting."""

import asyncio
import pickle
from io import BytesIO

import pytest

from casefile import match
from casefile.cases.capone.rules import CaponeRules
from casefile.checkpoints import STEP
from casefile.core.state import State
from casefile.server import buckets as buckets_module
from casefile.server import frames, journal, snapshots
from casefile.server import hub as hub_module
from casefile.server.buckets import LONGEST_WAIT, Buckets
from casefile.server.hub import Hub
from casefile.server.live import LiveRoom
from casefile.server.messages import Hello
from casefile.server.room import Room, game_key, game_of
from casefile.server.snapshots import Parts, Thawer, freeze, name_of, thaw
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


class Played:
    """Counts the actions that rules carry out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        plain = CaponeRules.apply

        def counting(rules: CaponeRules, state: State, seat: int, action: int) -> None:
            self.count += 1
            plain(rules, state, seat, action)

        monkeypatch.setattr(CaponeRules, "apply", counting)


async def load_and_undo(played: Played, entries: list[journal.AnyEntry]) -> tuple[int, int]:
    """How many actions are played again when a table is loaded for the second time, and by one undo then."""
    storage = MemoryStorage()
    storage.entries["long"] = [journal.write(entry) for entry in entries]
    context = make_context(storage)
    first = await context.hub.find("long")
    context.hub.lay_down("long")
    while context.hub.falling_asleep:
        await asyncio.sleep(0)
    played.count = 0
    again = await context.hub.find("long")
    loading = played.count
    assert again.room is not first.room
    assert all_frames(again.room) == all_frames(first.room)
    again.room.apply(journal.Undone(0.0, 1))
    undo = played.count - loading
    first.room.apply(journal.Undone(0.0, 1))
    assert all_frames(again.room) == all_frames(first.room)
    await context.close()
    return loading, undo


def all_frames(room: Room) -> list[object]:
    """What everybody is shown."""
    seats = [*range(len(room.seats)), None]
    return [frames.encoded_state(frames.sight_of(room, seat), 0, frames.speaker_of(room, "en", seat)) for seat in seats]


@pytest.mark.parametrize("undone", [0, 300], ids=["a long round", "a round with many undos"])
def test_loading_costs_the_same_however_long_a_round_is(monkeypatch: pytest.MonkeyPatch, undone: int) -> None:
    """Nothing is played again that a snapshot has, and an undo finds a state nearby."""
    played = Played(monkeypatch)
    entries = drawn_round(LONG)
    while undone:
        entries += [journal.Undone(0.0, 1), entries[-1]]
        undone -= 1
    loading, undo = run(load_and_undo(played, entries))
    assert loading == 0
    assert undo <= STEP


def test_a_table_that_is_played_gets_snapshots() -> None:
    """A server that is killed loses none of what they spare."""

    async def work() -> None:
        storage = MemoryStorage()
        storage.entries["long"] = [journal.write(entry) for entry in drawn_round(snapshots.EVERY)]
        context = make_context(storage)
        await context.hub.find("long")
        await asyncio.sleep(0)
        bodies = storage.entries["long"]
        assert thaw("long", storage.small[name_of("long")], bodies).number == len(bodies)
        await context.close()

    run(work())


@pytest.mark.parametrize("wrong", ["entry", "code", "bit", "nothing"])
def test_a_snapshot_that_does_not_fit_is_passed_over(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """The journal is what counts."""
    bodies = [journal.write(entry) for entry in drawn_round(40)]
    room = Room("long")
    for body in bodies:
        room.apply(journal.read(body))
    kept = bytearray(freeze(room, bodies[-1]))
    if wrong == "entry":
        bodies[-1] = bodies[-1].replace(b"0.0", b"0.5")
    elif wrong == "code":
        monkeypatch.setattr(snapshots, "code_of", lambda _: "another")
    elif wrong == "bit":
        kept[-20] ^= 1
    assert thaw("long", bytes(kept), bodies).number == (room.number if wrong == "nothing" else 0)


def test_a_snapshot_makes_nothing_but_rooms() -> None:
    """Being able to write to the data must not mean being able to run something."""
    rules, _ = game_of(game_key("capone", 2))
    for module, name in (("os", "system"), ("casefile.server.datafile", "os.system"), ("casefile.cli", "main")):
        with pytest.raises((pickle.UnpicklingError, AttributeError), match=r"no part of a room|Can't get"):
            Thawer(BytesIO(), Parts(rules, [])).find_class(module, name)


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


def test_who_has_to_wait_does_not_keep_a_server_from_stopping(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that asked for too much would else hold it up until its time is over, and leave a traceback."""
    monkeypatch.setattr(buckets_module, "LONGEST_WAIT", 3600.0)

    async def work() -> None:
        async with table_of("capone", 2) as (table, _):
            table.context.events.bucket("").level = -1e9
            waiting = asyncio.ensure_future(table.greet(table.audience.connections[0], Hello(1)))
            await asyncio.sleep(0)
            assert not waiting.done()
            table.context.stopping.set()
            await waiting

    run(work())


def test_a_neighbour_waits_for_a_while_not_for_ever() -> None:
    """Nine hundred messages of the same address before theirs."""
    buckets = Buckets(100, 50)
    waits = [buckets.wait("shared") for _ in range(900)]
    assert max(waits) <= LONGEST_WAIT
