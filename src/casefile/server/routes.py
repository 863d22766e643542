"""HTTP: one table of routes, from which both the application and its OpenAPI description are made."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from casefile import __version__
from casefile.errors import CasefileError, one_line
from casefile.server import bodies
from casefile.server.callers import COOKIE, COOKIE_SECONDS, Caller, caller_of, few_at_once
from casefile.server.context import Context
from casefile.server.hub import NoSuchTableError
from casefile.server.limits import LARGEST_BODY, is_own_origin
from casefile.server.node import ElsewhereError, Patience
from casefile.server.origin import is_passed_on, is_secure
from casefile.server.peers import NOT_HERE, pass_request
from casefile.server.problems import Code, ProblemError, RefusedError
from casefile.server.profiles import Profiles
from casefile.server.storage import ConflictError, StorageError, UnreadableError

log = logging.getLogger("casefile.server")


@dataclass
class Call:
    """A request that was read and checked."""

    context: Context
    caller: Caller
    path: dict[str, str]
    query: dict[str, str]
    body: Any
    request: Request
    profiles: Profiles


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
    media: str = "application/json"
    slow: bool = False  # takes long or needs much memory, so that nobody may ask for many at once


def problem(status: int, code: Code, message: str) -> Response:
    """An answer that is an error."""
    body = msgspec.json.encode(bodies.ProblemReply(bodies.Problem(code, message)))
    return Response(body, status, media_type="application/json")


async def read_body(context: Context, request: Request, largest: int) -> bytes:
    """What a client sends, unless it is too large, or the server stops meanwhile."""
    reading = asyncio.ensure_future(read_all(request, largest))
    stopping = asyncio.ensure_future(context.stopping.wait())
    try:
        await asyncio.wait((reading, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            raise ProblemError(503, "not-read", "the server stops; send this again in a moment")
        return reading.result()
    finally:
        reading.cancel()
        stopping.cancel()


async def read_all(request: Request, largest: int) -> bytes:
    """What a client sends, unless it is too large."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > largest:
            raise ProblemError(413, "too-large", f"at most {largest} bytes can be read here")
    return data


async def read_call(context: Context, profiles: Profiles, route: Route, request: Request) -> Call:
    """Check who calls, how often, from where, and what."""
    caller = caller_of(context, request)
    if not is_passed_on(context, request.headers) and not context.requests.take(caller.address):
        raise ProblemError(429, "too-fast", "too many requests from your address; wait a moment")
    body = None
    if route.method == "POST":
        if not is_own_origin(request.headers):
            raise ProblemError(403, "foreign-origin", "this request comes from another site's page")
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise ProblemError(415, "not-json", "send JSON, with Content-Type: application/json")
        request.state.data = await read_body(context, request, route.largest)
        body = msgspec.json.decode(request.state.data or b"{}", type=route.body)
    query = {}
    for name, kind_of in route.query.items():
        if name in request.query_params:
            query[name] = str(msgspec.convert(request.query_params[name], kind_of, strict=False))
    return Call(context, caller, dict(request.path_params), query, body, request, profiles)


async def answer(context: Context, profiles: Profiles, route: Route, request: Request) -> Response:
    """Carry a request out; whatever a client does wrong gets one clear line."""
    with few_at_once(context, request) if route.slow else nullcontext():
        call = await read_call(context, profiles, route, request)
        given = await handled(call, route)
    if isinstance(given, Response):
        response = given
    else:
        content = given if isinstance(given, bytes) else msgspec.json.encode(given)
        response = Response(content, route.status, media_type=route.media)
    if route.path.startswith("/api/tables") or route.path in ("/api/me", "/api/me/key", "/api/export"):
        response.headers["Cache-Control"] = "no-store"
        set_cookie(context, request, call.caller, response)
    return response


