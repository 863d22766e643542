"""Every page of the site and every state of a table, one after the other: pictures are taken of them, texts measured.

Each tour is a person in front of a browser; it stops wherever there is something new to be seen.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, Route

from tests.browser.driver import CASES, PREFS, STEP, Server, make_table, new_context, play, wait_for_turn
from tests.browser.test_far import OVERHEAR
from tests.browser.test_site import SITE, Web

ME = {"for": "me", "name": "Ann"}
BOT = {"for": "bot", "bot": "constable"}
USUAL = {"width": 1440, "height": 900}
THEMES = ["dark", "light"]
LANGUAGES = ["en", "de", "it"]
PAGES = "score ratings settings credits replay day/ripper mistakes/ripper rules/common nowhere".split()
PATIENCE = 4000  # steps of a player at random: a match has some hundreds

# A choice that was made in another window holds in this one, too. It is seen when the words are there.
CHOOSE = """async ([key, theme, language]) => {
  const prefs = {...JSON.parse(localStorage.getItem(key) ?? '{}'), theme, language};
  localStorage.setItem(key, JSON.stringify(prefs));
  dispatchEvent(new StorageEvent('storage', {key}));
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let left = 300; left && document.documentElement.lang !== language; left--) await frame();
  await document.fonts.ready;
  await frame();
  await frame();
}"""

State = tuple[str, Page]
Tour = Callable[[Browser, Server], Iterator[State]]


def show(page: Page, size: tuple[int, int], theme: str, language: str) -> None:
    """The page in another size, theme and language, as it stands."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(CHOOSE, [PREFS, theme, language])


def newcomer(browser: Browser, server: Server) -> Page:
    """A page of somebody who was never here."""
    page = new_context(browser, server, viewport=USUAL).new_page()
    chosen = json.dumps({"speed": "instant"})
    page.add_init_script(f"localStorage.getItem('{PREFS}') ?? localStorage.setItem('{PREFS}', {json.dumps(chosen)})")
    return page


def play_on(page: Page, condition: str) -> bool:
    """Play at random until something is seen; false if the match has ended before."""
    chance = Random(1)
    for _ in range(PATIENCE):
        done = page.evaluate(f"(chance) => {condition} ? 'seen' : ({STEP})(chance)", chance.random())
        if done in ("seen", "over"):
            return bool(done == "seen")
        page.wait_for_timeout(20)
    return False


def play_turns(page: Page, turns: int) -> bool:
    """Play some turns up to the next draw; false if the round has ended before."""
    for turn in range(turns):
        if not play(page, ("draw", "round"), seed=turn).startswith("draw"):
            return False
    asked = "document.querySelector('[data-mine=true], dialog[open]')"
    return play_on(page, asked) and not page.locator("dialog[open]").count()


def go(page: Page, path: str) -> Page:
    """Open a page, until all of it is there."""
    page.goto(path)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    return page


def tour_pages(browser: Browser, server: Server) -> Iterator[State]:
    """The pages around the tables."""
    page = newcomer(browser, server)
    yield "page-home", go(page, "/")
    folder = page.locator("section[data-case=capone]")
    folder.get_by_role("button", name="Options").click()
    folder.scroll_into_view_if_needed()
    yield "page-home-options", page
    folder.get_by_test_id("own-deck").click()
    yield "page-own-deck", page
    for path in PAGES:
        yield f"page-{path.replace('/', '-')}", go(page, f"/{path}")
    yield "page-no-table", go(page, "/t/none")
    make_table(page, "ripper", seats=[ME, BOT])
    wait_for_turn(page)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.get_by_text("Connection lost").wait_for()
    yield "page-lost", page
    page.context.set_offline(False)
    go(page, "/settings").get_by_role("button", name="Show my key").click()
    page.wait_for_timeout(300)
    yield "page-key", page
    page.context.close()


def tour_learning(browser: Browser, server: Server, case: str) -> Iterator[State]:
    """What is read and learned about a case."""
    page = newcomer(browser, server)
    for path in ("how", "rules", "learn", "puzzles"):
        yield f"learn-{case}-{path}", go(page, f"/{path}/{case}")
    page.context.close()


