"""Every visible text is measured, over pages and states, in four sizes: none too small to be read, none cut."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.driver import Server, make_table, new_context, play, wait_for_turn

REAL_BROWSER = True
# Languages with long words meet the narrow screens.
SIZES = [((1440, 900), "it-IT"), ((1024, 768), "de-DE"), ((1920, 1080), "en-US"), ((390, 844), "de-DE")]
PAGES = ["/", "/how/ripper", "/rules/capone", "/score", "/ratings", "/settings", "/credits", "/replay"]
FRIENDS = [{"for": "me", "name": "Ann"}, {"for": "anyone"}]
FOUR = [{"for": "me", "name": "Ann"}, *[{"for": "bot", "bot": "constable"}] * 3]

# All visible texts that are smaller than 11 px, or of which a part is cut off by what they lie in or by the screen.
# What can be scrolled to is not cut. Letters on cards have 8.5 at least: what a card is called
# stands beside it when it is chosen, and on it there are signs. How often it is in the deck stands in its help.
MEASURE = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const words = node.textContent.trim();
    const parent = node.parentElement;
    if (!words || parent.closest('.sr, .skip, script, style, option, .foot, .fan')) continue;
    if (!parent.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (getComputedStyle(parent).clipPath !== 'none') continue; // for those who listen
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    if (!boxes.length) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    const least = parent.closest('.card') ? 8.5 : 11;
    if (size < least) found.push(`${size.toFixed(1)} px: ${words.slice(0, 60)} (${parent.className})`);
    const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top)), bottom = Math.max(...boxes.map((box) => box.bottom));
    if (right > innerWidth + 1 || left < -1) found.push(`beside the screen: ${words.slice(0, 60)}`);
    let scrolls = false;
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box), inner = box.getBoundingClientRect();
      if (style.position === 'fixed') break;
      scrolls ||= [style.overflowX, style.overflowY].some((how) => how === 'auto' || how === 'scroll');
      if (scrolls) break;
      const cutX = style.overflowX !== 'visible' && (right > inner.right + 2 || left < inner.left - 2);
      const cutY = style.overflowY !== 'visible' && (bottom > inner.bottom + 3 || top < inner.top - 3);
      if (cutX || cutY) { found.push(`cut: ${words.slice(0, 60)} (${parent.className} in ${box.className})`); break; }
    }
  }
  return [...new Set(found)];
}"""


def unreadable(page: Page) -> list[str]:
    """What cannot be read as the page stands, once its fonts are there."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(150)
    return list(page.evaluate(MEASURE))


@pytest.mark.parametrize(("size", "language"), SIZES, ids=str)
def test_every_text_can_be_read(browser: Browser, server: Server, size: tuple[int, int], language: str) -> None:
    context = new_context(browser, server, viewport={"width": size[0], "height": size[1]}, locale=language)
    page = context.new_page()
    found = {}
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        found[path] = unreadable(page)
    make_table(page, "jekyll-hyde", seats=FRIENDS)
    page.wait_for_selector("#invite")
    found["lobby"] = unreadable(page)
    for case in ("rue-morgue", "capone"):
        make_table(page, case, seats=FOUR)
        wait_for_turn(page)
        found[f"{case}, first turn"] = unreadable(page)
        for turn in range(4):
            play(page, ("draw",), seed=turn)
        page.locator("[data-key]").first.click()
        found[f"{case}, a card chosen"] = unreadable(page)
    make_table(page, "ripper", seats=FOUR[:3], target=1)
    play(page, ("over",), seed=1)
    found["end"] = unreadable(page)
    context.close()
    assert [f"{where}: {text}" for where, texts in found.items() for text in texts] == []
