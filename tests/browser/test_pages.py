"""Every page: in every language and appearance, on a phone, and for people who cannot see it."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Browser, Page, Route, TimeoutError, expect

from tests.browser.driver import CASES, ROOT, Server, make_table, new_context, play, problems_of, wait_for_turn

REAL_BROWSER = True
PAGES = [
    "/",
    "/rules/common",
    *(f"/rules/{case}" for case in CASES),
    "/rules/decks",
    "/replay",
    "/score",
    "/ratings",
    "/settings",
    "/credits",
]
LANGUAGES = {"en": "en-US", "de": "de-DE", "it": "it-IT"}


def sentences(language: str) -> dict[str, str]:
    """The page's own sentences that have no gap, by key."""
    text = (ROOT / f"web/src/words/{language}.ts").read_text("utf-8")
    found = re.findall(r'^  "?([\w.-]+)"?:\s+"((?:[^"\\]|\\.)*)",$', text, re.MULTILINE)
    return {key: sentence for key, sentence in found if "{" not in sentence}


def show(page: Page, path: str) -> None:
    """Open a page, and wait for what it gets from the server."""
    page.goto(path)
    part = path.split("/")[1].split("?")[0]
    awaited = {"": "[data-play=capone] >> nth=0", "rules": "article p", "score": "[data-add] >> nth=0"}
    page.wait_for_selector(awaited.get(part, "h1"))


def shown_texts(page: Page) -> Iterator[str]:
    """All that can be read or heard on the page, text by text."""
    yield from page.evaluate(
        """() => [...document.querySelectorAll('body :not(code)')].flatMap((node) => [
            ...[...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.textContent.trim()),
            node.getAttribute('aria-label'), node.getAttribute('title'), node.getAttribute('placeholder'),
        ]).filter(Boolean)"""
    )


@pytest.mark.parametrize("language", ["de", "it"])
def test_nothing_of_the_page_stays_in_english(browser: Browser, server: Server, language: str) -> None:
    own, english = sentences(language), sentences("en")
    foreign = {english[key] for key in english if own.get(key, english[key]) != english[key]}
    assert len(foreign) > 120
    context = new_context(browser, server, locale=LANGUAGES[language])
    page = context.new_page()
    for path in PAGES:
        show(page, path)
        assert page.get_attribute("html", "lang") == language
        assert foreign & set(shown_texts(page)) == set(), path
    make_table(page, "capone", target=1)
    wait_for_turn(page)
    assert foreign & set(shown_texts(page)) == set()
    play(page, ("over",))
    assert foreign & set(shown_texts(page)) == set()
    context.close()


def test_the_language_can_be_changed_at_any_moment(page: Page) -> None:
    make_table(page, "ripper")
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Schließen").click()
    expect(page.get_by_role("heading", name="Deine Hand")).to_be_visible()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_any_page(browser: Browser, server: Server, theme: str) -> None:
    """In the dark only the colours differ."""
    rules = ["color-contrast"] if theme == "dark" else []
    context = new_context(browser, server, color_scheme=theme)
    page = context.new_page()
    found = {}
    for path in PAGES:
        show(page, path)
        page.wait_for_selector(f"html[data-theme={theme}]")  # which the browser may tell a little late
        page.wait_for_load_state("networkidle")
        found[path] = problems_of(page, *rules)
    for case in CASES:
        make_table(page, case)
        wait_for_turn(page)
        play(page, ("draw",))
        wait_for_turn(page)
        found[case] = problems_of(page, *rules)
    make_table(page, "capone", target=1)
    play(page, ("over",))
    found["end"] = problems_of(page, *rules)
    context.close()
    assert {path: problems for path, problems in found.items() if problems} == {}


