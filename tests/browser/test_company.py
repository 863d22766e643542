"""People at one table beside the cards: chat, consent, getting up, giving up, another device, clocks, ratings."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.driver import ROOT, Server, hand, make_table, new_context, problems_of, wait_for_turn

# Words over which lies the corner that closes them.
COVERS = """(selector) => {
  const said = document.querySelector(selector);
  const corner = said.querySelector('.closer').getBoundingClientRect();
  const range = document.createRange();
  return [...said.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()).filter((node) => {
    range.selectNode(node);
    return [...range.getClientRects()].some((words) => words.right > corner.left && words.left < corner.right);
  }).map((node) => node.data);
}"""


@pytest.fixture
def pair(browser: Browser, server: Server) -> Iterator[tuple[Page, Page]]:
    """Ann and Ben at a table of Al Capone, each in a browser of their own."""
    ann, ben = (new_context(browser, server).new_page() for _ in range(2))
    errors: list[str] = []
    table = make_table(ann, "capone", seats=[{"for": "me", "name": "Ann"}, {"for": "anyone"}])
    assert ben.request.post(f"/api/tables/{table}/seats", data={"name": "Ben"}).ok
    ben.goto(f"/t/{table}")
    for page in (ann, ben):
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.wait_for_selector("[data-key]")
    yield ann, ben
    for page in (ann, ben):
        page.context.close()
    assert errors == []


def say(page: Page, text: str) -> None:
    """Write into the chat, and see it there."""
    page.get_by_placeholder("Say something").fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Chat")).to_contain_text(text)


def give_up(page: Page) -> None:
    """Resign, and see that the match is over."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up the match").click()
    page.get_by_role("button", name="Yes, give up the match").click()
    expect(page.get_by_test_id("round-end")).to_contain_text("wins the match!")


def test_a_chat_with_somebody_muted_and_heard_again(pair: tuple[Page, Page]) -> None:
    ann, ben = pair
    for page in pair:
        page.get_by_role("button", name="Chat").click()
    heard = ann.get_by_role("list", name="Chat")
    say(ben, "Good evening")
    expect(heard).to_contain_text("Good evening")
    ann.get_by_role("button", name="Mute Ben").click()
    expect(heard).not_to_contain_text("Good evening")
    say(ben, "Can you hear me?")
    ann.get_by_role("button", name="Well played!").click()
    expect(heard).to_contain_text("Ann: Well played!")
    expect(heard).not_to_contain_text("Can you hear me?")
    assert problems_of(ann) == []
    ann.reload()
    ann.get_by_role("button", name="Chat").click()
    ann.get_by_role("button", name="Unmute Ben").click()
    expect(heard).to_contain_text("Can you hear me?")


def test_undo_and_stand_ins_by_consent_then_resigning_and_a_rematch(pair: tuple[Page, Page]) -> None:
    ann, ben = pair
    wait_for_turn(ann)

    before = hand(ann)
    ann.locator("[data-pile=file]").click()
    for agrees in ("No", "Yes"):
        expect(ann.locator("[data-key]")).to_have_count(len(before) + 2)
        ann.get_by_role("button", name="Ask for undo").click()
        ann.get_by_role("button", name="Take it back").click()  # although the match is not rated then
        expect(ann.get_by_test_id("vote")).to_contain_text("to agree")
        size = ann.viewport_size
        assert size
        ann.set_viewport_size({"width": 360, "height": 640})  # who waits may go on, and sees what can be done
        assert ann.evaluate(COVERS, "[data-testid=vote]") == []
        ann.locator("[data-key]").first.click()
        expect(ann.locator("[data-action]").first).to_be_visible()
        ann.keyboard.press("Escape")
        ann.set_viewport_size(size)
        expect(ben.get_by_test_id("vote")).to_contain_text("Ann would like to take back the last step")
        expect(ben.get_by_test_id("vote")).to_contain_text("not rated then")
        ben.get_by_role("button", name=agrees, exact=True).click()
        for page in pair:
            expect(page.get_by_test_id("vote")).to_have_count(0)
            told = "Ben did not agree to take back the last step."
            if agrees == "No":
                expect(page.get_by_test_id("declined")).to_contain_text(told)
            expect(page.get_by_label("What happened").get_by_text(told)).to_have_count(1 if agrees == "No" else 0)
    expect(ann.locator("[data-key]")).to_have_count(len(before))
    assert hand(ann) == before

    ann.get_by_role("button", name="Menu").click()
    ann.get_by_role("button", name="Step away").click()
    expect(ann.get_by_test_id("up")).to_contain_text("You stepped away")
    seat = ben.get_by_role("region", name="Ann", exact=True)
    expect(seat).to_contain_text("stepped away")
    seat.get_by_role("button", name="Let a bot play for Ann").click()
    expect(ann.get_by_test_id("up")).to_contain_text("A bot is playing for you")
    assert problems_of(ann) == []
    expect(seat).to_contain_text("a bot is playing")
    wait_for_turn(ben)  # the bot has played on
    ann.get_by_role("button", name="I am back").click()
    expect(ann.get_by_test_id("up")).to_have_count(0)
    expect(seat).not_to_contain_text("a bot is playing")

    give_up(ann)
    expect(ben.get_by_test_id("round-end")).to_contain_text("You won!")
    expect(ann.get_by_test_id("round-end")).to_contain_text("you gave up")
    for agrees in ("No", "Yes"):
        ben.get_by_test_id("rematch").click()
        expect(ben.get_by_test_id("round-end")).to_contain_text("waiting for Ann to agree")
        expect(ann.get_by_test_id("rematch-vote")).to_contain_text("Ben would like a rematch")
        ann.get_by_test_id("rematch-vote").get_by_role("button", name=agrees, exact=True).click()
        if agrees == "No":
            expect(ben.get_by_test_id("round-end")).to_contain_text("Ann does not want a rematch.")
    for page in pair:
        expect(page.get_by_test_id("round-end")).to_have_count(0)
        expect(page.get_by_text("Round 1")).to_be_visible()
    assert ann.url == ben.url


