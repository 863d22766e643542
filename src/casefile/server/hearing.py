"""What each seat, and a spectator, may know to have happened in a round."""

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import proxy

from casefile.core.counts import bit
from casefile.core.events import Event

if TYPE_CHECKING:
    from casefile.server.room import Room, Viewer


@dataclass
class Heard:
    """What somebody may know of the log of a round."""

    known: int = 0  # events of the log that were looked at
    events: list[Event] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)  # of each of them in the log

    def cut(self, length: int) -> None:
        """The log has become shorter."""
        left = bisect_left(self.numbers, length)
        self.known = min(self.known, length)
        del self.events[left:], self.numbers[left:]


class Hearing:
    """The events of a room's round as each may know them; what was looked at once is not looked at again."""

    def __init__(self, room: "Room") -> None:
        self.room: Room = proxy(room)  # which has this: they must not keep each other in memory
        self.heard: dict[Viewer, Heard] = {}
        self.open: list[Event | None] = []  # events of the log as all saw them, if they did; one for all viewers

    def clear(self) -> None:
        """Another round, with another log."""
        self.heard = {}
        self.open = []

    def cut(self) -> None:
        """Something was taken back, so that the log has become shorter."""
        assert self.room.match is not None
        log = self.room.match.events()
        self.open = []
        for viewer, heard in list(self.heard.items()):
            heard.cut(len(log))
            last = self.seen([log[number] for number in heard.numbers[-1:]], viewer)
            if [event.key() for event in last] != [event.key() for event in heard.events[-1:]]:
                del self.heard[viewer]  # another log altogether

    def events(self, viewer: "Viewer") -> list[Event]:
        """What somebody may know to have happened."""
        return self.hear(viewer).events + self.unsure(viewer)

    def count(self, viewer: "Viewer") -> int:
        """How many events they are."""
        return len(self.hear(viewer).events) + len(self.unsure(viewer))

    def hear(self, viewer: "Viewer") -> Heard:
        """What somebody may know of the log, which only grows until something is taken back."""
        assert self.room.match is not None
        heard = self.heard.setdefault(viewer, Heard())
        log = self.room.match.events()
        if heard.known == len(log):
            return heard
        everybody = self.readers(None)
        for event in log[len(self.open) :]:
            self.open.append(event.seen_by_all(everybody) if event.shown_to & everybody == everybody else None)
        readers = self.readers(viewer)
        for number in range(heard.known, len(log)):
            seen = self.open[number] or log[number].seen_by_all(readers)
            if seen is not None:
                heard.events.append(seen)
                heard.numbers.append(number)
        heard.known = len(log)
        return heard

    def unsure(self, viewer: "Viewer") -> list[Event]:
        """What somebody is shown beyond that, while a seat is asked in secret."""
        assert self.room.match is not None
        state, shown = self.room.match.state, self.room.shown(viewer)
        return self.seen((shown.log or [])[len(state.log or []) :], viewer) if shown is not state else []

    def readers(self, viewer: "Viewer") -> int:
        """The seats that must all have seen what somebody may know of, one bit each."""
        return bit(self.room.rules.seats) - 1 if viewer is None else bit(viewer)

    def seen(self, log: list[Event], viewer: "Viewer") -> list[Event]:
        """Events as a seat may know them; a spectator may know of those what all saw."""
        readers = self.readers(viewer)
        return [seen for event in log if (seen := event.seen_by_all(readers)) is not None]

    def of_round(self, number: int, seat: int) -> list[Event]:
        """What a seat saw happen in a round that may be long over."""
        match = self.room.match
        assert match is not None
        if number == len(match.rounds):
            return self.events(seat)
        *_, last = match.states_of(number)
        return self.seen(last.log or [], seat)
