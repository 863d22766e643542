"""What a match is worth, in whole numbers, so that sums are exact."""

from dataclasses import dataclass

CHANCE = 10_000  # the whole match,
POINT = 10  # and a point, in the units of all figures


@dataclass(frozen=True, slots=True)
class Units:
    """A chance to win the match, in ten-thousandths, and points of a round ahead, in tenths."""

    chance: int = 0
    points: int = 0

    def __add__(self, other: "Units") -> "Units":
        return Units(self.chance + other.chance, self.points + other.points)

    def __sub__(self, other: "Units") -> "Units":
        return Units(self.chance - other.chance, self.points - other.points)

    def __neg__(self) -> "Units":
        return Units(-self.chance, -self.points)

    def __bool__(self) -> bool:
        return bool(self.chance or self.points)

    def pair(self) -> list[int]:
        """Chance and points, as data."""
        return [self.chance, self.points]


NOTHING = Units()


def in_units(chance: float, points: float) -> Units:
    """The nearest whole numbers."""
    return Units(round(chance * CHANCE), round(points * POINT))


def sum_of(parts: list[Units]) -> Units:
    """The sum of some figures."""
    return sum(parts, NOTHING)
