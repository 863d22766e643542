"""HTTP: requests are read, carried out by the table of routes, and answered."""

import asyncio

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from casefile.server.callers import Caller
from casefile.server.calls import JSON, Answer, Call, Route, answer, count_request, problem, read_query
from casefile.server.context import Context
from casefile.server.cookies import COOKIE, COOKIE_SECONDS, caller_of, is_secure
from casefile.server.limits import is_own_origin
from casefile.server.problems import Code, ProblemError
from casefile.server.profiles import Profiles


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
    count_request(context, caller.address)
    body = None
    if route.method == "POST":
        if not is_own_origin(request.headers):
            raise ProblemError(403, "foreign-origin", "this request comes from another site's page")
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != JSON:
            raise ProblemError(415, "not-json", "send JSON, with Content-Type: application/json")
        body = msgspec.json.decode(await read_body(context, request, route.largest) or b"{}", type=route.body)
    query = read_query(route, request.query_params)
    return Call(context, caller, dict(request.path_params), query, body, request.headers, profiles)


def set_cookie(context: Context, request: Request, caller: Caller, response: Response) -> None:
    """Give a browser its identity."""
    if caller.new_cookie is not None:
        response.set_cookie(
            COOKIE,
            caller.new_cookie,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",  # strict: a link on another site would come without it, and get a new one in its place
            secure=is_secure(context, request),
        )


async def respond(context: Context, profiles: Profiles, route: Route, request: Request) -> Response:
    """An answer in any case."""
    caller = caller_of(context, request)
    given = await answer(context, route, caller.address, lambda: read_call(context, profiles, route, caller, request))
    response = response_of(given)
    if route.is_personal and given.status < 400:
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
