"""Make pictures of every page and state, in four sizes, both themes and three languages.

    .venv/bin/python scripts/screenshots.py [--every] [STATE …]      such as: page-home ripper-end four

They go to build/screenshots, with an index.html to leaf through: look at them. Each state is shown in every size, the
theme and language changing from one to the next; --every makes all combinations. What cannot be read is listed.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402

from tests.browser.driver import CASES, PREFS, STEP, Server, make_table, new_context, open_browser, play, wait_for_turn  # noqa: E402
from tests.browser.test_sizes import MEASURE  # noqa: E402

FOLDER = ROOT / "build/screenshots"
SIZES = [(1440, 900), (1024, 768), (1920, 1080), (390, 844)]
THEMES = ["dark", "light"]
LANGUAGES = ["en", "de", "it"]
ME = {"for": "me", "name": "Ann"}
BOT = {"for": "bot", "bot": "constable"}
STILL = 350  # milliseconds until nothing moves any more

# A choice that was made in another window holds in this one, too.
CHOOSE = """([key, theme, language]) => {
  const prefs = {...JSON.parse(localStorage.getItem(key) ?? '{}'), theme, language};
  localStorage.setItem(key, JSON.stringify(prefs));
  dispatchEvent(new StorageEvent('storage', {key}));
}"""

State = tuple[str, Page]
Tour = Callable[[Browser, Server], Iterator[State]]


class Gallery:
    """The pictures, and what cannot be read in them."""

    def __init__(self, wanted: list[str], *, is_whole: bool) -> None:
        self.wanted = wanted
        self.is_whole = is_whole
        self.taken: dict[str, list[str]] = {}

    def wants(self, name: str) -> bool:
        """Was this state asked for?"""
        return not self.wanted or any(name.startswith(wish) for wish in self.wanted)

    def forms(self) -> list[tuple[tuple[int, int], str, str]]:
        """In which sizes, themes and languages the next state is shown."""
        if self.is_whole:
            return sorted(product(SIZES, THEMES, LANGUAGES), key=lambda form: form[2])
        turn = len(self.taken)
        return [(size, THEMES[(turn + at) % 2], LANGUAGES[(turn + at) % 3]) for at, size in enumerate(SIZES)]

    def take(self, name: str, page: Page) -> None:
        """Take all pictures of one state."""
        if not self.wants(name):
            return
        files = []
        for (wide, high), theme, language in self.forms():
            page.set_viewport_size({"width": wide, "height": high})
            page.evaluate(CHOOSE, [PREFS, theme, language])
            page.evaluate("document.fonts.ready")
            page.wait_for_timeout(STILL)
            files.append(f"{name}.{wide}.{theme}.{language}.jpg")
            page.screenshot(path=FOLDER / files[-1], type="jpeg", quality=80)
            for problem in page.evaluate(MEASURE):
                print(f"{files[-1]}: {problem}", flush=True)
        self.taken[name] = files
        page.set_viewport_size({"width": 1440, "height": 900})
        page.evaluate(CHOOSE, [PREFS, "auto", "en"])
        page.wait_for_timeout(STILL)

    def write_index(self) -> None:
        """A page on which all of them lie side by side."""
        rows = "".join(
            f"<h2>{name}</h2>" + "".join(f'<a href="{file}"><img src="{file}" title="{file}"></a> ' for file in files)
            for name, files in self.taken.items()
        )
        style = "<style>body{background:#888;font:1rem sans-serif}img{height:22rem}</style>"
        (FOLDER / "index.html").write_text(f"<!doctype html><meta charset=utf-8>{style}{rows}", "utf-8")


def newcomer(browser: Browser, server: Server, **prefs: object) -> Page:
    """A page of somebody who was never here."""
    page = new_context(browser, server, viewport={"width": 1440, "height": 900}).new_page()
    chosen = json.dumps({"speed": "instant"} | prefs)
    page.add_init_script(f"localStorage.getItem('{PREFS}') ?? localStorage.setItem('{PREFS}', {json.dumps(chosen)})")
    return page


def play_on(page: Page, condition: str) -> bool:
    """Play at random until something is seen; false if the match has ended before."""
    chance = Random(1)
    while not page.evaluate(f"Boolean({condition})"):
        if page.evaluate(STEP, chance.random()) == "over":
            return False
        page.wait_for_timeout(20)
    return True


def play_turns(page: Page, turns: int) -> bool:
    """Play some turns up to the next draw; false if the round has ended before."""
    for turn in range(turns):
        if not play(page, ("draw", "round"), seed=turn).startswith("draw"):
            return False
    return (
        play_on(page, "document.querySelector('[data-mine=true], dialog[open]')") and not page.locator("dialog").count()
    )


def go(page: Page, path: str) -> Page:
    """Open a page, until all of it is there."""
    page.goto(path)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    return page


def shoot_pages(browser: Browser, server: Server) -> Iterator[State]:
    """The pages around the tables."""
    page = newcomer(browser, server)
    yield "page-home", go(page, "/")
    folder = page.locator("section[data-case=capone]")
    folder.get_by_role("button", name="Options").click()
    folder.scroll_into_view_if_needed()
    yield "page-home-options", page
    for path in ("score", "ratings", "settings", "credits", "replay", "day/ripper", "mistakes/ripper", "nowhere"):
        yield f"page-{path.replace('/', '-')}", go(page, f"/{path}")
    yield "page-rules-common", go(page, "/rules/common")
    yield "page-no-table", go(page, "/t/none")
    go(page, "/settings").get_by_role("button", name="Show my key").click()
    yield "page-key", page
    page.context.close()


def shoot_learning(browser: Browser, server: Server) -> Iterator[State]:
    """What is read and learned about a case."""
    page = newcomer(browser, server)
    for case in CASES:
        for path in ("how", "rules", "learn", "puzzles"):
            yield f"learn-{path}-{case}", go(page, f"/{path}/{case}")
    page.context.close()


def shoot_match(browser: Browser, server: Server, case: str) -> Iterator[State]:
    """A newcomer's match from the first card to the replay."""
    page = newcomer(browser, server)
    players = 2 if case == "jekyll-hyde" else 3
    table = make_table(page, case, seats=[ME, *[BOT] * (players - 1)], rounds=2)
    wait_for_turn(page)
    yield f"{case}-first", page
    page.get_by_test_id("how").click()
    yield f"{case}-howto", page
    page.keyboard.press("Escape")
    play(page, ("draw",))
    wait_for_turn(page)
    page.locator("[data-key]").nth(3).click()
    yield f"{case}-guided", page
    page.keyboard.press("?")
    yield f"{case}-help", page
    page.keyboard.press("Escape")
    if (why := page.locator("[data-why]")).count():
        why.click()
        page.get_by_test_id("refused").wait_for()
        yield f"{case}-refused", page
    page.keyboard.press("Escape")
    page.get_by_role("button", name="No more guidance").click()
    page.get_by_role("button", name="Menu").click()
    yield f"{case}-menu", page
    page.keyboard.press("Escape")
    if (hint := page.get_by_role("button", name="Hint")).count():
        hint.click()
        page.get_by_test_id("hint").wait_for()
        yield f"{case}-hint", page
    if play_turns(page, 5):
        page.locator("[data-key]").nth(2).click()
        yield f"{case}-middle", page
        page.keyboard.press("Escape")
    if play_on(page, "document.querySelector('.shown')"):
        yield f"{case}-question", page
    yield from shoot_end(page, case, table)