async def handled(call: Call, route: Route) -> Any:
    """What comes of a request, here or at the node that has the table; that may be on its way to another one."""
    patience = Patience()
    while True:
        try:
            return await route.handler(call)
        except ElsewhereError as elsewhere:
            if is_passed_on(call.context, call.request.headers):
                return Response(status_code=503, headers={NOT_HERE: "1"})
            data = getattr(call.request.state, "data", b"")
            response = await pass_request(call.context, call.request, data, elsewhere.address)
        if response is not None:
            return response
        if not await patience.wait():
            raise ProblemError(503, "not-read", "the table is on its way to another machine; try again in a moment")


def set_cookie(context: Context, request: Request, caller: Caller, response: Response) -> None:
    """Give a browser its identity."""
    if caller.new_cookie is not None and "set-cookie" not in response.headers:
        response.set_cookie(
            COOKIE,
            caller.new_cookie,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",  # strict: a link on another site would come without it, and get a new one in its place
            secure=is_secure(context, request),
        )


async def guarded(context: Context, profiles: Profiles, route: Route, request: Request) -> Response:
    """An answer in any case."""
    try:
        return await answer(context, profiles, route, request)
    except ProblemError as error:
        return problem(error.status, error.code, error.message)
    except NoSuchTableError:
        return problem(404, "no-such-table", "there is no such table, or it is not for you")
    except RefusedError as error:
        return problem(409, error.code, error.text)
    except msgspec.ValidationError as error:
        return problem(422, "wrong-body", one_line(error))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return problem(400, "not-json", f"this is no JSON: {one_line(error)}")
    except UnreadableError as error:
        return problem(507, "not-read", f"{error}; whoever runs the server finds more in its log")
    except ConflictError as error:
        log.warning("in doubt: %s", error)
        return problem(503, "not-saved", f"{error}; look again in a moment")
    except StorageError as error:
        log.warning("not saved: %s", error)
        context.vitals.not_saved(error)
        return problem(507, "not-saved", f"not saved: {error}; nothing has changed")
    except CasefileError as error:
        return problem(422, "wrong", str(error))
    except ClientDisconnect:
        return problem(400, "gone", "the client has gone")


def starlette_routes(context: Context, routes: tuple[Route, ...]) -> list[StarletteRoute]:
    """The routes in the form in which they are served."""
    made = []
    profiles = Profiles(context)
    for route in routes:

        async def endpoint(request: Request, route: Route = route) -> Response:
            response = await guarded(context, profiles, route, request)
            context.metrics.requests.labels(str(response.status_code)).inc()
            return response

        made.append(StarletteRoute(route.path, endpoint, methods=[route.method]))
    return made


# The description


def openapi(routes: tuple[Route, ...]) -> dict[str, Any]:
    """The description of all routes."""
    types = [kind for route in routes for kind in (route.body, route.answer) if is_described(kind)]
    schemas, components = msgspec.json.schema_components(
        [*types, bodies.ProblemReply], ref_template="#/components/schemas/{name}"
    )
    by_type = dict(zip([str(kind) for kind in types], schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, by_type, schemas[-1])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Casefile", "version": __version__, "description": "See docs/protocol.md."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def is_described(kind: Any) -> bool:
    """Does this type need a schema?"""
    return kind is not None and kind not in (str, bytes)


def operation(route: Route, by_type: dict[str, Any], problems: Any) -> dict[str, Any]:
    """One route in the description."""
    schema = by_type[str(route.answer)] if is_described(route.answer) else {"type": "string"}
    responses: dict[str, Any] = {
        str(route.status): {"description": "done", "content": {route.media: {"schema": schema}}}
    }
    wrong = {"description": "what is wrong", "content": {"application/json": {"schema": problems}}}
    usual = (400, 403, 413, 415, 422, 429, 507) if route.method == "POST" else (422, 429, 507)
    for status in sorted({*usual, *route.errors}):
        responses[str(status)] = wrong
    names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
    ]
    for name, kind in route.query.items():
        parameters.append({"name": name, "in": "query", "schema": msgspec.json.schema(kind)})
    described: dict[str, Any] = {"summary": route.summary, "parameters": parameters, "responses": responses}
    if route.body is not None:
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": by_type[str(route.body)]}},
        }
    return described
