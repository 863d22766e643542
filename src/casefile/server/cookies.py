"""Who is calling over HTTP, and from where."""

import re
import secrets
from functools import lru_cache

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from casefile.server.callers import Caller, key_of_client, key_of_token, new_token
from casefile.server.context import Context
from casefile.server.limits import client_of
from casefile.server.origin import address_of

TOKEN = re.compile(r"[\w-]{32}", re.ASCII)  # the form of those that we give
COOKIE = "casefile"
COOKIE_SECONDS = 365 * 24 * 3600


@lru_cache
def signer_of(key: bytes) -> Signer:
    """What makes and knows the cookies of a server."""
    return Signer(key, "casefile cookie 1")


def caller_of(context: Context, connection: HTTPConnection) -> Caller:
    """Who is calling; a browser without a cookie gets a new one."""
    address = client_of(address_of(context, connection))
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        known = token.strip() if TOKEN.fullmatch(token.strip()) else new_token()[0]  # else nobody: not a shared key
        return Caller(key_of_token(known), address)
    signer = signer_of(context.cookie_key)
    try:
        cookie = connection.cookies.get(COOKIE, "")
        client = signer.unsign(cookie).decode()
        return Caller(key_of_client(client), address, by_cookie=True, cookie=cookie)
    except (BadSignature, UnicodeError):
        client = secrets.token_urlsafe(24)
        return Caller(key_of_client(client), address, signer.sign(client).decode(), by_cookie=True)


def caller_with(context: Context, key: str, address: str) -> Caller | None:
    """The browser that is known by this key, which is what its cookie holds; it is to be set."""
    try:
        client = signer_of(context.cookie_key).unsign(key.strip()).decode()
    except (BadSignature, UnicodeError):
        return None
    return Caller(key_of_client(client), address, key.strip(), by_cookie=True)
