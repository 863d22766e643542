"""A room on disk: entries are written first, and only then take effect."""

from time import perf_counter
from typing import TYPE_CHECKING

from casefile.server import journal, results
from casefile.server.intents import Entries
from casefile.server.room import Room
from casefile.server.snapshots import freeze, name_of
from casefile.server.storage import Change, ConflictError, StorageError

if TYPE_CHECKING:
    from casefile.server.context import Context

MOVING = (journal.Undone, journal.Ended)  # beside actions: what moves the game on, or back


class JournalledRoom:
    """A room and the journal that it is made of, written under the lease by which this node has the table."""

    def __init__(self, room: Room, context: "Context", fence: int) -> None:
        self.room = room
        self.storage = context.storage
        self.metrics = context.metrics
        self.vitals = context.vitals
        self.node = context.hub.node.name
        self.fence = fence
        self.spawn = context.spawn
        self.last = b""  # entry, as it was kept
        self.spared = 0  # entries that are in a snapshot

    async def commit(self, entries: Entries) -> bool:
        """Write entries, then let them take effect; did the game move for all to see?

        Raises StorageError, and then nothing has changed.
        """
        if not entries:
            return False
        is_private = self.are_private(entries)
        start = perf_counter()
        change = self.change_by(entries)
        await self.append(change)
        self.last = change.entries[-1]
        if not is_private:
            self.metrics.commit.observe(perf_counter() - start)
        return self.take_effect(entries)

    async def found(self, entries: Entries, other: "JournalledRoom", founding: Entries) -> None:
        """Write entries together with the first ones of another room, all of them or none; then both take effect."""
        changes = self.change_by(entries), other.change_by(founding)
        await self.append(*changes)
        self.last, other.last = (change.entries[-1] for change in changes)
        self.take_effect(entries)
        other.take_effect(founding)

    async def append(self, *changes: Change) -> None:
        """Write changes; what watches over the server is told if that fails."""
        try:
            await self.storage.append(*changes)
        except ConflictError:
            raise
        except StorageError as error:
            self.vitals.not_saved(error)
            raise

    def are_private(self, entries: Entries) -> bool:
        """May others not even know when any of this happened?"""
        is_private = self.room.is_private
        return is_private(entries[0]) if len(entries) == 1 else all(map(is_private, entries))

    def keep_snapshot(self, *, after: int) -> None:
        """If so many entries have come since the last one: so many need not be played again when the room is loaded."""
        if self.room.number - self.spared >= after:
            self.spared = self.room.number
            self.spawn(self.storage.put(name_of(self.room.name), freeze(self.room, self.last)))

    def change_by(self, entries: Entries) -> Change:
        """What has to be kept of entries."""
        room = self.room
        is_private = self.are_private(entries)
        return Change(
            room.name,
            room.number,
            [journal.write(entry) for entry in entries],
            results.status_after(room, entries),
            room.changed_at if is_private else entries[-1].time,
            results.keys_in(entries),
            results.result_of(room, entries),
            self.fence,
            self.node,
        )

    def take_effect(self, entries: Entries) -> bool:
        """Entries that are kept change the room; did the game move for all to see?"""
        room = self.room
        for entry in entries:
            room.apply(entry)
        open_acts, has_moved = 0, False
        for entry in entries:
            if isinstance(entry, journal.Acted):
                open_acts += not room.is_private(entry)
            elif isinstance(entry, MOVING):
                has_moved = True
        self.metrics.actions.inc(open_acts)
        return has_moved or open_acts > 0
