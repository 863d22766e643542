"""What happens in a round, in the form in which each seat may learn of it."""

from typing import Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

from casefile.core.counts import bit
from casefile.core.public import Public

EVERYONE: Final = 15  # one bit per seat
HIDDEN: Final = -1  # stands for a card that the reader of an event may not see
NOBODY: Final = -1

# Places: where cards come from and go to. A case numbers its own from OWN_PLACES on, and declares their names; what
# lies there counts as hidden.
NOWHERE: Final = -1
CASE_FILE: Final = 0
DISCARD_PILE: Final = 1
ASIDE: Final = 2
FIRST_HAND: Final = 3
FIRST_AREA: Final = 7
OWN_PLACES: Final = 11
PLACES: Final = ["file", "discard", "aside", *[f"{zone}:{at}" for zone in ("hand", "area") for at in range(4)]]


def hand_of(seat: i64) -> i64:
    """The hand of a seat, as a place."""
    return FIRST_HAND + seat


def area_of(side: i64) -> i64:
    """The area of a side, as a place."""
    return FIRST_AREA + side


class Move(NamedTuple):
    """Cards that went from one place to another."""

    came_from: int
    went_to: int
    cards: list[int]


class Event:
    """Something that happened: who did what, with which cards, what moved, and who may know of it.

    `cards` are those that the event names, `moves` those that changed their place: mostly the same. Where everybody
    knows *that* it happened (`known_to`), everybody knows from where to where the cards went, too.
    """

    def __init__(
        self,
        what: str,
        seat: int,
        cards: list[int],
        moves: list[Move],
        other: int = NOBODY,  # another seat that it is about
        count: int = 0,  # how many cards, where it names none
        ending: int = 0,  # how the round ended
        shown_to: int = EVERYONE,  # who sees the cards
        known_to: int = EVERYONE,  # who knows that it happened
    ) -> None:
        self.what = what
        self.seat = seat
        self.cards = cards
        self.moves = moves
        self.other = other
        self.count = count
        self.ending = ending
        self.shown_to = shown_to
        self.known_to = known_to

    def __reduce__(self) -> tuple[type["Event"], tuple[str, int, list[int], list[Move], int, int, int, int, int]]:
        """Events can be pickled, compiled or not."""
        who, how = (self.what, self.seat, self.cards, self.moves), (self.other, self.count, self.ending)
        return Event, (*who, *how, self.shown_to, self.known_to)

    def seen_by(self, seat: int) -> "Event | None":
        """The event as this seat learns of it: whole, with hidden cards, or not at all (C-22)."""
        return self.seen_by_all(bit(seat))

    def seen_by_all(self, readers: int) -> "Event | None":
        """The event as it can be told to several seats at once (bits)."""
        if self.known_to & readers != readers:
            return None
        told = self if self.shown_to & readers == readers else self.hidden()
        return Event(
            told.what, told.seat, told.cards, told.moves, told.other, told.count, told.ending, readers, readers
        )

    def hidden(self) -> "Event":
        """The event as a seat notices it that does not see its cards."""
        cards = [HIDDEN] * len(self.cards)
        moves = [Move(move.came_from, move.went_to, [HIDDEN] * len(move.cards)) for move in self.moves]
        return Event(self.what, self.seat, cards, moves, self.other, self.count, self.ending, 0, 0)

    def key(self) -> tuple[str, int, tuple[int, ...], int, int, int]:
        """What makes two events the same to a reader."""
        return (self.what, self.seat, tuple(self.cards), self.other, self.count, self.ending)


@mypyc_attr(allow_interpreted_subclasses=True)
class Logged(Public):
    """Keeps a log of what happens, if it is wanted: nothing is built for a log that is None."""

    log: list[Event] | None

    def note(
        self,
        what: str,
        seat: i64,
        cards: list[int],
        came_from: i64 = NOWHERE,
        went_to: i64 = NOWHERE,
        other: i64 = NOBODY,
    ) -> None:
        """Log something that all may see; without places, the cards are named but do not move."""
        if self.log is not None:
            self.log.append(Event(what, seat, cards, [], other=other))
            self.note_also(cards, came_from, went_to)

    def note_card(
        self,
        what: str,
        seat: i64,
        card: i64,
        came_from: i64 = NOWHERE,
        went_to: i64 = NOWHERE,
        other: i64 = NOBODY,
    ) -> None:
        """Log something about one card that all may see."""
        if self.log is not None:
            self.note(what, seat, [card], came_from, went_to, other)

    def note_to(self, seat: i64, what: str, cards: list[int], came_from: i64 = NOWHERE, went_to: i64 = NOWHERE) -> None:
        """Log something of which only this seat sees the cards."""
        if self.log is not None:
            self.log.append(Event(what, seat, cards, [], shown_to=bit(seat)))
            self.note_also(cards, came_from, went_to)

    def note_secret(self, seat: i64, what: str) -> None:
        """Log something of which only this seat may know that it happened."""
        if self.log is not None:
            self.log.append(Event(what, seat, [], [], shown_to=bit(seat), known_to=bit(seat)))

    def note_count(self, what: str, seat: i64, count: i64) -> None:
        """Log something about a number of cards that nobody sees."""
        if self.log is not None:
            self.log.append(Event(what, seat, [], [], count=count))

    def note_also(self, cards: list[int], came_from: i64, went_to: i64) -> None:
        """The event that was logged last moved these cards, too; seats that see its cards see them."""
        if self.log is not None and cards and came_from != NOWHERE:
            self.log[-1].moves.append(Move(came_from, went_to, cards))
