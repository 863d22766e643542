"""Figures: times, intervals, and when a comparison is clear."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, exp, floor, log, sqrt
from statistics import fmean, stdev, variance

T95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)  # for 1 to 10 degrees of freedom
Z95 = 1.96
TRUSTED = 8  # deals that speak for taking off the luck just as it was found
FIRST_LOOK = 8  # deals; then at twice as many, and so on
CLEAR = 3.0  # standard errors from one half
STEP = log(1.05)  # times are counted in steps of five percent


@dataclass
class Times:
    """How long decisions took; adds up in any order, and stays small however many there are."""

    count: int = 0
    total: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float) -> None:
        """Count one more decision."""
        self.count += 1
        self.total += seconds
        self.steps[floor(log(max(seconds, 1e-9)) / STEP)] += 1

    def merge(self, other: "Times") -> None:
        """Add the decisions of another match."""
        self.count += other.count
        self.total += other.total
        self.steps.update(other.steps)

    def mean(self) -> float:
        """Seconds per decision."""
        return self.total / self.count if self.count else 0.0

    def quantile(self, share: float) -> float:
        """The time within which this share of the decisions was made, to five percent."""
        left = ceil(share * self.count)
        for step in sorted(self.steps):
            left -= self.steps[step]
            if left <= 0:
                return exp((step + 0.5) * STEP)
        return 0.0


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval, as far as there are enough observations for them."""

    mean: float | None
    low: float | None
    high: float | None


NOTHING_KNOWN = Estimate(None, None, None)


def t95(freedom: int) -> float:
    """The factor of a 95 % interval by Student's distribution."""
    if freedom <= len(T95):
        return T95[freedom - 1]
    return Z95 + (Z95**3 + Z95) / (4 * freedom) + (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / (96 * freedom**2)


def points_estimate(deals: Sequence[float]) -> Estimate:
    """The mean of one number a deal, with Student's interval."""
    if not deals:
        return NOTHING_KNOWN
    mean = fmean(deals)
    if len(deals) == 1:
        return Estimate(mean, None, None)
    margin = t95(len(deals) - 1) * stdev(deals) / sqrt(len(deals))
    return Estimate(mean, mean - margin, mean + margin)


def cautious(deals: Sequence[float], low: float = 0.0, high: float = 1.0) -> tuple[float, float]:
    """Mean and standard error of win rates, as if one more deal had been won by each.

    So the error is not nothing when all deals came out alike, as a plain one would be. Of points, `low` and `high` are
    what the best deal of all would bring either.
    """
    more = [*deals, low, high]
    return fmean(more), stdev(more) / sqrt(len(more))


def rate_estimate(deals: Sequence[float]) -> Estimate:
    """The mean win rate, one number from 0 to 1 a deal, with its interval."""
    if not deals:
        return NOTHING_KNOWN
    mean, error = cautious(deals)
    return Estimate(fmean(deals), max(0.0, mean - Z95 * error), min(1.0, mean + Z95 * error))


def is_clear(deals: Sequence[float]) -> bool:
    """Is one bot certainly better, by its win rates? To be asked at the looks only, as looking often would mislead."""
    mean, error = cautious(deals)
    return abs(mean - 0.5) > CLEAR * error


def is_clear_by_points(deals: Sequence[float]) -> bool:
    """The same, by the points that it was ahead in each deal."""
    most = max(abs(lead) for lead in deals)
    mean, error = cautious(deals, -most, most)
    return abs(mean) > CLEAR * error


@dataclass
class Luck:
    """What luck brought each side in a match."""

    points: list[float]  # more than the mean of all sides
    chances: list[float]  # to win the match


@dataclass(frozen=True)
class LessLuck:
    """What a comparison says once the luck is taken out that a net can see."""

    win_rate: Estimate
    points: Estimate
    gain: float | None  # so many times as many deals would be needed without it


def without_luck(deals: Sequence[float], luck: Sequence[float]) -> list[float]:
    """What came out of each deal, less its luck, which is nothing on average.

    How much of the luck is taken off, all or more or less of it, is found from the other deals, which know nothing of
    this one: so what is taken off is nothing on average, too.
    """
    total, total_luck = sum(deals), sum(luck)
    products = sum(one * lucky for one, lucky in zip(deals, luck, strict=True))
    squares = sum(lucky * lucky for lucky in luck)
    less = []
    for one, lucky in zip(deals, luck, strict=True):
        others = len(deals) - 1
        square = squares - lucky * lucky
        if not others or square <= 0:
            less.append(one - lucky)
            continue
        mean = (total - one) / others
        found = products - one * lucky - mean * (total_luck - lucky)
        trusted = TRUSTED * square / others
        less.append(one - lucky * (found + trusted) / (square + trusted))
    return less


def gain(plain: Sequence[float], less: Sequence[float]) -> float | None:
    """How many times as many deals the plain figures need for the same interval, if there are enough to say so."""
    if len(plain) < FIRST_LOOK or variance(less) == 0:
        return None
    return variance(plain) / variance(less)


def is_look(deals: int) -> bool:
    """Is a comparison looked at after this many deals: 8, 16, 32 and so on?"""
    return deals >= FIRST_LOOK and deals & (deals - 1) == 0
