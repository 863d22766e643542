"""The cases of docs/adding-a-case.md at a server, on both builds; the page itself runs laws, terminal and arena."""

import os
from collections.abc import Iterator

import pytest

from tests.adding_a_case import build_cases
from tests.server.clients import Message, Player, Server, play, run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It knows them because they are installed, and for no other reason."""
    site = build_cases(tmp_path_factory.mktemp("cases"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]))
        server = Server(tmp_path_factory.mktemp("server"))
    with server:
        yield server


@pytest.mark.parametrize("case", ["burglar", "night-watch"])
def test_a_match_against_a_bot(server: Server, case: str) -> None:
    """From the list of cases to the end of the match; what lies behind a window is for its player alone."""
    ann, guest = Player(server), Player(server)
    assert case in [known["name"] for known in ann.get("/api/cases")["cases"]]
    table = ann.make_table(case, [{"for": "me", "name": "Ann"}, {"for": "bot", "bot": "constable"}], target=20)

    async def both() -> tuple[Message, list[Message], list[Message]]:
        spectator = await guest.open(table)
        client = await ann.open(table)
        end = await play(client, f"third/{case}")
        await spectator.until("over")
        return end, client.heard, spectator.heard

    end, heard, watched = run(both())
    assert max(end["scores"]) >= 20
    views = {"ann": views_of(heard), "spectator": views_of(watched)}
    peeks = {who: [view for view in seen if (view["asked"] or {}).get("for") == "peek"] for who, seen in views.items()}
    assert bool(peeks["ann"]) == (case == "burglar")
    for who, seen in peeks.items():
        for view in seen:
            knows = who == "ann" and view["asked"]["seats"] == [0]
            assert (view["case_file"][0] is not None) == knows
            assert (view["notes"][1]["cards"] != [None]) == knows


def views_of(heard: list[Message]) -> list[Message]:
    """What somebody was shown."""
    return [message["view"] for message in heard if message["type"] == "state" and message["view"]]