def shoot_end(page: Page, case: str, table: str) -> Iterator[State]:
    """The end of a match, and what comes after it."""
    if play_on(page, "document.querySelector('dialog [data-testid=ready]')"):
        yield f"{case}-round-end", page
    play(page, ("over",), seed=3)
    yield f"{case}-end", page
    if (show := page.locator("dialog summary")).count():
        show.last.click()
        show.last.scroll_into_view_if_needed()
        yield f"{case}-end-below", page
    page.goto(f"/replay?table={table}&step=30&as=all")
    page.wait_for_selector("[data-testid=step]")
    page.wait_for_timeout(3000)
    yield f"{case}-replay", page
    yield f"{case}-home", go(page, "/")
    page.context.close()


def shoot_four(browser: Browser, server: Server, case: str) -> Iterator[State]:
    """Four players, in teams where the case has them."""
    page = newcomer(browser, server)
    make_table(page, case, seats=[ME, *[BOT] * 3], rounds=1)
    wait_for_turn(page)
    yield f"four-{case}-first", page
    page.get_by_role("button", name="No more guidance").click()
    if play_turns(page, 6):
        yield f"four-{case}-middle", page
    play(page, ("over",), seed=3)
    yield f"four-{case}-end", page
    page.context.close()


def shoot_company(browser: Browser, server: Server) -> Iterator[State]:
    """People: the lobby, an invitation, a television, a vote, who watches."""
    ann, ben, cleo = (newcomer(browser, server) for _ in range(3))
    seats = [ME, {"for": "anyone"}, {"for": "anyone"}]
    table = make_table(ann, "capone", seats=seats, clock={"seconds": 259_200}, listed=True)
    ann.wait_for_selector("#invite")
    yield "company-lobby", ann
    yield "company-open-tables", go(ben, "/")
    yield "company-invited", go(ben, f"/t/{table}")
    yield "company-tv-lobby", go(cleo, f"/t/{table}?tv")
    assert ben.request.post(f"/api/tables/{table}/seats", data={"name": "Ben"}).ok
    ann.get_by_role("button", name=re.compile("Start now")).click()
    for page in (ann, ben):
        page.wait_for_selector("[data-key]")
    cleo.wait_for_selector("[data-at]")
    yield "company-tv", cleo
    yield "company-watching", go(cleo, f"/t/{table}")
    wait_for_turn(ann)
    ann.locator("[data-pile=file]").click()
    ann.get_by_role("button", name="Ask for undo").click()
    ben.get_by_test_id("vote").wait_for()
    yield "company-vote", ben
    ben.close()
    ann.get_by_role("button", name=re.compile("Let a bot")).wait_for()
    yield "company-away", ann
    ann.get_by_role("button", name="Chat").click()
    yield "company-chat", ann
    for page in (ann, cleo):
        page.context.close()


def tours() -> dict[str, Tour]:
    """All of them, by what the names of their states begin with."""
    matches: dict[str, Tour] = {case: partial(shoot_match, case=case) for case in CASES}
    fours: dict[str, Tour] = {f"four-{case}": partial(shoot_four, case=case) for case in CASES if case != "jekyll-hyde"}
    return {"page": shoot_pages, "learn": shoot_learning, "company": shoot_company} | matches | fours


def main() -> None:
    """Make them all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("states", nargs="*", metavar="STATE", help="only states whose names begin so")
    parser.add_argument("--every", action="store_true", help="all combinations of size, theme and language")
    wishes = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    gallery = Gallery(wishes.states, is_whole=wishes.every)
    server = Server(Path(tempfile.mkdtemp())).start()
    try:
        with open_browser() as browser:
            for begins, tour in tours().items():
                if gallery.wants(begins) or any(wish.startswith(begins) for wish in wishes.states):
                    for name, page in tour(browser, server):
                        gallery.take(name, page)
    finally:
        server.stop()
        gallery.write_index()


if __name__ == "__main__":
    main()
