"""The front of the server in a tab: requests and messages of the page, as plain functions."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast
from urllib.parse import parse_qsl, unquote

import msgspec

from casefile.registry import case_named
from casefile.server.api import ROUTES
from casefile.server.callers import Caller, key_of_client
from casefile.server.calls import EXPECTED, Call, Route, answer, count_request, problem, problem_of, read_query
from casefile.server.context import Context, ServerSettings, Tools, seek_nothing
from casefile.server.problems import ProblemError
from casefile.server.profiles import Profiles
from casefile.server.visits import TOO_MUCH, find_room, is_crowded, refuse, visit
from casefile.tab.doers import OtherWorker
from casefile.tab.nets import DeskNets
from casefile.tab.shelf import Shelf, ShelfStorage

R = TypeVar("R")

HERE = "this browser"  # where all call from who sit at it
FAR = "far "  # so begins the name of a guest at a device of their own, who may be a stranger; a key of theirs follows
FAR_PATH = "/api/tables/{table}"  # and this is what they may ask about
MOST_UNHEARD = 200  # messages that wait to be carried out
PLENTY = 10**9  # the player whose browser this is makes as many tables as they like
Reply = tuple[int, str, bytes]  # status, media type, content


class Uncounted:
    """Stands for every figure that nobody watches."""

    def __getattr__(self, name: str) -> "Uncounted":
        return self

    def __call__(self, *arguments: object) -> "Uncounted":
        return self


async def at_once(work: Callable[[], R]) -> R:
    """There are no threads in a tab."""
    return work()


@cache
def pattern_of(path: str) -> re.Pattern[str]:
    """The addresses of a route, with a group for each name in its path."""
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))


class PageLine:
    """The way to the page, and back."""

    post = None  # what is said together is told one by one

    def __init__(self, tell: Callable[[str | None], object]) -> None:
        self.tell = tell  # nothing: it is closed
        self.said: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.is_open = True

    async def open(self) -> None:
        """The page is always let in."""

    async def send(self, texts: list[bytes]) -> None:
        """Tell the page something."""
        for text in texts:
            self.tell(text.decode())

    async def receive(self) -> bytes | None:
        """What the page says next; nothing when it has gone."""
        return await self.said.get()

    def hear(self, text: bytes) -> None:
        """What the page says; of one that says far too much at once nothing is heard any more."""
        if self.said.qsize() >= MOST_UNHEARD:
            self.said = asyncio.Queue()  # nobody waits at the old one, as there was something in it
            self.said.put_nowait(None)
        else:
            self.said.put_nowait(text)

    async def close(self, status: int = 1000) -> None:
        """End it, once."""
        if self.is_open:
            self.is_open = False
            self.tell(None)


class Desk:
    """The server in a tab."""

    def __init__(
        self,
        shelf: Shelf,
        send_task: Callable[[str], Awaitable[str]],
        beat: float = 3.0,
        nets: DeskNets | None = None,
    ) -> None:
        worker = OtherWorker(send_task, nets)
        self.storage = ShelfStorage(shelf)
        seek = nets.seek if nets is not None else seek_nothing
        tools = Tools(worker, worker, worker, worker, worker, cast("Any", Uncounted()), at_once, seek)
        settings = ServerSettings(Path(), tables=PLENTY, beat=beat, keep_days=0)
        self.context = Context(settings, self.storage, tools)
        self.profiles = Profiles(self.context)
        self.lines: dict[int, PageLine] = {}

    async def start(self) -> None:
        """Go on with every match that was going on."""
        await self.context.hub.start()

    async def call(self, method: str, address: str, body: str = "", guest: str = "") -> Reply:
        """A request of the page, answered as over HTTP."""
        path, _, query = address.partition("?")
        for route in ROUTES:
            found = pattern_of(route.path).fullmatch(path) if route.method == method else None
            if found is not None:
                names = {name: unquote(value) for name, value in found.groupdict().items()}

                async def read(route: Route = route, names: dict[str, str] = names) -> Call:
                    return self.read_call(route, names, query, body, guest)

                given = await answer(self.context, route, caller_named(guest).address, read, route.handler)
                return given.status, given.media, given.content
        missing = problem(404, "no-such-page", "there is no such page")
        return missing.status, missing.media, missing.content

    async def seek_net(self, case: str) -> None:
        """Find out whether the net of a case can be had now; the browser tells the page."""
        await self.context.seek_net(case_named(case))

    def read_call(self, route: Route, names: dict[str, str], query: str, body: str, guest: str) -> Call:
        """A request that was checked."""
        if guest.startswith(FAR):
            self.check_far(route, body, guest)
        read = msgspec.json.decode(body or "{}", type=route.body) if route.body is not None else None
        known = read_query(route, dict(parse_qsl(query)))
        return Call(self.context, caller_named(guest), names, known, read, {}, self.profiles)

    def check_far(self, route: Route, body: str, guest: str) -> None:
        """A guest at another device may ask about tables whose name they know, as much and as often as at a server."""
        count_request(self.context, caller_named(guest).address)
        if not route.path.startswith(FAR_PATH):
            raise ProblemError(404, "no-such-page", "there is no such page")
        if len(body.encode()) > route.largest:
            raise ProblemError(413, "too-large", f"at most {route.largest} bytes can be read here")

    def open(self, number: int, table: str, guest: str, tell: Callable[[str | None], object]) -> None:
        """The page, or one of its guests, looks at a table."""
        line = self.lines[number] = PageLine(tell)
        self.context.spawn(self.visit(number, table, guest, line))

    async def visit(self, number: int, table: str, guest: str, line: PageLine) -> None:
        """From the first message to the last."""
        caller = caller_named(guest)
        is_far = caller.address != HERE
        try:
            if is_far and (is_crowded(self.context, caller) or not self.context.requests.take(caller.address)):
                await refuse(line, TOO_MUCH, "too-fast", "too many connections from your device; wait a moment")
                return
            live = await find_room(self.context, table, line)
            if live is not None:
                await visit(self.context, caller, live, line)
        finally:
            del self.lines[number]
            await line.close()

    def hear(self, number: int, text: str) -> None:
        """A message of the page; what comes after the end is not heard, and too much at once is the end."""
        if number in self.lines:
            self.lines[number].hear(text.encode("utf-8", "replace"))

    def close(self, number: int) -> None:
        """The page looks no more."""
        if number in self.lines:
            self.lines[number].said.put_nowait(None)

    async def make_copy(self) -> str:
        """All that is kept, for another browser; a proxy in its script has a `copy` of its own."""
        return await self.storage.copy()

    async def add_copy(self, text: str) -> Reply:
        """Take over what another browser kept; the number of tables, or what is wrong."""
        try:
            count = await self.storage.add_copy(text)
        except EXPECTED as error:
            wrong = problem_of(self.context, error)
            return wrong.status, wrong.media, wrong.content
        self.context.hub.node.in_doubt = True
        await self.context.hub.node.take_up()
        return 200, "application/json", msgspec.json.encode({"tables": count})


def caller_named(guest: str) -> Caller:
    """The person whose browser this is, one of the guests who share it with them, or one at another device."""
    key = key_of_client(f"{HERE} {guest}")
    return Caller(key, key if guest.startswith(FAR) else HERE)
