"""The application: everything put together."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from casefile import __version__
from casefile.server.api import ROUTES, TABLE
from casefile.server.api_tables import open_here
from casefile.server.context import Context, ServerSettings, Tools
from casefile.server.hub import signing_key
from casefile.server.limits import SECURITY_HEADERS, hosts_of, is_known_host, is_loopback
from casefile.server.metrics import Metrics
from casefile.server.origin import address_of, is_passed_on
from casefile.server.pages import Pages
from casefile.server.peers import GLANCE, OPEN
from casefile.server.problems import Code
from casefile.server.push import open_push
from casefile.server.reviews import SECONDS
from casefile.server.routes import problem_response, starlette_routes
from casefile.server.storage import Storage
from casefile.server.thinkers import Thinkers
from casefile.server.websocket import serve_socket

log = logging.getLogger("casefile.server")


class SecurityHeaders:
    """Adds the headers that keep browsers careful to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class KnownHosts:
    """Answers only under names that are this server's."""

    def __init__(self, app: ASGIApp, context: Context, hosts: frozenset[str] | None) -> None:
        self.app = app
        self.context = context
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        headers = Headers(scope=scope) if scope["type"] != "lifespan" else Headers()
        if scope["type"] == "lifespan" or is_known_host(headers, self.hosts) or is_passed_on(self.context, headers):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            text = "this server is not known under that name; its operator can add it with --name"
            await problem_response(421, "foreign-origin", text)(scope, receive, send)
        else:
            await WebSocket(scope, receive, send).close()


class UnderPath:
    """Answers below a path of another site, too; a proxy may take it away before it hands a request on, or leave it."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app = app
        self.root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if self.root and scope["type"] != "lifespan" and scope["path"].startswith(f"{self.root}/"):
            raw = scope["raw_path"].removeprefix(self.root.encode())
            scope = {**scope, "path": scope["path"].removeprefix(self.root), "raw_path": raw}
        await self.app(scope, receive, send)


async def on_http_error(request: Request, error: Exception) -> Response:
    """What Starlette refuses, in the form of all errors."""
    assert isinstance(error, HTTPException)
    codes: dict[int, Code] = {404: "no-such-page", 405: "wrong-method"}
    return problem_response(error.status_code, codes.get(error.status_code, "wrong"), error.detail)


def processes(settings: ServerSettings) -> Tools:
    """What works for a server on a machine of its own: processes, and threads."""
    thinkers, reviewers, rivals = Thinkers(settings.thinkers), Thinkers(1, SECONDS), Thinkers(1, SECONDS)
    return Tools(thinkers, Thinkers(1), Thinkers(1), reviewers, rivals, Metrics(), asyncio.to_thread)


async def have_a_thinker_ready(context: Context) -> None:
    """To start a process takes seconds on a busy machine, and a table that comes over has waited already."""
    await context.thinkers.run(len, "")


async def make_app(settings: ServerSettings, storage: Storage) -> Starlette:
    """The application of one server; it owns the storage from now on."""
    context = Context(settings, storage, processes(settings), await signing_key(storage))
    context.push = await open_push(storage, settings.push, settings.push_services)
    pages = Pages(context)

    async def metrics(request: Request) -> Response:
        if not (settings.metrics_public or is_loopback(address_of(context, request))):
            return problem_response(404, "no-such-page", "there is no such page")
        context.metrics.node.clear()
        context.metrics.node.labels(context.hub.node.name).set(context.hub.node.is_ready)
        return Response(context.metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def glance(request: Request) -> Response:
        live = context.hub.live.get(request.path_params["table"])
        if live is None or not is_passed_on(context, request.headers):
            return problem_response(404, "no-such-page", "there is no such page")
        return Response(msgspec.json.encode(live.glance()), media_type="application/json")

    async def open_tables(request: Request) -> Response:
        if not is_passed_on(context, request.headers):
            return problem_response(404, "no-such-page", "there is no such page")
        return Response(msgspec.json.encode(open_here(context)), media_type="application/json")

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(context, websocket)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if storage.shared:
            context.spawn(have_a_thinker_ready(context))
        await context.hub.start()
        log.info("started, version %s", __version__)
        yield
        log.info("stopping")
        await context.close()
        log.info("stopped")

    hosts = hosts_of(settings.host, settings.names, trust_proxy=settings.trust_proxy)
    app = Starlette(
        routes=[
            *starlette_routes(context, ROUTES),
            WebSocketRoute(f"/api{TABLE}/socket", socket),
            Route(f"{GLANCE}{{table}}", glance),
            Route(OPEN, open_tables),
            Route("/metrics", metrics),
            Route("/{path:path}", pages.serve, middleware=[Middleware(GZipMiddleware, minimum_size=1_000)]),
        ],
        middleware=[
            Middleware(UnderPath, root=settings.root),
            Middleware(SecurityHeaders),
            Middleware(KnownHosts, context=context, hosts=hosts),
            Middleware(GZipMiddleware, minimum_size=20_000),
        ],
        exception_handlers={HTTPException: on_http_error},
        lifespan=lifespan,
    )
    app.state.context = context
    return app
