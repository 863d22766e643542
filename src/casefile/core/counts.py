"""Rows of counts, such as hands and areas, sets of kinds, as bits, and sums."""

from typing import Any, Final

from mypy_extensions import i64

HIGHEST: Final[i64] = 0x2000000000000000
MOST_NUMBERS: Final[i64] = 4096
NUMBERS: Final[list[Any]] = list(range(MOST_NUMBERS))  # compiled, it takes time to make the object of a number anew


def add(row: list[Any], at: i64, count: i64) -> None:
    """Change one count of a row; compiled, this is much quicker than `row[at] += count`.

    What comes out of a `list[Any]` becomes a machine integer at once, out of a `list[int]` by way of an int.
    """
    now: i64 = row[at]
    row[at] = now + count


def bit(number: i64) -> i64:
    """The set that holds one number, up to 61. Mypyc would shift a literal 1 within 32 bits."""
    return HIGHEST >> (61 - number)


def lowest(bits: i64) -> i64:
    """The number of the lowest bit that is set; `bits & (bits - 1)` is the rest."""
    low: int = bits & -bits
    return low.bit_length() - 1


def listed(counts: list[int]) -> list[int]:
    """Counts of kinds as a list of cards, sorted."""
    cards: list[int] = []
    for kind, count in enumerate(counts):
        for _ in range(count):
            cards.append(kind)
    return cards


def among(cards: list[int]) -> i64:
    """The kinds of some cards, one bit each."""
    bits: i64 = 0
    for kind in cards:
        bits |= bit(kind)
    return bits


def added_up(numbers: list[float]) -> float:
    """The sum from left to right: `sum` rounds otherwise from Python 3.12 on, and bots would choose otherwise."""
    total = 0.0
    for number in numbers:
        total += number
    return total
