"""What one seat knows of the cards that lie hidden, with a perfect memory (C-22).

A hidden place (another hand, or what a case adds) holds cards that this seat knows to be there (`known`) and unseen
ones. Unseen cards lie in *slots*; a class of slots is three numbers in `slots[place]`: the pool from which the cards
came, the kinds that they cannot be (as bits), and how many there are. Pool 0 holds what was unseen from the deal on.
Pool 1 holds what was seen before it was hidden again: the second case file, of which everybody saw the cards before
they were shuffled (C-15). If a card leaves a place and could have lain in several classes, it is kept in `settling`,
and its slot stays counted until it is clear which one it was. As copies are interchangeable, this is exact.
"""

from typing import Final

from mypy_extensions import mypyc_attr

UNDECIDED: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """What one seat knows of the hidden places; its own hand is not among them."""

    seat: int
    kinds: int
    known: list[int]  # place * kinds + kind: how many are certainly there
    slots: list[list[int]]
    settling: list[list[int]]
    pools: list[int]  # pool * kinds + kind: unseen cards by pool; empty as long as there is only pool 0

    def start(self, seat: int, places: int, kinds: int) -> None:
        """Know nothing of some empty places; the first places are the hands."""
        self.seat = seat
        self.kinds = kinds
        self.known = [0] * (places * kinds)
        self.slots = [[] for _ in range(places)]
        self.settling = [[] for _ in range(places)]
        self.pools = []

    def clone(self) -> "Knowledge":
        """An independent copy."""
        other = Knowledge()
        other.seat = self.seat
        other.kinds = self.kinds
        other.known = self.known[:]
        other.slots = [row[:] for row in self.slots]
        other.settling = [row[:] for row in self.settling]
        other.pools = self.pools[:]
        return other

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (self.seat, self.known, self.slots, self.settling, self.pools)

    def got_seen(self, place: int, kind: int) -> None:
        """A card that this seat saw came to a place."""
        self.known[place * self.kinds + kind] += 1

    def got_unseen(self, place: int, pool: int, count: int) -> None:
        """Unseen cards of a pool came to a place."""
        if not self.pools:
            pool = 0
        row = self.slots[place]
        for at in range(0, len(row), 3):
            if row[at] == pool and row[at + 1] == 0:
                row[at + 2] += count
                return
        row.append(pool)
        row.append(0)
        row.append(count)

    def saw_of_pool(self, pool: int, kind: int) -> None:
        """A card of a pool was seen before it came to a place."""
        if self.pools:
            self.pools[pool * self.kinds + kind] -= 1

    def left(self, place: int, kind: int) -> None:
        """This seat saw which card left a place: account for it."""
        at = place * self.kinds + kind
        if self.known[at]:
            self.known[at] -= 1
            return
        row = self.slots[place]
        if len(row) == 3:
            self.close_slot(place, 0, kind)
            return
        found = UNDECIDED
        for start in range(0, len(row), 3):
            if self.could_hold(row[start], row[start + 1], kind):
                if found != UNDECIDED:
                    self.settling[place].append(kind)
                    return
                found = start
        self.close_slot(place, found, kind)
        self.settle(place)

    def could_hold(self, pool: int, excluded: int, kind: int) -> bool:
        """Could a slot of this class have held this card, as far as this seat can tell?"""
        if excluded >> kind & 1:
            return False
        return not self.pools or self.pools[pool * self.kinds + kind] > 0

    def close_slot(self, place: int, start: int, kind: int) -> None:
        """A card certainly came out of a slot of this class."""
        row = self.slots[place]
        if self.pools:
            self.pools[row[start] * self.kinds + kind] -= 1
        row[start + 2] -= 1
        if row[start + 2] == 0:
            del row[start : start + 3]

    def settle(self, place: int) -> None:
        """Once a single class of slots is left, it is clear where all cards came from."""
        if len(self.slots[place]) == 3 and self.settling[place]:
            waiting = self.settling[place]
            self.settling[place] = []
            for card in waiting:
                self.close_slot(place, 0, card)

    def exclude(self, place: int, kinds: int) -> None:
        """The unseen cards of a place are none of these kinds (bits)."""
        row = self.slots[place]
        merged: list[int] = []
        for start in range(0, len(row), 3):
            excluded = row[start + 1] | kinds
            for at in range(0, len(merged), 3):
                if merged[at] == row[start] and merged[at + 1] == excluded:
                    merged[at + 2] += row[start + 2]
                    break
            else:
                merged += [row[start], excluded, row[start + 2]]
        self.slots[place] = merged
        self.settle(place)

    def open_second_pool(self, unseen: list[int], shuffled: list[int]) -> None:
        """From now on cards that were seen and shuffled are drawn; what is unseen now is pool 0."""
        self.pools = unseen + [0] * self.kinds
        for row in self.settling:
            for kind in row:
                self.pools[kind] += 1
        for kind in shuffled:
            self.pools[self.kinds + kind] += 1

    def see_all(self, hands: list[int]) -> None:
        """All hands are laid open."""
        self.known = [0] * len(self.known)
        for at, count in enumerate(hands):
            if at // self.kinds != self.seat:
                self.known[at] = count
        self.slots = [[] for _ in self.slots]
        self.settling = [[] for _ in self.settling]
        self.pools = []
