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
    """Keeps the trail of a round: the turns so far, then an entry for each thing seen; empty once it is forgotten.

    An entry is (what × seats + seat) × kinds + kind. Short rounds have short trails, which are quickly copied.
    """

    shares_trail: bool  # the trail, with clones, until something is added

    def start_trail(self) -> None:
        """Nobody has done anything yet."""
        self.trail = [0]
        self.shares_trail = False

    def tally(self, what: i64, seat: i64, kind: i64) -> None:
        """Keep in mind what all saw a seat do with a card."""
        if self.trail:
            self.unshare_trail()
            self.trail.append((what * self.seats + seat) * self.kinds + kind)

    def tally_turn(self) -> None:
        """Another turn is over."""
        if self.trail:
            self.unshare_trail()
            add(self.trail, 0, 1)

    def unshare_trail(self) -> None:
        """Have a trail of its own from now on."""
        if self.shares_trail:
            self.trail = self.trail[:]
            self.shares_trail = False


def tallies(trail: list[int], seats: int, kinds: int) -> list[int]:
    """How often each thing was seen: what by what, seat by seat, kind by kind."""
    counts = [0] * (TALLIES * seats * kinds)
    for at in range(1, len(trail)):
        add(counts, trail[at], 1)
    return counts
