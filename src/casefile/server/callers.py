"""Who is calling: a browser by its cookie, or a program by its token."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from casefile.server.context import Context
from casefile.server.hub import digest
from casefile.server.problems import ProblemError

MOST_SLOW = 4  # requests that take long, at once from one address


@dataclass
class Caller:
    """Who is calling: a browser by its cookie, or a program by its token."""

    key: str
    address: str
    new_cookie: str | None = None  # to be set
    by_cookie: bool = False
    cookie: str = ""  # that it came with


def new_token() -> tuple[str, str]:
    """A token for a seat, and the key under which it is kept."""
    token = secrets.token_urlsafe(24)
    return token, key_of_token(token)


def key_of_token(token: str) -> str:
    """The key of a seat that belongs to a token."""
    return digest(f"token {token}")


def key_of_client(client: str) -> str:
    """The key of a browser, by what its cookie says."""
    return digest(f"client {client}")


@contextmanager
def few_at_once(context: Context, address: str) -> Iterator[None]:
    """While a request is answered that takes long: nobody may have many of them waiting."""
    if context.slow[address] >= MOST_SLOW:
        raise ProblemError(429, "too-fast", "wait until your other requests of this kind are answered")
    context.slow[address] += 1
    try:
        yield
    finally:
        context.slow[address] -= 1
        if not context.slow[address]:
            del context.slow[address]
