"""A room that was thawed is the room that was frozen, in every case and build."""

import pytest

from casefile.core.rng import Rng
from casefile.registry import cases
from casefile.server import frames, journal
from casefile.server.room import Room
from casefile.server.snapshots import freeze, thaw
from tests.server.tables import created

ACTIONS = 90
MOST_PLAYERS = {name: max(case.players) for name, case in cases().items()}


def next_entry(room: Room, rng: Rng) -> journal.AnyEntry:
    """What happens next at a table: mostly an action, now and then one is taken back, or something is said."""
    assert room.match is not None
    if room.is_between:
        return journal.Dealt(1.0)
    if len(room.match.round.actions) > 3 and not rng.below(9):
        return journal.Undone(1.0, 1)
    if not rng.below(20):
        return journal.Chatted(1.0, 0, "well", None, f"said {room.number}")
    seat = room.actors()[0]
    legal = room.rules.legal(room.match.state, seat)
    return journal.Acted(1.0, seat, room.rules.actions[legal[rng.below(len(legal))]].text, f"did {room.number}")


def everything(room: Room) -> list[object]:
    """What everybody is shown, and what the server remembers beside it."""
    shown = [
        frames.encoded_state(frames.sight_of(room, seat), 0, frames.speaker_of(room, "en", seat))
        for seat in [*range(len(room.seats)), None]
    ]
    return [*shown, room.seats, room.done, list(room.chat), room.marks, room.number, room.position(), room.undone]


@pytest.mark.parametrize("case", list(cases()))
def test_a_thawed_room_goes_on_like_the_one_that_was_frozen(case: str) -> None:
    rng = Rng(f"snapshot/{case}")
    room = Room("table")
    bodies: list[bytes] = []
    begun: list[journal.AnyEntry] = [created(case, MOST_PLAYERS[case]), journal.Started(1.0, [])]
    for entry in begun:
        room.apply(entry)
        bodies.append(journal.write(entry))
    for number in range(ACTIONS):
        entry = next_entry(room, rng)
        room.apply(entry)
        bodies.append(journal.write(entry))
        if number % 30 == 29:
            thawed = thaw("table", freeze(room, bodies[-1]), bodies)
            assert thawed.number == len(bodies)
            assert everything(thawed) == everything(room)
            room = thawed
    replayed = Room("table")
    for body in bodies:
        replayed.apply(journal.read(body))
    assert everything(room) == everything(replayed)
