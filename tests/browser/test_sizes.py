"""Every visible text is measured, on all pages and in all states: none too small to be read, none cut."""

from itertools import count, product

import pytest
from playwright.sync_api import Browser

from tests.browser.driver import CASES, Server, make_table, new_context, play, wait_for_turn
from tests.browser.states import BOT, LANGUAGES, ME, USUAL, show, tours
from tests.browser.test_choices import ASKED_NEXT

REAL_BROWSER = True
SIZES = [(1440, 900), (1024, 768), (1920, 1080), (390, 844), (360, 640)]
PHONES = SIZES[3:]
ZOOMED = (720, 450)  # the first of them at 200 %
# Tours that play whole matches are long: `scripts/screenshots.py` goes on them, and lists what cannot be read there.
SHORT = [tour for tour in tours() if tour.startswith(("page", "learn", "company"))]
# Languages with long words meet the narrow screens.
LONG_WORDS = ["it-IT", "de-DE", "en-US", "de-DE", "it-IT"]
FOUR = [ME, *[BOT] * 3]

# All visible texts that are smaller than 11 px, or of which a part is cut off by what they lie in or by the screen.
# What can be scrolled to is not cut. Only a button may shorten what it says, with dots, that tells all of it.
MEASURE = """() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the page is wider than the screen');
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const words = node.textContent.trim();
    const parent = node.parentElement;
    if (!words || parent.closest('.sr, .skip, script, style, option')) continue;
    if (!parent.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (getComputedStyle(parent).clipPath !== 'none') continue; // for those who listen
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    if (!boxes.length) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < 11) found.push(`${size.toFixed(1)} px: ${words.slice(0, 60)} (${parent.className})`);
    if (getComputedStyle(parent).webkitLineClamp !== 'none' && parent.matches('button[title]')) continue;
    const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top)), bottom = Math.max(...boxes.map((box) => box.bottom));
    const scrolls = (how) => how === 'auto' || how === 'scroll';
    let isWithin = false; // something that is narrower than what can be scrolled in it
    for (let box = parent; box && !box.matches('main, body'); box = box.parentElement) {
      isWithin ||= scrolls(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1;
    }
    if (!isWithin && (right > innerWidth + 1 || left < -1)) found.push(`beside the screen: ${words.slice(0, 60)}`);
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box), inner = box.getBoundingClientRect();
      if (style.position === 'fixed' || scrolls(style.overflowX) || scrolls(style.overflowY)) break;
      const cutX = style.overflowX !== 'visible' && (right > inner.right + 2 || left < inner.left - 2);
      const cutY = style.overflowY !== 'visible' && (bottom > inner.bottom + 3 || top < inner.top - 3);
      if (cutX || cutY) { found.push(`cut: ${words.slice(0, 60)} (${parent.className} in ${box.className})`); break; }
    }
  }
  return [...new Set(found)];
}"""


# How far a table is too high for the screen, and how far the piles reach into what lies above them, in pixels.
BESIDES = """() => {
  const main = document.querySelector('[data-at] main');
  const piles = document.querySelector('.piles').getBoundingClientRect();
  const others = document.querySelector('.others').getBoundingClientRect();
  return [main.scrollHeight - main.clientHeight, Math.max(0, Math.round(others.bottom - piles.top))];
}"""
LAPTOP = (1280, 720)  # what a browser leaves of a laptop's screen


# Names on cards of this width that are broken where there is neither a space nor a hyphen, with a bar where they are.
BROKEN = """(width) => {
  const found = [];
  const range = document.createRange();
  for (const card of document.querySelectorAll('.card[data-face]')) {
    card.style.setProperty('--w', `${width}px`);
    const name = card.querySelector('.name');
    if (!name.checkVisibility()) found.push(`not shown: ${name.textContent}`);
    const node = name.firstChild, text = node.textContent;
    let last = null;
    for (let at = 0; at < text.length; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = [...range.getClientRects()].at(-1);
      if (!box?.width) continue;
      const isNext = last && box.top > last.top + 3;
      if (isNext && !/[-\\s\u00ad]/.test(text[at - 1])) found.push(`${text.slice(0, at)}|${text.slice(at)}`);
      last = box;
    }
  }
  return [...new Set(found)];
}"""
CARDS_OF_PHONES = [77, 78, 81, 83]  # as wide as they are with a name on them


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_on_cards_break_between_words(browser: Browser, server: Server, language: str) -> None:
    """Or at a hyphen; never after an apostrophe."""
    context = new_context(browser, server, viewport={"width": 390, "height": 844}, locale=language)
    page = context.new_page()
    found = []
    for case in CASES:
        page.goto(f"/rules/{case}")
        page.locator(".rules summary").click()
        page.locator(".card[data-face]").first.wait_for()
        page.evaluate("document.fonts.ready.then(() => 0)")
        for width in CARDS_OF_PHONES:
            found += [f"{case}, {width} px: {name}" for name in page.evaluate(BROKEN, width)]
    context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("tour", SHORT)
