"""What can be read off a view of Murders in the Rue Morgue at once; worked out anew for every decision."""

from casefile.cases.rue_morgue.cards import COLOURS, DEDUCTION, DUPIN, DUPINS_HELP, KINDS, Figures
from casefile.cases.rue_morgue.knowledge import RueMorgueKnowledge
from casefile.cases.rue_morgue.scoring import PAIR_BONUS, POINTS_FOR_HELP
from casefile.cases.rue_morgue.state import RueMorgueView
from casefile.core.counts import add, bit
from casefile.core.state import DRAW

SMALLEST_MELD = 3


class Table:
    """The cards of the seat, of the others, and those that are out of sight."""

    def __init__(self, view: RueMorgueView, copies: list[int]) -> None:
        mind = view.mind
        assert isinstance(mind, RueMorgueKnowledge)
        self.view = view
        self.hand = view.hand
        self.areas = view.areas
        self.melded = view.melded
        self.size = view.sizes[view.seat]
        self.side = view.seat % view.sides
        self.own = self.side * KINDS  # where this side's area starts
        self.next_known = mind.known_in((view.seat + 1) % view.seats)  # what the next player holds for certain
        self.next_area = (view.seat + 1) % view.sides * KINDS  # where the next player's area starts
        self.below = mind.below  # what lies under the Orang-Utan for certain, in the first case file
        self.file_top = mind.top
        self.out = out_of_sight(view, mind, copies)
        least = 99
        for seat in range(view.seats):
            if seat % view.sides != self.side and view.sizes[seat] < least:
                least = view.sizes[seat]
        self.least = min(least, 12)  # cards of the opponent who is nearest to going out
        # A meld needs a fourth card, to discard (C-8): who ends a turn with two cards can only lay off from then on.
        self.room = self.size if view.phase == DRAW else self.size - 1
        has_help = view.hand[DUPINS_HELP] > 0 and view.sides == view.seats
        self.cramped = self.room < SMALLEST_MELD and not has_help

    def is_melded(self, colour: int) -> bool:
        """Has this colour a meld in any area?"""
        return self.melded >> colour & 1 != 0


def out_of_sight(view: RueMorgueView, mind: RueMorgueKnowledge, copies: list[int]) -> list[int]:
    """By kind: the copies that this seat sees neither in its hand nor lying anywhere; others may hold or draw them."""
    out = copies[:]
    for kind in range(KINDS):
        add(out, kind, -view.hand[kind])
    for at in range(len(view.areas)):
        count = view.areas[at]
        if count:
            add(out, at % KINDS, -count)
    for kind in view.discard:
        add(out, kind, -1)
    if view.file_number == 1:
        for kind in range(KINDS):
            add(out, kind, -mind.below[kind])
    return out


class Reckoning:
    """The points of all sides if the round ended now, in tenths, as far as a seat can tell (RUE-20 to RUE-26)."""

    def __init__(
        self, table: Table, figures: Figures, kind: int, count: int, *, dupin_scores: bool, shut_out: bool
    ) -> None:
        """Suppose that the seat plays this many of a kind and goes out."""
        view = table.view
        self.table = table
        self.figures = figures
        self.areas = table.areas[:]
        add(self.areas, table.own + kind, count)
        self.melded = table.melded | bit(kind) if count >= SMALLEST_MELD else table.melded
        self.hidden = 0  # cards out of sight,
        self.costly = 0  # what they would cost in hands, altogether,
        self.caught = 0  # and what they would count under the Orang-Utan
        self.look_at_hidden()
        self.totals = [self.points_of(side) for side in range(view.sides)]
        if view.file_number == 1:
            add(self.totals, table.side, self.catch())
        if dupin_scores:
            for side in range(view.sides):
                add(self.totals, side, self.dupin(side))
        if shut_out and view.file_number == 1 and self.is_shut_out():
            for side in range(view.sides):
                if side != table.side:
                    self.totals[side] = 0

    def counts(self, kind: int) -> bool:
        """Do the melds lie on the table that this card needs?"""
        if kind >= DUPINS_HELP:
            return False
        return self.melded >> self.figures.first[kind] & self.melded >> self.figures.second[kind] & 1 != 0

    def costs(self, kind: int) -> bool:
        """Does this card cost its points in a hand?"""
        if kind >= DUPINS_HELP:
            return True
        return (self.melded >> self.figures.first[kind] | self.melded >> self.figures.second[kind]) & 1 == 0

    def look_at_hidden(self) -> None:
        """Count the cards out of sight."""
        for kind in range(KINDS):
            count = self.table.out[kind]
            if count > 0:
                self.hidden += count
                if self.counts(kind):
                    self.caught += count * self.figures.points[kind]
                elif self.costs(kind):
                    self.costly += count * self.figures.points[kind]
        if self.hidden == 0:
            self.hidden = 1

    def points_of(self, side: int) -> int:
        """The area and its pairs, less what the hands are going to cost (RUE-22 to RUE-24)."""
        points = self.figures.points
        base = side * KINDS
        total = 0
        for kind in range(KINDS):
            count = self.areas[base + kind]
            if count:
                total += count * points[kind] * 10
        for colour in self.figures.pairs:
            if self.has_pair(base, colour):
                total += PAIR_BONUS * 10
        if side != self.table.side:
            view = self.table.view
            for seat in range(side, view.seats, view.sides):
                total -= view.sizes[seat] * self.costly * 10 // self.hidden
        return total

    def has_pair(self, base: int, colour: int) -> bool:
        """Are a set and its partner both melded in this area?"""
        return (
            self.areas[base + colour] >= SMALLEST_MELD
            and self.areas[base + self.figures.partner[colour]] >= SMALLEST_MELD
        )

    def catch(self) -> int:
        """What is found under the Orang-Utan: known cards, and as much of the others as of all that is hidden."""
        view = self.table.view
        unknown = view.under_size
        total = 0
        for kind in range(KINDS):
            count = self.table.below[kind]
            if count:
                unknown -= count
                if self.counts(kind) or (kind < COLOURS and count >= SMALLEST_MELD):
                    total += count * self.figures.points[kind] * 10
        return total + unknown * self.caught * 10 // self.hidden

    def dupin(self, side: int) -> int:
        """What Dupin is paid (RUE-25)."""
        if not self.areas[side * KINDS + DUPIN]:
            return 0
        helps = -2 * self.areas[side * KINDS + DUPINS_HELP]
        for other in range(self.table.view.sides):
            helps += self.areas[other * KINDS + DUPINS_HELP]
        return helps * POINTS_FOR_HELP * 10

    def is_shut_out(self) -> bool:
        """Is this side's trio complete, and nobody else's (RUE-26, RUE-27)?"""
        for side in range(self.table.view.sides):
            has_trio = False
            for kind in range(DEDUCTION, DEDUCTION + 4):
                if self.areas[side * KINDS + kind] and self.has_pair(side * KINDS, self.figures.first[kind]):
                    has_trio = True
            if has_trio != (side == self.table.side):
                return False
        return True
