"""Nets in a tab: each is fetched when it is first needed, and the browser multiplies.

Nothing waits in the middle of a task: one that needs a net which is not there yet is given up, and begun anew when the
net has come (casefile.tab.doers).
"""

import json
from array import array
from collections.abc import Awaitable, Sequence
from functools import cache
from importlib.resources import files
from typing import Protocol, cast

from casefile.core.rules import Rules
from casefile.learn.net import DIGITS, GAIN, HIDDEN, LAYERS, POINTS, Judgement, MissingNetError, Net, Source

DIGESTS = "nets.json"  # beside this file, where a site was built: by the package of a case, the digest of its net
PLAYER = " ".join(str(at) for at in range(LAYERS))  # the layers of a net's file that are gone through,
CRITIC = " ".join(f"critic{at}" for at in range(LAYERS))
POLICY, VALUE, BELIEF, VERDICT = "policy", "value", "belief", f"critic{LAYERS}"  # and those that say something then


class NetAwayError(Exception):
    """A net is needed that has to be fetched first."""

    def __init__(self, digest: str) -> None:
        super().__init__(digest)
        self.digest = digest


class Numbers(Protocol):
    """An array of the browser's."""

    def to_memoryview(self) -> memoryview:
        """The same as Python sees it."""


class Browser(Protocol):
    """What the script of the worker does for us."""

    def fetch(self, digest: str) -> Awaitable[str | None]:
        """Get a net. What is said about it, as JSON; nothing if it cannot be had."""

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
    """The nets that lie beside the page."""

    def __init__(self, browser: Browser | None = None) -> None:
        self.browser = browser  # nobody, where nets are only spoken of
        self.about: dict[str, dict[str, str]] = {}  # by digest, of those that were fetched

    def digest(self, package: str) -> str | None:
        """The SHA-256 of the net that a case has brought along."""
        return known_digests().get(package)

    def open(self, rules: Rules) -> Net | None:
        """This net, for one variant of the case; it may have to be fetched first."""
        digest = self.digest(rules.case.package)
        if digest is None or self.browser is None:
            return None
        if digest not in self.about:
            raise NetAwayError(digest)
        return TabNet(rules, digest, self.about[digest], self.browser)

    async def fetch(self, digest: str) -> None:
        """Get a net, once."""
        about = await self.browser.fetch(digest) if self.browser is not None else None
        if about is None:
            raise MissingNetError("the net of this case could not be loaded: try again with a network")
        self.about[digest] = json.loads(about)


@cache
def known_digests() -> dict[str, str]:
    """The digests of all nets, by the package of their case."""
    known: dict[str, str] = json.loads((files("casefile.tab") / DIGESTS).read_text("utf-8"))
    return known


def use_tab_nets(browser: Browser | None = None) -> TabNets:
    """From now on nets come from beside the page."""
    Source.nets = nets = TabNets(browser)
    return nets
