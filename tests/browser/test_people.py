"""People before and beside a match: invitations, who watches, keys, open tables, notices, and quiet."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driver import PREFS, Server, make_table, new_context, play, problems_of, wait_for_turn

FRIENDS = [{"for": "me", "name": "Ann"}, {"for": "anyone"}, {"for": "anyone"}]


def test_an_invitation_says_what_is_played(browser: Browser, server: Server) -> None:
    """Case, rules, clock; the host chooses level and name of each bot; the third who comes is told that they watch."""
    ann, ben, cleo = (new_context(browser, server).new_page() for _ in range(3))
    table = make_table(ann, "capone", seats=FRIENDS, clock={"seconds": 259_200}, target=60, listed=True)
    ben.goto("/")
    ben.get_by_role("region", name="Open tables").get_by_role("link", name=re.compile("Ann")).first.click()
    agreed = ben.get_by_test_id("agreed")
    for words in ("3 players", "to 60 points", "3 days", "A slow table", "not rated"):
        expect(agreed).to_contain_text(words)
    assert problems_of(ben) == []
    expect(ben.get_by_role("button", name="Start now")).to_have_count(0)
    ben.get_by_label("Your name").fill("Ann")
    ben.get_by_role("button", name="Sit down").click()
    expect(ann.get_by_text("Ann 2")).to_be_visible()
    ann.get_by_label("Strength of the bots, Seat 3").select_option("sergeant")
    ann.get_by_label("Name of the bot, Seat 3").fill("Lestrade")
    assert problems_of(ann) == []
    ann.get_by_role("button", name="Start now").click()
    expect(ann.get_by_role("region", name="Lestrade")).to_be_visible()
    cleo.goto("/settings")
    cleo.get_by_label("Your name").fill("Cleo")
    cleo.goto(f"/t/{table}")
    expect(cleo.get_by_test_id("watching")).to_contain_text("You are watching")
    expect(ann.get_by_test_id("watchers")).to_have_text(re.compile("1 is watching"))
    cleo.get_by_role("button", name="Chat").click()
    expect(cleo.get_by_test_id("who-watches")).to_have_text("1 is watching: Cleo")
    cleo.get_by_placeholder("Say something").fill("Who has it?")
    cleo.keyboard.press("Enter")
    expect(cleo.get_by_role("list", name="Chat")).to_contain_text("Cleo: Who has it?")
    assert problems_of(cleo) == []
    waiting, away = (ann, ben) if ann.locator("[data-mine=true]").count() == 0 else (ben, ann)
    home = waiting.context.new_page()
    home.goto("/")
    expect(home.get_by_role("region", name="Matches in progress")).to_contain_text(re.compile(r"Ann( 2)? to play"))
    away.goto("/")
    region = waiting.get_by_role("region", name=re.compile(r"^Ann"))
    expect(region).to_contain_text("away")
    expect(region.get_by_role("button", name="Let a bot")).to_have_count(0)  # at a slow table no seat is taken
    for page in (ann, ben, cleo):
        page.context.close()


def test_a_table_has_a_speed_and_a_person_may_have_another(browser: Browser, server: Server) -> None:
    ann, ben = (new_context(browser, server).new_page() for _ in range(2))
    ann.add_init_script(f"localStorage.setItem('{PREFS}', JSON.stringify({{speed: 'normal', name: 'Ann'}}))")
    ann.goto("/")
    folder = ann.locator("section[data-case=capone]")
    folder.get_by_role("button", name="With friends").click()
    expect(folder.get_by_label("Speed of the bots")).to_have_value("instant")  # as this server was started
    folder.get_by_label("Speed of the bots").select_option("relaxed")
    folder.get_by_role("button", name="Open the table").click()
    expect(ann.get_by_test_id("agreed")).to_contain_text("Speed of the bots: relaxed")
    ben.goto(ann.url)
    expect(ben.get_by_test_id("agreed")).to_contain_text("Speed of the bots: relaxed")
    expect(ben.get_by_label("Speed of the bots")).to_have_count(0)  # only the host chooses
    expect(ann.get_by_label("Speed of the bots")).to_have_value("relaxed")
    ann.get_by_label("Speed of the bots").select_option("normal")
    for page in (ann, ben):
        expect(page.get_by_test_id("agreed")).to_contain_text("Speed of the bots: normal")
    assert problems_of(ann) == []
    ann.route("**/pace", lambda route: route.fulfill(status=403, json={"error": {"code": "not-host", "message": "no"}}))
    ann.get_by_label("Speed of the bots").select_option("at once")
    expect(ann.get_by_role("alert")).to_have_text("Only the host of the table can do that.")
    expect(ann.get_by_label("Speed of the bots")).to_have_value("natural")
    ben.goto("/settings")
    ben.get_by_label("Speed of the other players").select_option("brisk")
    ben.goto(ann.url)
    ben.get_by_role("button", name="Sit down").click()
    for page, own in ((ann, "table"), (ben, "brisk")):
        page.get_by_role("button", name="Menu").click()
        speed = page.get_by_label("Speed of the other players")
        expect(speed).to_have_value(own)
        expect(speed).to_contain_text(re.compile(r"as set for the table\s\(normal\)"))
        page.context.close()


def test_a_television_shows_the_code_for_free_seats_and_large_letters(browser: Browser, server: Server) -> None:
    context = new_context(browser, server, viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    table = make_table(page, "capone", seats=FRIENDS)
    context.clear_cookies()  # the television has no seat
    page.goto(f"/t/{table}?tv")
    expect(page.get_by_role("img", name="QR code for the link to this table")).to_be_visible()
    letters = "parseFloat(getComputedStyle(document.querySelector('main')).fontSize)"
    page.wait_for_function(f"{letters} > 25")
    page.goto("/")
    page.wait_for_selector("[data-play=capone]")
    page.wait_for_function(f"{letters} < 20")
    context.close()


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)], ids=str)
def test_a_television_shows_the_whole_link(browser: Browser, tmp_path: Path, size: tuple[int, int]) -> None:
    """However long it is: nobody can scroll there, and whoever has no camera types it."""
    name = "mystery-rummy.our-friends-at-the-club.localhost"
    server = Server(tmp_path, "--name", name).start()
    try:
        context = new_context(browser, server, viewport={"width": size[0], "height": size[1]}, locale="de-DE")
        page = context.new_page()
        table = make_table(page, "rue-morgue", seats=FRIENDS)
        for host in (name, "localhost"):
            page.goto(link := f"http://{host}:{server.port}/t/{table}?tv")
            address = page.get_by_test_id("address")
            expect(address).to_have_text(link.removesuffix("?tv"))
            code = page.get_by_role("img")
            expect(code).to_be_visible()
            for part in (address, code):
                expect(part).to_be_in_viewport(ratio=1)
            assert address.evaluate("(it) => it.scrollWidth <= it.clientWidth")
            assert address.evaluate("(it) => parseFloat(getComputedStyle(it).fontSize)") >= 16
            box = code.bounding_box()
            assert box is not None
            assert box["width"] == pytest.approx(box["height"], abs=2)
            assert box["height"] > size[1] / 5
        context.close()
    finally:
        server.stop()


def test_a_key_makes_the_same_player_of_another_browser(browser: Browser, server: Server) -> None:
    phone, laptop = (new_context(browser, server).new_page() for _ in range(2))
    phone.goto("/settings")
    phone.get_by_label("Your name").fill("Zoe")
    phone.keyboard.press("Tab")
    make_table(phone, "capone")
    phone.goto("/settings")
    phone.get_by_role("button", name="Show my key").click()
    link = phone.get_by_test_id("key").input_value()
    assert problems_of(phone) == []
    laptop.goto(link)
    laptop.get_by_role("button", name="Play as this player").click()
    expect(laptop.get_by_text("you are playing as this player now")).to_be_visible()
    assert "key=" not in laptop.url
    laptop.goto("/")
    expect(laptop.get_by_role("heading", name="Matches in progress")).to_be_visible()
    for page in (phone, laptop):
        page.context.close()


def test_matches_have_dates_and_can_be_dropped(page: Page) -> None:
    make_table(page, "capone")
    page.goto("/")
    going = page.get_by_role("region", name="Matches in progress")
    expect(going.locator("time")).to_have_text(re.compile(r"20\d\d"))
    remove = going.get_by_role("button", name="Remove “Al Capone” from this list")
    remove.click()
    expect(going.get_by_role("link")).to_have_count(0)
    going.get_by_role("button", name="Undo").click()
    expect(going.get_by_role("link")).to_have_count(1)
    remove.click()
    page.reload()
    page.wait_for_selector("[data-play=capone]")
    expect(going.get_by_role("link")).to_have_count(0)


def test_a_notice_comes_only_when_it_was_asked_for_and_nobody_looks(browser: Browser, server: Server) -> None:
    context = new_context(browser, server)
    context.add_init_script(
        """window.notices = [];
        window.Notification = class {
            static permission = 'granted';
            static requestPermission = async () => 'granted';
            constructor(title, {body}) { window.notices.push(`${title}: ${body}`); }
        };"""
    )
    page = context.new_page()
    make_table(page, "capone")
    wait_for_turn(page)
    page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true, configurable: true})")
    play(page, ("discard",), seed=1)
    wait_for_turn(page)
    assert page.evaluate("window.notices") == []
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Notify me when it is my turn").check()
    page.keyboard.press("Escape")
    play(page, ("discard",), seed=2)
    wait_for_turn(page)
    page.wait_for_function("() => window.notices.includes('Your turn: Al Capone')")
    context.close()


def test_what_the_server_pushes_is_shown_by_the_system(browser: Browser, server: Server) -> None:
    """Delivered as a push service would, whether or not the page is open."""
    context = new_context(browser, server, permissions=["notifications"])
    page = context.new_page()
    developer = context.new_cdp_session(page)
    found: list[dict[str, str]] = []
    developer.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    developer.send("ServiceWorker.enable")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    told = {"title": "Your turn", "body": "Al Capone · Ben", "table": "abc"}
    delivery = {"origin": server.url, "registrationId": found[-1]["registrationId"], "data": json.dumps(told)}
    developer.send("ServiceWorker.deliverPushMessage", delivery)
    page.wait_for_function(
        """() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
          .then(([notice]) => notice?.title === 'Your turn' && notice.tag === 'abc' && notice.data === '/t/abc')"""
    )
    context.close()


def test_zen_hides_all_but_the_game(page: Page) -> None:
    make_table(page, "capone")
    wait_for_turn(page)
    expect(page.get_by_role("complementary", name="What happened")).to_be_visible()
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("z")
    expect(page.get_by_role("complementary", name="What happened")).to_be_hidden()
    expect(page.get_by_test_id("how")).to_be_hidden()
    expect(page.locator("[data-key]").first).to_be_visible()
    assert problems_of(page) == []
    page.keyboard.press("z")
    expect(page.get_by_test_id("how")).to_be_visible()


def test_against_bots_giving_up_ends_the_match(page: Page) -> None:
    seats = [{"for": "me", "name": "Ann"}, *[{"for": "bot", "bot": "constable"}] * 2]
    make_table(page, "capone", seats=seats)
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up the match").click()
    page.get_by_role("button", name="Yes, give up the match").click()
    expect(page.get_by_test_id("round-end")).to_contain_text("you gave up")
