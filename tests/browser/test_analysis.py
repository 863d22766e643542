"""The replay as an analysis board: graph, grades, ledger, jumps, and the log as a way to a moment."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import play_match
from casefile.registry import cases, rules_for
from casefile.text.record import write_record
from tests.browser.driver import Server, make_table, new_context, play, problems_of, wait_for_turn


def open_record(page: Page, server: Server, folder: Path) -> None:
    """A short match of somebody who plays at random, from its record."""
    rules = rules_for(next(iter(cases())), 2)
    match = Match(rules, "analysis", log=True)
    play_match(match, [make_bot("random", rules), make_bot("sergeant", rules)], cap=24, most=2)
    record = folder / "match.txt"
    record.write_text(write_record(match, ["Ann", "Ben"]), "utf-8")
    page.goto(f"{server.url}/replay")
    page.locator("input[type=file]").set_input_files(record)


def test_the_analysis_board(browser: Browser, server: Server, tmp_path: Path) -> None:
    """The graph comes first, then grades and the ledger; jumps and clicks lead to their steps; axe finds nothing."""
    context = new_context(browser, server)
    page = context.new_page()
    open_record(page, server, tmp_path)
    expect(page.get_by_test_id("graph")).to_be_visible(timeout=60_000)
    expect(page.get_by_test_id("ledger")).to_be_visible(timeout=120_000)
    expect(page.get_by_test_id("sentence")).to_contain_text("your decisions cost you")
    page.get_by_test_id("jump-forward").click()
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_contain_text("Ann")
    expect(verdict).to_contain_text("Better")
    verdict.locator("summary").click()
    step = page.get_by_test_id("step")
    costly = step.inner_text()
    assert problems_of(page) == []
    expect(page.get_by_test_id("graph").locator(".share")).to_have_text(["0%", "50%", "100%"])
    expect(page.get_by_test_id("graph-round")).to_have_text(["Round 1", "Round 2"])
    page.get_by_test_id("graph").click(position={"x": 5, "y": 60})
    expect(step).to_contain_text("Step 0 of")
    page.get_by_test_id("jump-kind").select_option("turn")
    page.get_by_test_id("jump-forward").click()
    expect(step).to_contain_text("Step 1 of")
    expect(page.get_by_test_id("jump-back")).to_be_disabled()
    page.get_by_test_id("jump-kind").select_option("costly")
    page.get_by_test_id("graph").click(position={"x": 5, "y": 60})
    page.get_by_test_id("ledger").locator("ol button").first.click()
    expect(step).not_to_contain_text("Step 0 of")
    page.locator(".log button").first.click()
    expect(step).to_have_text(re.compile("Step (0|25) of"))  # the deals
    first = int(step.inner_text().split()[1])
    page.get_by_test_id("autoplay").click()
    expect(step).to_contain_text(f"Step {first + 2} of")
    page.get_by_test_id("autoplay").click()
    page.get_by_test_id("whose").select_option("1")
    page.get_by_test_id("jump-forward").click()
    assert step.inner_text() != costly
    context.close()


def test_a_record_that_cannot_be_read_leaves_what_is_shown(browser: Browser, server: Server, tmp_path: Path) -> None:
    """Neither an empty file nor a damaged one; both say so."""
    context = new_context(browser, server)
    page = context.new_page()
    empty, damaged = tmp_path / "empty.txt", tmp_path / "damaged.txt"
    empty.write_text("", "utf-8")
    page.goto(f"{server.url}/replay")
    page.locator("input[type=file]").set_input_files(empty)
    expect(page.get_by_role("alert")).to_be_visible()
    open_record(page, server, tmp_path)
    expect(page.get_by_test_id("step")).to_contain_text("Step 0 of")
    before = page.get_by_test_id("step").inner_text()
    damaged.write_text((tmp_path / "match.txt").read_text("utf-8")[:400] + "\nnonsense\n", "utf-8")
    page.locator("input[type=file]").set_input_files(damaged)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_test_id("step")).to_have_text(before)
    page.get_by_test_id("forward").click()
    expect(page.get_by_test_id("step")).to_contain_text("Step 1 of")
    expect(page.get_by_test_id("what-if")).to_be_visible()
    context.close()


def test_a_match_can_be_walked_through_without_its_review(browser: Browser, server: Server, tmp_path: Path) -> None:
    """If there is none, the page says why, and the rest of the board is there."""
    context = new_context(browser, server)
    page = context.new_page()
    answer = {"error": {"code": "busy", "message": "there is too much to do just now: try again in a moment"}}
    page.route("**/api/review*", lambda route: route.fulfill(status=503, json=answer))
    open_record(page, server, tmp_path)
    expect(page.get_by_test_id("no-review")).not_to_be_empty()
    page.get_by_test_id("forward").click()
    expect(page.get_by_test_id("step")).to_contain_text("Step 1 of")
    expect(page.get_by_test_id("graph")).to_have_count(0)
    expect(page.get_by_test_id("what-if")).to_be_visible()
    context.close()


def test_what_if_and_what_was_known(browser: Browser, server: Server, tmp_path: Path) -> None:
    """Another action begins a line to walk along, and leads back; what a seat knew is told at every step."""
    context = new_context(browser, server)
    page = context.new_page()
    open_record(page, server, tmp_path)
    step, forward = page.get_by_test_id("step"), page.get_by_test_id("forward")
    forward.click()
    belief, what_if = page.get_by_test_id("belief"), page.get_by_test_id("what-if")
    belief.locator("summary").click()
    expect(belief).to_contain_text("What Ann knew")
    expect(belief.locator("tbody tr").first).to_contain_text("%")
    what_if.locator("summary").click()
    expect(what_if.locator("button", has_text="played")).to_be_disabled()
    what_if.locator("button:enabled").first.click()
    expect(page.get_by_test_id("branch")).to_contain_text("did not play this")
    expect(step).to_contain_text("Step 1 of 9")
    forward.click()
    expect(step).to_contain_text("Step 2 of 9")
    expect(what_if.locator("button").first).to_be_visible()
    assert problems_of(page) == []
    page.get_by_test_id("branch").locator("button").click()
    expect(page.get_by_test_id("branch")).to_have_count(0)
    expect(step).to_contain_text("of 49")
    context.close()


def test_looking_back_and_playing_on(browser: Browser, server: Server, tmp_path: Path) -> None:
    """Earlier moments during a match; one's finished matches with reasons and notes; and a table from a step of it."""
    context = new_context(browser, server)
    page = context.new_page()
    make_table(page, next(iter(cases())))
    wait_for_turn(page)
    play(page, ("discard",))
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_test_id("to-look-back").click()
    back = page.get_by_test_id("look-back")
    expect(page.get_by_test_id("back-step")).to_contain_text("Step")
    expect(back.locator("[data-key]").first).to_be_visible()
    back.get_by_label("One step back").click()
    back.get_by_role("slider").fill("0")
    expect(page.get_by_test_id("back-step")).to_contain_text("Step 0 of")
    assert problems_of(page) == []
    back.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up the match").click()
    page.get_by_role("button", name="Yes, give up the match").click()
    page.goto(f"{server.url}/replay")
    page.get_by_test_id("played").locator("a").first.click()
    expect(page.get_by_test_id("ledger")).to_contain_text("Early end", timeout=120_000)
    page.locator(".controls input[type=range]").fill("4")
    expect(page.get_by_test_id("thought")).to_contain_text("Constable")
    page.get_by_test_id("note").locator("summary").click()
    page.get_by_test_id("note").locator("textarea").fill("Not bad.")
    page.get_by_test_id("hide").check()
    page.get_by_test_id("play-on").locator("summary").click()
    assert problems_of(page) == []
    with page.expect_download() as download:
        page.get_by_test_id("save-notes").click()
    assert '"text":"Not bad."' in Path(download.value.path()).read_text("utf-8")
    page.get_by_test_id("play-on").get_by_role("button").click()
    page.wait_for_selector("[data-at]")
    assert page.url.startswith(f"{server.url}/t/")
    wait_for_turn(page)
    context.close()
