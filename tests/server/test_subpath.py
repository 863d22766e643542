"""A server below a path of another site, behind a proxy."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from casefile.cli.join import LINK
from casefile.cli.line import sit_down
from casefile.cli.serve import root_path
from tests.server.clients import Player, Server, run
from tests.subpath import PREFIX, proxied

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("subpath")
    with Server(folder, "--root-path", f"{PREFIX}/") as server:
        yield server


@pytest.mark.parametrize("strips", [True, False], ids=["the proxy takes the path away", "the proxy leaves it"])
def test_tables_sockets_and_cookies_work_below_a_path(server: Server, strips: bool) -> None:  # noqa: FBT001
    with proxied(server.url, strips=strips) as url:
        seen: Any = SimpleNamespace(url=url)
        ann, ben = Player(seen), Player(seen)
        table = ann.make_table("capone", [{"for": "me", "name": "Ann"}, {"for": "anyone"}])
        cookie = next(iter(ann.http.cookies.jar))
        assert cookie.path == f"{PREFIX}/"  # nothing of the other site's gets it
        assert ann.get("/api/me")["matches"][0]["table"] == table  # the same browser came again
        found = LINK.fullmatch(f"{url}/t/{table}")
        assert found is not None
        ben = Player(seen, sit_down(found[1], found[2], "Ben"))

        async def meet() -> None:
            clients = [await each.open(table) for each in (ann, ben)]
            states = [await client.until("state") for client in clients]
            actor = next(seat for seat, state in enumerate(states) if state["actions"])
            act = {"at": states[actor]["at"], "action": states[actor]["actions"][0]["text"]}
            assert (await clients[actor].ask("act", **act))["type"] == "done"

        run(meet())
        assert httpx.get(url.replace(PREFIX, "/other")).status_code == 404


def test_without_the_path_it_answers_as_well(server: Server) -> None:
    """For what looks after it on the same machine."""
    assert httpx.get(f"{server.url}/api/alive").status_code == 200
    assert httpx.get(f"{server.url}{PREFIX}/api/alive").status_code == 200
    assert httpx.get(f"{server.url}{PREFIX}extra/api/alive").status_code in (404, 503)


@pytest.mark.parametrize(("given", "meant"), [("/games/casefile/", "/games/casefile"), ("/", ""), ("", "")])
def test_a_root_path_has_no_slash_at_its_end(given: str, meant: str) -> None:
    assert root_path(given) == meant


@pytest.mark.parametrize("wrong", ["games", "/a b", "//x", "/a?b", '/"onload'])
def test_another_root_path_is_refused(wrong: str) -> None:
    with pytest.raises(Exception, match="must be a path such as /games/casefile"):
        root_path(wrong)
