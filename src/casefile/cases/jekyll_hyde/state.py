"""What a round of Dr. Jekyll & Mr. Hyde has beyond the table that all cases share."""

from mypy_extensions import i64

from casefile.cases.jekyll_hyde.cards import CHANGED, COLOURS
from casefile.core.counts import bit
from casefile.core.state import State
from casefile.core.view import View


class JekyllState(State):
    """A round of Dr. Jekyll & Mr. Hyde."""

    identity: i64  # the side of the double identity that is up
    melded: i64  # one bit for each colour that has a meld in some area

    def clone(self) -> "JekyllState":
        """An independent copy."""
        other = JekyllState()
        self.copy_to(other)
        other.identity = self.identity
        other.melded = self.melded
        return other

    def clues_of(self, side: i64, colour: i64) -> i64:
        """How many clues of a colour lie in an area, whatever their letter is now."""
        return self.in_area(side, colour) + self.in_area(side, CHANGED + colour)

    def find_melds(self) -> None:
        """See from the areas which colours have a meld (C-11)."""
        self.melded = 0
        for side in range(self.sides):
            for colour in range(COLOURS):
                if self.clues_of(side, colour) >= 3:
                    self.melded |= bit(colour)


class JekyllView(View):
    """What a seat may know of a round of Dr. Jekyll & Mr. Hyde."""

    identity: i64
    melded: i64

    def key(self) -> tuple[object, ...]:
        """All fields."""
        return (*super().key(), self.identity, self.melded)

    def numbers(self) -> list[int]:
        """The identity that is up."""
        return [self.identity]
