"""One server and one browser for all tests of the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driver import CHROMIUM, Server, new_context, open_browser

HERE = Path(__file__).parent
expect.set_options(timeout=20_000)  # machines that build and test at the same time are slow


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The page does not depend on the build; without a browser nothing can be said about it."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.once)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="there is no Chromium"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data")).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """It has an event loop of its own, and must be gone before another module starts one.

    A module that measures letters, or installs the page, says `REAL_BROWSER`: it gets the one that people have.
    """
    with open_browser(quick=not getattr(request.module, "REAL_BROWSER", False)) as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A person alone; whatever goes wrong in the page's script fails the test."""
    context = new_context(browser, server)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []
