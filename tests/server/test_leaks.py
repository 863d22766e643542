"""Nothing leaks: whatever a seat cannot know may be otherwise, and every frame it gets stays the same."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from casefile.core.events import Event
from casefile.core.rng import Rng
from casefile.core.state import OVER, State
from casefile.server import frames
from casefile.server.beat import BOTS_BEAT
from casefile.server.live import LiveRoom
from casefile.server.room import Room
from tests.laws.test_laws import still_hidden, swap_in_deck
from tests.laws.walks import ALL, NAMES, games
from tests.rules.ripper_scenes import FIVE_VICTIMS, FOUR_VICTIMS, ripper
from tests.server.clients import Message, eager, run
from tests.server.tables import Listener, MemoryStorage, rebuilt, table_of

Variant = tuple[Any, ...]

every_variant = pytest.mark.parametrize("variant", ALL, ids=NAMES)


def settings_of(variant: Variant) -> dict[str, Any]:
    """A variant as a table's settings."""
    _, _, edition, teams, options = variant
    return {"edition": edition, "teams": teams, "options": list(options), "beat": 0.0}


async def settle(table: LiveRoom) -> None:
    """Until nothing is due any more."""
    await asyncio.sleep(0)
    while table.beat.is_on or "beat" in table.agenda.timers or table.lock.locked():
        await asyncio.sleep(0.001)


def state_of(table: LiveRoom) -> State:
    """The referee's state."""
    assert table.room.match is not None
    return table.room.match.state


@every_variant
def test_swapped_cards_change_no_frame(variant: Variant) -> None:
    """Two cards that a seat cannot know are swapped at the deal: all its frames are the same, and a spectator's."""

    async def work(seed: str) -> int:
        more = settings_of(variant)
        async with (
            table_of(variant[0], variant[1], seed, **more) as (plain, ours),
            table_of(variant[0], variant[1], seed, **more) as (swapped, theirs),
        ):
            return await compare(plain, ours, swapped, theirs, Rng(seed))

    assert sum(run(work(f"frames {number}")) for number in range(games(2)))


async def compare(plain: LiveRoom, ours: list[Listener], swapped: LiveRoom, theirs: list[Listener], rng: Rng) -> int:
    """Play the same actions at both tables, and compare what everybody but the owner of the card hears."""
    rules = plain.room.rules
    owner = rng.below(len(ours))
    held = state_of(plain).hand_list(owner)
    kind, other = held[rng.below(len(held))], state_of(plain).case_file[0]
    swap_in_deck(state_of(swapped), owner, kind, other)
    swapped.room.sights.clear()
    swapped.room.hearing.clear()
    ours, theirs = [*ours, Listener(plain, None)], [*theirs, Listener(swapped, None)]
    for listener in (*ours, *theirs):  # all is told anew, with the swapped cards
        await listener.say("hello", version=1)
        listener.heard.clear()
        await listener.say("hello", version=1)
    steps = 0
    while still_hidden(rules, state_of(plain), state_of(swapped), owner, kind, other) and steps < 60:
        actor = plain.room.actors()[0]
        action = eager(ours[actor].state(), rng)
        if actor == owner and action not in theirs[actor].texts():
            break
        for listener in (ours[actor], theirs[actor]):
            await listener.act(action, id=str(steps))
        await settle(plain)
        await settle(swapped)
        if not still_hidden(rules, state_of(plain), state_of(swapped), owner, kind, other):
            break
        for one, another in zip(ours, theirs, strict=True):
            ours_new, theirs_new = one.news(), another.news()
            if one.connection.seat != owner:
                assert ours_new == theirs_new
        steps += 1
    return steps


def hide(log: list[Event], seat: int, rng: Rng, kinds: int) -> list[Event]:
    """The same events, with other cards wherever this seat did not see them."""
    return [
        event
        if event.shown_to >> seat & 1
        else Event(
            event.what,
            event.seat,
            [rng.below(kinds) for _ in event.cards],
            [move._replace(cards=[rng.below(kinds) for _ in move.cards]) for move in event.moves],
            event.other,
            event.count,
            event.ending,
            event.shown_to,
            event.known_to,
        )
        for event in log
        if event.known_to >> seat & 1 or rng.below(2)
    ]


def told(room: Room, seat: int) -> list[object]:
    """All that a seat would be told that comes to this table now; orders and undo too."""
    room.sights.clear()
    sight = frames.sight_of(room, seat)
    return [
        frames.welcome_frame(room, seat),
        frames.table_frame(room, set(), [], []),
        frames.state_frame(sight, 0, frames.speaker_of(room, "en", seat)),
    ]


