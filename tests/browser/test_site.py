"""The page that needs no server: loaded once, and played without a network, on a sub-path of any web server."""

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.driver import ROOT, Server, hand, new_context, play, problems_of, wait_for_turn

REAL_BROWSER = True
SITE = ROOT / "build/site"
PHONE = {"width": 390, "height": 780}
WIDE = {"width": 1280, "height": 800}
ASK = """async ([method, path, body]) => {
  const answer = await casefile.ask(method, path, body === null ? undefined : JSON.stringify(body));
  return [answer.status, await answer.text()];
}"""

pytestmark = pytest.mark.skipif(not (SITE / "sw.js").is_file(), reason="the site was not built; `make site` builds it")


class Files(SimpleHTTPRequestHandler):
    """Files of a folder, and nothing else."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, *_: Any) -> None:
        """In silence."""


class Web:
    """A web server of which nothing is known but that it has files, and that it can be gone."""

    def __init__(self, folder: Path = SITE.parent, files: type[Files] = Files) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(files, directory=str(folder)))
        self.url = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """From now on nothing answers."""
        self.server.shutdown()
        self.server.server_close()


MEMORY = """async () => {
  for (const name of await caches.keys())
    if (name.startsWith('casefile-memory-')) return (await (await caches.open(name)).keys())[0]?.url ?? null;
  return null;
}"""


def wait_for_memory(page: Page) -> None:
    """Until the rehearsal of a first visit is over, which later starts wake up from."""
    for _ in range(240):
        if page.evaluate(MEMORY):
            return
        page.wait_for_timeout(500)
    raise AssertionError("no memory was kept")


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A device that has loaded the site once, and has no network since."""
    web: Any = Web()
    context = new_context(browser, web)
    page = context.new_page()
    page.goto("/site/")
    page.wait_for_selector("[data-play]")  # before the engine is there
    expect(page.get_by_role("progressbar", name=re.compile(r"Fetching the game: \d+%"))).to_be_visible()
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    wait_for_memory(page)
    page.close()
    web.stop()
    context.set_offline(True)
    yield context
    context.close()


@pytest.fixture
def open_page(context: BrowserContext) -> Iterator[Callable[..., Page]]:
    """A new tab, wide or as on a phone; whatever goes wrong in its scripts fails the test."""
    errors: list[str] = []
    pages: list[Page] = []

    def opened(address: str = "/site/", size: Any = WIDE) -> Page:
        page = context.new_page()
        page.set_viewport_size(size)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.close()
    assert errors == []


def ask(page: Page, method: str, path: str, body: Any = None) -> tuple[int, str]:
    """A request to the server of the tab."""
    status, text = page.evaluate(ASK, [method, path, body])
    return status, text


def make_table(page: Page, case: str, seats: list[Any], **wishes: Any) -> str:
    """A table, and the page at it."""
    status, made = ask(page, "POST", "/tables", {"case": case, "seats": seats, "pace": "instant"} | wishes)
    assert status == 201, made
    table = re.findall(r'"table":"(.*?)"', made)[0]
    page.goto(f"/site/?/t/{table}")
    return str(table)


ME = {"for": "me", "name": "Ann"}


def bot(level: str) -> dict[str, str]:
    """A bot that is quick enough for a test."""
    return {"for": "bot", "bot": level}


LONG = pytest.mark.skipif("CASEFILE_LONG" not in os.environ, reason="takes long: CASEFILE_LONG=1 plays it, too")


@pytest.mark.parametrize(
    ("case", "size", "level"),
    [
        ("ripper", WIDE, "constable"),
        ("rue-morgue", PHONE, "sergeant"),
        ("jekyll-hyde", PHONE, "constable"),
        ("capone", WIDE, "constable"),
        pytest.param("ripper", PHONE, "sergeant", marks=LONG),
        pytest.param("rue-morgue", WIDE, "constable", marks=LONG),
        pytest.param("jekyll-hyde", WIDE, "sergeant", marks=LONG),
        pytest.param("capone", PHONE, "sergeant", marks=LONG),
    ],
)
def test_a_whole_match_without_a_network(
    open_page: Callable[..., Page], tmp_path: Path, case: str, size: Any, level: str
) -> None:
    """Its record replays, and its deals are what the secret and the seats made them: the same cards."""
    page = open_page(size=size)
    table = make_table(page, case, [ME, bot(level)], target=1)
    play(page, ("over",), seed=len(case))
    expect(page.get_by_test_id("round-end")).to_contain_text(re.compile("You won!|wins the match!"))
    check_record(page, table, tmp_path)
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Round 1").first).to_be_visible(timeout=120_000)


