"""Where a request comes from: a client, a proxy that we trust, or another node of this server."""

from collections.abc import Mapping
from hmac import compare_digest
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

if TYPE_CHECKING:
    from casefile.server.context import Context

SECRET, CLIENT, SECURE = "x-casefile-node", "x-casefile-client", "x-casefile-secure"  # what nodes tell each other


def is_passed_on(context: "Context", headers: Mapping[str, str]) -> bool:
    """Does a request come from another node of this server?"""
    return compare_digest(headers.get(SECRET, "").encode(), context.node_secret.encode())


def address_of(context: "Context", connection: HTTPConnection) -> str:
    """Where a request comes from."""
    if is_passed_on(context, connection.headers):
        return connection.headers.get(CLIENT, "")
    if context.settings.trust_proxy:
        forwarded = connection.headers.get("x-forwarded-for", "").split(",")[-1].strip()
        if forwarded:
            return forwarded
    return connection.client.host if connection.client else ""


def is_secure(context: "Context", connection: HTTPConnection) -> bool:
    """Did the browser use HTTPS?"""
    if is_passed_on(context, connection.headers):
        return connection.headers.get(SECURE) == "1"
    if context.settings.trust_proxy and "x-forwarded-proto" in connection.headers:
        return connection.headers["x-forwarded-proto"].split(",")[-1].strip() == "https"
    return connection.url.scheme in ("https", "wss")
