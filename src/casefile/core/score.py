"""The points of a round."""


class SideScore:
    """What one side gets for a round, line by line."""

    def __init__(self) -> None:
        self.plus = 0
        self.minus = 0
        self.bonus = 0
        self.lines: list[tuple[str, int, int, int]] = []  # why, face, how many, points

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its fields."""
        return remake_side, (self.plus, self.minus, self.bonus, self.lines)

    def add(self, why: str, face: int, count: int, points: int) -> None:
        """Points for cards in the area."""
        self.plus += points
        self.lines.append((why, face, count, points))

    def cost(self, why: str, face: int, count: int, points: int) -> None:
        """Points that cards in the hand cost."""
        self.minus += points
        self.lines.append((why, face, count, -points))

    def extra(self, why: str, face: int, count: int, points: int) -> None:
        """Points beyond those of the cards; they may be negative."""
        self.bonus += points
        self.lines.append((why, face, count, points))

    def total(self) -> int:
        """What is added to the score (C-19)."""
        return self.plus + self.bonus - self.minus


class RoundScore:
    """How a round came out."""

    def __init__(self, outcome: str, sides: list[SideScore]) -> None:
        self.outcome = outcome
        self.sides = sides
        self.culprit = -1  # the kind that the round found guilty
        self.shut_out = -1  # the side that shut the others out

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its fields."""
        return remake_round, (self.outcome, self.sides, self.culprit, self.shut_out)

    def totals(self) -> list[int]:
        """The points of each side."""
        return [side.total() for side in self.sides]


def remake_side(plus: int, minus: int, bonus: int, lines: list[tuple[str, int, int, int]]) -> SideScore:
    """A side's score that was pickled."""
    score = SideScore()
    score.plus = plus
    score.minus = minus
    score.bonus = bonus
    score.lines = lines
    return score


def remake_round(outcome: str, sides: list[SideScore], culprit: int, shut_out: int) -> RoundScore:
    """A round's score that was pickled."""
    score = RoundScore(outcome, sides)
    score.culprit = culprit
    score.shut_out = shut_out
    return score
