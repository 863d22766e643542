"""A case of a third party in the browser: with the look that it brings, and with the neutral one."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driver import ROOT, Server, make_table, new_context, play, problems_of, wait_for_turn

FILE = re.compile(r"<!-- file: (burglar/\S+|pyproject\.toml) -->\n```\w*\n(.*?)```", re.DOTALL)
INSTALL = "pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --target site .".split()
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module", params=["neutral", "own"])
def look(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def burglar(look: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows The Burglar of docs/adding-a-case.md."""
    folder = tmp_path_factory.mktemp("burglar")
    for name, text in FILE.findall((ROOT / "docs/adding-a-case.md").read_text("utf-8")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    if look == "neutral":
        for path in folder.glob("burglar/look.*"):
            path.unlink()
    subprocess.run([sys.executable, "-m", *INSTALL], cwd=folder, check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder / "site"), os.environ.get("PYTHONPATH", "")]))
        server = Server(tmp_path_factory.mktemp("data")).start()
    yield server
    server.stop()


@pytest.fixture
def page(browser: Browser, burglar: Server) -> Iterator[Page]:
    context = new_context(browser, burglar)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def test_a_whole_match_from_home_to_its_end(page: Page, look: str) -> None:
    page.goto("/")
    folder = page.get_by_role("region", name="The Burglar")
    expect(folder.locator(".card")).to_have_count(3)
    rope = folder.locator("[data-face=rope]")
    assert (rope.evaluate("card => card.style.getPropertyValue('--suit')") == "#7a4a21") == (look == "own")
    page.click("[data-play=burglar]")
    wait_for_turn(page)
    expect(page.locator("[data-key]")).to_have_count(5)
    assert play(page, ("over",)) == "over"


def test_every_card_has_a_symbol_that_is_drawn(page: Page, look: str) -> None:
    page.goto("/rules/burglar")
    cards = page.locator("li > .card")
    expect(cards).to_have_count(4)
    page.wait_for_function(
        """() => [...document.querySelectorAll('li > .card .seal svg')].every((icon) => {
            const drawn = icon.firstElementChild.getBBox();
            return drawn.width > 0 && drawn.height > 0;
        })"""
    )
    inks = cards.evaluate_all("cards => cards.map((card) => card.style.getPropertyValue('--suit'))")
    assert len(set(inks)) == 4
    expect(page.locator(".seal path")).to_have_count(1 if look == "own" else 0)
    expect(page.get_by_role("link", name="BUR-1")).to_have_attribute("href", "#BUR-1")


def test_its_score_sheet_counts(page: Page) -> None:
    page.goto("/score")
    page.get_by_label("Case").first.select_option("burglar")
    for _ in range(3):
        page.click("[data-add=rope]")
    page.get_by_role("button", name="Hand of Player 2").click()
    page.click("[data-add=lamp]")
    page.get_by_test_id("score").click()
    expect(page.get_by_test_id("result")).to_contain_text("3 × Rope")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_axe_finds_nothing(browser: Browser, burglar: Server, theme: str, size: str) -> None:
    context = new_context(browser, burglar, color_scheme=theme, **({"viewport": PHONE} if size == "phone" else {}))
    page = context.new_page()
    found = {}
    for path in ("/", "/rules/burglar", "/score"):
        page.goto(path)
        page.wait_for_selector("[data-play=burglar], article li, [data-add]")
        page.wait_for_selector(f"html[data-theme={theme}]")
        page.wait_for_load_state("networkidle")
        found[path] = problems_of(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    make_table(page, "burglar", entropy="tea")
    play(page, ("draw",))
    wait_for_turn(page)
    found["table"] = problems_of(page)
    context.close()
    assert {path: problems for path, problems in found.items() if problems} == {}
