"""The table explains itself and stands still: what it says, where things are, and how fast others are shown."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.driver import CASES, Server, make_table, new_context, play, problems_of, wait_for_turn
from tests.browser.states import play_on, show

SIZES = [(1440, 900), (1024, 768), (1920, 1080), (390, 844)]
TURNS = 6
BOTS = [{"for": "me", "name": "Ann"}, *[{"for": "bot", "bot": "constable"}] * 3]

# Notes for each part of the table, frame by frame, every place that it had in a round.
WATCH = """() => {
  const parts = {
    file: '[data-pile=file]', discard: '[data-pile=discard]', own: 'section.own', panel: '.ask', hand: '.hand',
    first: '.opponent', last: '.opponent:last-child',
  };
  window.places = {};
  const look = () => {
    const round = document.querySelector('.round')?.textContent ?? '';
    const main = document.querySelector('main')?.scrollTop;
    for (const [name, selector] of Object.entries(parts)) {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (!box) continue;
      const place = [box.left, box.top + main, box.width, box.height].map(Math.round).join();
      (window.places[`${round} ${name}`] ??= new Set()).add(place);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
PLACES = "() => JSON.stringify(Object.fromEntries(Object.entries(window.places).map(([k, v]) => [k, [...v]])))"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_but_cards_moves(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    context = new_context(browser, server, viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    case = "jekyll-hyde" if size == (390, 844) else "capone"
    make_table(page, case, seats=BOTS[: 2 if case == "jekyll-hyde" else 3], target=5)
    wait_for_turn(page)
    page.evaluate(WATCH)
    for turn in range(TURNS):
        play(page, ("discard", "round"), seed=turn)
    moved = {name: places for name, places in json.loads(page.evaluate(PLACES)).items() if len(places) > 1}
    assert moved == {}
    context.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_of_the_table_is_seen(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """With four players: no part scrolls away, none lies over another, and nothing is wider than the screen."""
    context = new_context(browser, server, viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    make_table(page, "capone", seats=BOTS)
    wait_for_turn(page)
    if size[0] < 700:  # a phone has no room for four players and guidance without scrolling
        page.get_by_role("button", name="No more guidance").click()
    assert page.evaluate("document.querySelector('main').scrollHeight <= innerHeight + 1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = page.eval_on_selector_all(
        ".opponent, .piles, main > .middle > .own, .ask, .hand",
        "parts => parts.map(part => part.getBoundingClientRect().toJSON())",
    )
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart_x = one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
            apart_y = one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1
            assert apart_x or apart_y
    assert problems_of(page) == []
    context.close()


def forge(page: Page, change: Callable[[dict[str, Any]], None], kind: str = "state") -> None:
    """Have the page shown other states than those of the server, or told something else."""

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == kind and told.get("view", True):
                change(told)
            socket.send(json.dumps(told))

        server.on_message(tell)
        socket.on_message(server.send)

    page.route_web_socket("**/socket", between)


def fill_areas(page: Page, cards: list[str]) -> None:
    """Have every area show these cards, whatever lies there."""
    forge(page, lambda state: state["view"].update(areas=[cards for _ in state["view"]["areas"]]))


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=str)
def test_many_melds_are_seen_whole(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """Nine sets in every area: they lie closer, and none is cut."""
    context = new_context(browser, server, viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    sets = ["capone", "ralph", "guzik", "mcgurn", "humphreys", "white", "nitti", "torrio", "hunt"]
    fill_areas(page, [card for card in sets for _ in range(3)])
    make_table(page, "capone", seats=BOTS)
    wait_for_turn(page)
    expect(page.locator(".area").first.locator("li")).to_have_count(len(sets))
    page.wait_for_timeout(300)
    cut = page.eval_on_selector_all(
        ".area",
        """areas => areas.flatMap((area) => {
          const box = area.getBoundingClientRect();
          return [...area.children].map((set) => set.getBoundingClientRect())
            .filter((set) => set.bottom > box.bottom + 1 || set.right > box.right + 1).map((set) => set.toJSON());
        })""",
    )
    assert cut == []
    context.close()


def test_a_chosen_card_is_put_on_what_is_clicked(page: Page) -> None:
    """A click on a meld that the chosen card can be laid off on does it; any other click there explains the meld."""

    def deal(state: dict[str, Any]) -> None:
        state["view"]["hands"][0] = ["nitti", "white"]
        state["view"]["areas"] = [["nitti"] * 3, ["white"] * 3]
        state["actions"] = [
            {"text": f"lay {card}", "verb": "lay", "cards": [card], "words": "lay", "of_hand": True, "ends_turn": False}
            for card in ("nitti", "white")
        ]

    forge(page, deal)
    make_table(page, "capone")
    wait_for_turn(page)
    page.locator("[data-key^=nitti]").click()
    expect(page.locator(".aimed")).to_have_count(1)
    page.locator("[data-anchor=area-1] button").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_test_id("refused")).to_have_count(0)
    page.locator("[data-anchor=area-0] button").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_test_id("refused")).to_be_visible()  # the server knows nothing of that meld


@pytest.mark.parametrize("count", [4, 5, 6, 9])
def test_every_card_of_a_hand_has_its_name_on_a_phone(browser: Browser, server: Server, count: int) -> None:
    context = new_context(browser, server, viewport={"width": 390, "height": 844})
    page = context.new_page()

    def deal(state: dict[str, Any]) -> None:
        state["view"]["hands"][0] = ["nitti", "white"] * (count // 2) + ["hunt"] * (count % 2)

    forge(page, deal)
    make_table(page, "capone")
    expect(page.locator("[data-key]")).to_have_count(count)
    page.wait_for_timeout(200)
    named = """cards => cards.filter((card) => [...card.querySelectorAll('.name, .spine')]
        .some((name) => name.checkVisibility({visibilityProperty: true}) && name.offsetWidth > 0)).length"""
    assert page.locator("[data-key]").evaluate_all(named) == count
    context.close()


@pytest.mark.parametrize("case", ["capone", "rue-morgue"])
def test_on_a_phone_what_can_be_done_with_a_card_is_not_pushed_away_by_its_help(
    browser: Browser, server: Server, case: str
) -> None:
    context = new_context(browser, server, viewport={"width": 390, "height": 844})
    page = context.new_page()
    make_table(page, case, seats=BOTS[:3])
    wait_for_turn(page)
    for notice in page.get_by_role("button", name="Close").all():  # such as of what happened while the page came up
        notice.click()
    page.get_by_role("button", name="No more guidance").click()
    play(page, ("draw",), seed=1)
    page.wait_for_function("() => document.querySelector('[data-mine=true]')?.dataset.at !== window.played")
    page.locator("[data-key]").first.click()
    choices = page.locator(".choices")
    expect(choices.locator("[data-action]").first).to_be_visible()
    below = choices.evaluate(
        """box => [...box.querySelectorAll('button')]
          .filter((each) => each.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom + 1).length"""
    )
    assert below == 0
    context.close()


def test_the_card_that_may_be_fed_lies_open_before_the_one_who_feeds(page: Page) -> None:
    """On top of the case file, with its name; nobody else sees it, and a turn later nobody does."""
    table = make_table(page, "rue-morgue")
    file = page.locator("[data-pile=file]")
    for seed in range(40):
        play(page, ("meld",), seed=seed)
        offered = page.locator("[data-action='feed file']")
        wait_for_turn(page)
        page.wait_for_function("() => document.querySelector('[data-at]').dataset.at !== window.played")
        if offered.count():
            break
    expect(file.locator(".card:not(.back)")).to_have_count(1)
    face = file.locator(".card").get_attribute("data-face")
    assert face
    expect(file.locator(".sr")).to_contain_text(":")
    other = page.context.browser.new_context(base_url=page.url.split("/t/")[0]).new_page()  # type: ignore[union-attr]
    other.goto(f"/t/{table}")
    expect(other.locator("[data-pile=file] .card.back")).to_have_count(1)
    other.context.close()
    offered.click()
    expect(file.locator(".card.back")).to_have_count(1)


def test_a_match_that_is_not_rated_says_so_from_the_start_to_the_end(page: Page) -> None:
    make_table(page, "capone", target=1)
    wait_for_turn(page)
    expect(page.get_by_test_id("short")).to_have_text("· not rated")
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint")).not_to_contain_text("not rated")  # the table has said so already
    play(page, ("over",), seed=2)
    expect(page.get_by_test_id("unrated")).to_contain_text("there were hints")
    expect(page.get_by_test_id("unrated")).to_contain_text("shorter than usual")


def test_figures_of_printed_cards_are_entered_once_and_played_with(page: Page) -> None:
    page.goto("/")
    folder = page.locator("section.folder[data-case=capone]")
    folder.get_by_role("button", name="Options").click()
    folder.get_by_test_id("own-deck").click()
    page.get_by_label("Frank Nitti: points").fill("9")
    page.get_by_label("Frank Nitti: points").press("Tab")
    page.get_by_role("button", name="As in the rulebook").click()  # asks first
    assert problems_of(page) == []
    page.get_by_role("button", name="Done").click()
    expect(folder.get_by_test_id("own-deck")).to_contain_text("1 changed")
    page.locator("[data-play=capone]").click()
    wait_for_turn(page)
    table = page.url.rpartition("/")[2]
    settings = page.request.get(f"/api/tables/{table}").json()["settings"]
    assert settings["deck"] == {"nitti": {"points": 9}}
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_test_id("agreed")).to_contain_text("numbers changed to fit printed cards")


@pytest.mark.parametrize("language", ["en-US", "de-DE", "it-IT"])
def test_how_to_play_is_told_for_every_case(browser: Browser, server: Server, language: str) -> None:
    context = new_context(browser, server, locale=language)
    page = context.new_page()
    for case in CASES:
        page.goto("/")
        page.locator(f"section[data-case={case}]").get_by_role("link").first.click()
        expect(page.locator("figure")).to_have_count(3)
        expect(page.locator(".howto h2")).to_have_count(4)
    assert problems_of(page) == []
    context.close()


def test_a_table_names_its_case_and_explains_it(page: Page) -> None:
    make_table(page, "capone")
    wait_for_turn(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Al Capone")
    guide = page.get_by_role("complementary", name="Guidance")
    expect(guide).to_contain_text("A complete set")  # the aim comes first
    page.get_by_test_id("how").click()
    expect(page.get_by_test_id("howto")).to_contain_text("How a round ends")
    assert problems_of(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("howto")).to_have_count(0)


def test_the_guidance_says_when_it_ends(page: Page) -> None:
    """After the first round of a case, and only then."""
    make_table(page, "jekyll-hyde")
    wait_for_turn(page)
    is_scored = "document.querySelector('dialog[open] [data-testid=ready]:enabled')"
    assert play_on(page, is_scored)
    expect(page.get_by_test_id("guide-over")).to_contain_text("without the guidance")
    page.get_by_test_id("ready").click()
    wait_for_turn(page)
    expect(page.get_by_role("complementary", name="Guidance")).to_have_count(0)
    assert play_on(page, is_scored)
    expect(page.get_by_test_id("guide-over")).to_have_count(0)


def test_the_case_board_follows_the_round(page: Page) -> None:
    make_table(page, "capone", target=5)
    wait_for_turn(page)
    board = page.get_by_role("region", name="The gang")
    expect(board.locator("tbody tr")).to_have_count(11)
    play(page, ("meld",), seed=2)
    expect(page.locator(".own .worth")).not_to_have_text("counts 0 now")
    counted = page.locator(".own .worth").inner_text()
    assert re.fullmatch(r"counts \d+ now", counted)
    expect(board.locator("td small").first).to_have_text(re.compile(r"/\d"))


def test_a_team_is_seen_as_a_team(page: Page) -> None:
    make_table(page, "rue-morgue", seats=BOTS)
    wait_for_turn(page)
    expect(page.locator(".opponent")).to_have_count(2)
    expect(page.get_by_role("region", name="Constable 1 & Constable 3")).to_be_visible()
    expect(page.get_by_role("region", name="Constable 2")).to_contain_text("partner")


def test_what_happened_last_is_said_beside_the_piles(page: Page) -> None:
    make_table(page, "capone")
    wait_for_turn(page)
    play(page, ("discard",), seed=1)
    expect(page.get_by_test_id("last")).to_contain_text("Constable")


@pytest.mark.parametrize("how", ["space", "click"])
def test_the_others_are_shown_at_the_chosen_speed_and_can_be_skipped(
    browser: Browser, server: Server, how: str
) -> None:
    """Relaxed, a whole turn of a bot is shown step by step; one may skip that, and no bot hears of it."""
    context = new_context(browser, server)
    page = context.new_page()
    sent: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(text)))
    page.goto("/settings")
    page.get_by_label("Speed of the other players").select_option("relaxed")
    make_table(page, "capone", seats=BOTS)
    wait_for_turn(page)
    page.keyboard.press("1")
    expect(page.locator("[data-key]").nth(10)).to_be_visible()
    page.locator("[data-key]").first.focus()
    for _ in ("chooses", "discards"):
        page.keyboard.press("Delete")
    expect(page.get_by_test_id("question")).to_contain_text("Waiting for")
    page.wait_for_timeout(1500)
    assert page.locator("[data-mine=false]").count() == 1
    sent.clear()
    if how == "space":
        page.get_by_role("heading", level=1).focus()
        page.keyboard.press("Space")
    else:
        page.locator(".opponent").first.click()
    wait_for_turn(page)
    assert [text for text in sent if "ping" not in str(text)] == []
    context.close()


def test_newcomers_meet_constables_and_levels_are_explained(page: Page) -> None:
    page.goto("/")
    page.locator("[data-play=capone]").click()
    expect(page.get_by_role("region", name="Constable")).to_be_visible()
    page.goto("/")
    folder = page.locator("section[data-case=capone]")
    folder.get_by_role("button", name="Options").click()
    level = folder.get_by_label("Strength of the bots")
    expect(folder).to_contain_text("A beginner")
    level.select_option("inspector")
    expect(folder).to_contain_text("Hard to beat")
    page.reload()
    page.locator("[data-play=capone]").click()
    expect(page.get_by_role("region", name="Inspector")).to_be_visible()


def test_after_a_win_a_stronger_opponent_is_one_click_away(page: Page) -> None:
    forge(page, lambda over: over.update(winner=0), "over")
    make_table(page, "capone")
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up the match").click()
    page.get_by_role("button", name="Yes, give up the match").click()
    page.get_by_test_id("next-level").click()
    expect(page.get_by_role("region", name="Sergeant")).to_be_visible()
    page.goto("/")
    page.locator("[data-play=capone]").click()  # and it stays chosen
    expect(page.get_by_role("region", name="Sergeant")).to_be_visible()


def test_an_end_is_explained(page: Page) -> None:
    make_table(page, "jekyll-hyde", target=1)
    play(page, ("over",), seed=4)
    dialog = page.get_by_test_id("round-end")
    expect(dialog.get_by_test_id("ending")).to_contain_text("the round is over")
    expect(dialog).to_contain_text(re.compile(r"You (won!|lost\.)"))
    expect(dialog).to_contain_text(re.compile(r"double, as (Dr. Jekyll|Mr. Hyde) is up"))
    assert problems_of(page) == []


def test_points_are_counted_up_to_what_the_sheet_says(browser: Browser, server: Server) -> None:
    context = new_context(browser, server, reduced_motion="no-preference")
    page = context.new_page()
    make_table(page, "ripper", seats=BOTS, target=1)
    play(page, ("over",), seed=1)
    totals = page.locator(".sides .sum b .sr").all_inner_texts()
    assert len(totals) == 4
    expect(page.locator(".sides .sum b span[aria-hidden]")).to_have_text(totals)
    tops = page.eval_on_selector_all(".sides section", "sides => sides.map((side) => side.offsetTop)")
    assert len(set(tops)) == 1  # four columns
    context.close()


def test_a_flying_card_is_in_one_place_at_a_time(browser: Browser, server: Server) -> None:
    context = new_context(browser, server, reduced_motion="no-preference")
    page = context.new_page()
    make_table(page, "capone")
    wait_for_turn(page)
    page.evaluate(
        """() => new MutationObserver(() => {
            for (const flight of document.querySelectorAll('.flight .card[data-face]')) {
                const face = flight.dataset.face;
                const lying = [...document.querySelectorAll(`.hand .card[data-face="${face}"]`)];
                window.hidden ??= lying.some((card) => card.style.visibility === 'hidden');
            }
        }).observe(document.body, {childList: true, subtree: true})"""
    )
    page.locator("[data-pile=discard]").click()
    expect(page.locator(".held.fresh")).to_have_count(1)
    page.wait_for_function("() => window.hidden && !document.querySelector('.flight')")
    expect(page.locator(".held.fresh .card")).to_be_visible()
    context.close()


def test_what_is_new_stays_marked_when_all_is_told_again(page: Page) -> None:
    """After a change of the language, as after a lost connection, the whole round comes once more."""
    make_table(page, "capone")
    wait_for_turn(page)
    page.locator("[data-pile=discard]").click()
    expect(page.locator(".held.fresh")).to_have_count(1)
    show(page, (1280, 800), "dark", "de")
    expect(page.get_by_test_id("question")).to_contain_text("Du bist dran")
    expect(page.locator(".held.fresh")).to_have_count(1)


def test_listeners_hear_how_things_stand_from_the_start(page: Page) -> None:
    """Also where the words of the case come after the first state, as from a link."""
    make_table(page, "jekyll-hyde")
    expect(page.get_by_test_id("spoken")).to_contain_text(re.compile("Dr. Jekyll is up|Mr. Hyde is up"))
    page.reload()
    expect(page.get_by_test_id("spoken")).to_contain_text(re.compile("Dr. Jekyll is up|Mr. Hyde is up"))


def test_listeners_hear_what_a_card_is_for_and_what_can_be_done_with_it(page: Page) -> None:
    make_table(page, "capone")
    wait_for_turn(page)
    page.locator("[data-pile=discard]").click()
    expect(page.get_by_test_id("spoken")).to_contain_text("Your turn")
    card = page.locator("[data-key]").first
    card.click()
    expect(page.get_by_test_id("choices-spoken")).to_contain_text(re.compile(r"\d: Discard"))  # with its key
    card.press("?")
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_role("button", name="Close")).to_be_focused()  # the dialog itself says what it is about
    expect(dialog).to_have_accessible_name(card.locator(".sr").inner_text())
    expect(dialog).to_have_accessible_description(re.compile(r"^Meld three or more of them, .*points"))
    expect(page.get_by_test_id("spoken")).to_be_empty()  # or else it would be heard again when the dialog closes
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
