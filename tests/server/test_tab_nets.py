"""Nets in a tab: fetched when first needed, multiplied by whatever the browser has, and of one mind with NumPy's."""

import asyncio
import json
from array import array
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from casefile.core.rng import Rng
from casefile.core.state import OVER, State
from casefile.learn.net import FileNets, MissingNetError, Net, Source
from casefile.learn.numpy_net import NumpyNet, layer, read_tensors
from casefile.learn.proofs import proofs_of, who_plays
from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import situation_of
from casefile.registry import case_named, cases, rules_for
from casefile.server.hints import adviser_for
from casefile.server.room import game_key
from casefile.server.tasks import bot_for, decide
from casefile.tab import nets
from casefile.tab.desk import Desk
from casefile.tab.doers import do, packed, unpacked
from casefile.tab.nets import TabNet, TabNets
from casefile.tab.shelf import MemoryShelf
from tests.server.clients import run
from tests.server.test_tab import Page, ask

FILES = FileNets()
PATHS = {FILES.digest(case_named(case).package): FILES.path(case_named(case).package) for case in cases()}


class Numbers:
    """An array, as a browser hands it over."""

    def __init__(self, numbers: Any) -> None:
        self.numbers = np.ascontiguousarray(numbers, np.float32).reshape(-1)

    def to_memoryview(self) -> memoryview:
        return memoryview(self.numbers)  # type: ignore[arg-type]  # NumPy does not say so before Python 3.12


class Multiplying:
    """A browser that multiplies as is written down for it, with what NumPy has read."""

    def __init__(self, *, is_online: bool = True) -> None:
        self.is_online = is_online
        self.fetched: list[str] = []
        self.tensors: dict[str, Any] = {}

    async def fetch(self, digest: str, case: str) -> str | None:
        self.fetched.append(digest)
        path = PATHS[digest]
        assert path is not None
        if not self.is_online:
            return None
        self.tensors[digest], about = read_tensors(path)
        return json.dumps(about)

    def multiply(self, digest: str, layers: str, heads: str, rows: bytes, scales: "array[float]") -> Numbers:
        tensors = self.tensors[digest]
        numbers = np.frombuffer(rows, np.uint8).reshape(-1, len(scales)) / np.array(scales, np.float32)
        for name in layers.split(" "):
            weight, bias = layer(tensors, name)
            numbers = np.maximum(numbers @ weight + bias, 0)
        last = [layer(tensors, name) for name in heads.split(" ")]
        return Numbers(np.concatenate([numbers @ weight + bias for weight, bias in last], 1))


