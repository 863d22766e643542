"""What takes long is done by another worker of the browser: a task goes there as a text, and its result comes back."""

import base64
import pickle
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from casefile.errors import CasefileError
from casefile.learn.net import MissingNetError
from casefile.learn.proofs import LEARNED
from casefile.server.room import game_of
from casefile.server.tasks import ANYBODY, decide
from casefile.server.turns import Party, Turns
from casefile.tab.nets import DeskNets, NetAwayError

R = TypeVar("R")


class OtherWorker:
    """One worker that does one task at a time; those who wait for it take turns."""

    def __init__(self, send: Callable[[str], Awaitable[str]], nets: DeskNets | None = None) -> None:
        self.send = send
        self.nets = nets
        self.turns = Turns(1)

    async def run(
        self,
        function: Callable[..., R],
        *arguments: Any,
        party: Party = ANYBODY,
        on_start: Callable[[], None] = lambda: None,
    ) -> R:
        """The result of a function that the worker runs; an error of people's making comes back as it is.

        A learned player without its net waits for it: nobody else plays under its name.
        """
        while True:
            await self.turns.begin(party)
            try:
                on_start()
                answer = await self.send(packed((function, arguments)))
            finally:
                self.turns.end()
            result, error = unpacked(answer)
            if error is None:
                return result  # type: ignore[no-any-return]  # texts know no types
            is_player = function is decide and arguments[1] == LEARNED
            if self.nets is None or not is_player or not isinstance(error, MissingNetError):
                raise error
            await self.nets.wait_for(game_of(arguments[0])[0].case)

    def close(self) -> None:
        """The browser ends its workers itself."""


async def do(task: str, fetch_net: Callable[[str, str], Awaitable[None]]) -> str:
    """The other side: what the worker does with a task, from the beginning again if a net had to be fetched for it."""
    function, arguments = unpacked(task)
    try:
        while True:
            try:
                return packed((function(*arguments), None))
            except NetAwayError as missing:
                await fetch_net(missing.digest, missing.case)
    except (CasefileError, RuntimeError) as error:
        return packed((None, error))


def packed(what: object) -> str:
    """Something as a text; both sides run the same code, and nobody else has a hand in it."""
    return base64.b64encode(pickle.dumps(what)).decode()


def unpacked(text: str) -> Any:
    """What was packed."""
    return pickle.loads(base64.b64decode(text))
