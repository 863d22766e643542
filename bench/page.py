"""Measure the page in Chromium: frames while cards move, and the time until a table can be used.

    .venv/bin/python bench/page.py [--seconds 20] [--cases ripper capone] [--rounds 3]

Frames are the times between two calls of requestAnimationFrame, counted only while a card is under way.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402

from tests.browser.driver import CASES, STEP, Server, make_table, new_context, open_browser, wait_for_turn  # noqa: E402

SIZES = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
MISSED = 25.0  # a frame of 60 per second takes 16.7 ms; from here on one was left out
WATCH = """() => {
  window.frames60 = []; window.flown = 0;
  const seen = new WeakSet();
  let before = 0, flew = false;
  const look = (now) => {
    const cards = document.getElementsByClassName('flight');
    for (const card of cards) if (!seen.has(card)) { seen.add(card); window.flown++; }
    if (cards.length && flew) window.frames60.push(now - before);
    before = now; flew = cards.length > 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
# From the navigation on, in the page's own clock: your cards are there and something can be clicked.
USABLE = """new Promise((done) => {
  const look = () => {
    const table = document.querySelector('[data-mine]');
    if (table && document.querySelector('[data-key]')) done(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""


def part(sorted_values: list[float], share: float) -> float:
    """The value below which this share lies."""
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


def watch_frames(browser: Browser, server: Server, case: str, size: str, seconds: float) -> tuple[int, list[float]]:
    """Play for some seconds against a quick bot, and return how many cards flew and how long each frame took."""
    context = new_context(browser, server, viewport=SIZES[size], reduced_motion="no-preference")
    page = context.new_page()
    make_table(page, case, target=1000)
    wait_for_turn(page)
    page.evaluate(WATCH)
    chance = Random(1)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # A click would end the flights, so wait for them like somebody who watches.
        if page.evaluate("document.getElementsByClassName('flight').length === 0"):
            page.evaluate(STEP, chance.random())
        page.wait_for_timeout(120)
    flown, frames = page.evaluate("[window.flown, window.frames60]")
    context.close()
    return int(flown), sorted(frames)


def time_to_table(browser: Browser, server: Server, size: str) -> tuple[float, float]:
    """From the click on Home, and from opening the link with an empty cache, to a table that can be used; in ms."""
    context = new_context(browser, server, viewport=SIZES[size], reduced_motion="no-preference")
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector("[data-play=ripper]")
    page.evaluate("document.fonts.ready.then(() => true)")
    clicked = page.evaluate("document.querySelector('[data-play=ripper]').click() ?? performance.now()")
    warm = page.evaluate(USABLE) - clicked
    cookies = context.storage_state()
    address = page.url
    context.close()
    context = new_context(browser, server, viewport=SIZES[size], storage_state={"cookies": cookies["cookies"]})
    cold = open_cold(context.new_page(), address)
    context.close()
    return warm, cold


def open_cold(page: Page, address: str) -> float:
    """How long it takes from the navigation until the table can be used."""
    page.goto(address, wait_until="commit")
    return float(page.evaluate(USABLE))


def main() -> None:
    """Print two tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="of play for each case and size")
    parser.add_argument("--cases", nargs="+", choices=CASES, default=CASES)
    parser.add_argument("--rounds", type=int, default=5, help="how often the time until a table can be used is taken")
    wanted = parser.parse_args()
    server = Server(Path(tempfile.mkdtemp())).start()
    try:
        with open_browser() as browser:
            print("| size | case | cards flown | frames | median, ms | p95, ms | p99, ms | missed |")
            print("| --- | --- | --: | --: | --: | --: | --: | --: |")
            for size in SIZES:
                for case in wanted.cases:
                    flown, frames = watch_frames(browser, server, case, size, wanted.seconds)
                    missed = sum(frame > MISSED for frame in frames) / len(frames)
                    figures = " | ".join(f"{part(frames, share):.1f}" for share in (0.5, 0.95, 0.99))
                    print(f"| {size} | {case} | {flown} | {len(frames)} | {figures} | {missed:.1%} |", flush=True)
            print("\n| size | from the click on Home, ms | from opening the link, ms |")
            print("| --- | --: | --: |")
            for size in SIZES:
                times = [time_to_table(browser, server, size) for _ in range(wanted.rounds)]
                warm, cold = (statistics.median(column) for column in zip(*times, strict=True))
                print(f"| {size} | {warm:.0f} | {cold:.0f} |")
    finally:
        server.stop()


if __name__ == "__main__":
    main()
