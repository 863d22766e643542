"""A client that wants very much of what thinks for all gets no more of it than others."""

import asyncio

import pytest

from casefile.server.turns import BOTS_ALONE, NOBODY_IS_THERE, Party, Turns
from tests.server.clients import Player, Server, run
from tests.server.tables import table_of

pytestmark = pytest.mark.once


async def served(wanted: list[Party], count: int = 1) -> list[Party]:
    """In which order they have their turns, if all ask at once while somebody has one."""
    turns = Turns(count)
    order: list[Party] = []
    for _ in range(count):
        await turns.begin(Party())

    async def one(party: Party) -> None:
        await turns.begin(party)
        order.append(party)
        turns.end()

    tasks = [asyncio.ensure_future(one(party)) for party in wanted]
    await asyncio.sleep(0)
    for _ in range(count):
        turns.end()
    await asyncio.gather(*tasks)
    assert turns.free == count
    return order


def test_addresses_take_turns() -> None:
    """Forty tables of one address do not keep another waiting for more than one of them."""
    many, few = Party(address="many"), Party(address="few")
    order = run(served([many] * 40 + [few] * 2))
    assert order.index(few) <= 1
    assert [party.address for party in order[:4]] == ["many", "few", "many", "few"]


def test_people_come_first() -> None:
    """Before tables at which nobody looks, and those before tables of bots alone."""
    alone, empty, waits = Party(BOTS_ALONE), Party(NOBODY_IS_THERE), Party()
    assert run(served([alone, empty, waits, alone, waits])) == [waits, waits, empty, alone, alone]


def test_who_gives_up_waiting_takes_no_turn() -> None:
    """And a turn that was just given goes on to the next."""

    async def work() -> None:
        turns = Turns(1)
        await turns.begin(Party())
        waiting = [asyncio.ensure_future(turns.begin(Party(address=str(number)))) for number in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        turns.end()
        waiting[1].cancel()  # it has its turn already, and does not know yet
        await asyncio.sleep(0)
        await asyncio.wait_for(waiting[2], 5)
        turns.end()
        assert turns.free == 1

    run(work())


def test_for_whom_bots_think() -> None:
    """For those who look at the table from a seat; else for nobody in particular, and last where only bots sit."""

    async def work() -> None:
        async with table_of("capone", 2, bots={1: "random"}) as (table, people):
            people[0].connection.address = "here"
            assert table.audience.party() == Party(address="here")
            await table.part(people[0].connection)
            assert table.audience.party().urgency == NOBODY_IS_THERE
            table.room.seats[0].key = ""
            assert table.audience.party().urgency == BOTS_ALONE

    run(work())


def test_tables_of_bots_alone_are_few(tmp_path_factory: pytest.TempPathFactory) -> None:
    """They play on for hours, and nobody looks."""
    with Server(tmp_path_factory.mktemp("bots"), "--tables", "50") as server:
        player = Player(server)
        bots = [{"for": "bot", "bot": "random"}] * 2
        wish = {"case": "jekyll-hyde", "seats": bots, "target": 1000}
        for _ in range(2):
            player.post("/api/tables", **wish)
        refused = player.http.post("/api/tables", json=wish)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-tables")
        player.make_table("jekyll-hyde", [{"for": "me"}, bots[0]])