@every_variant
def test_another_world_that_looks_the_same_gives_the_same_frames(variant: Variant) -> None:
    """At every step of a match all hidden cards are dealt anew, for each seat from what it knows."""

    async def work(seed: str) -> None:
        storage = MemoryStorage()
        async with table_of(variant[0], variant[1], seed, storage, **settings_of(variant)) as (table, listeners):
            rng = Rng(seed)
            for step in range(60):
                if state_of(table).phase == OVER:
                    break
                actor = table.room.actors()[0]
                await listeners[actor].act(eager(listeners[actor].state(), rng), id=str(step))
                if step % 10 == 9:
                    await look_around(table, storage, rng)
                await settle(table)

    for number in range(games(2)):
        run(work(f"world {number}"))


async def look_around(table: LiveRoom, storage: MemoryStorage, rng: Rng) -> None:
    """Compare what every seat is told with what it would be told in another world."""
    for seat in range(table.room.rules.seats):
        if seat in table.room.asked_in_secret():
            continue  # the world of who is asked has the question, too, but its log has not
        real = told(table.room, seat)
        other = rebuilt(table, storage)
        assert other.match is not None
        rules = other.rules
        world = rules.determinize(rules.view(other.match.state, seat), rng)
        world.log = hide(rules.shown(other.match.state, seat).log or [], seat, rng, rules.kinds)
        undo = other.undo_of(seat)[1]
        other.match.state = world
        other.hearing.clear()
        assert real[:2] == told(other, seat)[:2]
        shown: Any = told(other, seat)[2]
        shown.undo = undo  # counts by the referee's log
        assert real[2] == shown


# RIP-22: nobody notices that somebody is asked

HOLDER = 3
HOLDS = ["jill*2 letters gull", "druitt*4 eddy gull", "letters*2 jill", "ripper-escapes gull chapman"]
HOLDS_NOT = [*HOLDS[:3], "joker gull chapman"]


def set_scene(table: LiveRoom, hands: list[str], areas: list[str], **more: Any) -> None:
    """Put a situation on the table; the log is that of a round that just began."""
    assert table.room.match is not None
    state = ripper(hands, areas, dealer=table.room.match.round.dealer, **more).state
    state.scores = table.room.match.round.scores
    state.admit_observer()
    for seat in range(state.seats):
        state.minds[state.seats].got_unseen(seat, 0, state.sizes[seat])
    table.room.match.state = state
    table.room.marks = []
    table.room.hearing.clear()
    table.room.sights.clear()


async def end_beat(table: LiveRoom) -> None:
    """What time brings: the secret answer, then the end of the beat, or of the first of two."""
    if table.beat.is_on:
        await table.answer_beat()
    if table.beat.is_on:
        await table.end_beat()
    await asyncio.sleep(0.01)  # a beat that became needless ends by a timer


async def witness(hands: list[str], areas: list[str], script: list[tuple[int, str, str]], **more: Any) -> list[Any]:
    """What all but the holder hear, step by step: at once, and when the beat is over."""
    async with table_of("ripper", 4, beat=1000.0) as (table, people):
        set_scene(table, hands, areas, **more)
        listeners = [*people, Listener(table, None)]
        for listener in listeners:
            await listener.say("hello", version=1)
            listener.heard.clear()
            await listener.say("hello", version=1)
        others = [each for each in listeners if each.connection.seat != HOLDER]
        found: list[Any] = []
        questions = 0
        number = 0
        for seat, kind, argument in script:
            if kind == "wait":
                await end_beat(table)
            else:
                fields: Message = {"id": str(number)}
                if kind in ("act", "undo"):
                    fields["at"] = listeners[seat].state()["at"]
                if kind == "act":
                    fields["action"] = argument
                await listeners[seat].say(kind, **fields)
                number += 1
            questions += len(table.room.asked_in_secret())
            found.append([each.listen() or each.heard[:] for each in others])
            for each in others:
                each.heard[:] = [message for message in each.heard if message["type"] == "state"][-1:]
            found.append(
                (
                    replace(table.glance(), time=0.0),
                    table.room.changed_at > 0,
                    table.is_veiled,
                    table.beat.is_on,
                    table.pause_seconds(),
                )
            )
        assert (questions > 0) == ("ripper-escapes" in hands[HOLDER]), "the scene does not ask"
        return found


