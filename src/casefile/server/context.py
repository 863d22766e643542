"""What everything in one server shares: its settings, what keeps and what thinks for it, its rooms, and its limits."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from casefile.core.case import Case
from casefile.server.buckets import Bucket, Buckets
from casefile.server.crowds import Crowd
from casefile.server.days import Days
from casefile.server.hub import Hub
from casefile.server.messages import Pace
from casefile.server.mistakes import Mistakes
from casefile.server.ratings import Ratings
from casefile.server.reviews import Reviewers
from casefile.server.storage import Storage, StorageError
from casefile.server.tasks import Doers
from casefile.server.vitals import Vitals

if TYPE_CHECKING:
    from casefile.server.metrics import Metrics
    from casefile.server.push import Push

log = logging.getLogger("casefile.server")

R = TypeVar("R")

MOST_EVENTS = 20_000  # at once for one address: those of a long round to many clients that come back
ALL_SHARE = 20  # times as many tables as one address may all make together

PAGE = Path(__file__).parent.parent / "page"


@dataclass(frozen=True)
class ServerSettings:
    """How a server is run."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    beat: float = 3.0
    pace: Pace = "natural"
    ready_seconds: float = 60.0
    trust_proxy: bool = False
    metrics_public: bool = False
    rate: float = 50.0  # requests per second from one address
    tables: int = 100  # that one address may make within an hour
    thinkers: int | None = None
    names: tuple[str, ...] = ()  # under which people reach this server
    keep_days: float = 365.0  # for tables at which nothing happens and whose match is not over; 0: for ever
    push: str = ""  # whom push services may write to, such as mailto:…; empty: nobody is notified
    push_services: tuple[str, ...] = ()  # addresses of others than the browsers' own begin so
    node: str = ""  # where the other nodes of this server reach it
    root: str = ""  # the path below which people reach this server, as /games/casefile
    page: Path = field(default=PAGE)
    site: Path | None = None  # the page that needs no server, for those who have lost this one


async def seek_nothing(case: Case) -> None:
    """Nets lie beside their cases, and need not be sought."""


@dataclass
class Tools:
    """What works for a server, and differs by where it runs: on a machine of its own, or in a browser's tab."""

    thinkers: Doers  # for bots
    advisers: Doers  # for hints, so that no bot has to wait for one
    scribes: Doers  # for replays, which take long
    reviewers: Doers  # for reviews, which take longest
    rivals: Doers  # for levels that play the deal of the day, whom nobody waits for
    metrics: "Metrics"
    aside: Callable[[Callable[[], R]], Awaitable[R]]  # does what takes a moment while others go on, if it can
    seek_net: Callable[[Case], Awaitable[object]] = seek_nothing  # finds out whether the net of a case can be had


class Context:
    """One server."""

    def __init__(self, settings: ServerSettings, storage: Storage, tools: Tools, cookie_key: bytes = b"") -> None:
        self.settings = settings
        self.storage = storage
        self.thinkers = tools.thinkers
        self.advisers = tools.advisers
        self.scribes = tools.scribes
        self.rivals = tools.rivals
        self.aside = tools.aside
        self.seek_net = tools.seek_net
        self.reviewers = Reviewers(tools.reviewers)
        self.bots_alone: dict[str, str] = {}  # tables at which nobody sits, and from which address they were made
        self.metrics = tools.metrics
        self.vitals = Vitals(storage)
        self.ratings = Ratings(storage)
        self.cookie_key = cookie_key
        self.node_secret = sha256(b"casefile node 1\n" + cookie_key).hexdigest()  # by which nodes know each other
        self.days = Days(self)
        self.mistakes = Mistakes(self)
        self.stopping = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.push: Push | None = None
        self.hub = Hub(self)
        # What one address may do, and what it is doing
        self.requests = Buckets(4 * settings.rate, settings.rate)
        self.new_tables = Buckets(settings.tables, settings.tables / 3600)
        self.new_profiles = Buckets(settings.tables, settings.tables / 3600)
        self.messages = Buckets(2 * max(1.0, settings.rate), max(1.0, settings.rate))
        self.events = Buckets(MOST_EVENTS, MOST_EVENTS / 20)  # that are told anew to clients who say hello
        self.sockets: Counter[str] = Counter()  # open ones
        # What one address may do at the same time, and what all may
        self.calls = Crowd(100, 400)  # requests
        self.slow = Crowd(4, 40, "wait until your other requests of this kind are answered")  # those that take long
        self.hints = Crowd(8, 100)
        self.outboxes = Crowd(32_000_000, 256_000_000)  # bytes that wait to be read
        self.under_way = 0  # messages that are being carried out, at any table
        self.all_new_tables = Bucket(ALL_SHARE * settings.tables, ALL_SHARE * settings.tables / 3600)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start something whose end nobody waits for; whatever goes wrong in it is logged."""
        task = asyncio.ensure_future(guard(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may have been cancelled before it began
        return task

    async def pause(self, seconds: float) -> None:
        """Let somebody wait who asks for too much, but no longer than the server runs."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.stopping.wait()

    def may_make_table(self, address: str) -> bool:
        """May there be one more table from this address, and in all?"""
        return self.new_tables.take(address) and self.all_new_tables.take()

    async def close(self) -> None:
        """Stop in good order: rooms first, then what thinks and what keeps for them."""
        await self.hub.close()
        self.thinkers.close()
        self.advisers.close()
        self.scribes.close()
        self.rivals.close()
        self.reviewers.close()
        await self.storage.close()


async def guard(work: Coroutine[Any, Any, None]) -> None:
    """Log what goes wrong; one room's trouble is not another's."""
    try:
        await work
    except StorageError as error:
        log.warning("not saved: %s", error)
    except Exception:
        log.exception("a task failed")
