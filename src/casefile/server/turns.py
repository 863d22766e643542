"""Who may use one of a few things next: everybody in turn, however much one of them wants."""

import asyncio
from collections import OrderedDict, deque
from typing import NamedTuple

SOMEBODY_WAITS, NOBODY_IS_THERE, BOTS_ALONE = 0, 1, 2  # who is served first


class Party(NamedTuple):
    """For whom something is wanted: by how urgent it is, and by address."""

    urgency: int = SOMEBODY_WAITS
    address: str = ""


class Turns:
    """So many at once; those who wait take turns by address, the urgent ones first."""

    def __init__(self, count: int) -> None:
        self.free = count
        self.waiting: dict[int, OrderedDict[str, deque[asyncio.Future[None]]]] = {}

    async def begin(self, party: Party) -> None:
        """Wait for a turn."""
        if self.free:
            self.free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queues = self.waiting.setdefault(party.urgency, OrderedDict())
        queues.setdefault(party.address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.end()
            raise

    def end(self) -> None:
        """A turn is over: the next one's begins."""
        for urgency in sorted(self.waiting):
            queues = self.waiting[urgency]
            while queues:
                address, queue = queues.popitem(last=False)
                turn = queue.popleft()
                if queue:
                    queues[address] = queue
                if not turn.done():
                    turn.set_result(None)
                    return
        self.free += 1
