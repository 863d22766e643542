"""Web Push: people who are away from a slow table learn that it is their turn, if whoever runs the server allows it.

A browser gives us an address at its maker's push service, and a key with which only it can read what we send. What is
sent says no more than the page's list of matches does. pywebpush encrypts and signs; it is imported when it is needed.
"""

import logging
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from casefile.errors import CasefileError
from casefile.server import frames
from casefile.server.buckets import Buckets
from casefile.server.intents import SLOW
from casefile.server.problems import ProblemError
from casefile.server.storage import Storage
from casefile.text.language import catalogue

if TYPE_CHECKING:
    from casefile.server.context import Context
    from casefile.server.live import LiveRoom

log = logging.getLogger("casefile.server")

# Those of the browsers: nobody may have us send something to any other address.
SERVICES = (".googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
MOST_DEVICES = 5  # of one person
SECONDS = 10.0
KEPT_SECONDS = 86_400  # by the push service, for a device that is switched off
GONE = (404, 410)  # the answers that say that a device does not want to hear from us any more
BURST, RATE = 20.0, 20 / 3600  # notices to one person, and per second


class Device(msgspec.Struct):
    """Where a browser can be told something, and the keys with which that is encrypted for it."""

    endpoint: str
    p256dh: str
    auth: str
    language: str = "en"


class Push:
    """The notices of one server."""

    def __init__(self, contact: str, services: tuple[str, ...], private_key: str) -> None:
        self.contact = contact
        self.services = services
        self.private_key = private_key
        self.few = Buckets(BURST, RATE)

    @property
    def public_key(self) -> str:
        """What a browser has to know us by."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid
        from py_vapid.utils import b64urlencode

        public = Vapid.from_string(self.private_key).public_key
        return str(b64urlencode(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))

    def check(self, endpoint: str) -> None:
        """Refuse addresses that are not a push service's."""
        if endpoint.startswith(self.services):
            return
        parts = urlsplit(endpoint)
        if parts.scheme != "https" or not f".{parts.hostname}".endswith(SERVICES) or parts.port not in (None, 443):
            raise ProblemError(422, "wrong", "this is not the address of a push service that the server knows")

    async def keep(self, storage: Storage, key: str, device: Device) -> None:
        """Remember a device of a person, in place of the oldest if there are many."""
        others = [each for each in await devices_of(storage, key) if each.endpoint != device.endpoint]
        await store(storage, key, [*others, device][-MOST_DEVICES:])

    async def drop(self, storage: Storage, key: str, endpoint: str) -> None:
        """Forget a device."""
        await store(storage, key, [each for each in await devices_of(storage, key) if each.endpoint != endpoint])

    def tell(self, live: "LiveRoom") -> None:
        """Tell those who are away from a slow table and are waited for, once for each time that they are."""
        room = live.room
        if (room.settings.clock or 0) < SLOW or live.is_veiled:
            return
        waited = {seat: moment_of(live) for seat in waited_for(live)}
        for seat, moment in waited.items():
            if live.notified.get(seat) != moment and seat not in live.audience.connected:
                live.context.spawn(self.notify(live.context, live, seat))
        live.notified = waited

    async def notify(self, context: "Context", live: "LiveRoom", seat: int) -> None:
        """Tell all devices of a person; those that are gone are forgotten."""
        key = live.room.seats[seat].key
        for device in await devices_of(context.storage, key):
            if not self.few.take(key):
                return
            status = await context.aside(partial(self.send, device, notice(live, seat, device.language)))
            if status in GONE:
                await self.drop(context.storage, key, device.endpoint)
            elif status >= 400:
                log.warning("a push service did not take a notice: %d", status)

    def send(self, device: Device, text: str) -> int:
        """Hand a notice to the push service of a device; its answer, or 599 if it could not be reached."""
        import requests
        from pywebpush import WebPushException, webpush

        session = requests.Session()
        session.max_redirects = 0  # nobody may send us on to another address
        keys = {"p256dh": device.p256dh, "auth": device.auth}
        try:
            webpush(
                {"endpoint": device.endpoint, "keys": keys},
                text,
                vapid_private_key=self.private_key,
                vapid_claims={"sub": self.contact},
                ttl=KEPT_SECONDS,
                timeout=SECONDS,
                requests_session=session,
            )
        except WebPushException as error:
            return int(error.response.status_code) if error.response is not None else 599
        except (requests.RequestException, ValueError):
            return 599
        return 201


def waited_for(live: "LiveRoom") -> list[int]:
    """The people who are waited for, as far as all may know: to choose, or to be ready for the next round."""
    room = live.room
    if room.is_between:
        return [at for at, seat in enumerate(room.seats) if seat.is_waited_for and not seat.ready]
    return [at for at in frames.waiting_for(room, None) if room.seats[at].is_waited_for]


def moment_of(live: "LiveRoom") -> tuple[int, int, int, bool]:
    """Names a moment for which somebody is told once."""
    return (*live.room.public_position(), live.room.is_between)


def notice(live: "LiveRoom", seat: int, language: str) -> str:
    """What a device is told: whose table it is, and that it is this person's turn."""
    room = live.room
    words = catalogue(language, room.settings.case)
    others = ", ".join(each.name for at, each in enumerate(room.seats) if at != seat)
    title = words["notice"]["ready" if room.is_between else "turn"]
    told = {"table": room.name, "title": title, "body": f"{words['title']} · {others}"}
    return msgspec.json.encode(told).decode()


async def devices_of(storage: Storage, key: str) -> list[Device]:
    """The devices of a person that want to be told."""
    kept = await storage.get(f"push {key}") if key else None
    return msgspec.json.decode(kept, type=list[Device]) if kept else []


async def store(storage: Storage, key: str, devices: list[Device]) -> None:
    """Keep the devices of a person."""
    await storage.put(f"push {key}", msgspec.json.encode(devices))


async def open_push(storage: Storage, contact: str, services: tuple[str, ...]) -> Push | None:
    """The notices of a server, if its host wants them; its key is made once, and kept with the data."""
    if not contact:
        return None
    try:
        from py_vapid import Vapid
        from py_vapid.utils import b64urlencode
    except ImportError:
        raise CasefileError("--push needs the extra `push`: pip install 'casefile-rummy[push]'") from None
    vapid = Vapid()
    vapid.generate_keys()
    number: int = vapid.private_key.private_numbers().private_value
    made = b64urlencode(number.to_bytes(32, "big")).encode()
    return Push(contact, services, (await storage.keep_first("push-key", made)).decode())
