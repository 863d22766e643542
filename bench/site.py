"""How large the site without a server is, and how soon a table in it can be used.

python bench/site.py        after `make site`; needs Chromium

On a busy machine the browser needs precedence, which `nice` cannot give: Chromium sets the nice values of its threads
itself. A control group with many shares of the processor does, or `chrt --rr 1`.
"""

import gzip
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import BrowserContext  # noqa: E402

from tests.browser.driver import open_browser  # noqa: E402
from tests.browser.test_site import SITE, Web, wait_for_memory  # noqa: E402

PASSES = 5
AT_REST = 1500  # ms until a new window has drawn itself: a visit begins in a browser that is open
NETS = "engine/nets/"


# The page itself sees to it: what drives it from outside would add its own delays.
CLICK_AND_LOOK = """
  const wanted = ["[data-play=capone]", "[data-key]"];
  window.seen = [];
  const look = () => {
    const found = wanted[window.seen.length] && document.querySelector(wanted[window.seen.length]);
    if (!found) return;
    window.seen.push(performance.now() / 1000);
    found.click();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
"""


def usable(context: BrowserContext, url: str) -> tuple[float, float]:
    """Seconds from the first byte until Home is there, and until a hand at a table can be played."""
    page = context.new_page()
    page.add_init_script(CLICK_AND_LOOK)
    page.wait_for_timeout(AT_REST)
    page.goto(url)
    page.wait_for_function("window.seen.length === 2")
    seen, played = page.evaluate("window.seen")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    wait_for_memory(page)
    page.close()
    return seen, played


def weigh() -> None:
    """Print what travels, in kB: compressed as it lies there, or as a web server would compress it."""
    index = (SITE / "index.html").read_text("utf-8")
    groups: dict[str, int] = {}
    for path in sorted(SITE.rglob("*")):
        if path.is_file():
            name = path.relative_to(SITE).as_posix()
            packed = path.suffix in (".gz", ".woff2")
            size = path.stat().st_size if packed else len(gzip.compress(path.read_bytes(), 9, mtime=0))
            first = path.suffix in (".js", ".css") and name in index
            group = (
                "nets, each when it is first needed"
                if name.startswith(NETS)
                else f"engine: {path.name}"
                if name.startswith("engine/")
                else "script and style at once"
                if first
                else "the rest"
            )
            groups[group] = groups.get(group, 0) + size
    for group, size in groups.items():
        print(f"{group:40} {size / 1000:8.1f} kB")
    nets = sum(path.stat().st_size for path in (SITE / NETS).iterdir())
    print(f"{'all but nets':40} {(sum(groups.values()) - nets) / 1000:8.1f} kB")


def main() -> None:
    """Sizes, then times: medians of some passes."""
    weigh()
    web = Web()
    cold, warm = [], []
    with open_browser() as browser:
        for _ in range(PASSES):
            context = browser.new_context()
            context.set_default_timeout(120_000)
            cold.append(usable(context, f"{web.url}/site/"))
            warm.append(usable(context, f"{web.url}/site/"))
            context.close()
    web.stop()
    for name, times in (("first visit", cold), ("from the cache", warm)):
        seen, played = (statistics.median(column) for column in zip(*times, strict=True))
        best = min(played for _, played in times)
        print(f"{name:16} Home after {seen:.2f} s, a hand to play after {played:.2f} s (best {best:.2f} s)")


if __name__ == "__main__":
    main()
