"""The deal of the day and the coach, as a person meets them."""

import json
import re
from datetime import UTC, datetime, timedelta
from random import Random

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.driver import STEP, problems_of

CASE = "capone"


def play_until(page: Page, test_id: str, chance: Random) -> None:
    """Play at random until something is shown."""
    for _ in range(3000):
        if page.get_by_test_id(test_id).count():
            return
        page.evaluate(STEP, chance.random())
        page.wait_for_timeout(20)
    raise AssertionError(f"{test_id} was not shown")


def test_the_deal_of_the_day_is_played_once_and_compared(page: Page) -> None:
    page.goto("/")
    page.click(f"[data-day={CASE}]")
    page.get_by_test_id("play-day").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+"))
    table = page.url
    page.goto(f"/day/{CASE}")
    page.get_by_test_id("play-day").click()  # goes on with the same one
    expect(page).to_have_url(table)
    play_until(page, "compare", Random(1))
    page.get_by_test_id("compare").click()
    expect(page.get_by_test_id("day-own")).to_be_visible()
    expect(page.get_by_test_id("day-rows")).to_contain_text("Constable")
    expect(page.get_by_test_id("ledger")).to_be_visible(timeout=120_000)
    assert problems_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_deal_can_be_compared_when_its_day_is_over(page: Page) -> None:
    """Who plays beyond midnight is led to that day, from which today's deal is a click away."""
    yesterday = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
    page.goto(f"/day/{CASE}?date={yesterday}")
    expect(page.locator(".date")).to_contain_text("over")
    expect(page.get_by_test_id("play-day")).to_have_count(0)
    page.get_by_role("link", name="Today's deal").click()
    expect(page.get_by_test_id("play-day")).to_be_visible()
    page.goto(f"/day/{CASE}?date=2026-01-01")
    expect(page.get_by_role("alert")).to_contain_text("name such a day")


def test_what_the_coach_says_can_be_taken_back(page: Page) -> None:
    """What it says comes through the connection, as if the judge had just found something."""
    lines: list[WebSocketRoute] = []

    def listen(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda text: None if '"coach"' in text[:30] else line.send(text))  # the real one stays silent
        lines.append(line)

    page.route_web_socket(re.compile(r"/socket$"), listen)
    page.goto("/")
    folder = page.locator(f"section[data-case={CASE}]")
    folder.locator("button[aria-expanded]").nth(1).click()
    folder.locator(f"[data-coach={CASE}]").check()
    page.click(f"[data-play={CASE}]")
    expect(page).to_have_url(re.compile(r"/t/[\w-]+"))
    settings = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()["settings"]
    assert settings["coach"]
    page.wait_for_selector("[data-mine=true]")
    cards = page.locator("[data-key]").count()
    page.click("[data-pile=discard]" if page.locator("[data-pile=discard]:enabled").count() else "[data-pile=file]")
    expect(page.locator("[data-key]")).not_to_have_count(cards)
    advice = {"action": "draw discard", "text": "Costly.", "better": "draw file", "better_text": "Better: draw."}
    lines[-1].send(json.dumps({"type": "coach", "points": 6.0, "chance": 0.06} | advice))
    expect(page.get_by_test_id("advice")).to_contain_text("Costly.")
    expect(page.get_by_test_id("advice")).not_to_contain_text("Better: draw.")
    assert problems_of(page) == []
    page.get_by_text("What was better?").click()
    expect(page.get_by_test_id("better")).to_have_text("Better: draw.")
    page.get_by_test_id("take-back").click()
    expect(page.get_by_test_id("advice")).to_have_count(0)
    expect(page.locator("[data-key]")).to_have_count(cards)
