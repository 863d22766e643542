"""Looking back during a match: every frame is what the seat saw then, and nothing more."""

import json
from typing import Any

import pytest

from casefile.core.rng import Rng
from casefile.core.state import OVER
from casefile.registry import cases, rules_for
from casefile.server import frames, journal
from casefile.server.intents import new_table
from casefile.server.messages import Settings
from casefile.server.past import may_look_back, past
from casefile.server.results import unrated_by
from casefile.server.room import Room
from casefile.text.record import write_record
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import rules_of

pytestmark = pytest.mark.once


def table_of(variant: Variant, people: int, *, look_back: bool = False) -> Room:
    """A match that has just begun; the first seats are people's."""
    rules = rules_of(variant)
    kind = rules.variant
    seats = [journal.SeatPlan("constable", f"Bot {at}") for at in range(rules.seats)]
    seats[:people] = [journal.SeatPlan(name=f"P{at}", key=f"key {at}") for at in range(people)]
    settings = Settings(
        *(kind.case, kind.edition, rules.seats, kind.teams, list(kind.options), {}),
        *(1000, "instant", None, True, 0.0),
        look_back=look_back,
    )
    room = Room("table")
    room.apply(new_table(1.0, settings, "key 0", seats))
    room.apply(journal.Started(2.0, []))
    return room


def act_at_random(room: Room, rng: Rng) -> None:
    """Somebody whose turn it is does something, mostly what comes last in the list, where melds and events are."""
    assert room.match is not None
    seat = room.actors()[0]
    legal = room.rules.legal(room.match.state, seat)
    action = legal[rng.below(len(legal))] if rng.below(3) else legal[-1]
    room.apply(journal.Acted(3.0, seat, room.rules.actions[action].text))


def seen_now(room: Room, seat: int) -> tuple[Any, list[Any]]:
    """What a seat is shown now: the view, and all events of the round so far."""
    sight = frames.Sight(room, seat)
    infos = frames.event_infos(room.rules, sight.events, 0, frames.speaker_of(room, "en", seat))
    events = [(info.what, info.seat, info.cards, info.text) for info in infos]
    return json.loads(bytes(sight.encoded_view)), events


def told_back(room: Room, seat: int, number: int) -> list[tuple[Any, list[Any]]]:
    """The frames that the seat gets when it looks back, each with all events of the round until then."""
    assert room.match is not None
    record = write_record(room.match, [each.name for each in room.seats])
    events: list[Any] = []
    found = []
    for step in json.loads(past(record, seat, number, "en"))["steps"]:
        assert set(step["views"]) == {str(seat)}
        assert all(event["known_to"] == event["shown_to"] == [seat] for event in step["events"])
        events = [*events, *[(each["what"], each["seat"], each["cards"], each["text"]) for each in step["events"]]]
        found.append((step["views"][str(seat)], events))
    return found


@every_variant
def test_looking_back_shows_what_was_seen(variant: Variant) -> None:
    """In every variant, at every moment of a round, while it is played and when the next one is: no card more."""
    room = table_of(variant, 1)
    rng = Rng("past")
    seats = range(room.rules.seats)
    shown: list[list[Any]] = [[seen_now(room, seat)] for seat in seats]
    for _ in range(120):
        if room.match is None or room.match.state.phase == OVER:
            break
        act_at_random(room, rng)
        for seat in seats:
            now = seen_now(room, seat)
            if now != shown[seat][-1]:
                shown[seat].append(now)
    for seat in seats:
        assert told_back(room, seat, 1) == shown[seat]
    if room.match is not None and room.match.round.result is None:
        room.apply(journal.Stopped(4.0))
    room.apply(journal.Dealt(5.0))
    for seat in seats:
        assert told_back(room, seat, 1) == shown[seat]


def test_with_people_the_running_round_stays_covered() -> None:
    """Unless the table allowed it, and then the match is not rated; against bots it is always open (C-3)."""
    rules = rules_for(next(iter(cases())), 2)
    variant = next(each for each in [(rules.variant.case, 2, rules.variant.edition, False, ())])
    alone, together = table_of(variant, 1), table_of(variant, 2)
    allowed = table_of(variant, 2, look_back=True)
    assert [may_look_back(room, 0, 1) for room in (alone, together, allowed)] == [True, False, True]
    together.apply(journal.Stopped(4.0))
    assert may_look_back(together, 0, 1)
    together.apply(journal.Dealt(5.0))
    assert (may_look_back(together, 0, 1), may_look_back(together, 0, 2)) == (True, False)
    assert "look-back" in unrated_by(allowed)
    assert "look-back" not in unrated_by(together)
    assert "look-back" not in unrated_by(table_of(variant, 1, look_back=True))
    invited = Room("invited")  # a guest reads it before anybody else sits there
    seats = [journal.SeatPlan(name="Ann", key="key 0"), journal.SeatPlan()]
    invited.apply(new_table(1.0, allowed.settings, "key 0", seats))
    assert "look-back" in unrated_by(invited)