def tour_match(browser: Browser, server: Server, case: str) -> Iterator[State]:
    """A newcomer's match from the first card to the replay."""
    page = newcomer(browser, server)
    table = make_table(page, case, seats=[ME, BOT], rounds=3)
    wait_for_turn(page)
    yield f"{case}-first", page
    page.get_by_test_id("how").click()
    yield f"{case}-howto", page
    page.keyboard.press("Escape")
    play(page, ("draw",))
    play_on(page, "document.querySelectorAll('[data-mine=true] [data-key]').length > 3")
    page.locator("[data-key]").nth(3).click()
    yield f"{case}-guided", page
    page.locator("[data-key]").nth(3).focus()
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    yield f"{case}-help", page
    page.keyboard.press("Escape")
    if (why := page.locator("[data-why]")).count():
        why.click()
        page.get_by_test_id("refused").wait_for()
        yield f"{case}-refused", page
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    yield f"{case}-menu", page
    page.keyboard.press("Escape")
    yield from tour_middle(page, case)
    yield from tour_end(page, case, table)


def tour_middle(page: Page, case: str) -> Iterator[State]:
    """A hint, a table with cards in the areas, the end of a round, and a question about cards that are shown."""
    without_guide(page)
    if (hint := page.get_by_role("button", name="Hint")).count():
        hint.click()
        page.get_by_test_id("hint").wait_for()
        yield f"{case}-hint", page
    if play_turns(page, 2):
        page.locator("[data-key]").nth(1).click()
        yield f"{case}-middle", page
        page.keyboard.press("Escape")
    if play_on(page, "document.querySelector('dialog[open] [data-testid=ready]:enabled')"):
        yield f"{case}-round-end", page
    if play_on(page, "document.querySelector('.choices .sign')"):
        yield f"{case}-question", page


def without_guide(page: Page) -> None:
    """Close the guide, if it speaks."""
    if (close := page.get_by_role("button", name="No more guidance")).count():
        close.click()


def tour_end(page: Page, case: str, table: str) -> Iterator[State]:
    """The end of a match, and what comes after it."""
    play(page, ("over",), seed=3)
    yield f"{case}-end", page
    if (details := page.locator("dialog summary")).count():
        details.last.click()
        details.last.scroll_into_view_if_needed()
        yield f"{case}-end-below", page
    page.goto(f"/replay?table={table}&step=30&as=all")
    page.wait_for_selector("[data-testid=step]")
    page.wait_for_load_state("networkidle")
    yield f"{case}-replay", page
    yield f"{case}-home", go(page, "/")
    yield f"{case}-ratings", go(page, "/ratings")
    page.context.close()


def tour_many(browser: Browser, server: Server, case: str, players: int) -> Iterator[State]:
    """Three or four players, in teams where the case has them."""
    page = newcomer(browser, server)
    make_table(page, case, seats=[ME, *[BOT] * (players - 1)], rounds=1)
    wait_for_turn(page)
    yield f"{players}-{case}-first", page
    without_guide(page)
    if play_turns(page, 3):
        yield f"{players}-{case}-middle", page
    play(page, ("over",), seed=3)
    yield f"{players}-{case}-end", page
    page.context.close()


def add_nothing_to_the_deal(page: Page) -> None:
    """Sit down without what the page would add by chance, so that the same player begins every time."""

    def sit_down(route: Route) -> None:
        route.continue_(post_data={**(route.request.post_data_json or {}), "entropy": ""})

    page.route("**/seats", sit_down)


