"""How long bots take to answer: always the same, as the time that one needs would tell of its hand.

A player who can meld, or holds an event, has more to think about. So each level has a slot, and answers when it is
over: a forced move no sooner, and a search that is not finished then answers with the best move so far. What takes
longer all the same, on a machine that is busy, is answered at the end of another slot.
"""

from collections.abc import Callable
from math import ceil
from time import monotonic

from casefile.core import state

IS_COMPILED = not (state.__file__ or "").endswith((".py", ".pyc"))  # the latter in a tab
GLANCE = 0.02  # seconds: of bots that do not think ahead, with the way to their process and back
# Of the others: what 95 of 100 decisions take in the case that takes longest, and a little more.
SLOTS = (
    {"inspector": 0.05, "dupin": 0.5, "vidocq": 0.3} if IS_COMPILED else {"inspector": 0.4, "dupin": 1.0, "vidocq": 1.0}
)
LONGEST = max(SLOTS.values())
THINKING_SHARE = 0.8  # of a slot; a search looks at the clock only now and then


def slot_of(bot: str) -> float:
    """The seconds after which a bot answers, by the level that its name begins with."""
    level = bot.partition(":")[0]
    return SLOTS.get(level, GLANCE if level in ("random", "constable", "sergeant") else LONGEST)


class Slot:
    """The time of one decision."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.seconds = seconds
        self.clock = clock
        self.spent = 0.0  # before the bot begins to think
        self.began = clock()

    def prepared(self) -> None:
        """What the bot sees is put together, which takes the longer the more it knows; it may have to wait now."""
        self.spent = self.clock() - self.began

    def start(self) -> None:
        """The bot begins to think; how long it waited until then tells nothing of its hand."""
        self.began = self.clock() - self.spent

    def left(self) -> float:
        """The seconds until the slot is over, or another one if it was too short."""
        gone = self.clock() - self.began
        return max(1, ceil(gone / self.seconds)) * self.seconds - gone
