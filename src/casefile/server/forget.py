"""Delete what is kept of a person: names, chat, and whose seats they were. The cards that were played stay."""

import msgspec

from casefile.errors import CasefileError
from casefile.server import journal, results
from casefile.server.mistakes import row_name
from casefile.server.room import Room
from casefile.server.storage import Change, Storage

NOBODY = "—"  # in place of a name
FORGOTTEN = "forgotten"  # in place of a key: a seat without one would be open


async def forget_person(storage: Storage, table: str, seat: int) -> int:
    """Delete what is kept of the person who had a seat; at how many tables. Refuses while a match of theirs goes on."""
    room = await room_of(storage, table)
    if not 0 <= seat < len(room.seats) or not room.seats[seat].key:
        raise CasefileError(f"seat {seat}: nobody had that seat at this table")
    key = room.seats[seat].key
    rows = await storage.tables_of(key)
    if any(row.status != "over" for row in rows):
        raise CasefileError("this person has a seat at a table that is not over; close it first")
    for row in rows:
        await storage.replace(row.name, without(await room_of(storage, row.name), await storage.load(row.name), key))
    await storage.put(f"profile {key}", b"")
    await storage.put(row_name(key), b"")
    await storage.put(f"push {key}", b"")
    return len(rows)


async def room_of(storage: Storage, table: str) -> Room:
    """A table as its entries make it."""
    bodies = await storage.load(table)
    if not bodies:
        raise CasefileError("there is no such table")
    room = Room(table)
    for body in bodies:
        room.apply(journal.read(body))
    return room


def without(old: Room, bodies: list[bytes], key: str) -> Change:
    """The entries of a table that is over, without the person."""
    seats = {number for number, seat in enumerate(old.seats) if seat.key == key}
    entries = [strip(journal.read(body), seats, key) for body in bodies]
    room = Room(old.name)
    ending: journal.AnyEntry | None = None
    result = None
    for entry in entries:
        if isinstance(entry, journal.Ended):
            ending, result = entry, results.result_of(room, [entry])
        room.apply(entry)
    assert ending is not None
    keys = [seat.key for seat in room.seats if seat.key not in ("", FORGOTTEN)]
    return Change(old.name, 0, [journal.write(entry) for entry in entries], "over", old.changed_at, keys, result)


def strip(entry: journal.AnyEntry, seats: set[int], key: str) -> journal.AnyEntry:
    """An entry without what it says of a person."""
    if isinstance(entry, journal.Created):
        plans = [
            msgspec.structs.replace(plan, name=NOBODY, key=FORGOTTEN) if plan.key == key else plan
            for plan in entry.seats
        ]
        owner = FORGOTTEN if entry.owner == key else entry.owner
        return msgspec.structs.replace(entry, seats=plans, owner=owner)
    if isinstance(entry, journal.Sat) and entry.key == key:
        return msgspec.structs.replace(entry, name=NOBODY, key=FORGOTTEN)
    if isinstance(entry, journal.Moved) and entry.key == key:
        return msgspec.structs.replace(entry, key=FORGOTTEN)
    if isinstance(entry, journal.Chatted) and entry.seat in seats:
        return msgspec.structs.replace(entry, text="" if entry.text is not None else None)
    return entry
