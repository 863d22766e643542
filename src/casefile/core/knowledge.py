"""What one seat knows of the cards that lie hidden, with a perfect memory (C-22).

A hidden place (another hand, or what a case adds) holds cards that this seat knows to be there (`certain`) and unseen
ones. Unseen cards lie in *slots*; a class of slots is four numbers in `slots`: the place, the pool from which the cards
came, the kinds that they cannot be (as bits), and how many there are. Pool 0 holds what was unseen from the deal on.
Pool 1 holds what was seen before it was hidden again: the second case file, of which everybody saw the cards before
they were shuffled (C-15). If a card leaves a place and could have lain in several classes, it is kept in `settling`,
and its slot stays counted until it is clear which one it was: three numbers for each card, the place, the kind, and the
latest pool of which the place had slots by then, as it cannot have lain in a slot that came later.

Little is known at a time: short flat lists are quicker to copy than a row of counts for every place.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from casefile.core.counts import add
from casefile.core.portable import Portable

UNDECIDED: Final = -1
CLASS: Final[i64] = 4  # numbers that describe a class of slots
GONE: Final[i64] = 3  # numbers that describe a card that is settling


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge(Portable):
    """What one seat knows of the hidden places; its own hand is not among them."""

    seat: i64
    places: i64  # the first are the hands
    kinds: i64
    certain: list[int]  # place * kinds + kind of every card that is certainly there
    slots: list[int]  # place, pool, excluded kinds, count: four numbers for each class
    settling: list[int]  # place, kind, latest pool: three numbers for each card
    pools: list[int]  # pool * kinds + kind: unseen cards by pool; empty as long as there is only pool 0

    def start(self, seat: i64, places: i64, kinds: i64) -> None:
        """Know nothing of some empty places; the first places are the hands."""
        self.seat = seat
        self.places = places
        self.kinds = kinds
        self.certain = []
        self.slots = []
        self.settling = []
        self.pools = []

    def copy_to(self, other: "Knowledge") -> None:
        """Give another mind all fields of this one; it shares nothing with it that changes."""
        other.seat = self.seat
        other.places = self.places
        other.kinds = self.kinds
        other.certain = self.certain[:]
        other.slots = self.slots[:]
        other.settling = self.settling[:]
        other.pools = self.pools[:]

    def clone(self) -> "Knowledge":
        """An independent copy; a case with fields of its own brings its own."""
        other = Knowledge()
        self.copy_to(other)
        return other

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison, by place, as the order in which places learned of cards makes no difference."""
        known = self.known_everywhere()
        slots = [self.classes(place) for place in range(self.places)]
        settling = [(self.waiting(place), self.latest_pools(place)) for place in range(self.places)]
        return (self.seat, known, slots, settling, self.pools)

    # Looking

    def count_known(self, place: i64, kind: i64) -> i64:
        """How many cards of a kind are certainly in a place."""
        return self.certain.count(place * self.kinds + kind)

    def known_everywhere(self) -> list[int]:
        """The cards that are certainly in each place: place * kinds + kind, how many."""
        row = [0] * (self.places * self.kinds)
        for at in self.certain:
            add(row, at, 1)
        return row

    def known_in(self, place: i64) -> list[int]:
        """The cards that are certainly in a place, as a row of counts."""
        row = [0] * self.kinds
        base = place * self.kinds
        for at in self.certain:
            if base <= at < base + self.kinds:
                add(row, at - base, 1)
        return row

    def classes(self, place: i64) -> list[int]:
        """The classes of slots of a place: three numbers for each, pool, excluded kinds and count."""
        row: list[int] = []
        for at in range(0, len(self.slots), CLASS):
            if self.slots[at] == place:
                row += self.slots[at + 1 : at + CLASS]
        return row

    def waiting(self, place: i64) -> list[int]:
        """The cards that have left a place, while it is open out of which slots they came."""
        return [self.settling[at + 1] for at in range(0, len(self.settling), GONE) if self.settling[at] == place]

    def latest_pools(self, place: i64) -> list[int]:
        """For each card that is `waiting`, the latest pool that it can have come from."""
        return [self.settling[at + 2] for at in range(0, len(self.settling), GONE) if self.settling[at] == place]

    def could_be_in(self, place: i64, kind: i64) -> bool:
        """Could an unseen card of a place be of this kind, as far as this seat can tell?"""
        slots = self.slots
        for at in range(0, len(slots), CLASS):
            if slots[at] == place and self.could_hold(slots[at + 1], slots[at + 2], kind):
                return True
        return False

    def could_be_drawn(self, kind: i64) -> bool:
        """Could a card of the case file be of this kind, if one is unseen?"""
        return not self.pools or self.pools[self.kinds + kind] > 0

    # What happens

    def got_seen(self, place: i64, kind: i64) -> None:
        """A card that this seat saw came to a place."""
        self.certain.append(place * self.kinds + kind)

    def got_unseen(self, place: i64, pool: i64, count: i64) -> None:
        """Unseen cards of a pool came to a place."""
        self.add_slots(place, pool if self.pools else 0, 0, count)

    def add_slots(self, place: i64, pool: i64, excluded: i64, count: i64) -> None:
        """A place has more slots of a class, which may be new there."""
        slots = self.slots
        for at in range(0, len(slots), CLASS):
            if slots[at] == place and slots[at + 1] == pool and slots[at + 2] == excluded:
                add(slots, at + 3, count)
                return
        slots.append(place)
        slots.append(pool)
        slots.append(excluded)
        slots.append(count)

    def saw_of_pool(self, pool: i64, kind: i64) -> None:
        """A card of a pool was seen before it came to a place."""
        if self.pools:
            add(self.pools, pool * self.kinds + kind, -1)

    def left_known(self, place: i64, kind: i64) -> bool:
        """Was the card that left a place known to be there? Then it is not any more."""
        at = place * self.kinds + kind
        certain = self.certain
        for index in range(len(certain)):  # compiled, `in` would ask the objects whether they are equal
            if certain[index] == at:
                certain.pop(index)
                return True
        return False

    def left(self, place: i64, kind: i64) -> None:
        """This seat saw which card left a place: account for it."""
        if self.left_known(place, kind):
            return
        slots = self.slots
        found = self.only_class(place)
        if found == UNDECIDED:
            for at in range(0, len(slots), CLASS):
                if slots[at] == place and self.could_hold(slots[at + 1], slots[at + 2], kind):
                    if found != UNDECIDED:
                        self.keep_waiting(place, kind)
                        return
                    found = at
        self.close_slot(found, kind)
        self.settle(place)

    def keep_waiting(self, place: i64, kind: i64) -> None:
        """It is open out of which of its slots a card left a place."""
        slots = self.slots
        latest: i64 = 0
        for at in range(0, len(slots), CLASS):
            if slots[at] == place:
                latest = max(latest, slots[at + 1])
        self.settling.append(place)
        self.settling.append(kind)
        self.settling.append(latest)

    def could_hold(self, pool: i64, excluded: i64, kind: i64) -> bool:
        """Could a slot of this class have held this card, as far as this seat can tell?"""
        if excluded >> kind & 1:
            return False
        return not self.pools or self.pools[pool * self.kinds + kind] > 0

    def close_slot(self, at: i64, kind: i64) -> None:
        """A card certainly came out of a slot of this class."""
        slots = self.slots
        if self.pools:
            add(self.pools, slots[at + 1] * self.kinds + kind, -1)
        if slots[at + 3] == 1:
            del slots[at : at + CLASS]
        else:
            add(slots, at + 3, -1)

    def only_class(self, place: i64) -> i64:
        """The class of slots of a place that has just one, or UNDECIDED."""
        found: i64 = UNDECIDED
        for at in range(0, len(self.slots), CLASS):
            if self.slots[at] == place:
                if found != UNDECIDED:
                    return UNDECIDED
                found = at
        return found

    def settle(self, place: i64) -> None:
        """Once a single class of slots is left, it is clear where all cards came from."""
        if not self.settling or self.only_class(place) == UNDECIDED:
            return
        for card in self.waiting(place):
            self.close_slot(self.only_class(place), card)
        self.forget_waiting(place)

    def forget_one(self, place: i64, kind: i64) -> None:
        """It is clear where the first card of this kind came from that left a place."""
        at = 0
        while self.settling[at] != place or self.settling[at + 1] != kind:
            at += GONE
        del self.settling[at : at + GONE]

    def forget_waiting(self, place: i64) -> None:
        """It is clear, or about to be looked at again, where the cards came from that left a place."""
        left: list[int] = []
        for at in range(0, len(self.settling), GONE):
            if self.settling[at] != place:
                left += self.settling[at : at + GONE]
        self.settling = left

    def exclude(self, place: i64, kinds: i64) -> None:
        """The unseen cards of a place are none of these kinds (bits)."""
        slots = self.slots
        self.slots = []
        for at in range(0, len(slots), CLASS):
            excluded = slots[at + 2] | kinds if slots[at] == place else slots[at + 2]
            self.add_slots(slots[at], slots[at + 1], excluded, slots[at + 3])
        self.settle(place)

    def open_second_pool(self, unseen: list[int], shuffled: list[int]) -> None:
        """From now on cards that were seen and shuffled are drawn; what is unseen now is pool 0."""
        self.pools = unseen + [0] * self.kinds
        for at in range(1, len(self.settling), GONE):
            add(self.pools, self.settling[at], 1)
        for kind in shuffled:
            add(self.pools, self.kinds + kind, 1)

    def see_all(self, hands: list[int]) -> None:
        """All hands are laid open."""
        self.certain = []
        for at, count in enumerate(hands):
            if at // self.kinds != self.seat:
                self.certain += [at] * count
        self.slots = []
        self.settling = []
        self.pools = []