@pytest.fixture(autouse=True)
def in_a_tab(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nets come from beside the page, as long as a test runs."""
    digests = {case_named(case).package: FILES.digest(case_named(case).package) for case in cases()}
    monkeypatch.setattr(nets, "known_digests", lambda: digests)
    monkeypatch.setattr(Source, "nets", TabNets(Multiplying()))
    for kept in (proofs_of, bot_for, adviser_for):
        kept.cache_clear()
    yield
    for kept in (proofs_of, bot_for, adviser_for):
        kept.cache_clear()


def some_states(case: str, count: int = 40) -> Iterator[State]:
    """Positions of rounds that are played at random."""
    rules = rules_for(case)
    rng = Rng(case)
    state = rules.deal(0, [0] * rules.sides, case, log=False)
    for _ in range(count):
        if state.phase == OVER:
            return
        yield state.clone()
        actions = rules.legal(state, state.actor())
        rules.apply(state, state.actor(), actions[rng.below(len(actions))])


@pytest.mark.parametrize("case", cases())
def test_a_net_in_a_tab_says_the_same(case: str) -> None:
    """Every question that can be asked of a net."""
    rules = rules_for(case)
    tab = TabNets(Multiplying())
    digest = tab.digest(rules.case.package)
    assert digest is not None
    asyncio.run(tab.fetch(digest, case))
    there, here = tab.open(rules), FILES.open(rules)
    assert isinstance(there, TabNet)
    assert isinstance(here, NumpyNet)
    states = list(some_states(case))
    actors = [state.actor() for state in states]
    rows = [here.writer.row(rules.view(state, seat), rules.target) for state, seat in zip(states, actors, strict=True)]
    hidden = [here.writer.hidden_row(state, seat) for state, seat in zip(states, actors, strict=True)]
    legal = [rules.legal(state, seat) for state, seat in zip(states, actors, strict=True)]
    assert there.choose(rows, legal) == here.choose(rows, legal)

    def said(net: Net) -> list[list[float]]:
        judged = [[*each.wishes, each.gain, each.points, *each.places] for each in net.judge(rows)]
        return [*judged, *map(list, net.values(rows)), *net.criticize(rows, hidden)]

    for mine, other in zip(said(there), said(here), strict=True):
        assert mine == pytest.approx(other, abs=1e-3)


def test_a_task_that_needs_a_net_waits_until_it_was_fetched() -> None:
    """Once; what was begun without it is begun anew, and comes to the same."""
    match = Match(rules_for("capone", 2), "away", log=True)
    situation = situation_of(match, match.state.actor(), story=True)
    task = packed((decide, (game_key("capone", 2), "vidocq:16", situation)))
    browser = Multiplying()
    tab = nets.use_tab_nets(browser)
    for _ in range(2):
        decided, error = unpacked(asyncio.run(do(task, tab.fetch)))
        assert error is None
    assert len(browser.fetched) == 1
    Source.nets = FILES
    assert decided.action == make_bot("vidocq:16", match.rules).decide(situation).action


def test_a_net_that_cannot_be_had_is_said_in_a_line() -> None:
    """Nothing hangs, and nothing else answers in its place unsaid."""
    match = Match(rules_for("capone", 2), "away", log=True)
    situation = situation_of(match, match.state.actor(), story=True)
    task = packed((decide, (game_key("capone", 2), "vidocq:16", situation)))
    tab = nets.use_tab_nets(Multiplying(is_online=False))
    decided, error = unpacked(asyncio.run(do(task, tab.fetch)))
    assert decided is None
    assert isinstance(error, MissingNetError)
    assert str(error) == "the net of this case could not be loaded: try again with a network"


@pytest.mark.parametrize("case", cases())
def test_a_tab_offers_the_learned_player_where_a_server_does(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows the digests of nets that it has not fetched; a net that was trained on has to be proved anew."""
    rules = rules_for(case, 2)
    in_tab = who_plays("vidocq", rules)
    proofs_of.cache_clear()
    monkeypatch.setattr(Source, "nets", FILES)
    assert who_plays("vidocq", rules) == in_tab
    proofs_of.cache_clear()
    monkeypatch.setattr(Source, "nets", TabNets(Multiplying()))
    monkeypatch.setattr(nets, "known_digests", lambda: {rules.case.package: "another"})
    assert who_plays("vidocq", rules) == "dupin"


def test_a_hint_comes_without_the_net_too() -> None:
    """From dupin, where there is no network and the net was never fetched."""
    browser = Multiplying(is_online=False)
    tab = nets.use_tab_nets(browser)

    async def work() -> None:
        desk = Desk(MemoryShelf(), lambda task: do(task, tab.fetch), beat=0.0)
        await desk.start()
        seats = [{"for": "me", "name": "Ann"}, {"for": "bot", "bot": "random"}]
        _, made = await ask(desk, "POST", "/tables", {"case": "capone", "seats": seats, "pace": "instant"})
        page = Page(desk, 1, made["table"])
        while not (state := await page.until("state"))["actions"]:
            page.heard.clear()
        page.say("hint", id="1", at=state["at"])
        hint = await page.until("hint")
        assert hint["action"] in [each["text"] for each in state["actions"]]
        await desk.context.close()

    run(work())
    assert len(browser.fetched) == 1


class Network:
    """What the desk asks about nets; the worker that thinks has the same network."""

    def __init__(self, *, is_there: bool) -> None:
        self.browser = Multiplying(is_online=is_there)
        self.tab = TabNets(self.browser)
        self.asked: list[tuple[str, int]] = []
        self.thought = 0

    async def can_have(self, digest: str, case: str, pause: int) -> bool:
        self.asked.append((case, pause))
        return self.browser.is_online

    def come(self) -> None:
        self.browser.is_online = True

    async def think(self, task: str) -> str:
        """In a process of its own a worker has nets of its own."""
        self.thought += 1
        at_desk, Source.nets = Source.nets, self.tab
        try:
            return await do(task, self.tab.fetch)
        finally:
            Source.nets = at_desk


async def open_desk(network: Network) -> Desk:
    """A desk that knows whether nets can be had."""
    desk = Desk(MemoryShelf(), network.think, beat=0.0, nets=nets.use_desk_nets(network.can_have))
    await desk.start()
    return desk


VIDOCQ = {"for": "bot", "bot": "vidocq"}


@pytest.mark.parametrize("seated", ["vidocq", "dupin"])
def test_nobody_is_seated_who_cannot_play(seated: str) -> None:
    """Without its net the learned player is not there: another one sits down under its own name, and is rated by it."""
    network = Network(is_there=seated == "vidocq")

    async def work() -> None:
        desk = await open_desk(network)
        wish = {"case": "capone", "seats": [{"for": "me", "name": "Ann"}, VIDOCQ]}
        _, made = await ask(desk, "POST", "/tables", wish)
        _, shown = await ask(desk, "GET", f"/tables/{made['table']}")
        seat = shown["state"]["seats"][1]
        assert (seat["bot"], seat["name"]) == (seated, seated.capitalize())
        wish["seats"] = [{"for": "me", "name": "Ann"}, {"for": "anyone"}]
        _, made = await ask(desk, "POST", "/tables", wish)
        await ask(desk, "POST", f"/tables/{made['table']}/start", {"bot": "vidocq"})
        _, shown = await ask(desk, "GET", f"/tables/{made['table']}")
        assert shown["state"]["seats"][1]["bot"] == seated
        await desk.context.close()

    run(work())
    assert network.asked == [("capone", 0)] * 2


def test_the_next_table_asks_again() -> None:
    """As soon as there is a network, the learned player is there."""
    network = Network(is_there=False)

    async def work() -> None:
        desk = await open_desk(network)
        seated = []
        for _ in range(2):
            _, made = await ask(desk, "POST", "/tables", {"case": "capone", "seats": [VIDOCQ, {"for": "me"}]})
            _, shown = await ask(desk, "GET", f"/tables/{made['table']}")
            seated.append(shown["state"]["seats"][0]["bot"])
            network.come()
        assert seated == ["dupin", "vidocq"]
        await desk.context.close()

    run(work())


def test_a_seated_player_waits_for_its_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody plays under its name meanwhile; it is asked for now and then, and plays on when the network is back."""
    network = Network(is_there=True)
    waits: list[float] = []

    async def soon(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            network.come()
        await asyncio.sleep(0)

    async def work() -> None:
        desk = await open_desk(network)
        _, made = await ask(desk, "POST", "/tables", {"case": "capone", "seats": [VIDOCQ] * 2, "pace": "instant"})
        network.browser.is_online = False  # before it was fetched
        match = desk.context.hub.live[made["table"]].room.match
        assert match is not None
        while not match.round.actions:
            await asyncio.sleep(0.01)
        assert len(waits) == 3
        await desk.context.close()

    monkeypatch.setattr(nets, "rest", soon)
    run(work())
    assert len(network.browser.fetched) == 2  # in vain, and when it could be had
    assert network.asked == [("capone", 0), *[("capone", nets.PAUSE)] * 3]
