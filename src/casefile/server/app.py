"""The application: everything put together."""

import ipaddress
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from itsdangerous import Signer
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
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
from casefile.server.http import problem, starlette_routes
from casefile.server.hub import Hub, signing_key
from casefile.server.limits import SECURITY_HEADERS, Buckets
from casefile.server.live import Services
from casefile.server.metrics import Metrics
from casefile.server.pages import Pages
from casefile.server.ratings import Ratings
from casefile.server.service import ServerSettings, Service
from casefile.server.socket import serve_socket
from casefile.server.storage import Storage
from casefile.server.thinkers import Thinkers

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
                    headers[name] = value
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


async def on_http_error(request: Request, error: Exception) -> Response:
    """What Starlette refuses, in the form of all errors."""
    assert isinstance(error, HTTPException)
    code = {404: "no-such-page", 405: "wrong-method"}.get(error.status_code, "wrong")
    return problem(error.status_code, code, error.detail)


def is_loopback(address: str) -> bool:
    """Does a request come from this machine?"""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


async def make_app(settings: ServerSettings, storage: Storage) -> Starlette:
    """The application of one server; it owns the storage from now on."""
    services = Services(
        storage, Thinkers(settings.thinkers), Thinkers(1), Metrics(), ready_seconds=settings.ready_seconds
    )
    hub = Hub(services)
    service = Service(
        settings,
        storage,
        hub,
        Ratings(storage),
        Signer(await signing_key(services), "casefile cookie 1"),
        Buckets(4 * settings.rate, settings.rate),
        Buckets(settings.tables, settings.tables / 3600),
        Buckets(2 * max(1.0, settings.rate), max(1.0, settings.rate)),
    )
    pages = Pages(service)

    async def metrics(request: Request) -> Response:
        if not (settings.metrics_public or is_loopback(service.address(request))):
            return problem(404, "no-such-page", "there is no such page")
        return Response(services.metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(service, websocket)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await hub.start()
        log.info("started, version %s", __version__)
        yield
        log.info("stopping")
        await hub.close()
        services.thinkers.close()
        services.scribes.close()
        await storage.close()
        log.info("stopped")

    return Starlette(
        routes=[
            *starlette_routes(service, ROUTES),
            WebSocketRoute(f"{TABLE}/socket", socket),
            Route("/metrics", metrics),
            Route("/{path:path}", pages.serve),
        ],
        middleware=[Middleware(SecurityHeaders), Middleware(GZipMiddleware, minimum_size=20_000)],
        exception_handlers={HTTPException: on_http_error},
        lifespan=lifespan,
    )
