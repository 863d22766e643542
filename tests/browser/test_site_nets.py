"""Nets on the page that needs no server: fetched when first needed, and kept; then all of it without a network."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import play_match
from casefile.registry import rules_for
from casefile.text.record import write_record
from tests.browser.driver import ASKED, new_context, play, problems_of, wait_for_turn
from tests.browser.test_site import ME, PHONE, SITE, WIDE, Web, ask, bot, make_table

REAL_BROWSER = True
KEPT = "caches.open('casefile-nets').then((cache) => cache.keys()).then((keys) => keys.length)"
OLDER = """caches.open('casefile-nets').then((cache) =>
  cache.put(new URL('engine/nets/older.gz', location.href), new Response('a net of another version')))"""

pytestmark = pytest.mark.skipif(not (SITE / "sw.js").is_file(), reason="the site was not built; `make site` builds it")


def wait_for_net(page: Page) -> None:
    """Until one was fetched and kept."""
    for _ in range(120):
        if page.evaluate(KEPT):
            return
        page.wait_for_timeout(500)
    raise AssertionError("no net was kept")


def first_visit(context: BrowserContext) -> Page:
    """Home, with all that the site keeps for a time without a network."""
    page = context.new_page()
    page.goto("/site/")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    return page


def wait_for_thinker(page: Page) -> None:
    """Until the worker that thinks, which begins after the engine is there, has done something: a bot's move."""
    _, made = ask(page, "POST", "/tables", {"case": "capone", "seats": [bot("sergeant")] * 2, "pace": "instant"})
    address = f"/tables/{json.loads(made)['table']}"
    for _ in range(120):
        if json.loads(ask(page, "GET", address)[1])["round"] > 1:
            return
        page.wait_for_timeout(500)
    raise AssertionError("nobody thinks")


def give_up(page: Page) -> None:
    """A match that is over is reviewed."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up the match").click()
    page.get_by_role("button", name="Yes, give up the match").click()


def test_vidocq_plays_and_a_match_is_reviewed_without_a_network(browser: Browser) -> None:
    """The net comes when vidocq has to decide for the first time; the ledger of the match adds up to its result."""
    web: Any = Web()
    context = new_context(browser, web, viewport=WIDE)
    page = first_visit(context)
    failures: list[str] = []
    page.on("console", lambda said: failures.append(said.text) if "failed" in said.text else None)
    assert page.evaluate(KEPT) == 0
    table = make_table(page, "capone", [ME, bot("vidocq")])
    wait_for_turn(page)
    play(page, ("discard",), seed=1)
    wait_for_net(page)
    page.evaluate(OLDER)
    web.stop()
    context.set_offline(True)
    page.reload()
    wait_for_turn(page)
    play(page, ("discard",), seed=2)
    wait_for_turn(page)
    assert page.evaluate(KEPT) == 1
    assert failures == []  # of the bot, which somebody else would decide for
    give_up(page)
    expect(page.get_by_test_id("round-end")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_test_id("graph")).to_be_visible(timeout=60_000)
    expect(page.get_by_test_id("ledger")).to_be_visible(timeout=120_000)
    assert problems_of(page) == []
    page.get_by_test_id("forward").click()
    page.get_by_test_id("belief").locator("summary").click()
    expect(page.get_by_test_id("belief")).to_contain_text("as this case's net reads")
    phone: Any = PHONE
    page.set_viewport_size(phone)
    assert problems_of(page) == []
    status, text = ask(page, "GET", f"/tables/{table}/review")
    review = json.loads(text)
    assert (status, review["judge"]) == (200, "net")
    for seat in review["seats"]:
        ledger = seat["ledger"]
        parts = [
            *ledger["others"],
            *ledger["draws"],
            *(ledger[key] for key in ledger if key not in ("others", "draws")),
        ]
        for unit in (0, 1):
            assert sum(part[unit] for part in parts) == 2 * ledger["result"][unit]
    check_what_is_missing(page)
    context.close()


def check_what_is_missing(page: Page) -> None:
    """A net that was never fetched is said to be missing, in one line."""
    match = Match(rules_for("ripper", 2), "missing", log=True)
    play_match(match, [make_bot("random", match.rules) for _ in range(2)], cap=6, most=1)
    status, text = ask(page, "POST", "/review", {"record": write_record(match), "form": "graph"})
    assert status == 422
    assert re.search("the net of this case could not be loaded: try again with a network", text)


def test_without_its_net_nobody_plays_as_vidocq(browser: Browser) -> None:
    """Home says who takes the seat; the table says so too, and why the coach is silent; then the network comes back."""
    web: Any = Web()
    context = new_context(browser, web, viewport=PHONE)
    asked: list[str] = []
    context.on("request", lambda sent: asked.append(sent.url) if "/nets/" in sent.url else None)
    page = first_visit(context)
    ask(page, "GET", "/me")  # the engine is there
    wait_for_thinker(page)
    context.set_offline(True)
    folder = page.locator("[data-case=capone]")
    folder.get_by_role("button", name="Options").click()
    folder.get_by_label("Strength of the bots").select_option("vidocq")
    expect(folder.get_by_text("So Dupin takes the seat.")).to_be_visible()
    folder.locator("[data-coach]").check()
    folder.locator("[data-play]").click()
    wait_for_turn(page, patience=180)  # Dupin may begin, and thinks in the browser
    news = page.get_by_test_id("net-news")
    expect(news).to_contain_text("Dupin plays in its place")
    expect(news).to_contain_text("The coach is silent")
    table = page.url.rsplit("/", 1)[-1]
    seats = json.loads(ask(page, "GET", f"/tables/{table}")[1])["state"]["seats"]
    assert [seat["bot"] for seat in seats if seat["kind"] == "bot"] == ["dupin"]
    assert problems_of(page) == []
    news.get_by_role("button").click()
    expect(news).to_have_count(0)
    for seed in range(3):
        play(page, ("discard", "round"), seed=seed)
        page.wait_for_function(f"() => ({ASKED})() || document.querySelector('dialog[open]')", timeout=180_000)
    assert len(asked) <= 3  # when it was chosen, when it was to sit down, and when the coach needed it
    context.set_offline(False)
    status, made = ask(page, "POST", "/tables", {"case": "capone", "seats": [ME, bot("vidocq")]})
    assert status == 201
    seats = json.loads(ask(page, "GET", f"/tables/{json.loads(made)['table']}")[1])["state"]["seats"]
    assert seats[1]["bot"] == "vidocq"
    context.close()
