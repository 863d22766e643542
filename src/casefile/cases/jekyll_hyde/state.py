"""What a round of Dr. Jekyll & Mr. Hyde has beyond the table that all cases share."""

from mypy_extensions import i64

from casefile.cases.jekyll_hyde.cards import CHANGED, JEKYLL
from casefile.core.state import State
from casefile.core.view import View


class JekyllState(State):
    """A round of Dr. Jekyll & Mr. Hyde."""

    identity: i64  # the side of the double identity that is up

    def clone(self) -> "JekyllState":
        """An independent copy."""
        other = JekyllState()
        self.copy_to(other)
        other.identity = self.identity
        return other

    def clear_own(self) -> None:
        """Jekyll is up (JEK-1)."""
        self.identity = JEKYLL

    def clues_of(self, side: i64, colour: i64) -> i64:
        """How many clues of a colour lie in an area, whatever their letter is now."""
        return self.in_area(side, colour) + self.in_area(side, CHANGED + colour)


class JekyllView(View):
    """What a seat may know of a round of Dr. Jekyll & Mr. Hyde."""

    identity: i64

    def look_own(self, state: State) -> None:
        """The identity that is up lies on the table."""
        assert isinstance(state, JekyllState)
        self.identity = state.identity

    def key(self) -> tuple[object, ...]:
        """All fields."""
        return (*super().key(), self.identity)

    def more_sizes(self, kinds: int, seats: int) -> list[tuple[str, int, int, str]]:
        """The identity that is up."""
        return [("identity", 1, 1, "Hyde is up")]

    def more_numbers(self, seats: i64) -> list[int]:
        """The identity that is up."""
        return [self.identity]

    def numbers(self) -> list[int]:
        """The identity that is up."""
        return [self.identity]
