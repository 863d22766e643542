"""What takes long, and is done elsewhere: by processes of a server, by a worker of a browser."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from casefile.bots.base import Bot, Decision, Situation
from casefile.players import make_bot
from casefile.server.room import game_of
from casefile.server.slots import THINKING_SHARE, slot_of
from casefile.server.turns import Party

R = TypeVar("R")

ANYBODY = Party()


class Doers(Protocol):
    """Those who do tasks, each one at a time. They get a task and nothing else, and may die."""

    async def run(
        self,
        function: Callable[..., R],
        *arguments: Any,
        party: Party = ANYBODY,
        on_start: Callable[[], None] = lambda: None,
    ) -> R:
        """The result of a function that is run elsewhere; an error of people's making comes back as it is."""

    def close(self) -> None:
        """Do nothing more."""


@lru_cache(256)
def bot_for(game: bytes, name: str) -> Bot:
    """Bots keep nothing between two decisions, so all seats share them."""
    return make_bot(name, game_of(game)[0], thinking=slot_of(name) * THINKING_SHARE)


def decide(game: bytes, name: str, situation: Situation) -> Decision:
    """Ask a bot."""
    return bot_for(game, name).decide(situation)
