"""Where the browser's own language begins: what it hands over, in the form that the rest of this folder expects."""

import json
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from casefile.server.storage import StorageError
from casefile.tab.desk import Desk
from casefile.tab.doers import do
from casefile.tab.nets import Browser, use_desk_nets, use_tab_nets
from casefile.tab.shelf import Row, TakenError

TAKEN = "taken"


class Host(Protocol):
    """What the script of the worker does for us; texts only, so that nothing has to be converted."""

    def get(self, key: str) -> Awaitable[str | None]:
        """The text that is kept under a key."""

    def under(self, start: str) -> Awaitable[str]:
        """All rows whose keys begin so, as JSON."""

    def put(self, rows: str) -> Awaitable[str]:
        """Keep rows, given as JSON; what went wrong, or nothing."""

    def think(self, task: str) -> Awaitable[str]:
        """Have a task done by the other worker."""

    def has_net(self, digest: str, case: str, pause: int) -> Awaitable[bool]:
        """Can the net of a case be had? A network that had none is asked again after a pause, or when it is back."""


class BrowserShelf:
    """What the browser keeps for this site."""

    def __init__(self, host: Host) -> None:
        self.host = host

    async def get(self, key: str) -> str | None:
        """The text under a key."""
        return await self.host.get(key)

    async def under(self, start: str) -> list[tuple[str, str]]:
        """All texts whose keys begin so, with their keys."""
        return [(key, text) for key, text in json.loads(await self.host.under(start))]

    async def put(self, rows: list[Row]) -> None:
        """Keep all of these, or nothing."""
        wrong = await self.host.put(msgspec.json.encode(rows).decode())
        if wrong == TAKEN:
            raise TakenError
        if wrong:
            raise StorageError(wrong)


async def open_desk(host: Host) -> Desk:
    """The server of this tab."""
    desk = Desk(BrowserShelf(host), host.think, nets=use_desk_nets(host.has_net))
    await desk.start()
    return desk


def open_thinker(browser: Browser) -> Callable[[str], Awaitable[str]]:
    """What does tasks for it, in another worker."""
    nets = use_tab_nets(browser)
    return lambda task: do(task, nets.fetch)
