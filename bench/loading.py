"""How long it takes to load a table, and to take something back, by how long its round is.

    .venv/bin/python -m bench.loading [--actions 100 1200 4800] [--undos 600]

In each round of Al Capone the top of the discard pile is drawn and discarded, over and over. Not part of `make bench`.
"""

import argparse
from time import process_time

from casefile.server import journal, messages
from casefile.server.room import Room
from casefile.server.snapshots import freeze, thaw


def begun() -> list[journal.AnyEntry]:
    """A table for two."""
    settings = messages.Settings("capone", "pegasus", 2, False, [], {}, 100, "instant", None, True, 0.0)
    plans = [journal.SeatPlan(name=f"Seat {seat}", key=f"key {seat}") for seat in range(2)]
    return [journal.Created(0.0, settings, "secret", "key 0", plans), journal.Started(0.0, [])]


def long_round(actions: int, undos: int) -> list[journal.AnyEntry]:
    """The entries of a long round whose last action is taken back and done again, over and over."""
    room = Room("long")
    entries = begun()
    for entry in entries:
        room.apply(entry)
    assert room.match is not None
    while len(room.match.round.actions) < actions:
        seat = room.actors()[0]
        legal = [room.rules.actions[action].text for action in room.rules.legal(room.match.state, seat)]
        drawn = room.rules.face_names[room.match.events()[-1].cards[0]]
        entries.append(journal.Acted(0.0, seat, "draw discard" if "draw discard" in legal else f"discard {drawn}"))
        room.apply(entries[-1])
    last = entries[-1]
    return entries + [journal.Undone(0.0, 1), last] * undos


def milliseconds(start: float) -> float:
    """CPU time since then."""
    return 1000 * (process_time() - start)


def measure(actions: int, undos: int) -> None:
    """One line of the table: the least of several times."""
    bodies = [journal.write(entry) for entry in long_round(actions, undos)]
    times = [measure_once(bodies) for _ in range(5)]
    replayed, loaded, undone, frozen = (min(each) for each in zip(*times, strict=True))
    size = len(freeze(played(bodies), bodies[-1])) / 1000
    figures = f"{replayed:.0f} | {loaded:.1f} | {undone:.2f} | {frozen:.1f} | {size:.0f}"
    print(f"| {actions:,} | {undos:,} | {len(bodies):,} | {figures} |")


def played(bodies: list[bytes]) -> Room:
    """A room of its entries."""
    room = Room("long")
    for body in bodies:
        room.apply(journal.read(body))
    return room


def measure_once(bodies: list[bytes]) -> tuple[float, float, float, float]:
    """To play all again, to thaw a snapshot, to take something back then, and to make the snapshot."""
    start = process_time()
    room = played(bodies)
    replayed = milliseconds(start)
    start = process_time()
    kept = freeze(room, bodies[-1])
    frozen = milliseconds(start)
    start = process_time()
    thawed = thaw("long", kept, bodies)
    loaded = milliseconds(start)
    assert thawed.number == len(bodies)
    start = process_time()
    thawed.apply(journal.Undone(0.0, 1))
    return replayed, loaded, milliseconds(start), frozen


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--actions", type=int, nargs="+", default=[100, 1200, 4800])
    parser.add_argument("--undos", type=int, default=600)
    options = parser.parse_args()
    measure(10, 0)  # so that everything is imported and cached
    print("| actions | undos | entries | played again, ms | snapshot, ms | undo, ms | to make one, ms | kB |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for actions in options.actions:
        measure(actions, 0)
    measure(options.actions[0], options.undos)


if __name__ == "__main__":
    main()
