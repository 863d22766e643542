"""Playing on from a moment of a record: the same table for the seat, its unseen cards as they were or dealt anew."""

import asyncio

import msgspec
import pytest

from casefile.core.rng import Rng
from casefile.core.state import OVER
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import play_match
from casefile.registry import cases, rules_for
from casefile.server import frames, journal
from casefile.server.intents import new_table
from casefile.server.messages import Settings
from casefile.server.moments import cut
from casefile.server.results import record_of, unrated_by
from casefile.server.room import Room
from casefile.server.snapshots import freeze, thaw
from casefile.study.mistakes import lay_out
from casefile.tab.desk import Desk
from casefile.tab.shelf import MemoryShelf
from casefile.text.record import read_record, write_record
from casefile.text.seen import view_to_dict
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import rules_of
from tests.server.clients import run
from tests.server.test_tab import ask, think

pytestmark = pytest.mark.once


def room_of(record: str, seat: int) -> Room:
    """A table at which a record is played on, a person in one seat and bots in the others."""
    match, _ = read_record(record)
    rules, variant = match.rules, match.rules.variant
    seats = [journal.SeatPlan("constable", f"Bot {at}") for at in range(rules.seats)]
    seats[seat] = journal.SeatPlan(name="Ann", key="ann")
    settings = Settings(
        *(variant.case, variant.edition, rules.seats, variant.teams, list(variant.options), rules.deck.overrides),
        *(match.target, "instant", None, True, 0.0),
    )
    room = Room("table")
    room.apply(new_table(1.0, settings, "ann", seats, record))
    room.apply(journal.Started(2.0, []))
    return room


def act_at_random(room: Room, rng: Rng) -> None:
    """Somebody whose turn it is does something."""
    seat = room.actors()[0]
    legal = room.rules.legal(room.match.state, seat) if room.match is not None else []
    action = legal[rng.below(len(legal))]
    room.apply(journal.Acted(3.0, seat, room.rules.actions[action].text))


@every_variant
def test_a_match_is_played_on(variant: Variant) -> None:
    """The seat sees what it saw, nobody's action of before can be taken back, and the record tells all of it."""
    rules = rules_of(variant)
    played = Match(rules, "on", log=True)
    play_match(played, [make_bot("sergeant", rules)] * rules.seats, cap=40, most=2)
    text = write_record(played, [f"P{seat}" for seat in range(rules.seats)])
    rng = Rng("on")
    for step, seat, anew in ((19, 0, "new cards"), (65, 1, "new cards"), (65, 1, "")):
        before = played.until(step)
        room = room_of(cut(text, step, [], seat, anew).record, seat)
        assert room.match is not None
        seen = view_to_dict(rules, rules.view(before.state, seat))
        assert bytes(frames.Sight(room, seat).encoded_view) == msgspec.json.encode(seen)
        assert bytes(frames.Sight(room, None).encoded_view) != b"null"
        assert (room.match.state.case_file == before.state.case_file) == (not anew)
        assert [room.undo_of(at)[1] for at in range(rules.seats)] == ["no"] * rules.seats
        for _ in range(40):
            if room.match.state.phase == OVER:
                break
            act_at_random(room, rng)
        kept = thaw("table", freeze(room, b"last"), [b"" for _ in range(room.number - 1)] + [b"last"])
        assert kept.match is not None
        assert kept.number == room.number
        for match in (kept.match, room.match):
            match.take_back(1)
        assert kept.match.state.hands == room.match.state.hands
        assert [event.key() for event in kept.match.events()] == [event.key() for event in room.match.events()]
        again, _ = read_record(record_of(room, journal.Ended(4.0, None, "rounds")))
        assert again.round.actions == room.match.round.actions
        assert again.state.hands == room.match.state.hands
        _, posed = lay_out(again, sum(len(each.actions) for each in again.rounds) - 1)  # as a mistake would be
        assert posed.hands == again.until(again.steps() - 1).state.hands
        assert unrated_by(room)[-1] == "played-on"


def test_another_line_can_be_played_on() -> None:
    """What if somebody had drawn the other card; and what cannot be is said in a line."""
    rules = rules_for(next(iter(cases())), 2)
    played = Match(rules, "on", log=True)
    play_match(played, [make_bot("sergeant", rules)] * 2, cap=10, most=1)
    text = write_record(played)
    seat, action = played.round.actions[0]
    other = next(each for each in rules.legal(played.until(0).state, seat) if each != action)
    begun = cut(text, 0, [f"{seat}: {rules.actions[other].text}"], seat, "")
    assert read_record(begun.record)[0].round.actions == [(seat, other)]
    with pytest.raises(CasefileError, match="the steps 0 to 10, not 11"):
        cut(text, 11, [], 0, "")
    with pytest.raises(CasefileError, match="Anew must hold JSON such as"):
        read_record(text.replace("[Seed", '[Anew "[[0, 1, 0, 5]]"]\n[Seed'))


def test_a_tab_plays_on_too() -> None:
    """The same in a browser: the table is there, and its match is not rated."""

    async def main() -> None:
        rules = rules_for(next(iter(cases())), 2)
        played = Match(rules, "on", log=True)
        play_match(played, [make_bot("sergeant", rules)] * 2, cap=10, most=1)
        desk = Desk(MemoryShelf(), think)
        await desk.start()
        wish = {"record": write_record(played), "step": 5, "seat": 1, "bot": "constable", "name": "Ann"}
        status, made = await ask(desk, "POST", "/play-on", wish)
        assert (status, made["seat"]) == (201, 1)
        live = await desk.context.hub.find(made["table"])
        assert live.room.match is not None
        assert (live.room.status, unrated_by(live.room)) == ("playing", ["played-on"])
        assert live.room.match.round.actions[:5] == played.round.actions[:5]
        await desk.context.close()
        await asyncio.sleep(0)

    run(main())
