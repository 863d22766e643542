"""What handlers work with: the settings of the server, its tables, and who is calling."""

import re
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hmac import compare_digest
from pathlib import Path

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from casefile.server.hub import Hub, digest
from casefile.server.limits import Buckets, client_of
from casefile.server.ratings import Ratings
from casefile.server.storage import Storage

MOST_SLOW = 4  # requests that take long, at once from one address
TOKEN = re.compile(r"[\w-]{32}", re.ASCII)  # the form of those that we give
COOKIE = "casefile"
COOKIE_SECONDS = 365 * 24 * 3600
PAGE = Path(__file__).parent.parent / "page"


@dataclass(frozen=True)
class ServerSettings:
    """How a server is run."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    beat: float = 3.0
    pace: str = "natural"
    ready_seconds: float = 60.0
    trust_proxy: bool = False
    metrics_public: bool = False
    rate: float = 50.0  # requests a second from one address
    tables: int = 100  # that one address may make within an hour
    thinkers: int | None = None
    page: Path = field(default=PAGE)


class ProblemError(Exception):
    """An answer that is an error: its HTTP status, a code, and one line."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


@dataclass
class Caller:
    """Who is calling: a browser by its cookie, or a program by its token."""

    key: str
    address: str
    new_cookie: str | None  # to be set
    by_cookie: bool


@dataclass
class Service:
    """One server."""

    settings: ServerSettings
    storage: Storage
    hub: Hub
    ratings: Ratings
    signer: Signer
    requests: Buckets
    new_tables: Buckets
    messages: Buckets
    sockets: Counter[str] = field(default_factory=Counter)  # open ones by address
    slow: Counter[str] = field(default_factory=Counter)  # requests that take long, by address

    def address(self, connection: HTTPConnection) -> str:
        """Where a request comes from."""
        if self.settings.trust_proxy:
            forwarded = connection.headers.get("x-forwarded-for", "").split(",")[-1].strip()
            if forwarded:
                return forwarded
        return connection.client.host if connection.client else ""

    @contextmanager
    def few_at_once(self, connection: HTTPConnection) -> Iterator[None]:
        """While a request is answered that takes long: nobody may have many of them waiting."""
        address = client_of(self.address(connection))
        if self.slow[address] >= MOST_SLOW:
            raise ProblemError(429, "too-fast", "wait until your other requests of this kind are answered")
        self.slow[address] += 1
        try:
            yield
        finally:
            self.slow[address] -= 1
            if not self.slow[address]:
                del self.slow[address]

    def is_secure(self, connection: HTTPConnection) -> bool:
        """Did the browser use HTTPS?"""
        if self.settings.trust_proxy and "x-forwarded-proto" in connection.headers:
            return connection.headers["x-forwarded-proto"].split(",")[-1].strip() == "https"
        return connection.url.scheme in ("https", "wss")

    def caller(self, connection: HTTPConnection) -> Caller:
        """Who is calling; a browser without a cookie gets a new one."""
        address = client_of(self.address(connection))
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            known = token.strip() if TOKEN.fullmatch(token.strip()) else new_token()[0]  # else nobody: not a shared key
            return Caller(digest(f"token {known}"), address, None, by_cookie=False)
        try:
            client = self.signer.unsign(connection.cookies.get(COOKIE, "")).decode()
            return Caller(digest(f"client {client}"), address, None, by_cookie=True)
        except (BadSignature, UnicodeError):
            client = secrets.token_urlsafe(24)
            return Caller(digest(f"client {client}"), address, self.signer.sign(client).decode(), by_cookie=True)


def new_token() -> tuple[str, str]:
    """A token for a seat, and the key under which it is kept."""
    token = secrets.token_urlsafe(24)
    return token, digest(f"token {token}")


def same(one: str, other: str) -> bool:
    """Compare secrets in a time that tells nothing."""
    return compare_digest(one.encode(), other.encode())
