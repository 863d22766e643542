"""What happens in a round, in the form in which each seat may learn of it."""

from typing import Final

from casefile.core.counts import bit

EVERYONE: Final = 15  # one bit a seat
HIDDEN: Final = -1  # stands for a card that the reader of an event may not see


class Event:
    """Something that happened: who did what, with which cards, and who may know of it."""

    def __init__(self, what: str, seat: int, cards: list[int], number: int, shown_to: int, known_to: int) -> None:
        self.what = what
        self.seat = seat
        self.cards = cards
        self.number = number
        self.shown_to = shown_to
        self.known_to = known_to

    def __reduce__(self) -> tuple[type["Event"], tuple[str, int, list[int], int, int, int]]:
        """Events can be pickled, compiled or not."""
        return Event, (self.what, self.seat, self.cards, self.number, self.shown_to, self.known_to)

    def seen_by(self, seat: int) -> "Event | None":
        """The event as this seat learns of it: whole, with hidden cards, or not at all (C-22)."""
        reader = bit(seat)
        if not self.known_to & reader:
            return None
        cards = self.cards if self.shown_to & reader else [HIDDEN] * len(self.cards)
        return Event(self.what, self.seat, cards, self.number, reader, reader)

    def key(self) -> tuple[str, int, tuple[int, ...], int]:
        """What makes two events the same to whoever reads them."""
        return (self.what, self.seat, tuple(self.cards), self.number)
