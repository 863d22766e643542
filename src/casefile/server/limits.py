"""What strangers may do: how much, how often, from where; and the headers that keep browsers careful."""

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

LARGEST_BODY = 64_000
LARGEST_RECORD = 1_100_000
LARGEST_MESSAGE = 8_192

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def client_of(address: str) -> str:
    """Whom limits count: an address, or with IPv6 a network, as everybody has very many addresses there."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


def hosts_of(host: str, names: tuple[str, ...], *, trust_proxy: bool) -> frozenset[str] | None:
    """The names under which a server may be asked for; none if any will do.

    A page of another site can point a name of its own at a server that only this machine can reach.
    """
    if not names and (trust_proxy or not is_loopback(host)):
        return None
    return frozenset({"localhost", "127.0.0.1", "::1", host.lower(), *(name.lower() for name in names)})


def is_loopback(address: str) -> bool:
    """Is this an address, or the name, of this machine alone?"""
    try:
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def is_known_host(headers: Mapping[str, str], hosts: frozenset[str] | None) -> bool:
    """Is a request meant for this server?"""
    if hosts is None:
        return True
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname in hosts
    except ValueError:
        return False


def is_own_origin(headers: Mapping[str, str]) -> bool:
    """Does a request come from our own page, or from no page at all?"""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:
        return False