def test_a_rematch_is_asked_for_once_and_fetches_nobody_back(page: Page) -> None:
    make_table(page, "capone")
    give_up(page)
    asked: list[Route] = []
    page.route(re.compile(r"/api/tables/[\w-]+$"), lambda route: asked.append(route))
    rematch = page.get_by_test_id("rematch")
    rematch.dblclick()
    expect(rematch).to_be_disabled()
    page.wait_for_timeout(300)
    page.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile("/replay"))
    assert len(asked) == 1
    with page.expect_response(re.compile(r"/api/tables/[\w-]+$")):
        asked[0].continue_()
    page.evaluate("fetch('/api/cases').then((answer) => answer.text())")  # after whatever came of that
    assert "/replay" in page.url


def test_a_lobby_is_shown_until_there_is_something_to_see(browser: Browser, server: Server) -> None:
    ann, ben = (new_context(browser, server).new_page() for _ in range(2))
    table = make_table(ann, "capone", seats=[{"for": "me", "name": "Ann"}, {"for": "anyone"}])
    ann.get_by_role("heading", name="Invite").wait_for()
    ann.evaluate(
        """() => new MutationObserver(() => {
            if (document.body.innerText.includes('Round 0')) window.flashed = true;
        }).observe(document.body, {childList: true, subtree: true, characterData: true})"""
    )
    assert ben.request.post(f"/api/tables/{table}/seats", data={"name": "Ben"}).ok
    expect(ann.get_by_text("Round 1")).to_be_visible()
    assert ann.evaluate("window.flashed") is None
    for page in (ann, ben):
        page.context.close()


def test_a_seat_moves_to_another_device(page: Page, browser: Browser, server: Server) -> None:
    make_table(page, "capone")
    wait_for_turn(page)
    held = hand(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Continue on another device").click()
    expect(page.get_by_role("img", name=re.compile("QR"))).to_be_visible()
    assert problems_of(page) == []
    link = page.get_by_label("Link that moves your seat").input_value()
    context = new_context(browser, server, viewport={"width": 360, "height": 740})
    phone = context.new_page()
    phone.goto(link)
    expect(phone.locator("[data-key]")).to_have_count(len(held))
    assert hand(phone) == held
    assert "move=" not in phone.url
    expect(page.locator("[data-key]")).to_have_count(0)
    expect(page.get_by_role("alert")).to_contain_text("another device")
    phone.locator("[data-pile=file]").click()
    expect(phone.locator("[data-key]")).to_have_count(len(held) + 2)
    phone.goto(link)
    expect(phone.get_by_role("alert")).to_contain_text("already been used")
    context.close()


def test_a_clock_is_chosen_with_the_table_and_ticks(page: Page) -> None:
    page.goto("/")
    folder = page.locator("section[data-case=capone]")
    folder.get_by_role("button", name="Options").click()
    folder.get_by_label("Time for each decision").select_option("2 minutes")
    folder.get_by_role("button", name="Play against bots").last.click()
    wait_for_turn(page)
    clock = page.get_by_role("timer", name="Time left")
    expect(clock).to_contain_text(re.compile(r"[12]:\d\d"))
    expect(clock).not_to_contain_text(clock.inner_text())


def test_ratings_stand_beside_the_own_matches(page: Page) -> None:
    make_table(page, "capone")
    give_up(page)
    page.goto("/")
    page.get_by_role("link", name="Ratings").first.click()
    expect(page.get_by_role("region", name="Your matches")).to_contain_text("Capone")
    expect(page.get_by_test_id("ratings")).to_contain_text("Ann")
    expect(page.get_by_test_id("ratings")).to_contain_text("Constable")


def test_a_record_dropped_onto_the_page_is_replayed(page: Page) -> None:
    record = ROOT / "tests/golden/records/capone-3-pegasus.txt"
    page.goto("/replay")
    page.wait_for_selector("h1")
    page.evaluate(
        """(text) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], 'match.record'));
            document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: carried, bubbles: true}));
        }""",
        record.read_text("utf-8"),
    )
    expect(page.get_by_test_id("step")).to_contain_text("Step 0")
    expect(page.get_by_role("region", name="Seat 2")).to_be_visible()  # this record has no names
