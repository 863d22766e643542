"""What a table shows of a case beside its cards: keys and figures, which text and page put into words and pictures."""

from mypy_extensions import i64

NO_NUMBER = -1


class Note:
    """One thing that a seat may know at a glance: a pile of its own, a count, a side that is up."""

    def __init__(self, key: str, cards: list[int] | None = None, number: i64 = NO_NUMBER, of: i64 = NO_NUMBER) -> None:
        self.key = key
        self.cards = cards  # as faces; HIDDEN for each one that the seat may not see
        self.number = number
        self.of = of  # how many there are in all


class Row:
    """One row of the case board: how something stands, as far as a seat may know."""

    def __init__(
        self,
        key: str,
        cards: list[int] | None = None,
        counts: list[int] | None = None,
        sides: list[int] | None = None,
        of: i64 = NO_NUMBER,
        points: i64 = NO_NUMBER,
        marks: list[str] | None = None,
    ) -> None:
        self.key = key
        self.cards = cards or []  # what it is about, as faces; HIDDEN for each one that the seat may not see
        self.counts = counts or []  # how many of each of these cards lie on the table
        self.sides = sides or []  # a figure for each side
        self.of = of  # what these figures may come to
        self.points = points
        self.marks = marks or []  # keys of words that say what this means
