"""Requests that were read, and what they are answered with: the same over HTTP and within a browser."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import msgspec

from casefile.errors import CasefileError, one_line
from casefile.server import bodies
from casefile.server.callers import Caller
from casefile.server.context import Context
from casefile.server.hub import NoSuchTableError
from casefile.server.limits import LARGEST_BODY
from casefile.server.problems import Code, ProblemError, RefusedError
from casefile.server.profiles import Profiles
from casefile.server.storage import ConflictError, StorageError, UnreadableError

log = logging.getLogger("casefile.server")

JSON = "application/json"
# What may go wrong without a mistake of ours.
EXPECTED = (
    ProblemError,
    NoSuchTableError,
    RefusedError,
    msgspec.DecodeError,
    UnicodeError,
    RecursionError,
    CasefileError,
)


@dataclass
class Call:
    """A request that was read and checked."""

    context: Context
    caller: Caller
    path: dict[str, str]
    query: dict[str, str]
    body: Any
    headers: Mapping[str, str]
    profiles: Profiles


@dataclass
class Answer:
    """What comes back."""

    content: bytes
    status: int = 200
    media: str = JSON
    headers: dict[str, str] = field(default_factory=dict)


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Route:
    """One thing that can be asked for."""

    method: str
    path: str
    summary: str
    handler: Handler
    answer: Any  # the type of what comes back; str and bytes for texts and files
    body: Any = None
    status: int = 200
    query: dict[str, Any] = field(default_factory=dict)  # names and types of what may stand in the query
    errors: tuple[int, ...] = ()
    largest: int = LARGEST_BODY
    media: str = JSON
    slow: bool = False  # takes long or needs much memory, so that nobody may ask for many at once

    @property
    def is_personal(self) -> bool:
        """Does the answer depend on who asks?"""
        own = ("/api/me", "/api/me/key", "/api/export", "/api/play-on")
        return self.path.startswith(("/api/tables", "/api/days")) or self.path.endswith("/mistake") or self.path in own


def read_query(route: Route, given: Mapping[str, str]) -> dict[str, str]:
    """What a route understands of a query."""
    return {
        name: str(msgspec.convert(given[name], kind, strict=False))
        for name, kind in route.query.items()
        if name in given
    }


def count_request(context: Context, address: str) -> None:
    """Nobody may ask very often."""
    if not context.requests.take(address):
        raise ProblemError(429, "too-fast", "too many requests from your address; wait a moment")


async def answer(
    context: Context, route: Route, address: str, read_call: Callable[[], Awaitable[Call]], handler: Handler
) -> Answer:
    """Read a request and carry it out; whatever a client does wrong gets one clear line."""
    try:
        with context.calls.one_of(address), context.slow.one_of(address) if route.slow else nullcontext():
            given = await handler(await read_call())
    except EXPECTED as error:
        return problem_of(context, error)
    if isinstance(given, Answer):
        return given
    return Answer(given if isinstance(given, bytes) else msgspec.json.encode(given), route.status, route.media)


def problem(status: int, code: Code, message: str) -> Answer:
    """An answer that is an error."""
    headers = {"Retry-After": "1"} if code == "busy" else {}
    return Answer(msgspec.json.encode(bodies.ProblemReply(bodies.Problem(code, message))), status, headers=headers)


def problem_of(context: Context, error: Exception) -> Answer:
    """What a client is told of an error."""
    match error:
        case ProblemError():
            return problem(error.status, error.code, error.message)
        case NoSuchTableError():
            return problem(404, "no-such-table", "there is no such table, or it is not for you")
        case RefusedError():
            return problem(409, error.code, error.text)
        case msgspec.ValidationError():
            return problem(422, "wrong-body", one_line(error))
        case msgspec.DecodeError() | UnicodeError() | RecursionError():
            return problem(400, "not-json", f"this is no JSON: {one_line(error)}")
        case UnreadableError():
            return problem(507, "not-read", f"{error}; the server's log says more")
        case ConflictError():
            log.warning("in doubt: %s", error)
            return problem(503, "not-saved", f"{error}; look again in a moment")
        case StorageError():
            log.warning("not saved: %s", error)
            context.vitals.not_saved(error)
            return problem(507, "not-saved", f"not saved: {error}; nothing has changed")
        case _:
            return problem(422, "wrong", str(error))
