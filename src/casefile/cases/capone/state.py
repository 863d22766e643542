"""What a round of Al Capone has beyond the table that all cases share."""

from mypy_extensions import i64

from casefile.cases.capone.memory import CaponeMind
from casefile.core.counts import add, bit, lowest
from casefile.core.knowledge import CLASS, Knowledge
from casefile.core.state import State
from casefile.core.view import View


def memory(mind: Knowledge) -> CaponeMind:
    """The mind of a seat as what it is in this case."""
    assert isinstance(mind, CaponeMind)
    return mind


class CaponeState(State):
    """A round of Al Capone."""

    def clone(self) -> "CaponeState":
        """An independent copy."""
        other = CaponeState()
        self.copy_to(other)
        return other

    def new_mind(self, seat: i64) -> CaponeMind:
        """What a seat knows of an empty table; seats remember the Underworld, too."""
        mind = CaponeMind()
        mind.start(seat, self.seats, self.kinds)
        return mind

    def look_through_discard(self, seat: i64) -> None:
        """One seat alone sees the Underworld (CAP-8, CAP-9)."""
        if self.minds:
            memory(self.learners()[seat]).looked_through(self.discard)

    def take_unseen(self, seat: i64, kind: i64) -> None:
        """Take a card out of the Underworld into the hand; the others know only that it lay there (CAP-8)."""
        for mind in self.learners():
            if mind.seat != seat:
                other = memory(mind)
                other.others_took(seat, self.discard[other.lower_size() :])
        self.remove_from_discard(kind)
        self.put_into_hand(seat, kind)

    def take_all_shown(self, seat: i64, kind: i64) -> i64:
        """Take all cards of a kind out of the Underworld, for all to see; how many (CAP-9)."""
        for mind in self.learners():
            if mind.seat != seat:
                other = memory(mind)
                other.others_showed_all(kind, self.discard[: other.lower_size()].count(kind))
        count = self.discard.count(kind)
        for _ in range(count):
            self.take_shown(seat, kind)
        return count

    def give(self, giver: i64, taker: i64, kind: i64) -> None:
        """A card goes from one hand to another, and all know which (CAP-13)."""
        self.leave_hand(giver, kind)
        self.put_into_hand(taker, kind)
        self.others_get_seen(taker, kind)

    # What lies where, and what could be played now

    def has_meld(self, side: i64, gangster: i64) -> bool:
        """Has this area a meld of the gangster (C-11)?"""
        return self.in_area(side, gangster) >= 3

    def is_complete(self, side: i64, gangster: i64, copies: list[int]) -> bool:
        """Has this area the complete set of the gangster (CAP-2)?"""
        return self.in_area(side, gangster) == copies[gangster]

    def complete_sets(self, copies: list[int]) -> i64:
        """The gangsters whose complete set lies in some area, one bit each (CAP-6)."""
        bits: i64 = 0
        melded = self.melded
        while melded:
            gangster = lowest(melded)
            for side in range(self.sides):
                if self.areas[side * self.faces + gangster] == copies[gangster]:
                    bits |= bit(gangster)
            melded &= melded - 1
        return bits

    def melds(self, side: i64) -> i64:
        """The gangsters of whom this area has a meld, one bit each."""
        bits: i64 = 0
        melded = self.melded
        while melded:
            gangster = lowest(melded)
            if self.areas[side * self.faces + gangster] >= 3:
                bits |= bit(gangster)
            melded &= melded - 1
        return bits

    def open_melds(self, side: i64, copies: list[int]) -> i64:
        """The gangsters of whom this area has a meld, but not the complete set, one bit each (CAP-7, CAP-9, CAP-11)."""
        return self.melds(side) & ~self.complete_sets(copies)

    def raid_brings(self, side: i64, gangster: i64) -> i64:
        """How many cards of the gangster lie in the areas of the opponents (CAP-12)."""
        count: i64 = 0
        for other in range(self.sides):
            if other != side:
                count += self.in_area(other, gangster)
        return count


class CaponeView(View):
    """What a seat may know of a round of Al Capone: of the Underworld the part that is certain.

    What lies below it is one of the possibilities that `mind` has; `discard_size` counts both.
    """

    def more_sizes(self, kinds: int, seats: int) -> list[tuple[str, int, int, str]]:
        """What the seat remembers of the doubtful part of the Underworld."""
        return [
            ("doubtful", kinds, 4, "cards of the Underworld that somebody may have taken unseen"),
            ("missing", 1, 4, "how many of these are missing"),
            ("taken", kinds, 4, "cards that are missing for certain, while it is open who took them"),
            ("takes", seats, 4, "unseen cards that each seat took out of the Underworld"),
        ]

    def more_numbers(self, seats: i64) -> list[int]:
        """What the seat remembers of the doubtful part of the Underworld."""
        mind = memory(self.mind)
        if not mind.searches:
            return []
        kinds = self.kinds
        row = [0] * (2 * kinds + 1 + seats)
        for kind in mind.lower:
            add(row, kind, 1)
        row[kinds] = mind.missing()
        for at in range(0, len(mind.taken), 3):
            add(row, kinds + 1 + mind.taken[at], 1)
        for at in range(0, len(mind.slots), CLASS):
            if mind.slots[at + 1]:
                step = (mind.slots[at] - self.seat + self.seats) % self.seats
                add(row, 2 * kinds + 1 + step, mind.slots[at + 3])
        return row

    def look_own(self, state: State) -> None:
        """What the seat may know of the Underworld (C-3, CAP-8)."""
        doubtful = memory(self.mind).lower_size()
        if doubtful:
            self.discard = state.discard[doubtful:]
