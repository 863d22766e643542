"""Cases of a third party in the browser: one with the look that it brings, the other with the neutral one."""

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adding_a_case import build_cases
from tests.browser.driver import Server, make_table, new_context, play, problems_of, wait_for_turn

REAL_BROWSER = True
CASES = {"burglar": "The Burglar", "night-watch": "The Night Watch"}
ROPE = "#7a4a21"
PHONE = {"width": 390, "height": 844}

every_case = pytest.mark.parametrize("case", CASES)


@pytest.fixture(scope="module")
def third_party(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows the cases of docs/adding-a-case.md."""
    site = build_cases(tmp_path_factory.mktemp("cases"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]))
        server = Server(tmp_path_factory.mktemp("data")).start()
    yield server
    server.stop()


@pytest.fixture
def page(browser: Browser, third_party: Server) -> Iterator[Page]:
    context = new_context(browser, third_party)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@every_case
def test_a_whole_match_from_home_to_its_end(page: Page, case: str) -> None:
    page.goto("/")
    folder = page.get_by_role("region", name=CASES[case])
    expect(folder.locator(".card")).to_have_count(3)
    rope = folder.locator("[data-face=rope]")
    assert (rope.evaluate("card => card.style.getPropertyValue('--suit')") == ROPE) == (case == "burglar")
    page.click(f"[data-play={case}]")
    expect(page.locator("[data-key]")).to_have_count(5)  # a bot that begins may go out in its first turn
    assert play(page, ("over",)) == "over"


def test_a_question_a_secret_and_a_note_of_its_own(page: Page) -> None:
    """The card behind the window is shown to the player who looks, beside the question in the words of the case."""
    make_table(page, "burglar", entropy="tea")
    assert any(play(page, ("play",), seed=seed) == "play window" for seed in range(40))
    expect(page.locator("[data-anchor=behind] small")).to_have_text(re.compile("Rope|Lamp|Glove|Alarm|Window"))
    expect(page.locator("[data-action=grab], [data-action=leave]")).to_have_count(2)
    expect(page.get_by_text("Grab the card behind the window, or leave it").first).to_be_visible()


@every_case
def test_every_card_has_a_symbol_that_is_drawn(page: Page, case: str) -> None:
    page.goto(f"/rules/{case}")
    cards = page.locator("li > .card")
    expect(cards).to_have_count(5 if case == "burglar" else 4)
    page.wait_for_function(
        """() => [...document.querySelectorAll('li > .card .seal svg')].every((icon) => {
            const drawn = icon.firstElementChild.getBBox();
            return drawn.width > 0 && drawn.height > 0;
        })"""
    )
    inks = cards.evaluate_all("cards => cards.map((card) => card.style.getPropertyValue('--suit'))")
    assert len(set(inks)) == len(inks)
    expect(page.locator(".seal path")).to_have_count(2 if case == "burglar" else 0)
    rule = "BUR-1" if case == "burglar" else "NW-1"
    expect(page.get_by_role("link", name=rule).first).to_have_attribute("href", f"#{rule}")


@every_case
def test_its_score_sheet_counts(page: Page, case: str) -> None:
    page.goto("/score")
    page.get_by_label("Case").first.select_option(case)
    for _ in range(3):
        page.click("[data-add=rope]")
    page.get_by_role("button", name="Player 2's hand").click()
    page.click("[data-add=lamp]")
    page.get_by_test_id("score").click()
    expect(page.get_by_test_id("result")).to_contain_text("3 × Rope")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", ["wide", "phone"])
@every_case
def test_axe_finds_nothing(browser: Browser, third_party: Server, case: str, theme: str, size: str) -> None:
    context = new_context(browser, third_party, color_scheme=theme, **({"viewport": PHONE} if size == "phone" else {}))
    page = context.new_page()
    found = {}
    for path in ("/", f"/rules/{case}", "/score"):
        page.goto(path)
        page.wait_for_selector(f"[data-play={case}], article li, [data-add]")
        page.wait_for_selector(f"html[data-theme={theme}]")
        page.wait_for_load_state("networkidle")
        found[path] = problems_of(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    make_table(page, case, entropy="tea")
    play(page, ("draw",))
    wait_for_turn(page)
    found["table"] = problems_of(page)
    context.close()
    assert {path: problems for path, problems in found.items() if problems} == {}
