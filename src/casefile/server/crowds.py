"""What a server can bear in all, no matter who asks: beyond that it says at once that it is busy, and goes on."""

from collections.abc import Iterator
from contextlib import contextmanager

from casefile.server.problems import ProblemError

BUSY = "the server has more to do than it can; nothing has changed, try again in a moment"
MOST_UNDER_WAY = 200  # messages that are being carried out at all tables: some 0.1 s of work for one core


class Crowd:
    """Counts what is going on at the same time, by address and in all."""

    def __init__(self, each: int, most: int, text: str = "so much cannot be done at once; wait a moment") -> None:
        self.each, self.most = each, most
        self.text = text
        self.by_address: dict[str, int] = {}
        self.all = 0

    def may_add(self, address: str, amount: int = 1) -> bool:
        """Is there room for more?"""
        return self.by_address.get(address, 0) + amount <= self.each and self.all + amount <= self.most

    def add(self, address: str, amount: int = 1) -> None:
        """More is going on, or less."""
        self.all += amount
        now = self.by_address.get(address, 0) + amount
        if now:
            self.by_address[address] = now
        else:
            self.by_address.pop(address, None)

    @contextmanager
    def one_of(self, address: str) -> Iterator[None]:
        """While something is going on; raises ProblemError if there is too much already."""
        if self.all >= self.most:
            raise ProblemError(503, "busy", BUSY)
        if not self.may_add(address):
            raise ProblemError(429, "too-fast", self.text)
        self.add(address)
        try:
            yield
        finally:
            self.add(address, -1)
