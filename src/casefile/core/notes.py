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
