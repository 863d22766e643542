"""Who is calling: a browser by its cookie, or a program by its token."""

import secrets
from dataclasses import dataclass

from casefile.server.hub import digest


@dataclass
class Caller:
    """Who is calling: a browser by its cookie, or a program by its token."""

    key: str
    address: str
    new_cookie: str | None = None  # to be set
    by_cookie: bool = False
    cookie: str = ""  # that it came with


def new_token() -> tuple[str, str]:
    """A token for a seat, and the key under which it is kept; one that begins like an option could not be typed."""
    while (token := secrets.token_urlsafe(24)).startswith("-"):
        pass
    return token, key_of_token(token)


def key_of_token(token: str) -> str:
    """The key of a seat that belongs to a token."""
    return digest(f"token {token}")


def key_of_client(client: str) -> str:
    """The key of a browser, by what its cookie says."""
    return digest(f"client {client}")
