"""What can be read off a view of Murders in the Rue Morgue at once; worked out anew for every decision."""

from casefile.bots.expert import Reading
from casefile.cases.rue_morgue.cards import COLOURS, DEDUCTION, DUPIN, DUPINS_HELP, KINDS, PREFECT, Figures
from casefile.cases.rue_morgue.knowledge import RueMorgueKnowledge
from casefile.cases.rue_morgue.scoring import PAIR_BONUS, POINTS_FOR_HELP
from casefile.cases.rue_morgue.state import RueMorgueView
from casefile.core.counts import add, bit
from casefile.core.state import DRAW

SMALLEST_MELD = 3


class RueMorgueReading(Reading):
    """The cards of the seat, of the others, and those that are out of sight."""

    def __init__(self, view: RueMorgueView, copies: list[int], face_kind: list[int]) -> None:
        mind = view.mind
        assert isinstance(mind, RueMorgueKnowledge)
        super().__init__(view, view.unseen(copies, face_kind))
        self.least = min(self.least, 12)
        self.areas = view.areas
        self.melded = view.melded
        self.side = view.seat % view.sides
        self.own = self.side * KINDS  # where this side's area starts
        self.next_known = mind.known_in((view.seat + 1) % view.seats)  # what the next player holds for certain
        self.next_area = (view.seat + 1) % view.sides * KINDS  # where the next player's area starts
        self.below = mind.below  # what lies under the Orang-Utan for certain, in the first case file
        self.file_top = mind.top
        self.under_size = view.under_size
        if view.file_number == 1:
            for kind in range(KINDS):
                add(self.unseen, kind, -mind.below[kind])
        # A meld needs a fourth card, to discard (C-8): a hand that ends a turn with two can only lay off later.
        self.room = self.size if view.phase == DRAW else self.size - 1
        has_help = view.hand[DUPINS_HELP] > 0 and view.sides == view.seats
        self.cramped = self.room < SMALLEST_MELD and not has_help


class Reckoning:
    """The points of all sides if the round ended now, in tenths, as far as a seat can tell (RUE-20 to RUE-26)."""

    def __init__(
        self, reading: RueMorgueReading, figures: Figures, kind: int, count: int, *, dupin_scores: bool, shut_out: bool
    ) -> None:
        """Suppose that the seat plays this many of a kind and goes out."""
        view = reading.view
        self.reading = reading
        self.figures = figures
        self.areas = reading.areas[:]
        add(self.areas, reading.own + kind, count)
        self.melded = reading.melded | bit(kind) if count >= SMALLEST_MELD else reading.melded
        self.hidden = 0  # cards out of sight,
        self.costly = 0  # what they would cost in hands, altogether,
        self.caught = 0  # and what they would count under the Orang-Utan
        self.look_at_hidden()
        self.totals = [self.points_of(side) for side in range(view.sides)]
        if view.file_number == 1:
            add(self.totals, reading.side, self.catch())
        if dupin_scores:
            for side in range(view.sides):
                add(self.totals, side, self.dupin(side))
        if shut_out and view.file_number == 1 and self.is_shut_out():
            for side in range(view.sides):
                if side != reading.side:
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
            count = self.reading.unseen[kind]
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
        if side != self.reading.side:
            view = self.reading.view
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
        unknown = self.reading.under_size
        total = 0
        for kind in range(KINDS):
            count = self.reading.below[kind]
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
        for other in range(self.reading.view.sides):
            helps += self.areas[other * KINDS + DUPINS_HELP]
        return helps * POINTS_FOR_HELP * 10

    def is_shut_out(self) -> bool:
        """Is this side's trio complete, and nobody else's (RUE-26, RUE-27)?"""
        for side in range(self.reading.view.sides):
            has_trio = False
            for kind in range(DEDUCTION, PREFECT):
                if self.areas[side * KINDS + kind] and self.has_pair(side * KINDS, self.figures.first[kind]):
                    has_trio = True
            if has_trio != (side == self.reading.side):
                return False
        return True
