"""One server for all tests of a process that do not stop it."""

from collections.abc import Iterator

import pytest

from tests.server.clients import TO_CLOSE, Server
from tests.server.database import Database, programs


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Database]:
    """A running PostgreSQL; without it these tests are skipped, aloud."""
    if programs() is None:
        pytest.skip("there is no PostgreSQL (Debian, Ubuntu: apt-get install postgresql)")
    database = Database()
    try:
        yield database
    finally:
        database.close()


@pytest.fixture(autouse=True)
def close_clients() -> Iterator[None]:
    """No test leaves a connection behind."""
    yield
    while TO_CLOSE:
        TO_CLOSE.pop().close()
