"""So many at once, and so many per second."""

from collections import OrderedDict
from time import monotonic

MOST_ADDRESSES = 20_000
LONGEST_WAIT = 2.0  # seconds, for what others of the same address have sent


class Bucket:
    """So many at once, and so many per second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self.level = burst
        self.time = monotonic()

    def take(self) -> bool:
        """May there be one more?"""
        self.fill()
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def wait(self, cost: float = 1.0) -> float:
        """Take one, or more, in advance if need be; the seconds until it is there.

        The debt is limited: who shares an address with somebody who sends very much waits for a while, not for ever.
        """
        self.fill()
        self.level = max(-self.rate * LONGEST_WAIT, self.level - cost)
        return max(0.0, -self.level / self.rate)

    def fill(self) -> None:
        """What has come since the last time."""
        now = monotonic()
        self.level = min(self.burst, self.level + (now - self.time) * self.rate)
        self.time = now


class Buckets:
    """A bucket for each address; those that were not seen for long are forgotten first."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """May there be one more from this address?"""
        return self.bucket(address).take()

    def wait(self, address: str, cost: float = 1.0) -> float:
        """The seconds until there may be one more from this address, which is taken now."""
        return self.bucket(address).wait(cost)

    def bucket(self, address: str) -> Bucket:
        """The bucket of an address."""
        bucket = self.known.get(address)
        if bucket is None:
            bucket = self.known[address] = Bucket(self.burst, self.rate)
            if len(self.known) > MOST_ADDRESSES:
                self.known.popitem(last=False)
        else:
            self.known.move_to_end(address)
        return bucket
