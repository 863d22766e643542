"""A match ends as it began: with the figures of its deck and under its rules, or it is said why it cannot."""

import asyncio
from collections.abc import Iterator
from copy import deepcopy
from types import SimpleNamespace

import pytest

from casefile import decks, registry
from casefile.core.rng import Rng
from casefile.errors import CasefileError
from casefile.registry import case_named
from casefile.server import intents, journal, room
from casefile.server.hub import Hub
from casefile.server.intents import new_table
from casefile.server.results import record_of
from casefile.server.room import Room
from casefile.server.storage import UnreadableError
from casefile.text.record import read_record, write_record
from tests.known_deals import SECRET
from tests.server.clients import eager
from tests.server.tables import Listener, MemoryStorage, created, make_context

CASE = "jekyll-hyde"


def forget_decks() -> None:
    """As when another version starts."""
    registry.make_rules.cache_clear()
    room.GAMES.clear()


@pytest.fixture(autouse=True)
def known_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards every time."""
    monkeypatch.setattr(intents, "secrets", SimpleNamespace(token_hex=lambda _: SECRET))


@pytest.fixture
def corrected(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A version in which the points of a clue are corrected, once `use` is called."""
    yield
    monkeypatch.undo()
    forget_decks()


def correct(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a version in which all clues count three points more, and have no other cards."""
    data = deepcopy(decks.deck_data(case_named(CASE).package))
    for card in data:
        card["points"] = card.get("points", 0) + 3
    monkeypatch.setattr(decks, "deck_data", lambda _: data)
    forget_decks()


async def played(storage: MemoryStorage) -> Room:
    """A match of which one round is over, and was scored."""
    context = make_context(storage)
    plan = created(CASE, 2, hints=False)
    for way in range(20):
        live = await context.hub.create(new_table(0.0, plan.settings, "key 0", plan.seats))
        people = [Listener(live, seat) for seat in range(2)]
        rng = Rng(f"upgrade/{way}")
        for person in people:
            await person.say("hello", version=1)
        assert live.room.match is not None
        while not live.room.match.round.result:
            actor = live.room.actors()[0]
            await people[actor].act(eager(people[actor].state(), rng))
        if any(live.room.match.scores):
            break
    await context.close()
    return live.room


def rebuilt(storage: MemoryStorage, name: str) -> Room:
    """What the entries make now."""
    again = Room(name)
    for body in storage.entries[name]:
        again.apply(journal.read(body))
    return again


@pytest.mark.usefixtures("corrected")
def test_a_corrected_card_does_not_score_a_running_match_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its points stay, what is still to come is scored alike, and its record can be replayed."""
    storage = MemoryStorage()
    before = asyncio.run(played(storage))
    assert before.match is not None
    record = record_of(before, journal.Ended(0.0, 0, "resignation"))
    plain = write_record(before.match)
    correct(monkeypatch)
    after = rebuilt(storage, before.name)
    assert after.match is not None
    assert after.match.scores == before.match.scores
    assert after.rules.deck.points() == before.rules.deck.points()
    assert after.settings == before.settings
    match, _ = read_record(record)
    assert match.scores == before.match.scores
    with pytest.raises(CasefileError, match="the result is"):  # what would have happened
        read_record(plain)


def test_a_deck_that_has_not_changed_is_said_briefly() -> None:
    """Nobody is shown the figures of all cards where they are those of the deck."""
    storage = MemoryStorage()
    before = asyncio.run(played(storage))
    assert before.rules.deck.overrides == {}
    match, _ = read_record(record_of(before, journal.Ended(0.0, 0, "resignation")))
    assert match.rules is before.rules


@pytest.mark.parametrize("change", ["rules", "figure", "cards"])
def test_a_match_that_cannot_go_on_says_why(change: str, caplog: pytest.LogCaptureFixture) -> None:
    """Others go on."""

    async def work() -> None:
        storage = MemoryStorage()
        plan = created(CASE, 2)
        context = make_context(storage)
        made = new_table(0.0, plan.settings, "key 0", plan.seats)
        sound = (await context.hub.create(made)).room.name
        if change == "rules":
            made.rules = 7
        elif change == "figure":
            made.figures = {name: dict(figures, colour_of_ink="red") for name, figures in made.figures.items()}
        else:
            made.figures = dict(list(made.figures.items())[1:])
        storage.entries["other"] = [journal.write(made)]
        later = Hub(context)
        with pytest.raises(UnreadableError, match="the match was begun"):
            await later.find("other")
        assert (await later.find(sound)).room.status == "playing"
        await context.close()

    asyncio.run(work())
    assert "cannot go on: " in caplog.text
