"""Holds what people were told against the journals, as Jepsen's checkers do."""

from dataclasses import dataclass

from casefile.server import journal
from casefile.server.postgresql import PostgresStorage
from casefile.server.room import Room

from .people import Person


@dataclass
class Row:
    """An entry as it is in the database."""

    body: bytes
    fence: int


async def histories(url: str) -> dict[str, list[Row]]:
    """The journals of all tables; each is whole, and its digests are right."""
    storage = await PostgresStorage.open(url)
    found: dict[str, list[Row]] = {}
    for table, _, body, fence in await storage.read(
        "SELECT tabl, number, body, fence FROM entries ORDER BY tabl, number"
    ):
        found.setdefault(table, []).append(Row(body, fence))
    for table, rows in found.items():
        assert await storage.load(table) == [row.body for row in rows]
    await storage.close()
    return found


def check(people: list[Person], found: dict[str, list[Row]]) -> list[str]:
    """What is wrong: lost, doubled, changed, reordered, written by two owners at once, or not to be played again."""
    wrong = [line for person in people for line in person.wrong]
    for table, rows in found.items():
        fences = [row.fence for row in rows]
        if fences != sorted(fences):
            wrong.append(f"{table}: two nodes wrote at the same time")
        room = Room(table)
        try:
            for row in rows:
                room.apply(journal.read(row.body))
        except Exception as error:  # noqa: BLE001  whatever it is
            wrong.append(f"{table}: cannot be played again: {error!r}")
    for person in people:
        wrong += check_person(person, [journal.read(row.body) for row in found.get(person.table, [])])
    return wrong


def check_person(person: Person, entries: list[journal.AnyEntry]) -> list[str]:
    """Whatever was acknowledged is there once, with its action, in this order.

    Who says once more that they are ready is told that this is done, and nothing is written: then the last thing that
    was acknowledged must be that they are ready.
    """
    ids = [getattr(entry, "id", "") for entry in entries]
    mine = [each for each in ids if each.startswith(f"{person.name}-")]
    wrong = [f"{person.name}: doubled: {each}" for each in set(mine) if mine.count(each) > 1]
    places: list[int] = []
    for done in person.acknowledged:
        if done.id not in ids:
            if done.type == "ready" and places and isinstance(entries[places[-1]], journal.Readied):
                continue
            wrong.append(f"{person.name}: lost: {done.id} {done.type} {done.action}, acknowledged after {done.during}")
            continue
        places.append(ids.index(done.id))
        entry = entries[places[-1]]
        if isinstance(entry, journal.Acted) and entry.action != done.action:
            wrong.append(f"{person.name}: changed: {done.id}")
    if places != sorted(places):
        wrong.append(f"{person.name}: reordered")
    return wrong


def said_twice(people: list[Person], found: dict[str, list[Row]]) -> int:
    """How many acknowledgements stand for an entry that was there already."""
    kept = {getattr(journal.read(row.body), "id", "") for rows in found.values() for row in rows}
    return sum(done.id not in kept for person in people for done in person.acknowledged)