SCRIPTS: list[Any] = [
    pytest.param(
        [(1, "act", "discard eddy"), (2, "wait", ""), (3, "wait", "")], {}, FIVE_VICTIMS, id="after a discard"
    ),
    pytest.param(
        [(1, "act", "meld druitt*3"), (1, "act", "discard eddy"), (0, "act", "hold"), (1, "wait", ""), (1, "wait", "")],
        {},
        FIVE_VICTIMS,
        id="an action sent in the beat",
    ),
    pytest.param(
        [(1, "act", "meld druitt*3"), (1, "undo", ""), (0, "ready", ""), (2, "resign", ""), (1, "wait", "")],
        {},
        FIVE_VICTIMS,
        id="undo, ready and resigning in the beat",
    ),
    pytest.param(
        [(1, "act", "play victim:kelly"), (1, "act", "meld druitt*3"), *[(1, "wait", "")] * 3],
        {"kelly": True},
        FOUR_VICTIMS,
        id="RIP-8 the fifth victim and its two cards",
    ),
    pytest.param(
        [
            (1, "act", "play victim:kelly"),
            (HOLDER, "act", "hold"),
            (1, "act", "discard eddy"),
            (1, "wait", ""),
            (HOLDER, "act", "hold"),
            (2, "ready", ""),
            (1, "wait", ""),
            (2, "wait", ""),
        ],
        {"kelly": True},
        FOUR_VICTIMS,
        id="RIP-22 the fifth victim, and the question again after its two cards",
    ),
    pytest.param(
        [
            (1, "act", "play commissioner-resigns"),
            (0, "ready", ""),
            (0, "resign", ""),
            (1, "wait", ""),
            (1, "wait", ""),
        ],
        {"commissioner": True},
        FOUR_VICTIMS,
        id="RIP-21 the commissioner ends the round",
    ),
]


@pytest.mark.parametrize(("script", "special", "victims"), SCRIPTS)
def test_nobody_notices_that_somebody_is_asked(
    script: list[tuple[int, str, str]], special: dict[str, bool], victims: str
) -> None:
    """RIP-22: held or not, the others and spectators hear the same at the same moments."""
    worlds = []
    for hands in (HOLDS, HOLDS_NOT):
        cards = hands[:]
        if special.get("kelly"):
            cards[1] += " victim:kelly"
        if special.get("commissioner"):
            cards[1] += " commissioner-resigns"
            cards[0] = "victim:kelly"
        worlds.append(run(witness(cards, ["", victims, "", ""], script)))
    for step, (held, not_held) in enumerate(zip(*worlds, strict=True)):
        assert held == not_held, f"step {step // 2}"
    assert any(isinstance(each, tuple) and each[3] for each in worlds[0]), "there was no beat"


async def asked(order: str = "none", storage: MemoryStorage | None = None) -> tuple[LiveRoom, list[Listener], Any]:
    """A table at which the holder is asked now."""
    context = table_of("ripper", 4, storage=storage, beat=1000.0)
    table, people = await context.__aenter__()
    set_scene(table, HOLDS, ["", FIVE_VICTIMS, "", ""])
    for listener in people:
        await listener.say("hello", version=1)
    if order != "none":
        await people[HOLDER].say("standing", order=order)
    await people[1].act("discard eddy")
    return table, people, context


def test_who_is_asked_may_answer_in_the_beat() -> None:
    """RIP-22: the Ripper escapes before its end; the others are told that the round is over, not of the question."""

    async def work() -> None:
        table, people, context = await asked()
        assert people[HOLDER].state()["view"]["asked"]["for"] == "escape"
        assert people[HOLDER].texts() == ["hold", "play ripper-escapes"]
        assert await people[HOLDER].act("play ripper-escapes", id="early") is None
        await end_beat(table)
        people[HOLDER].listen()
        assert people[HOLDER].answer_to("early") == {"type": "done", "id": "early"}
        assert people[0].last("scoring")["result"]["outcome"] == "unsolved"
        assert people[0].state()["view"]["ended"] == {"by": "escape", "seat": HOLDER}
        await context.__aexit__(None, None, None)

    run(work())


@pytest.mark.parametrize(("people", "turn", "pause"), [({1}, 1, BOTS_BEAT), ({1}, 2, 3.0), ({1, 2}, 1, 3.0)])
def test_a_pause_is_short_where_only_bots_can_be_asked(people: set[int], turn: int, pause: float) -> None:
    """RIP-22: the player whose turn it is is not asked; nobody else at the table needs time to read a question."""

    async def work() -> None:
        async with table_of("ripper", 4, beat=3.0) as (table, _):
            set_scene(table, HOLDS, ["", FIVE_VICTIMS, "", ""])
            for number, seat in enumerate(table.room.seats):
                seat.key = seat.key if number in people else ""
            assert table.room.match is not None
            table.room.match.state.turn = turn
            assert table.pause_seconds() == pause

    run(work())


