"""One server for all tests of a process that do not stop it."""

from collections.abc import Iterator

import pytest

from tests.server.clients import TO_CLOSE, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(autouse=True)
def close_clients() -> Iterator[None]:
    """No test leaves a connection behind."""
    yield
    while TO_CLOSE:
        TO_CLOSE.pop().close()
