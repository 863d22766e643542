"""Make pictures of the page, wide and on a phone, for every case: .venv/bin/python scripts/screenshots.py [CASE …]

They go to build/screenshots. Look at them.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402

from tests.browser.driver import CASES, Server, make_table, new_context, open_browser, play, wait_for_turn  # noqa: E402

FOLDER = ROOT / "build/screenshots"
SIZES = {"wide": {"width": 1360, "height": 860}, "phone": {"width": 390, "height": 844}}


def shoot(page: Page, name: str, *, whole: bool = False) -> None:
    """One picture in both sizes."""
    for size, viewport in SIZES.items():
        page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
        page.wait_for_timeout(350)
        page.screenshot(path=FOLDER / f"{name}-{size}.jpg", full_page=whole, type="jpeg", quality=85)
    page.set_viewport_size({"width": 1360, "height": 860})


def shoot_case(browser: Browser, server: Server, case: str, theme: str) -> None:
    """A table in mid-game, the end of a round, the end of a match, its replay, and the rules."""
    page = new_context(browser, server, color_scheme=theme).new_page()
    players = {"jekyll-hyde": 2}.get(case, 3)
    bots = [{"for": "bot", "bot": "constable"}] * (players - 1)
    table = make_table(page, case, target=60, seats=[{"for": "me", "name": "Ann"}, *bots])
    page.evaluate("localStorage.setItem('casefile.prefs', JSON.stringify({guide: false}))")
    page.reload()
    for turn in range(5):
        play(page, ("draw",), seed=turn)
    wait_for_turn(page)
    page.wait_for_timeout(300)
    page.locator("[data-key]").nth(2).click()
    page.mouse.move(1, 1)
    shoot(page, f"{case}-table-{theme}")
    play(page, ("over",), seed=3)
    shoot(page, f"{case}-end-{theme}")
    page.goto(f"/replay?table={table}&step=30&as=all")
    page.wait_for_selector("[data-testid=step]")
    shoot(page, f"{case}-replay-{theme}")
    page.goto(f"/rules/{case}")
    page.wait_for_selector("article li")
    shoot(page, f"{case}-rules-{theme}")
    page.context.close()


def main() -> None:
    """Make them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or CASES
    server = Server(Path(tempfile.mkdtemp())).start()
    try:
        with open_browser() as browser:
            for theme in ("dark", "light"):
                page = new_context(browser, server, color_scheme=theme).new_page()
                page.goto("/")
                page.wait_for_selector("[data-play=capone]")
                shoot(page, f"home-{theme}", whole=True)
            for case in wanted:
                shoot_case(browser, server, case, "dark")
    finally:
        server.stop()


if __name__ == "__main__":
    main()
