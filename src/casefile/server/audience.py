"""Who looks at a room, and what they are told."""

from time import monotonic, time

from casefile.server import frames, journal, messages
from casefile.server.connection import Connection
from casefile.server.room import Room
from casefile.server.seats import Ballot
from casefile.server.turns import BOTS_ALONE, NOBODY_IS_THERE, SOMEBODY_WAITS, Party

AWAY_SECONDS = 60.0  # without a connection until a bot may sit in: pages are loaded again, and phones fall asleep
MOST_SINCE = 300  # events that are told to a person who comes back


class Audience:
    """The connections of one room."""

    def __init__(self, room: Room, *, is_new: bool) -> None:
        self.room = room
        self.is_new = is_new  # or was it loaded, so that everybody has been away?
        self.connections: list[Connection] = []
        self.opened = monotonic()
        self.comings = 0  # and goings
        self.told_table: object = None  # what the table rested on when all had been told who sits there
        self.parted: dict[int, float] = {}  # when a seat's last connection was closed

    @property
    def connected(self) -> set[int]:
        """The seats with a connection."""
        return {each.seat for each in self.connections if each.seat is not None and each.greeted}

    @property
    def here(self) -> set[int]:
        """The seats whose people are here, or were a moment ago."""
        since = monotonic() - AWAY_SECONDS
        seats = range(len(self.room.seats))
        return self.connected | {seat for seat in seats if self.parted.get(seat, self.opened) > since}

    @property
    def watchers(self) -> list[str]:
        """Those who only look on, by the names that they gave."""
        return [each.name for each in self.connections if each.seat is None and each.greeted]

    def count(self, seat: int | None) -> int:
        """How many connections a seat has, or how many spectators there are."""
        return sum(each.seat == seat for each in self.connections)

    def party(self) -> Party:
        """For whom the bots of this room think."""
        if not any(seat.is_person for seat in self.room.seats):
            return Party(BOTS_ALONE, self.room.name)
        addresses = [each.address for each in self.connections if each.seat is not None]
        return Party(SOMEBODY_WAITS, addresses[0]) if addresses else Party(NOBODY_IS_THERE, self.room.name)

    def join(self, connection: Connection) -> None:
        """Somebody looks at this room."""
        self.connections.append(connection)

    def part(self, connection: Connection) -> journal.Away | None:
        """Somebody does not look any more; if it was a seat's last connection, what it was told is worth keeping."""
        self.connections.remove(connection)
        self.comings += 1
        seat = connection.seat
        if seat is None or seat in self.connected:
            return None
        self.parted[seat] = monotonic()
        if not connection.round or self.room.seats[seat].followed == (connection.round, len(connection.told)):
            return None
        return journal.Away(time(), seat, connection.round, len(connection.told))

    def greet(self, connection: Connection, language: str) -> None:
        """Everything is to be told, with what this seat has missed if it was away."""
        seat = connection.seat
        if seat is not None and seat not in self.connected and (seat in self.parted or not self.is_new):
            connection.missed = self.room.seats[seat].followed
        self.comings += 1
        connection.forget()
        connection.language = language
        connection.greeted = True

    def drop(self) -> None:
        """End all connections."""
        for connection in self.connections:
            connection.drop()

    # Telling

    def tell_table(self, left: list[float | None], clocks: object) -> None:
        """Who sits here, to all to whom that is new; most of what happens changes nothing of it."""
        rests_on = (self.room.beside, tuple(self.room.votes), self.room.status, self.comings, clocks)
        if rests_on == self.told_table:
            return
        self.told_table = rests_on
        table = frames.table_frame(self.room, self.connected, left, self.watchers)
        watched = frames.for_onlookers(table)
        for connection in self.connections:
            connection.show_table(watched if connection.seat is None else table, clocks)

    def tell_settings(self) -> None:
        """What was agreed, to all who were told something else."""
        for connection in self.connections:
            if connection.greeted:
                connection.send(messages.Agreed(self.room.settings))

    def tell_game(self, connection: Connection, *, anew: bool = False) -> None:
        """The game, as far as it is new."""
        connection.show_state(self.room, anew=anew)
        self.tell_since(connection)

    def tell_since(self, connection: Connection) -> None:
        """What happened while a seat was away, once.

        It begins where the seat surely was: where its last connection was closed, or at its own last action if the
        server was killed before that could be kept. So nothing is missing, and some of it may be known.
        """
        seat, missed, match = connection.seat, connection.missed, self.room.match
        connection.missed = None
        if seat is None or missed is None or match is None:
            return
        if len(match.rounds) == 1 and not match.round.actions:
            return  # nothing but the deal: nobody has missed anything
        speaker = frames.speaker_of(self.room, connection.language, seat)
        events: list[messages.EventInfo] = []
        for number in range(missed[0], len(match.rounds) + 1):
            first = missed[1] if number == missed[0] else 0
            events += frames.event_infos(self.room.rules, self.room.hearing.of_round(number, seat), first, speaker)
        if events:
            connection.send(messages.Since(events[-MOST_SINCE:]))

    def tell_overdue(self, seat: int, action: str) -> None:
        """Tell a seat what was done in its name when its time was up, and the others that it was."""
        number = self.room.notation.read_action(action)
        for connection in self.connections:
            if not connection.greeted:
                continue
            if connection.seat != seat:
                connection.send(messages.Late(seat))
            else:
                info = frames.action_info(
                    self.room.rules, number, frames.speaker_of(self.room, connection.language, seat)
                )
                connection.send(messages.Overdue(info.text, info.words))

    def whisper(self, said: messages.Said) -> None:
        """What somebody who only watches says is for others who watch."""
        for connection in self.connections:
            if connection.seat is None and connection.greeted:
                connection.send(said)

    def announce(self, entry: journal.AnyEntry, votes: dict[str, Ballot]) -> None:
        """Tell everybody of what is told once: what was said, and who did not agree to what had been proposed."""
        for connection in self.connections:
            if isinstance(entry, journal.Chatted):
                self.say(connection, entry)
            elif isinstance(entry, journal.Answered) and not entry.agree and connection.greeted:
                connection.send(frames.declined_frame(entry, votes[entry.what]))

    def say(self, connection: Connection, chatted: journal.Chatted) -> None:
        """Tell somebody what was said, unless they do not want to hear it."""
        muted = self.room.seats[connection.seat].muted if connection.seat is not None else set()
        if connection.greeted and chatted.seat not in muted:
            connection.send(frames.said_frame(self.room, chatted))
