"""What a round of Jack the Ripper has beyond the table that all cases share."""

from mypy_extensions import i64

from casefile.cases.ripper.cards import JOKER_AS, SUSPECTS
from casefile.core.counts import bit
from casefile.core.state import State
from casefile.core.view import View

HIDDEN_TIP = -2
NO_TIP = -1


class RipperState(State):
    """A round of Jack the Ripper."""

    melded: i64  # one bit for each colour that has a meld in some area
    victims: i64  # how many lie in areas
    tips: list[int]  # the suspect whom each seat named; empty until tips are called for

    def clone(self) -> "RipperState":
        """An independent copy."""
        other = RipperState()
        self.copy_to(other)
        other.melded = self.melded
        other.victims = self.victims
        other.tips = self.tips[:]
        return other

    def clues_of(self, side: i64, colour: i64) -> i64:
        """How many clues of a colour lie in an area, jokers played as it included."""
        count = self.in_area(side, colour)
        return count + self.in_area(side, JOKER_AS + colour) if colour < SUSPECTS else count

    def note_meld(self, side: i64, colour: i64) -> None:
        """Remember that a colour has a meld as soon as three clues lie in one area (C-11)."""
        if self.clues_of(side, colour) >= 3:
            self.melded |= bit(colour)


class RipperView(View):
    """What a seat may know of a round of Jack the Ripper."""

    melded: i64
    victims: i64
    tips: list[int]

    def key(self) -> tuple[object, ...]:
        """All fields."""
        return (*super().key(), self.melded, self.victims, self.tips)

    def numbers(self) -> list[int]:
        """The own tip: 0 if tips were not called for, 1 if it is not written, then the suspects."""
        return [self.tips[self.seat] + 2 if self.tips else 0]
