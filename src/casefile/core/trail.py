"""What all saw each seat do in a round, counted: what a player with a perfect memory goes by."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from casefile.core.counts import add
from casefile.core.events import Logged

# What is tallied by seat and kind in the trail of a round.
THROWN: Final = 0  # discarded
LEFT: Final = 1  # left lying on top of the discard pile by drawing from the case file
TOOK: Final = 2  # came to the hand for all to see
WANTED: Final = 3  # asked for
TALLIES: Final = 4


@mypyc_attr(allow_interpreted_subclasses=True)
class Trailed(Logged):
    """Keeps the trail of a round: the turns so far, then each tally by seat and kind; empty once it is forgotten."""

    shares_trail: bool  # the trail, with clones, until something is added

    def start_trail(self) -> None:
        """Nobody has done anything yet."""
        self.trail = [0] * (1 + TALLIES * self.seats * self.kinds)
        self.shares_trail = False

    def tally(self, what: i64, seat: i64, kind: i64) -> None:
        """Keep in mind what all saw a seat do with a card."""
        if self.trail:
            self.count_on_trail(1 + (what * self.seats + seat) * self.kinds + kind)

    def tally_turn(self) -> None:
        """Another turn is over."""
        if self.trail:
            self.count_on_trail(0)

    def count_on_trail(self, at: i64) -> None:
        """One more, in a trail that is no longer shared with clones."""
        if self.shares_trail:
            self.trail = self.trail[:]
            self.shares_trail = False
        add(self.trail, at, 1)
