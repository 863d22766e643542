"""Make pictures of every page and state, in five sizes, both themes and three languages.

    .venv/bin/python scripts/screenshots.py [--every] [STATE …]      such as: page-home ripper-end 4-
    .venv/bin/python scripts/screenshots.py --readme                 those of the README, into docs/images

They go to build/screenshots, with an index.html to leaf through: look at them. Each state is shown in every size, the
theme and language changing from one to the next; --every makes all combinations. What cannot be read is listed, and
a tour that could not be ended is named at the end.
"""

import argparse
import sys
import tempfile
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Error, Page  # noqa: E402

from tests.browser.driver import Server, make_table, open_browser  # noqa: E402
from tests.browser.states import (  # noqa: E402
    BOT,
    LANGUAGES,
    ME,
    THEMES,
    USUAL,
    Tour,
    newcomer,
    show,
    tours,
    without_guide,
)
from tests.browser.test_sizes import MEASURE, SIZES  # noqa: E402

FOLDER = ROOT / "build/screenshots"
STILL = 250  # milliseconds until nothing moves any more
# The pictures of the README: case, players, size, theme.
IMAGES = ROOT / "docs/images"
BEST = {
    "ripper-wide": ("ripper", 3, (1440, 900), "dark"),
    "rue-morgue-phone": ("rue-morgue", 2, (390, 844), "dark"),
    "jekyll-hyde-phone": ("jekyll-hyde", 2, (390, 844), "light"),
    "capone-phone": ("capone", 3, (390, 844), "dark"),
}
MELDS = 3  # in one's own area: then there is something to be seen
# Does what the hint says, or asks for one; says whether there is enough to be seen.
FOLLOW = """(melds) => {
  const table = document.querySelector('[data-at]');
  if (document.querySelector('dialog[open]')) return 'over';
  if (table?.dataset.mine !== 'true') return 'wait';
  const isDrawing = document.querySelector('[data-action^=draw]');
  if (isDrawing && document.querySelectorAll('section.own .fan').length >= melds) return 'seen';
  const hint = document.querySelector('[data-testid=hint] button');
  if (hint && table.dataset.at !== window.followed) { window.followed = table.dataset.at; hint.click(); return 'done'; }
  if (!hint && table.dataset.at !== window.asked) {
    window.asked = table.dataset.at;
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'h', bubbles: true}));
  }
  return 'wait';
}"""


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
            show(page, (wide, high), theme, language)
            page.wait_for_timeout(STILL)
            files.append(f"{name}.{wide}.{theme}.{language}.jpg")
            page.screenshot(path=FOLDER / files[-1], type="jpeg", quality=80)
            for problem in page.evaluate(MEASURE):
                print(f"{files[-1]}: {problem}", flush=True)
        self.taken[name] = files
        show(page, (USUAL["width"], USUAL["height"]), "auto", "en")

    def write_index(self) -> None:
        """A page on which all of them lie side by side."""
        rows = "".join(
            f"<h2>{name}</h2>" + "".join(f'<a href="{file}"><img src="{file}" title="{file}"></a> ' for file in files)
            for name, files in self.taken.items()
        )
        style = "<style>body{background:#888;font:1rem sans-serif}img{height:22rem}</style>"
        (FOLDER / "index.html").write_text(f"<!doctype html><meta charset=utf-8>{style}{rows}", "utf-8")


def walk(gallery: Gallery, browser: Browser, server: Server, tour: Tour) -> str:
    """Take the pictures of a tour; returns why it could not be ended, if so."""
    try:
        for name, page in tour(browser, server):
            gallery.take(name, page)
    except (Error, AssertionError) as error:
        return str(error).splitlines()[0]
    finally:
        for context in browser.contexts:
            context.close()
    return ""


def renew_readme(browser: Browser, server: Server) -> None:
    """Play as the hints say until there is something to be seen, and take the pictures of the README."""
    for name, (case, players, size, theme) in BEST.items():
        for deal in range(9):  # in some the round is over before
            page = newcomer(browser, server)
            bots = [BOT | {"name": bot} for bot in ("Ben", "Cleo")]
            make_table(page, case, seats=[ME, *bots[: players - 1]], entropy=f"picture {deal}")
            done = ""
            while (done := page.evaluate(FOLLOW, MELDS)) not in ("seen", "over"):
                page.wait_for_timeout(60)
                without_guide(page)
            if done == "seen":
                show(page, size, theme, "en")
                page.wait_for_timeout(STILL)
                page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=82)
            page.context.close()
            if done == "seen":
                break


def main() -> None:
    """Make them all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("states", nargs="*", metavar="STATE", help="only states whose names begin so")
    parser.add_argument("--every", action="store_true", help="all combinations of size, theme and language")
    parser.add_argument("--readme", action="store_true", help="only the pictures of the README")
    wishes = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    gallery = Gallery(wishes.states, is_whole=wishes.every)
    server = Server(Path(tempfile.mkdtemp())).start()
    broken = {}
    try:
        with open_browser() as browser:
            if wishes.readme:
                renew_readme(browser, server)
            for begins, tour in tours().items() if not wishes.readme else ():
                if gallery.wants(begins) or any(wish.startswith(begins) for wish in wishes.states):
                    broken[begins] = walk(gallery, browser, server, tour)
    finally:
        server.stop()
        gallery.write_index()
    sys.exit("\n".join(f"{tour} was not ended: {why}" for tour, why in broken.items() if why) or 0)


if __name__ == "__main__":
    main()
