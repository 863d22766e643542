"""HTTP: requests are read, carried out by the table of routes, and answered."""

import asyncio
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from casefile.server.callers import Caller
from casefile.server.calls import JSON, Answer, Call, Route, answer, count_request, problem, read_query
from casefile.server.context import Context
from casefile.server.cookies import COOKIE, COOKIE_SECONDS, caller_of
from casefile.server.limits import is_own_origin
from casefile.server.node import ElsewhereError, Patience
from casefile.server.origin import is_passed_on, is_secure
from casefile.server.peers import NOT_HERE, pass_request
from casefile.server.problems import Code, ProblemError
from casefile.server.profiles import Profiles


class PassedOnError(Exception):
    """Another node has answered."""

    def __init__(self, response: Response) -> None:
        super().__init__("another node has answered")
        self.response = response


def response_of(given: Answer) -> Response:
    """An answer as it is sent."""
    return Response(given.content, given.status, media_type=given.media, headers=given.headers)


def problem_response(status: int, code: Code, message: str) -> Response:
    """An answer that is an error."""
    return response_of(problem(status, code, message))


async def read_body(context: Context, request: Request, largest: int) -> bytes:
    """What a client sends, unless it is too large, or the server stops meanwhile."""
    reading = asyncio.ensure_future(read_all(request, largest))
    stopping = asyncio.ensure_future(context.stopping.wait())
    try:
        await asyncio.wait((reading, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            raise ProblemError(503, "not-read", "the server stops; send this again in a moment")
        return reading.result()
    except ClientDisconnect:
        raise ProblemError(400, "gone", "the client has gone") from None
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


async def read_call(context: Context, profiles: Profiles, route: Route, caller: Caller, request: Request) -> Call:
    """Check how often somebody calls, from where, and what."""
    if not is_passed_on(context, request.headers):
        count_request(context, caller.address)
    body = None
    if route.method == "POST":
        if not is_own_origin(request.headers):
            raise ProblemError(403, "foreign-origin", "this request comes from another site's page")
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != JSON:
            raise ProblemError(415, "not-json", "send JSON, with Content-Type: application/json")
        request.state.data = await read_body(context, request, route.largest)
        body = msgspec.json.decode(request.state.data or b"{}", type=route.body)
    query = read_query(route, request.query_params)
    return Call(context, caller, dict(request.path_params), query, body, request.headers, profiles)


async def handled(call: Call, route: Route, request: Request) -> Any:
    """What comes of a request, here or at the node that has the table; that may be on its way to another one."""
    patience = Patience()
    while True:
        try:
            return await route.handler(call)
        except ElsewhereError as elsewhere:
            if is_passed_on(call.context, request.headers):
                return Answer(b"", 503, headers={NOT_HERE: "1"})
            data = getattr(request.state, "data", b"")
            response = await pass_request(call.context, request, data, elsewhere.address)
        if response is not None:
            raise PassedOnError(response)
        if not await patience.wait():
            raise ProblemError(503, "not-read", "the table is on its way to another machine; try again in a moment")


def set_cookie(context: Context, request: Request, caller: Caller, response: Response) -> None:
    """Give a browser its identity."""
    if caller.new_cookie is not None and "set-cookie" not in response.headers:
        response.set_cookie(
            COOKIE,
            caller.new_cookie,
            max_age=COOKIE_SECONDS,
            path=f"{context.settings.root}/",
            httponly=True,
            samesite="lax",  # strict: a link on another site would come without it, and get a new one in its place
            secure=is_secure(context, request),
        )


async def respond(context: Context, profiles: Profiles, route: Route, request: Request) -> Response:
    """An answer in any case."""
    caller = caller_of(context, request)

    async def call() -> Call:
        return await read_call(context, profiles, route, caller, request)

    async def handle(call: Call) -> Any:
        nonlocal caller
        given = await handled(call, route, request)
        caller = call.caller  # somebody may have become somebody else
        return given

    try:
        response = response_of(await answer(context, route, caller.address, call, handle))
    except PassedOnError as passed:
        response = passed.response
    if route.is_personal and response.status_code < 400:
        response.headers["Cache-Control"] = "no-store"
        set_cookie(context, request, caller, response)
    return response


def starlette_routes(context: Context, routes: tuple[Route, ...]) -> list[StarletteRoute]:
    """The routes in the form in which they are served."""
    made = []
    profiles = Profiles(context)
    for route in routes:

        async def endpoint(request: Request, route: Route = route) -> Response:
            response = await respond(context, profiles, route, request)
            context.metrics.requests.labels(str(response.status_code)).inc()
            return response

        made.append(StarletteRoute(route.path, endpoint, methods=[route.method]))
    return made
