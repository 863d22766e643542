"""Web Push: a browser's keys of our own, and a push service of our own on this machine."""

import asyncio
import json
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid

from casefile.server.problems import ProblemError
from casefile.server.push import Device, Push, devices_of, open_push
from tests.server.clients import Player, Server
from tests.server.tables import MemoryStorage, table_of

pytestmark = pytest.mark.once

CONTACT = "mailto:host@example.org"
AUTH = b"sixteen bytes ok"


class Service(ThreadingHTTPServer):
    """A push service: keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Delivery)
        self.taken: list[tuple[dict[str, str], bytes]] = []
        self.answer = 201
        self.private = ec.generate_private_key(ec.SECP256R1())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    @property
    def public(self) -> str:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).decode().rstrip("=")

    def device(self, name: str = "phone") -> Device:
        return Device(self.url + name, self.public, urlsafe_b64encode(AUTH).decode().rstrip("="), "de")

    def read(self) -> list[dict[str, str]]:
        """What the browser reads of it."""
        texts = [http_ece.decrypt(body, private_key=self.private, auth_secret=AUTH) for _, body in self.taken]
        return [json.loads(text) for text in texts]


class Delivery(BaseHTTPRequestHandler):
    """One notice."""

    def do_POST(self) -> None:
        assert isinstance(self.server, Service)
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.taken.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.answer)
        if self.server.answer == 307:
            self.send_header("location", f"{self.server.url}elsewhere")
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing."""


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()
    threading.Thread(target=service.serve_forever, daemon=True).start()
    yield service
    service.shutdown()
    service.server_close()


async def push_to(storage: MemoryStorage, service: Service) -> Push:
    push = await open_push(storage, CONTACT, (service.url,))
    assert push is not None
    return push


@pytest.mark.parametrize("answer", [201, 307, 410])
def test_who_is_away_from_a_slow_table_is_told_once_that_it_is_their_turn(service: Service, answer: int) -> None:
    """Encrypted for that browser, signed with the server's key; a device that is gone is forgotten."""
    service.answer = answer

    async def scene() -> None:
        storage = MemoryStorage()
        async with table_of("capone", 2, clock=86_400, storage=storage) as (table, listeners):
            push = table.context.push = await push_to(storage, service)
            first = table.room.actors()[0]
            key = table.room.seats[first].key
            await push.keep(storage, key, service.device())
            async with table.lock:
                await table.follow()
            assert not service.taken  # still here
            table.notified.clear()
            await table.part(listeners[first].connection)
            for _ in range(2):
                async with table.lock:
                    await table.follow()
                await asyncio.gather(*table.context.tasks)
            (told,) = service.read()
            assert told["title"] == "Du bist dran"
            assert told["table"] == table.room.name
            headers = service.taken[0][0]
            assert headers["ttl"] == "86400"
            signed = headers["authorization"]
            assert push.public_key in signed
            assert Vapid.verify(signed)
            assert bool(await devices_of(storage, key)) == (answer != 410)

    asyncio.run(scene())


def test_nobody_is_told_of_a_quick_table(service: Service) -> None:
    async def scene() -> None:
        storage = MemoryStorage()
        async with table_of("capone", 2, clock=60, storage=storage) as (table, listeners):
            push = table.context.push = await push_to(storage, service)
            first = table.room.actors()[0]
            await push.keep(storage, table.room.seats[first].key, service.device())
            await table.part(listeners[first].connection)
            async with table.lock:
                await table.follow()
            await asyncio.gather(*table.context.tasks)
            assert service.taken == []

    asyncio.run(scene())


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@localhost/x",
        "nonsense",
    ],
)
def test_only_push_services_are_written_to(endpoint: str) -> None:
    async def scene() -> None:
        push = await open_push(MemoryStorage(), CONTACT, ())
        assert push is not None
        push.check("https://fcm.googleapis.com/fcm/send/abc")
        with pytest.raises(ProblemError, match="push service"):
            push.check(endpoint)

    asyncio.run(scene())


def test_a_host_opts_in_and_a_browser_subscribes(tmp_path_factory: pytest.TempPathFactory, service: Service) -> None:
    folder = tmp_path_factory.mktemp("push")
    with Server(folder, "--push", CONTACT, "--push-service", service.url) as server:
        ann = Player(server)
        ann.get("/api/me")
        known = ann.get("/api/push")["key"]
        device = service.device()
        wish = {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth}
        assert ann.post("/api/me/push", **wish)["key"] == known
        wrong = ann.http.post("/api/me/push", json=wish | {"endpoint": "https://localhost/"})
        assert wrong.status_code == 422
        assert ann.post("/api/me/push", **wish, on=False)["key"] == known


def test_without_the_host_there_is_none(server: Server) -> None:
    ann = Player(server)
    assert ann.get("/api/push") == {"key": None}
    refused = ann.http.post("/api/me/push", json={"endpoint": "x", "p256dh": "x", "auth": "x"})
    assert refused.status_code == 409
