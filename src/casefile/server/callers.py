"""Who is calling: a browser by its cookie, or a program by its token; and from where."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from itsdangerous import BadSignature
from starlette.requests import HTTPConnection

from casefile.server.context import Context
from casefile.server.hub import digest
from casefile.server.limits import client_of
from casefile.server.origin import address_of
from casefile.server.problems import ProblemError

MOST_SLOW = 4  # requests that take long, at once from one address
TOKEN = re.compile(r"[\w-]{32}", re.ASCII)  # the form of those that we give
COOKIE = "casefile"
COOKIE_SECONDS = 365 * 24 * 3600


@dataclass
class Caller:
    """Who is calling: a browser by its cookie, or a program by its token."""

    key: str
    address: str
    new_cookie: str | None  # to be set
    by_cookie: bool


def caller_of(context: Context, connection: HTTPConnection) -> Caller:
    """Who is calling; a browser without a cookie gets a new one."""
    address = client_of(address_of(context, connection))
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        known = token.strip() if TOKEN.fullmatch(token.strip()) else new_token()[0]  # else nobody: not a shared key
        return Caller(digest(f"token {known}"), address, None, by_cookie=False)
    try:
        client = context.signer.unsign(connection.cookies.get(COOKIE, "")).decode()
        return Caller(digest(f"client {client}"), address, None, by_cookie=True)
    except (BadSignature, UnicodeError):
        client = secrets.token_urlsafe(24)
        return Caller(digest(f"client {client}"), address, context.signer.sign(client).decode(), by_cookie=True)


def caller_with(context: Context, key: str, address: str) -> Caller | None:
    """The browser that is known by this key, which is what its cookie holds; it is to be set."""
    try:
        client = context.signer.unsign(key.strip()).decode()
    except (BadSignature, UnicodeError):
        return None
    return Caller(digest(f"client {client}"), address, key.strip(), by_cookie=True)


@contextmanager
def few_at_once(context: Context, connection: HTTPConnection) -> Iterator[None]:
    """While a request is answered that takes long: nobody may have many of them waiting."""
    address = client_of(address_of(context, connection))
    if context.slow[address] >= MOST_SLOW:
        raise ProblemError(429, "too-fast", "wait until your other requests of this kind are answered")
    context.slow[address] += 1
    try:
        yield
    finally:
        context.slow[address] -= 1
        if not context.slow[address]:
            del context.slow[address]


def new_token() -> tuple[str, str]:
    """A token for a seat, and the key under which it is kept."""
    token = secrets.token_urlsafe(24)
    return token, digest(f"token {token}")
