"""What takes long is done by another worker of the browser: a task goes there as a text, and its result comes back."""

import base64
import pickle
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from casefile.errors import CasefileError
from casefile.server.tasks import ANYBODY
from casefile.server.turns import Party, Turns
from casefile.tab.nets import NetAwayError

R = TypeVar("R")


class OtherWorker:
    """One worker that does one task at a time; those who wait for it take turns."""

    def __init__(self, send: Callable[[str], Awaitable[str]]) -> None:
        self.send = send
        self.turns = Turns(1)

    async def run(
        self,
        function: Callable[..., R],
        *arguments: Any,
        party: Party = ANYBODY,
        on_start: Callable[[], None] = lambda: None,
    ) -> R:
        """The result of a function that the worker runs; an error of people's making comes back as it is."""
        await self.turns.begin(party)
        try:
            on_start()
            answer = await self.send(packed((function, arguments)))
        finally:
            self.turns.end()
        result, error = unpacked(answer)
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]  # texts know no types

    def close(self) -> None:
        """The browser ends its workers itself."""


async def do(task: str, fetch_net: Callable[[str], Awaitable[None]]) -> str:
    """The other side: what the worker does with a task, from the beginning again if a net had to be fetched for it."""
    function, arguments = unpacked(task)
    try:
        while True:
            try:
                return packed((function(*arguments), None))
            except NetAwayError as missing:
                await fetch_net(missing.digest)
    except (CasefileError, RuntimeError) as error:
        return packed((None, error))


def packed(what: object) -> str:
    """Something as a text; both sides run the same code, and nobody else has a hand in it."""
    return base64.b64encode(pickle.dumps(what)).decode()


def unpacked(text: str) -> Any:
    """What was packed."""
    return pickle.loads(base64.b64decode(text))
