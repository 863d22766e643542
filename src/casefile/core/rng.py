"""The engine's only source of chance: SHA-256 in counter mode, the same on every platform."""

from hashlib import sha256
from typing import Final

from mypy_extensions import i64

PIECE: Final[i64] = 65536  # numbers are drawn in pieces of 16 bits, so that one digest yields sixteen


class Rng:
    """An endless row of numbers that is determined by its key alone."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.counter: i64 = 0
        self.block = b""
        self.at: i64 = 0

    def below(self, limit: i64) -> i64:
        """A number from 0 to limit - 1, each with the same chance; limit is at most 65536."""
        while True:
            if self.at == len(self.block):
                self.block = sha256(f"{self.key}/{self.counter}".encode("utf-8", "surrogatepass")).digest()
                self.counter += 1
                self.at = 0
            high: i64 = self.block[self.at]
            low: i64 = self.block[self.at + 1]
            self.at += 2
            piece = high << 8 | low
            number = piece % limit
            if piece - number <= PIECE - limit:  # else some numbers would come up more often
                return number

    def shuffle(self, cards: list[int]) -> None:
        """Put the cards into a random order, in place (Fisher and Yates)."""
        size: i64 = len(cards)
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card


class QuickRng:
    """Quick numbers for playing a round out; never for a deal, as they could be foretold."""

    def __init__(self, seed: int) -> None:
        self.state: i64 = (seed * 40503 + 1) & 0x3FFFFFFF

    def below(self, limit: i64) -> i64:
        """A number from 0 to limit - 1; limit is at most 65536."""
        self.state = (self.state * 438293613 + 12345) & 0x3FFFFFFF
        return (self.state >> 6) * limit >> 24
