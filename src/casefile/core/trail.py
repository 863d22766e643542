"""What all saw each seat do in a round: what a player with a perfect memory goes by.

A state keeps it as its trail, an entry for each thing seen: two bits for what, two for the seat, six for the kind.
Short rounds have short trails, which are quickly copied.
"""

from typing import Final

from casefile.core.counts import add

# What is tallied by seat and kind in the trail of a round.
THROWN: Final = 0  # discarded
LEFT: Final = 1  # left lying on top of the discard pile by drawing from the case file
TOOK: Final = 2  # came to the hand for all to see
WANTED: Final = 3  # asked for
TALLIES: Final = 4


def tallies(trail: list[int], seats: int, kinds: int) -> list[int]:
    """How often each thing was seen: what by what, seat by seat, kind by kind."""
    counts = [0] * (TALLIES * seats * kinds)
    for entry in trail:
        add(counts, ((entry >> 8) * seats + (entry >> 6 & 3)) * kinds + (entry & 63), 1)
    return counts
