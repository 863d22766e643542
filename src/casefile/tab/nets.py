"""Nets in a tab: each is fetched when it is first needed, and the browser multiplies.

Nothing waits in the middle of a task: one that needs a net which is not there yet is given up, and begun anew when the
net has come (casefile.tab.doers). The worker that thinks has the nets; the desk only knows whether they can be had.
"""

import asyncio
import json
from array import array
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Protocol, cast

from casefile.core.case import Case
from casefile.core.rules import Rules
from casefile.learn.net import DIGITS, GAIN, HIDDEN, LAYERS, POINTS, Judgement, MissingNetError, Net, Source

AGAIN = 5.0  # seconds after which it is asked whether a net that a player waits for has come,
PAUSE = 30  # and after which the network is asked for it again
DIGESTS = "nets.json"  # beside this file, where a site was built: by the package of a case, the digest of its net
PLAYER = " ".join(str(at) for at in range(LAYERS))  # the layers of a net's file that are gone through,
CRITIC = " ".join(f"critic{at}" for at in range(LAYERS))
POLICY, VALUE, BELIEF, VERDICT = "policy", "value", "belief", f"critic{LAYERS}"  # and those that say something then

rest = asyncio.sleep


class NetAwayError(Exception):
    """A net is needed that has to be fetched first."""

    def __init__(self, digest: str, case: str) -> None:
        super().__init__(digest, case)
        self.digest = digest
        self.case = case


class Numbers(Protocol):
    """An array of the browser's."""

    def to_memoryview(self) -> memoryview:
        """The same as Python sees it."""


class Browser(Protocol):
    """What the script of the worker does for us."""

    def fetch(self, digest: str, case: str) -> Awaitable[str | None]:
        """Get the net of a case. What is said about it, as JSON; nothing if it cannot be had."""

    def multiply(self, digest: str, layers: str, heads: str, rows: bytes, scales: "array[float]") -> Numbers:
        """What comes out of some layers of a net, one after the other, and then of its heads, side by side.

        Each byte of a row is divided by its scale.
        """


class TabNet(Net):
    """A net that the browser has."""

    def __init__(self, rules: Rules, digest: str, about: dict[str, str], browser: Browser) -> None:
        super().__init__(rules, f"the net of {rules.case.name}", about)
        self.digest = digest
        self.browser = browser
        scales = self.writer.scales()
        self.scales = array("f", scales)
        self.critic_scales = array("f", [*scales, *([1 / HIDDEN] * self.writer.hidden_size)])

    def judge(self, rows: Sequence[bytes]) -> list[Judgement]:
        """All that the net says of some rows."""
        gain, points, places = self.width, self.width + 1, self.width + 2
        return [
            Judgement(said[:gain], said[gain] * GAIN, said[points] * POINTS, said[places:])
            for said in self.said(rows, PLAYER, f"{POLICY} {VALUE} {BELIEF}", self.scales)
        ]

    def choose(self, rows: Sequence[bytes], legal: Sequence[Sequence[int]]) -> list[int]:
        """For each row, which of its legal actions the net prefers: the first of those with the greatest weight."""
        chosen = []
        for wishes, actions in zip(self.said(rows, PLAYER, POLICY, self.scales), legal, strict=True):
            logits = [round(logit, DIGITS) for logit in self.weigh(wishes, actions)]
            chosen.append(actions[logits.index(max(logits))])
        return chosen

    def values(self, rows: Sequence[bytes]) -> list[tuple[float, float]]:
        """What the round brings to the seat of each row: a chance to win the match, and points ahead."""
        return [(gain * GAIN, points * POINTS) for gain, points in self.said(rows, PLAYER, VALUE, self.scales)]

    def criticize(self, rows: Sequence[bytes], hidden: Sequence[bytes]) -> list[list[float]]:
        """What the critic says of some rows with what their seats may not know: by side, chances and then points."""
        whole = [row + unseen for row, unseen in zip(rows, hidden, strict=True)]
        return self.said(whole, CRITIC, VERDICT, self.critic_scales)

    def said(self, rows: Sequence[bytes], layers: str, heads: str, scales: "array[float]") -> list[list[float]]:
        """What some heads say of each row."""
        found = self.browser.multiply(self.digest, layers, heads, b"".join(rows), scales)
        numbers = cast(list[float], found.to_memoryview().tolist())
        width = len(numbers) // len(rows)
        return [numbers[start : start + width] for start in range(0, len(numbers), width)]


class TabNets:
    """The nets that lie beside the page, for the worker that thinks."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.about: dict[str, dict[str, str]] = {}  # by digest, of those that were fetched

    def digest(self, package: str) -> str | None:
        """The SHA-256 of the net that a case has brought along."""
        return known_digests().get(package)

    def is_at_hand(self, package: str) -> bool:
        """Who asks for one that is not waits for it, or is told so."""
        return self.digest(package) is not None

    def open(self, rules: Rules) -> Net | None:
        """This net, for one variant of the case; it may have to be fetched first."""
        digest = self.digest(rules.case.package)
        if digest is None:
            return None
        if digest not in self.about:
            raise NetAwayError(digest, rules.case.name)
        return TabNet(rules, digest, self.about[digest], self.browser)

    async def fetch(self, digest: str, case: str) -> None:
        """Get the net of a case, once."""
        about = await self.browser.fetch(digest, case)
        if about is None:
            raise MissingNetError("the net of this case could not be loaded: try again with a network")
        self.about[digest] = json.loads(about)


@cache
def known_digests() -> dict[str, str]:
    """The digests of all nets, by the package of their case."""
    known: dict[str, str] = json.loads((files("casefile.tab") / DIGESTS).read_text("utf-8"))
    return known


class DeskNets:
    """The same nets, where players are seated: nobody is who could not play."""

    def __init__(self, can_have: Callable[[str, str, int], Awaitable[bool]]) -> None:
        self.can_have = can_have  # see casefile.tab.worker.Host
        self.away: set[str] = set()  # digests
        self.coming: dict[str, asyncio.Task[None]] = {}  # those that somebody waits for

    def digest(self, package: str) -> str | None:
        """The SHA-256 of the net that a case has brought along."""
        return known_digests().get(package)

    def is_at_hand(self, package: str) -> bool:
        """As far as is known."""
        digest = self.digest(package)
        return digest is not None and digest not in self.away

    def open(self, rules: Rules) -> Net | None:
        """None is opened here."""
        return None

    async def seek(self, case: Case, pause: int = 0) -> bool:
        """Find out whether the net of a case can be had."""
        digest = self.digest(case.package)
        if digest is None:
            return False
        found = await self.can_have(digest, case.name, pause)
        (self.away.discard if found else self.away.add)(digest)
        return found

    async def wait_for(self, case: Case) -> None:
        """Until the net of a case can be had; all who need it wait together."""
        if case.name not in self.coming:
            self.coming[case.name] = asyncio.create_task(self.watch(case))
        await self.coming[case.name]

    async def watch(self, case: Case) -> None:
        """Ask now and then."""
        await rest(AGAIN)
        while not await self.seek(case, PAUSE):
            await rest(AGAIN)
        del self.coming[case.name]


def use_tab_nets(browser: Browser) -> TabNets:
    """From now on nets come from beside the page."""
    Source.nets = nets = TabNets(browser)
    return nets


def use_desk_nets(can_have: Callable[[str, str, int], Awaitable[bool]]) -> DeskNets:
    """From now on nets are only spoken of."""
    Source.nets = nets = DeskNets(can_have)
    return nets