def test_every_text_can_be_read(browser: Browser, server: Server, tour: str) -> None:
    """In all languages on a phone, in German at 200 %, and in one after the other in the other sizes."""
    found = []
    turn = count()
    for state, page in tours()[tour](browser, server):
        forms = [(LANGUAGES[next(turn) % 3], size) for size in SIZES if size not in PHONES]
        for language, size in [*forms, ("de", ZOOMED), *product(LANGUAGES, PHONES)]:
            show(page, size, "auto", language)
            found += [f"{state}, {size[0]}, {language}: {text}" for text in page.evaluate(MEASURE)]
        show(page, (USUAL["width"], USUAL["height"]), "auto", "en")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("size", "language"), list(zip(SIZES, LONG_WORDS, strict=True)), ids=str)
def test_tables_can_be_read(browser: Browser, server: Server, size: tuple[int, int], language: str) -> None:
    """With four players from the first card on, and when a match is over."""
    context = new_context(browser, server, viewport={"width": size[0], "height": size[1]}, locale=language)
    page = context.new_page()
    found = {}
    for case in ("rue-morgue", "capone"):
        make_table(page, case, seats=FOUR)
        wait_for_turn(page)
        found[f"{case}, first turn"] = page.evaluate(MEASURE)
        for turn in range(4):
            play(page, ("draw",), seed=turn)
        page.locator("[data-key]").first.click()
        found[f"{case}, a card chosen"] = page.evaluate(MEASURE)
    make_table(page, "ripper", seats=FOUR[:3], target=1)
    play(page, ("over",), seed=1)
    found["end"] = page.evaluate(MEASURE)
    context.close()
    assert [f"{where}: {text}" for where, texts in found.items() for text in texts] == []


@pytest.mark.parametrize("case", CASES)
def test_all_of_a_table_is_in_sight(browser: Browser, server: Server, case: str) -> None:
    """From the first turn on, on a television, in a lesson: nothing has to be scrolled to, nothing overlaps."""
    player, watcher = (new_context(browser, server, viewport=USUAL).new_page() for _ in range(2))
    table = make_table(player, case, seats=[ME, BOT] if case == "jekyll-hyde" else FOUR)
    found = []
    for page, path in ((player, f"/t/{table}"), (watcher, f"/t/{table}?tv"), (watcher, f"/learn/{case}")):
        page.goto(path)
        page.locator("[data-at] .piles").wait_for()
        page.evaluate("document.fonts.ready.then(() => 0)")
        for size in (*SIZES[:3], LAPTOP, (390, 844)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            if (besides := page.evaluate(BESIDES)) != [0, 0]:
                found.append(f"{path}, {size}: {besides}")
    for page in (player, watcher):
        page.context.close()
    assert not found, "\n".join(found)


LOW_PHONES = [(360, 640), (375, 667), (360, 740), (390, 844)]


@pytest.mark.parametrize("others", [1, 2, 3])
@pytest.mark.parametrize("case", [case for case in CASES if case != "jekyll-hyde"])
def test_a_table_fits_on_a_phone(browser: Browser, server: Server, case: str, others: int) -> None:
    """None of it has to be scrolled to, also beside the guide and with longer words."""
    context = new_context(browser, server, viewport=USUAL, locale="de-DE")
    page = context.new_page()
    make_table(page, case, seats=[ME, *[BOT] * others])
    wait_for_turn(page)
    found = []
    for size in LOW_PHONES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if (besides := page.evaluate(BESIDES)) != [0, 0]:
            found.append(f"{size}: {besides}")
    context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [SIZES[0], *PHONES], ids=str)
def test_a_hint_leaves_the_choices_in_sight(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """Beside the guide it has a place of its own, however long it is; and the mark of a chosen card covers no word."""
    context = new_context(browser, server, viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    make_table(page, "ripper")
    wait_for_turn(page)
    play(page, ("draw",))
    box = """(selector) => { const {top, bottom} = document.querySelector(selector).getBoundingClientRect();
      return [top, bottom]; }"""
    page.wait_for_function(ASKED_NEXT)
    page.keyboard.press("h")
    page.get_by_test_id("hint").wait_for()
    assert page.evaluate(box, "[data-testid=hint]")[1] <= page.evaluate(box, ".choices [data-action]")[0] + 1
    assert page.locator("[data-action]").first.is_visible()
    page.get_by_test_id("hint").get_by_label("Close").click()
    page.locator("[data-key]").nth(3).click()
    page.locator(".held.chosen .mark").wait_for()
    words = """() => { const range = document.createRange();
      range.selectNodeContents(document.querySelector('#hand-title'));
      return range.getBoundingClientRect().bottom; }"""
    assert page.evaluate(words) <= page.evaluate(box, ".held.chosen .mark")[0] + 4  # no letter stands that low
    context.close()


@pytest.mark.parametrize("case", CASES)
def test_a_lesson_and_a_puzzle_fit_on_a_phone(browser: Browser, server: Server, case: str) -> None:
    """Nothing has to be scrolled to, and of one's own area at least a row of cards is seen."""
    context = new_context(browser, server, viewport=USUAL, locale="de-DE")
    page = context.new_page()
    found = []
    for path in (f"/learn/{case}", f"/puzzles/{case}"):
        page.goto(path)
        page.locator("[data-at] .piles").wait_for()
        page.evaluate("document.fonts.ready.then(() => 0)")
        for size in LOW_PHONES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            own = page.locator("section.own").bounding_box()
            assert own
            if (besides := page.evaluate(BESIDES)) != [0, 0] or own["height"] < 72:
                found.append(f"{path}, {size}: {besides}, {own['height']} px")
    context.close()
    assert not found, "\n".join(found)