def test_a_phone_shows_every_page_and_a_table(browser: Browser, server: Server) -> None:
    context = new_context(browser, server, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    for path in PAGES:
        show(page, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    for case in CASES:
        make_table(page, case)
        wait_for_turn(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, case
        last = page.locator("[data-key]").last.bounding_box()
        assert last is not None
        assert last["x"] + last["width"] <= 360
        assert last["y"] + last["height"] <= 740
    context.close()


@pytest.mark.parametrize("case", ["ripper", "rue-morgue"])
def test_on_a_small_phone_the_own_area_is_not_behind_the_hand(browser: Browser, server: Server, case: str) -> None:
    context = new_context(browser, server, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    page = context.new_page()
    make_table(page, case)
    play(page, ("draw",))
    wait_for_turn(page)
    expect(page.get_by_label("Guidance")).to_be_in_viewport(ratio=1)
    page.wait_for_function(
        """() => {
            const [own, dock] = ['.own', '.bottom'].map((part) => document.querySelector(part).getBoundingClientRect());
            return own.bottom <= dock.top;
        }"""
    )
    context.close()


@pytest.mark.parametrize("case", ["ripper", "capone"])
def test_four_players_fit_on_a_phone(browser: Browser, server: Server, case: str) -> None:
    context = new_context(browser, server, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    table = make_table(page, case, players=4, seats=[{"for": "me", "name": "Ann"}, *[{"for": "anyone"}] * 3])
    for name in ("Ben", "Cleo", "Dan"):
        assert page.request.post(f"/api/tables/{table}/seats", data={"name": name, "token": True}).ok
    wait_for_turn(page)  # Ann's own: then the table shows most
    for name in ("Ben", "Cleo", "Dan"):
        expect(page.get_by_label(name, exact=True)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name=f"Let a bot play for {name}")).to_be_visible()
    context.close()


# The first name on a card in which a word, or a part of it before a hyphen, does not fit into its line, or "".
BROKEN = """() => [...document.querySelectorAll('.cards .name')].find((name) => {
  const range = document.createRange();
  const box = (place) => {
    range.setStart(name.firstChild, place);
    range.setEnd(name.firstChild, place + 1);
    return [...range.getClientRects()].at(-1);
  };
  return [...name.textContent.matchAll(/[^\\s\\u00ad-]+/g)].some((word) => {
    const [first, last] = [box(word.index), box(word.index + word[0].length - 1)];
    return first.top !== last.top || last.right > name.getBoundingClientRect().right + 1;
  });
})?.textContent ?? ''"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_on_a_card_is_cut(browser: Browser, server: Server, language: str) -> None:
    context = new_context(browser, server, locale=LANGUAGES[language])
    page = context.new_page()
    for case in CASES:
        show(page, f"/rules/{case}")
        page.wait_for_selector(".cards .name")
        with suppress(TimeoutError):  # the fonts come a little later
            page.wait_for_function(f"() => ({BROKEN})() === ''", timeout=5000)
        assert page.evaluate(BROKEN) == "", case
    context.close()


def test_cards_that_cover_each_other_show_their_names_on_the_edge(browser: Browser, server: Server) -> None:
    context = new_context(browser, server, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    for case in CASES:
        make_table(page, case)
        wait_for_turn(page)
        held = page.locator("[data-key]")
        expect(held.locator(".spine")).to_have_count(held.count())
        # Waited for, as fonts come a little later, and cards take a moment to their places.
        page.wait_for_function(
            """() => [...document.querySelectorAll('[data-key] .spine')].every((spine) => {
                const next = spine.closest('[data-key]').nextElementSibling?.getBoundingClientRect();
                const box = spine.getBoundingClientRect();
                return box.right <= (next?.left ?? innerWidth) + 1 && spine.scrollHeight <= spine.clientHeight + 1;
            })"""
        )
    context.close()


WATCH = """window.moved = 0; new PerformanceObserver((shifts) => {
  for (const shift of shifts.getEntries()) window.moved += shift.value;
}).observe({type: 'layout-shift', buffered: true});"""


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_away_from_under_a_finger_while_a_page_loads(
    browser: Browser, server: Server, width: int
) -> None:
    viewport = {"width": width, "height": 740}
    context = new_context(browser, server, viewport=viewport, service_workers="block")
    page = context.new_page()
    make_table(page, "capone")  # which Home offers to go on with
    context.add_init_script(WATCH)
    context.route("**/*.woff2", lambda route: route.abort())  # letters may change a little when their font is there
    context.route("**/api/**", slowly)
    moved = {}
    for path in ("/", "/rules/common", "/rules/ripper", "/score", "/ratings"):  # those that ask the server
        show(page, path)
        page.wait_for_load_state("networkidle")
        moved[path] = page.evaluate("window.moved")
    context.close()
    assert {path: far for path, far in moved.items() if far > 0.01} == {}  # share of the window times how far it moved


def slowly(route: Route) -> None:
    """Answer like a server that is far away, to each question after another time."""
    sleep(0.01 + len(route.request.url) % 7 / 150)
    route.continue_()


def test_a_new_page_is_told_by_its_heading(page: Page) -> None:
    show(page, "/")
    headings = {
        "Rules": "Rules shared by the four cases",
        "Score sheet": "Score sheet",
        "Home": "Which case will you solve?",
    }
    for name, heading in headings.items():
        page.get_by_role("link", name=name, exact=True).first.click()
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_focused()


def test_back_leads_to_where_somebody_was(page: Page) -> None:
    show(page, "/rules/ripper")
    page.mouse.wheel(0, 1500)
    page.wait_for_function("() => scrollY > 1000")
    page.wait_for_timeout(300)  # until it has come to rest
    place = page.evaluate("scrollY")
    page.get_by_role("link", name="Score sheet").evaluate("link => link.click()")  # without going up to it
    expect(page.get_by_role("heading", level=1, name="Score sheet")).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Jack the Ripper")).to_be_focused()
    page.wait_for_function("place => Math.abs(scrollY - place) < 2", arg=place)


def test_whoever_leaves_is_not_dragged_to_the_table(page: Page) -> None:
    show(page, "/")
    held: list[Route] = []
    page.route("**/api/tables/*/seats", lambda route: held.append(route))
    with page.expect_request("**/api/tables/*/seats"):
        page.locator("[data-play=capone]").click()
    page.get_by_role("link", name="Settings").click()
    with page.expect_response("**/api/tables/*/seats"):
        held[0].continue_()
    page.wait_for_timeout(200)
    expect(page).to_have_url(re.compile("/settings$"))
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("region", name="Matches in progress")).to_contain_text("Capone")


@pytest.mark.parametrize("path", ["/", "/rules/ripper", "/score", "/ratings"])
def test_what_could_not_be_fetched_is_tried_again(page: Page, path: str) -> None:
    page.goto("/settings")  # the shell is there, the server's answers are not
    page.route("**/api/**", lambda route: route.abort())
    page.evaluate("path => history.pushState(null, '', path)", path)
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    assert page.get_by_role("heading", level=1).inner_text()
    page.unroute("**/api/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize(
    "path", [*PAGES, "/day", "/how", *(f"/{what}/ripper" for what in ("learn", "puzzles", "mistakes"))]
)
def test_every_page_can_be_loaded_by_its_address(page: Page, path: str) -> None:
    answer = page.request.get(path, headers={"Accept": "text/html"})
    assert answer.status == 200


@pytest.mark.parametrize("path", ["/nonsense", "/rules/nonsense", "/t/%E0"])
def test_an_address_that_does_not_exist_says_so(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", level=1, name="There is no such page")).to_be_visible()


def test_what_is_chosen_in_one_window_holds_in_the_other(page: Page) -> None:
    show(page, "/settings")
    other = page.context.new_page()
    show(other, "/settings")
    other.get_by_label("Your name").fill("Ann")
    other.get_by_label("Appearance").select_option("light")
    page.wait_for_selector("html[data-theme=light]")
    page.get_by_label("Large cards").check()
    page.reload()
    expect(page.get_by_label("Your name")).to_have_value("Ann")


def test_a_rule_has_an_address(page: Page) -> None:
    show(page, "/rules/ripper#RIP-22")
    expect(page.locator("#RIP-22")).to_be_in_viewport()
    expect(page.locator("#RIP-22")).to_have_class("wanted")


def test_a_match_is_replayed_by_seat_step_by_step_and_from_its_record(page: Page, tmp_path: Path) -> None:
    table = make_table(page, "jekyll-hyde", target=1)
    play(page, ("over",))
    record = tmp_path / "match.txt"
    record.write_bytes(page.request.get(f"/api/tables/{table}/record").body())
    show(page, f"/replay?table={table}&step=2&as=0")
    expect(page.get_by_test_id("step")).to_contain_text("Step 2")
    page.get_by_test_id("forward").click()
    expect(page).to_have_url(re.compile("step=3"))
    page.keyboard.press("End")
    page.get_by_role("combobox", name=re.compile("^View")).select_option("all")
    expect(page).to_have_url(re.compile("as=all"))
    show(page, "/replay")
    page.locator("input[type=file]").set_input_files(record)
    expect(page.get_by_test_id("step")).to_contain_text("Step 0")
    page.locator("input[type=range]").fill("1")
    expect(page.get_by_test_id("step")).to_contain_text("Step 1")


def test_the_score_sheet_counts_printed_cards(page: Page) -> None:
    show(page, "/score")
    page.get_by_label("Case", exact=False).first.select_option("capone")
    for _ in range(3):
        page.locator("[data-add=nitti]").click()
    page.get_by_test_id("score").click()
    expect(page.get_by_test_id("result")).to_contain_text("Frank Nitti")
    page.get_by_role("button", name="Save round").click()
    expect(page.get_by_role("table").last).to_contain_text("9")
    page.get_by_role("button", name="New match").click()  # asks first
    expect(page.get_by_role("table").last).to_contain_text("9")
    page.locator("[data-add=nitti]").click()
    page.get_by_test_id("score").click()
    expect(page.get_by_test_id("problem")).to_contain_text("no area has a meld of nitti")
    for _ in range(5):
        page.locator("[data-add=nitti]").click()
    expect(page.locator("[data-add=nitti]")).to_be_disabled()
    page.get_by_label("Language").select_option("de")
    page.locator("[data-add=hunt]").click()
    page.get_by_test_id("score").click()
    expect(page.get_by_test_id("problem")).to_contain_text("Meldung")
    expect(page.get_by_test_id("problem").get_by_role("link", name="C-10")).to_be_visible()


@pytest.mark.parametrize(
    ("case", "area", "hand", "lines"),
    [
        ("ripper", ["victim:kelly", *["gull"] * 3], ["letters"], ["the Ripper is Sir William Gull", "-3"]),
        (
            "rue-morgue",
            [*["sailor"] * 3, *["madame"] * 3],
            ["poe", "sailor"],
            ["The case is solved", "Poe in the hand"],
        ),
        ("jekyll-hyde", ["poole"] * 3, ["will", "potion"], ["Shut-out: nobody else", "Poole the butler, double"]),
        ("capone", ["heitler"] * 4, ["capone"], ["Mike Heitler"]),
    ],
)
def test_the_score_sheet_scores_every_case(
    page: Page, case: str, area: list[str], hand: list[str], lines: list[str]
) -> None:
    show(page, "/score")
    page.get_by_label("Case", exact=False).first.select_option(case)
    page.get_by_label("Name 1").fill("Ann")
    for face in area:
        page.locator(f"[data-add='{face}']").click()
    page.get_by_role("button", name="Player 2's hand").click()
    for face in hand:
        page.locator(f"[data-add='{face}']").click()
    page.get_by_test_id("score").click()
    for line in lines:
        expect(page.get_by_test_id("result")).to_contain_text(line)


def test_the_score_sheet_knows_the_advanced_rules(page: Page) -> None:
    show(page, "/score")
    page.get_by_label("advanced rule: tips").check()
    for tip in page.get_by_label(re.compile("'s tip")).all():
        tip.select_option("druitt")
    for face in ["victim:kelly", "druitt", "druitt", "druitt"]:
        page.locator(f"[data-add='{face}']").click()
    page.get_by_role("button", name="Player 2's hand").click()
    page.locator("[data-add=letters]").click()
    page.get_by_test_id("score").click()
    expect(page.get_by_test_id("result")).to_contain_text("the Ripper is Montague Druitt")
    expect(page.get_by_test_id("result")).to_contain_text("Correct tip")


def test_the_shell_loads_without_a_network(page: Page) -> None:
    page.goto("/icon.svg")  # the page's own origin, before its worker is there
    page.evaluate("caches.open('casefile-shell-of-an-older-build').then(() => {})")
    show(page, "/")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    assert page.evaluate("caches.keys().then(names => names.length)") == 1
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Which case")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.goto("/score")
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    page.context.set_offline(False)
