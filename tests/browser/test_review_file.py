"""The review that can be mailed: one file, from disk, with the network off."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import play_match
from casefile.registry import cases, rules_for
from casefile.study.html import write_html
from casefile.study.judge import judge_for
from casefile.study.questions import Effort
from casefile.study.review import review
from casefile.text.language import Speaker
from tests.browser.driver import problems_of

LEAST = Effort(worlds=1, most=1, ahead=False)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_file_opens_from_disk_without_a_network(browser: Browser, tmp_path: Path, language: str) -> None:
    """Steps, the graph, the log and another seat; a name cannot do harm; nothing for axe to find; it fits a phone."""
    rules = rules_for(next(iter(cases())), 2)
    match = Match(rules, "mailed", log=True)
    play_match(match, [make_bot("sergeant", rules)] * 2, cap=30, most=2)
    file = tmp_path / "review.html"
    names = ["</script><b>Ann", "@DATA@"]
    file.write_text(write_html(review(match, judge_for(rules, LEAST)), Speaker(rules, names, language)), "utf-8")
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 800})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(file.as_uri())
    expect(page.locator("h1")).to_contain_text(names[0])
    page.keyboard.press("ArrowRight")
    texts = page.locator("#graph text")
    expect(texts).to_have_text(
        [*(re.compile(rf"^{share}\s?%$") for share in (0, 50, 100)), re.compile("1$"), re.compile("2$")]
    )
    page.locator("#graph").click(position={"x": 100, "y": 20})
    page.locator("#seat").select_option("1")
    page.locator("#log button").nth(5).click()
    expect(page.locator("#where")).to_contain_text(" 5 ")
    expect(page.locator("#log [aria-current]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert problems_of(page) == []
    assert errors == []
    context.close()
