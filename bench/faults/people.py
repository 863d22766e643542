"""People who play on through anything, and note what was acknowledged."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

if TYPE_CHECKING:
    from .cluster import Cluster

ANSWER_SECONDS = 1.0  # until a client asks whether anybody is there, and then until it hangs up
CONNECT_SECONDS = 4.0  # a node lets people wait for a table that is on its way
TRY_AGAIN = ("not-saved", "busy")  # nothing has changed: the same message is sent once more
AGAIN_SECONDS = 0.3
Message = dict[str, Any]


@dataclass
class Acknowledged:
    """A message that was answered with `done`."""

    id: str
    type: str
    action: str
    during: str  # which fault


@dataclass
class Person:
    """Plays at a table through the balancer, and sends again what was not answered."""

    server: "Cluster"
    table: str
    token: str
    name: str
    acknowledged: list[Acknowledged] = field(default_factory=list)
    pending: Message | None = None
    number: int = 0
    last: float = 0.0  # when something was answered, or seen to have happened
    over: bool = False
    shown: tuple[int, list[Message]] = (0, [])
    wrong: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)  # for the person who looks for what went wrong

    async def play(self) -> None:
        """Until the match is over, or somebody stops us."""
        rng = random.Random(self.name)
        while not self.over:
            place = f"ws://{self.server.balancer.address}/api/tables/{self.table}/socket"
            headers = {"Authorization": f"Bearer {self.token}"}
            try:
                async with connect(
                    place,
                    additional_headers=headers,
                    open_timeout=CONNECT_SECONDS,
                    close_timeout=0.1,
                    ping_interval=None,
                    proxy=None,
                ) as socket:
                    self.hears("connected")
                    await self.talk(socket, rng)
                self.hears("left")
            except (OSError, WebSocketException) as error:
                self.hears(type(error).__name__)
                await asyncio.sleep(0.1)

    def hears(self, what: str) -> None:
        """Remember what came last."""
        self.heard = [*self.heard[-20:], f"{monotonic():.1f} {what}"]

    async def talk(self, socket: ClientConnection, rng: random.Random) -> None:
        """One connection, until it breaks or nothing comes any more."""
        await socket.send('{"type": "hello", "version": 1}')
        if self.pending is not None:
            await socket.send(json.dumps(self.pending))
        due: Message | None = None
        asked = False
        while not self.over:
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    message: Message = json.loads(await socket.recv())
            except TimeoutError:
                if asked:
                    return  # not even a ping is answered, or what we wait for never comes
                asked = True
                await socket.send('{"type": "ping"}')
                continue
            asked = message["type"] == "pong" and self.pending is not None
            due = self.hear(message, due)
            if message["type"] == "refused" and message["code"] in TRY_AGAIN and self.pending is not None:
                await asyncio.sleep(AGAIN_SECONDS)
                await socket.send(json.dumps(self.pending))
            if self.pending is None and due is not None:
                self.number += 1
                acting = {"id": f"{self.name}-{self.number}"}
                if due["type"] == "scoring":
                    self.pending = acting | {"type": "ready"}
                else:
                    actions = [each for each in due["actions"] if each["verb"] != "discard"] or due["actions"]
                    action = rng.choice(actions if rng.random() < 0.75 else due["actions"])["text"]
                    self.pending = acting | {"type": "act", "at": due["at"], "action": action}
                due = None
                await asyncio.sleep(rng.random() * 0.1)  # people think
                await socket.send(json.dumps(self.pending))

    def hear(self, message: Message, due: Message | None) -> Message | None:
        """One message; what has to be answered now.

        Who is shown the scores again after a reconnection says once more that they are ready.
        """
        kind = message["type"]
        self.hears(f"{kind} {message.get('code') or message.get('id') or ''}")
        if kind == "state":
            self.heard[-1] += (
                f"at {message['at']}, waits for {message['view'].get('turn')}, {len(message['actions'])} actions"
            )
            self.compare(message)
            return message if message["actions"] else None
        if kind == "scoring":
            return message
        if kind == "over":
            self.over = True
        if kind in ("done", "refused") and self.pending is not None and message["id"] == self.pending["id"]:
            if kind == "refused" and message["code"] in TRY_AGAIN:
                return due
            if kind == "done":
                action = self.pending.get("action", "")
                done = Acknowledged(message["id"], self.pending["type"], action, self.server.under_way)
                self.acknowledged.append(done)
            self.last = monotonic()
            self.pending = None
        return due

    def compare(self, state: Message) -> None:
        """What was shown once must not be otherwise afterwards, unless the Ripper escaped before it (RIP-22)."""
        number, events = self.shown
        if state["round"] < number:
            self.wrong.append(f"{self.name}: round {state['round']} after round {number}")
        elif state["round"] > number:
            events = []
        for event in state["events"]:
            known = events[event["number"] - 1 : event["number"]]
            if known != [event]:
                if known and (state["view"]["ended"] or {}).get("by") != "escape":
                    self.wrong.append(f"{self.name}: event {event['number']} of round {state['round']} has changed")
                events = [*events[: event["number"] - 1], event]
                self.last = monotonic()
        self.shown = (state["round"], events)