def check_record(page: Page, table: str, folder: Path) -> str:
    """The record of a match replays and is verified outside of the browser; what it says."""
    record = folder / "site.record"
    record.write_text(ask(page, "GET", f"/tables/{table}/record")[1])
    for command in ("replay", "verify"):
        done = subprocess.run(
            [sys.executable, "-m", "casefile", command, str(record)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    return record.read_text()


@LONG
@pytest.mark.timeout(1200)
def test_a_match_to_its_full_target_on_a_woken_engine(open_page: Callable[..., Page], tmp_path: Path) -> None:
    """Round after round with the memory that a rehearsal left behind; then it is exported, and replays."""
    page = open_page()
    assert page.evaluate(MEMORY)
    table = make_table(page, "capone", [ME, bot("sergeant")])
    play(page, ("over",), seed=7, patience=900)
    assert check_record(page, table, tmp_path).count("\nRound ") > 2


def test_a_match_goes_on_after_a_reload_in_mid_turn(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.locator("[data-play=capone]").click()
    wait_for_turn(page)
    page.locator("[data-pile=file]").click()
    expect(page.get_by_test_id("question")).to_contain_text("discard")
    before = hand(page)
    page.reload()
    expect(page.get_by_test_id("question")).to_contain_text("discard")
    assert hand(page) == before
    page.goto("/site/")
    expect(page.get_by_role("link", name=re.compile("Al Capone.*Detective"))).to_be_visible()


def test_two_people_share_a_device_and_not_their_secrets(open_page: Callable[..., Page]) -> None:
    """Both give a card to the Orang-Utan in secret (RUE-5); nobody's hand is there while the curtain hangs."""
    page = open_page(size=PHONE)
    folder = page.locator("section[data-case=rue-morgue]")
    folder.get_by_role("button", name="Several people").click()
    folder.get_by_role("button", name="Go to the table").click()
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_selector("[data-key]")
    anns = hand(page)
    play(page, ("give",))
    handing = page.get_by_role("button", name="Pass the device to Ben").bounding_box()
    held = page.locator(".hand").bounding_box()
    assert handing
    assert held
    assert handing["y"] + handing["height"] <= held["y"]
    expect(page.locator(".others")).not_to_contain_text("away")  # Ben sits here
    page.get_by_role("button", name="Pass the device to Ben").click()
    expect(page.get_by_role("heading", name="Ben, take the device")).to_be_visible()
    assert page.locator("[data-key], [data-action]").count() == 0
    page.reload()
    expect(page.get_by_role("heading", name="Who has the device?")).to_be_visible()
    assert problems_of(page) == []
    assert page.locator("[data-key], [data-action]").count() == 0
    page.get_by_role("button", name="I am Ben").click()
    page.wait_for_selector("[data-key]")
    assert hand(page) != anns
    wait_for_turn(page)


def test_what_is_kept_can_be_taken_along(open_page: Callable[..., Page]) -> None:
    page = open_page("/site/?/settings")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save a copy").click()
    page.locator("input[type=file]").set_input_files(saved.value.path())
    expect(page.get_by_text("0 matches were added.")).to_be_visible()
    page.locator("input[type=file]").set_input_files({"name": "a.json", "mimeType": "text/plain", "buffer": b"hello"})
    expect(page.get_by_role("alert")).to_contain_text("no copy")


def test_pages_are_there_under_addresses_of_their_own(open_page: Callable[..., Page]) -> None:
    """Loaded by themselves, and the links on them lead on when they are opened elsewhere."""
    page = open_page("/site/?/rules/capone#CAP-1")
    expect(page.get_by_role("heading", name="Al Capone").first).to_be_visible()
    link = page.get_by_role("link", name="Score sheet")
    link.dispatch_event("contextmenu")
    assert str(link.get_attribute("href")).startswith("./?/score")
    link.click()
    expect(page).to_have_url(re.compile(r"/site/\?/score$"))
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()


def test_a_phone_would_install_it(open_page: Callable[..., Page]) -> None:
    """By what Chromium itself asks of an app; a device that forgets everything installs nothing."""
    page = open_page()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    asked = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    assert {error["errorId"] for error in asked["installabilityErrors"]} <= {"in-incognito"}
    assert (
        page.evaluate("fetch('apple-touch-icon.png').then((icon) => icon.headers.get('Content-Type'))") == "image/png"
    )


WAITING = (
    "navigator.serviceWorker.getRegistration().then((here) => here.update()).then((here) => Boolean(here.waiting))"
)


def test_a_new_version_waits_until_no_tab_is_at_a_table(browser: Browser, tmp_path: Path) -> None:
    """It is told on Home, never at a table, and comes when it is asked for, not before the last match is left."""
    shutil.copytree(SITE, tmp_path / "site")
    os.utime(tmp_path / "site/index.html", (1e9, 1e9))  # so old that a browser would not ask for it again soon
    web: Any = Web(tmp_path)
    context = new_context(browser, web)
    home, table = context.new_page(), context.new_page()
    table.goto("/site/")
    table.locator("[data-play=capone]").click()
    table.wait_for_selector("[data-key]")
    table.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for name, old, new in (
        ("index.html", "<html", "<html data-build=new"),
        ("sw.js", "const KEEP = FAMILY", "const KEEP = FAMILY + 1"),
    ):
        file = tmp_path / "site" / name
        file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
    home.goto("/site/")
    told = home.get_by_text("A new version is ready")
    for _ in range(60):
        if home.evaluate(WAITING):
            break
        home.wait_for_timeout(500)
    expect(told).to_be_visible(timeout=60_000)
    expect(table.get_by_text("A new version is ready")).to_have_count(0)
    before = hand(table)
    table.reload()
    table.wait_for_selector("[data-key]")
    assert (hand(table), table.locator("html[data-build=new]").count()) == (before, 0)
    home.get_by_role("button", name="Use it now").click()
    expect(home.get_by_text("when you leave the match in the other tab")).to_be_visible()
    table.goto("/site/")
    expect(home.locator("html[data-build=new]")).to_be_attached()
    expect(home.get_by_role("link", name=re.compile("Al Capone"))).to_be_visible()
    context.close()
    web.stop()


SPOIL = """async (url) => {
  for (const name of await caches.keys())
    if (name.startsWith('casefile-memory-')) await (await caches.open(name)).put(url, new Response('forgotten'));
}"""


def test_a_start_from_a_kept_memory_repeats_nothing_and_needs_none(open_page: Callable[..., Page]) -> None:
    """Every start has secrets of its own; and one that finds a spoilt memory starts without it, and throws it away."""
    made = set()
    for _ in range(2):
        made.add(ask(open_page(), "POST", "/tables", {"case": "capone", "seats": [ME, bot("constable")]})[1])
    assert len(made) == 2
    page = open_page()
    where = page.evaluate(MEMORY)
    assert where
    page.evaluate(SPOIL, where)
    page.reload()
    page.locator("[data-play=capone]").click()
    page.wait_for_selector("[data-key]")
    assert page.evaluate(MEMORY) is None


def test_who_has_lost_a_server_plays_against_bots_on_this_device(browser: Browser, tmp_path: Path) -> None:
    """Its page keeps the game on demand, and says where it is played once the server is gone."""
    server = Server(tmp_path, "--site", str(SITE)).start()
    context = new_context(browser, server)
    page = context.new_page()
    page.goto("/settings")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name="Keep it on this device").click()
    expect(page.get_by_text("The game is on this device")).to_be_visible(timeout=60_000)
    assert problems_of(page) == []
    server.stop()
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    page.get_by_role("link", name="Play on this device").click()
    page.locator("[data-play=capone]").click()
    page.wait_for_selector("[data-key]")
    assert "/alone/" in page.url
    context.close()
