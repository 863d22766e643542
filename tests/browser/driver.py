"""A running server and a real browser, and how a table is played in it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.known_deals import entropy_that_begins

ROOT = Path(__file__).resolve().parent.parent.parent
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
WINDOWLESS = shutil.which("chromium-headless-shell") or CHROMIUM  # has no windows, and writes a little wider
CASES = ["ripper", "rue-morgue", "jekyll-hyde", "capone"]
PREFS, SHOWN_AT_ONCE = "casefile.prefs", '{"speed": "instant"}'
QUICK = ("--pace", "instant", "--beat", "0.05", "--rate", "100000", "--tables", "100000", "--thinkers", "1")

# One step of a player who plays at random but puts down what can be put down; says what it did.
STEP = """(chance) => {
  const dialog = document.querySelector('dialog[open]');
  if (dialog?.querySelector('[data-testid=rematch], [data-testid=play-match]')) return 'over';
  if (dialog) {
    const ready = dialog.querySelector('[data-testid=ready]');
    if (!ready || ready.disabled) return 'wait';
    ready.click();
    return 'round';
  }
  const table = document.querySelector('[data-at]');
  if (table?.dataset.mine !== 'true' || table.dataset.at === window.played) return 'wait';
  const offers = [...document.querySelectorAll('[data-action], .choices [aria-expanded]')];
  const cards = [...document.querySelectorAll('[data-key]')];
  const pick = (list) => list[Math.floor(chance * list.length)];
  if (offers.length) {
    const best = offers.find((each) => each.dataset.action?.startsWith('meld')) ?? pick(offers);
    if (!best.dataset.action) { best.click(); return 'choose'; }
    window.played = table.dataset.at;
    best.click();
    return best.dataset.action;
  }
  pick(cards)?.click();
  return 'choose';
}"""

ASKED = """() => {
  const table = document.querySelector('[data-mine=true]');
  return table && table.dataset.at !== window.played;
}"""

# Steps without end, in the page itself, until one of these things was done or so many milliseconds have passed.
PLAY = f"""async ([chances, until, patience]) => {{
  const step = {STEP};
  let at = 0;
  for (const begun = performance.now(); performance.now() < begun + patience;) {{
    const done = step(chances[at % chances.length]);
    if (until.includes(done.split(' ')[0])) return done;
    if (done !== 'wait') at++;
    await new Promise((go) => setTimeout(go, done === 'choose' ? 5 : 15));
  }}
  return '';
}}"""


class Server:
    """`casefile serve` in a process of its own."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = 0
        self.url = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> "Server":
        """Serve; after a stop under the same address, with the same data."""
        serve = (sys.executable, "-m", "tests.known_deals", "serve", "--port", str(self.port), "--data", str(self.data))
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [*serve, *QUICK, *self.options], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
        )
        assert self.process.stdout is not None
        found = re.search(r"https?://\S+:(\d+)", self.process.stdout.readline())
        assert found, "the server did not say where it is"
        self.port = int(found[1])
        self.url = f"http://localhost:{self.port}"
        return self

    def stop(self) -> None:
        """Stop, as a machine that is switched off would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def open_browser(*, quick: bool = False) -> Iterator[Browser]:
    """Chromium, without a window; for what is not measured to the pixel, the one that never has any."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=WINDOWLESS if quick else CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            yield browser
        finally:
            browser.close()


def new_context(browser: Browser, server: Server, **options: Any) -> BrowserContext:
    """A person at a device."""
    options = {"locale": "en-US", "viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | options
    context = browser.new_context(base_url=server.url, **options)
    context.set_default_timeout(60_000)
    context.add_init_script(f"localStorage.getItem('{PREFS}') ?? localStorage.setItem('{PREFS}', '{SHOWN_AT_ONCE}')")
    return context


def make_table(page: Page, case: str, **wishes: Any) -> str:
    """A table with a bot that is quick, at which Ann begins, and the page at it; returns its name."""
    seats = wishes.pop("seats", [{"for": "me", "name": "Ann"}, {"for": "bot", "bot": "constable"}])
    if "entropy" not in wishes:
        wishes["entropy"] = entropy_that_begins(case, len(seats))
    answer = page.request.post("/api/tables", data={"case": case, "seats": seats} | wishes)
    assert answer.ok, answer.text()
    table = str(answer.json()["table"])
    page.goto(f"/t/{table}")
    page.wait_for_selector("h1")
    return table


def play(page: Page, until: tuple[str, ...], *, seed: int = 0, patience: int = 150) -> str:
    """Play at random until one of these things was done, for so many seconds at most."""
    chance = Random(seed)
    chances = [chance.random() for _ in range(200)]
    done = str(page.evaluate(PLAY, [chances, [*until, "over"], patience * 1000]))
    assert done, f"none of {until} was reached"
    return done


def wait_for_turn(page: Page, *, patience: int = 60) -> None:
    """Until something is asked, and not what was just answered; so many seconds at most."""
    page.wait_for_function(ASKED, timeout=patience * 1000)


def hand(page: Page) -> list[str]:
    """The cards in the player's hand, as the page names them."""
    return sorted(
        page.eval_on_selector_all("[data-key]", "cards => cards.map(card => card.querySelector('.sr').textContent)")
    )


def problems_of(page: Page, *rules: str) -> list[str]:
    """What axe-core finds on the page as it stands, by all of its rules or by these."""
    page.evaluate(AXE.read_text("utf-8"))
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{rule['id']}: {node['html'][:120]} {node['any'][0]['message'] if node['any'] else ''}"
        for rule in found["violations"]
        for node in rule["nodes"][:3]
    ]