def tour_company(browser: Browser, server: Server) -> Iterator[State]:
    """People: the lobby, an invitation, a television, a vote, who watches."""
    ann, ben, cleo = (newcomer(browser, server) for _ in range(3))
    seats = [ME, {"for": "anyone"}, {"for": "anyone"}]
    table = make_table(ann, "capone", seats=seats, clock={"seconds": 259_200}, listed=True)
    ann.wait_for_selector("#invite")
    yield "company-lobby", ann
    yield "company-open-tables", go(ben, "/")
    yield "company-invited", go(ben, f"/t/{table}")
    yield "company-tv-lobby", go(cleo, f"/t/{table}?tv")
    add_nothing_to_the_deal(ben)
    ben.locator("form .field").fill("Ben")
    ben.locator("form .primary").click()
    ann.get_by_text("Ben", exact=True).wait_for()
    ann.locator("[data-testid=start]").click()
    for page in (ann, ben):
        page.wait_for_selector("[data-key]")
    cleo.wait_for_selector("[data-at]")
    yield "company-tv", cleo
    yield "company-watching", go(cleo, f"/t/{table}")
    wait_for_turn(ann)
    ann.locator("[data-pile=file]").click()
    ann.get_by_role("button", name="Ask for undo").click()
    yield "company-costly", ann
    ann.get_by_role("button", name="Take it back").click()
    ben.get_by_test_id("vote").wait_for()
    yield "company-vote", ben
    ben.close()
    ann.get_by_text("away", exact=True).wait_for()
    yield "company-away", ann
    ann.get_by_role("button", name="Chat").click()
    yield "company-chat", ann
    for page in (ann, cleo):
        page.context.close()


def tour_site(browser: Browser, _: Server) -> Iterator[State]:
    """The page without a server (`make site`): one device that goes round, then two that find each other by codes."""
    web: Any = Web()
    page = newcomer(browser, web)
    page.add_init_script(OVERHEAR)
    yield "site-home", go(page, "/site/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    yield "site-settings", go(page, "/site/?/settings")
    sit_down_here(go(page, "/site/"), "rue-morgue")
    yield "site-seats", page
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_selector("[data-key]")
    play(page, ("give",))
    yield "site-pass", page
    page.get_by_role("button", name="Pass the device to Ben").click()
    yield "site-curtain", page
    page.reload()
    page.get_by_role("heading", name="Who has the device?").wait_for()
    yield "site-who", page
    sit_down_here(go(page, "/site/"), "capone")
    page.get_by_label("Each on their own device").check()
    invitation = page.get_by_label("Invitation", exact=True).input_value()
    yield "site-invite", page
    guest = newcomer(browser, web)
    yield "site-join", go(guest, "/site/?/join")
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_label(re.compile("^Invitation")).fill(invitation)
    guest.get_by_role("button", name="Create an answer").click()
    page.get_by_label("Answer", exact=True).fill(guest.get_by_label("Answer", exact=True).input_value())
    yield "site-answer", guest
    page.get_by_role("button", name="Let in").click()
    guest.wait_for_selector("[data-key]")
    page.evaluate("for (const connection of made) connection.close()")
    guest.get_by_role("link", name="Enter an invitation").wait_for()
    yield "site-lost", guest
    for each in (page, guest):
        each.context.close()
    web.stop()


def sit_down_here(page: Page, case: str) -> None:
    """A table for several people, without a server."""
    folder = page.locator(f"section[data-case={case}]")
    folder.get_by_role("button", name="Several people").click()
    folder.get_by_label("Your name").fill("Ann")
    folder.get_by_role("button", name="Go to the table").click()
    page.get_by_label("Name of player 2").wait_for()


def tours() -> dict[str, Tour]:
    """All of them, by what the names of their states begin with."""
    learning: dict[str, Tour] = {f"learn-{case}": partial(tour_learning, case=case) for case in CASES}
    matches: dict[str, Tour] = {case: partial(tour_match, case=case) for case in CASES}
    many: dict[str, Tour] = {
        f"{players}-{case}": partial(tour_many, case=case, players=players)
        for players in (3, 4)
        for case in CASES
        if case != "jekyll-hyde"
    }
    site: dict[str, Tour] = {"site": tour_site} if (SITE / "sw.js").is_file() else {}
    return {"page": tour_pages} | learning | {"company": tour_company} | site | matches | many