@pytest.mark.parametrize("answer", ["hold", "play ripper-escapes"])
def test_who_held_at_the_fifth_victim_is_asked_again_in_a_pause_of_its_own(answer: str) -> None:
    """RIP-22: after the two cards; until then nothing that was sent meanwhile is carried out."""

    async def work() -> None:
        async with table_of("ripper", 4, beat=1000.0) as (table, people):
            set_scene(table, [*HOLDS[:1], HOLDS[1] + " victim:kelly", *HOLDS[2:]], ["", FOUR_VICTIMS, "", ""])
            for listener in people:
                await listener.say("hello", version=1)
            await people[1].act("play victim:kelly")
            await people[1].act("discard eddy")
            await people[HOLDER].act("hold")
            await end_beat(table)
            assert table.room.asked_in_secret() == [HOLDER]
            assert "then" not in people[HOLDER].state()["view"]["asked"]
            assert state_of(table).sizes[1] == 8
            await people[HOLDER].act(answer)
            await end_beat(table)
            by_escape = {"by": "escape", "seat": HOLDER}
            assert people[HOLDER].state()["view"]["ended"] == (by_escape if answer != "hold" else None)
            assert state_of(table).turn == (1 if answer != "hold" else 2)

    run(work())


@pytest.mark.parametrize("action", ["hold", "play ripper-escapes"])
def test_an_early_answer_does_nothing_when_it_comes(action: str) -> None:
    """RIP-22: it is written, acknowledged and carried out later, when the disk is waited for in any case."""

    async def work() -> None:
        storage = MemoryStorage()
        table, people, context = await asked(storage=storage)
        written = len(storage.entries["table"])
        for listener in people:
            listener.news()
        at = people[HOLDER].state()["at"]
        for _ in range(2):
            assert await people[HOLDER].say("act", id="early", at=at, action=action) is None
        wrong = await people[HOLDER].say("act", at=at, action="draw file")
        assert wrong is not None
        assert wrong["code"] == "illegal"
        assert len(storage.entries["table"]) == written
        assert not any(each.news() for each in people if each is not people[HOLDER])
        await table.answer_beat()
        people[HOLDER].listen()
        assert people[HOLDER].answer_to("early") == {"type": "done", "id": "early"}
        assert (HOLDER, "early") in table.room.done
        acted = [entry for entry in storage.entries["table"][written:] if b'"acted"' in entry]
        assert len(acted) == 1
        await context.__aexit__(None, None, None)

    run(work())


@pytest.mark.parametrize(("order", "ended"), [("none", None), ("escape", {"by": "escape", "seat": HOLDER})])
def test_who_does_not_answer_holds_or_has_given_an_order(order: str, ended: object) -> None:
    """RIP-22: at the end of the beat the server answers."""

    async def work() -> None:
        table, people, context = await asked(order)
        assert people[0].state()["standing"] == "none"
        await end_beat(table)
        assert people[HOLDER].state()["view"]["ended"] == ended
        assert not table.room.asked_in_secret()
        await context.__aexit__(None, None, None)

    run(work())


def test_a_bot_that_is_not_ready_in_time_still_uses_its_chance() -> None:
    """RIP-22: it thinks too long, or waits for its net; the pause ends all the same, and it answers at a glance."""

    async def work() -> None:
        async with table_of("ripper", 4, beat=1000.0, bots={HOLDER: "dupin"}) as (table, people):
            table.agenda.deciders.decision = lambda *_: asyncio.Event().wait()  # type: ignore[method-assign,assignment]
            set_scene(table, HOLDS, ["", FIVE_VICTIMS, "", ""])
            for person in people:
                await person.say("hello", version=1)
            await people[1].act("discard eddy")
            assert table.room.asked_in_secret() == [HOLDER]
            await end_beat(table)
            assert people[0].state()["view"]["ended"] == {"by": "escape", "seat": HOLDER}

    run(work())


def test_a_secret_answer_leaves_no_trace_in_times_and_figures() -> None:
    """Neither when the table changed nor how many actions there were tells of it."""

    async def work() -> None:
        table, people, context = await asked()
        changed, metrics = table.room.changed_at, table.context.metrics
        before = metrics.page().decode()
        await people[HOLDER].act("hold")
        await table.answer_beat()
        assert not table.room.asked_in_secret()
        assert table.room.changed_at == changed
        assert metrics.page().decode() == before
        await context.__aexit__(None, None, None)

    run(work())


@pytest.mark.parametrize("hands", [HOLDS, HOLDS_NOT], ids=["held", "not held"])
def test_bots_begin_to_think_when_the_beat_is_over(hands: list[str]) -> None:
    """RIP-22: whose turn it is waits in any case, so that it does not act later where somebody was asked."""

    async def work() -> None:
        async with table_of("ripper", 4, beat=1000.0, bots={2: "random"}) as (table, people):
            set_scene(table, hands, ["", FIVE_VICTIMS, "", ""])
            for person in people:
                await person.say("hello", version=1)
            await people[1].act("discard eddy")
            assert table.beat.is_on
            assert table.agenda.deciders.thinking == set()
            await end_beat(table)
            assert {seat for seat, _ in table.agenda.deciders.thinking} <= {2}
            assert state_of(table).turn == 2

    run(work())
