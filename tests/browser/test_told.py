"""Every mark, number and pile of a table explains itself: to the mouse, to a finger, and to the keyboard."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driver import CASES, PREFS, Server, make_table, new_context, play, problems_of, wait_for_turn
from tests.browser.states import play_turns, without_guide

BOT = {"for": "bot", "bot": "constable"}
PHONE = {"width": 390, "height": 844}

# What is seen on the table and neither explains itself nor is a sentence, or something to be clicked that says
# what it does.
UNTOLD = """() => {
  const speaks = ['[data-told], a, label, input, select, .ask, .last, .case, .empty, .pile .label, .sr, h2',
    'aside p, aside thead, aside ol'].join();
  const acts = (button) => button.title || button.innerText.trim() || button.getAttribute('aria-label');
  const leaves = [...document.querySelectorAll('.table *')].filter((each) => each.checkVisibility({
    visibilityProperty: true, opacityProperty: true }) && !each.closest('.emblem, .ground') && (each.matches('svg') ||
    [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())));
  return leaves
    .filter((each) => !each.closest(speaks) && !acts(each.closest('button') ?? document.createElement('button')))
    .map((each) => each.outerHTML.slice(0, 160));
}"""
# Marks as they are written, and all that is told about them.
TOLD = """() => [...document.querySelectorAll('[data-told]')].filter((each) => each.checkVisibility()).map((each) => [
  each.getAttribute('aria-description'),
  [...each.querySelectorAll('.tag, .worth, .score, .mark, .to')]
    .filter((mark) => mark.checkVisibility()).map((mark) => mark.textContent.replace('·', '').trim()),
])"""


def open_table(browser: Browser, server: Server, case: str, language: str, **device: object) -> Page:
    """Somebody in the middle of a round of three, where the case has them, with the case board open."""
    page = new_context(browser, server, **device).new_page()
    page.add_init_script(
        f"localStorage.setItem('{PREFS}', JSON.stringify({json.dumps({'speed': 'instant', 'language': language})}))"
    )
    players = 2 if case == "jekyll-hyde" else 3
    seats = [{"for": "me", "name": "Ann"}, *[BOT] * (players - 1)]
    make_table(page, case, seats=seats, clock={"seconds": 600}, target=60)
    wait_for_turn(page)
    return page


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("case", CASES)
def test_every_mark_says_what_it_means(case: str, language: str, browser: Browser, server: Server) -> None:
    page = open_table(browser, server, case, language, viewport={"width": 1440, "height": 900})
    for seed in range(12):
        assert page.evaluate(UNTOLD) == []
        for told, marks in page.evaluate(TOLD):
            title, _, meaning = told.partition(". ")
            assert title, told
            assert meaning, told
            assert "{" not in told, told
            assert "undefined" not in told, told
            assert [mark for mark in marks if mark and mark not in told] == [], told
            assert ": ." not in f"{told}.", told
        if play(page, ("draw", "round"), seed=seed).startswith("over"):
            break
    page.context.close()


@pytest.mark.parametrize("case", CASES)
def test_help_opens_by_mouse_finger_and_keyboard(case: str, browser: Browser, server: Server) -> None:
    page = open_table(browser, server, case, "en", viewport={"width": 1440, "height": 900})
    play_turns(page, 1)
    meaning = page.locator(".meaning")
    told = page.locator("[data-told]")
    for at in range(told.count()):
        one = told.nth(at)
        text = (one.get_attribute("aria-description") or "").partition(". ")[0]
        one.hover(position={"x": 4, "y": 4})
        expect(meaning).to_contain_text(text)
        page.mouse.move(1, 1)
        expect(meaning).to_have_count(0)
        one.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(meaning).to_contain_text(text)
        page.keyboard.press("Escape")
        expect(meaning).to_have_count(0)
        page.keyboard.press("?")
        expect(meaning).to_contain_text(text)
    assert problems_of(page) == []
    page.context.close()
    phone = open_table(browser, server, case, "en", viewport=PHONE, has_touch=True)
    without_guide(phone)
    told = phone.locator("main [data-told]:not(button)")
    for at in range(told.count()):
        text = (told.nth(at).get_attribute("aria-description") or "").partition(". ")[0]
        told.nth(at).tap(position={"x": 4, "y": 4})
        expect(phone.locator(".meaning")).to_contain_text(text)
        box = phone.locator(".meaning").bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"]
        assert 0 <= box["y"] <= box["y"] + box["height"] <= PHONE["height"]
    phone.context.close()


def test_the_tab_key_goes_through_a_table_and_back(page: Page) -> None:
    """What opens under the focus must not hold it, nor what closes when it leaves."""
    make_table(page, "capone")
    wait_for_turn(page)
    page.locator("main h1").first.focus()
    for number in range(14):
        page.keyboard.press("Tab")
        page.evaluate("number => { document.activeElement.dataset.seen = number }", number)
    assert page.locator("[data-seen]").count() == 14
    assert page.locator("[data-seen][data-told]").count() >= 3
    for _ in range(13):
        page.keyboard.press("Shift+Tab")
    expect(page.locator("[data-seen='0']")).to_be_focused()


def test_a_table_that_goes_on_does_not_forget_what_the_mouse_asks(page: Page) -> None:
    """What a mark means is new with every change; whoever rests on it meanwhile is told all the same."""
    make_table(page, "capone")
    wait_for_turn(page)
    page.locator(".own [data-told]").first.hover()
    page.locator("[data-action='draw discard']").evaluate("button => button.click()")
    expect(page.locator("[data-key]")).to_have_count(11)
    expect(page.locator(".meaning")).to_be_visible()


def test_a_rest_on_a_pile_or_card_asks_what_it_is(page: Page) -> None:
    make_table(page, "capone")
    wait_for_turn(page)
    before = page.locator("[data-at]").get_attribute("data-at")
    page.locator("[data-pile=file]").hover()
    page.mouse.down()
    page.wait_for_timeout(700)
    page.mouse.up()
    expect(page.locator(".meaning")).to_contain_text("draw pile")
    page.locator("[data-pile=discard]").click(button="right")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.locator("[data-at]").get_attribute("data-at") == before
    page.locator("[data-pile=file]").click()
    expect(page.locator(".held.fresh")).not_to_have_count(0)
    page.locator(".held.fresh").first.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Has just come into your hand.")


def test_who_goes_through_the_hand_by_keys_reads_what_each_card_is_for(page: Page) -> None:
    make_table(page, "ripper")
    wait_for_turn(page)
    words = page.get_by_test_id("read")
    page.locator("[data-key]").nth(2).click()
    expect(words).to_have_count(0)  # a mouse rests on a card
    page.keyboard.press("Escape")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        focused = page.locator("[data-key]:focus")
        expect(words).to_contain_text(focused.locator(".sr").inner_text().partition(",")[0])
        assert words.evaluate("words => words.scrollHeight <= words.clientHeight + 2")
        box, asked = words.bounding_box(), page.locator(".ask").bounding_box()
        assert box
        assert asked
        assert box["y"] >= asked["y"] + asked["height"] - 1
    page.keyboard.press("Tab")
    expect(words).to_have_count(0)


def test_another_language_leaves_no_answer_in_the_old_one(page: Page) -> None:
    make_table(page, "ripper")
    wait_for_turn(page)
    german = {"speed": "instant", "language": "de"}
    choose = f"""() => {{ localStorage.setItem('{PREFS}', '{json.dumps(german)}');
      dispatchEvent(new StorageEvent('storage', {{key: '{PREFS}'}})); }}"""
    page.keyboard.press("h")
    hint = page.get_by_test_id("hint")
    expect(hint).to_contain_text("case file")
    page.locator("[data-key]").first.focus()
    page.keyboard.press("Delete")
    page.keyboard.press("Delete")
    expect(page.get_by_test_id("refused")).to_be_visible()
    page.keyboard.press("h")
    expect(hint).to_contain_text("case file")
    page.evaluate(choose)
    expect(hint).to_contain_text("Fallakte")
    page.keyboard.press("Delete")
    page.keyboard.press("Delete")
    expect(page.get_by_test_id("refused")).to_contain_text("ziehen")
    page.evaluate(choose.replace('"de"', '"it"'))
    expect(page.get_by_test_id("refused")).to_have_count(0)
    page.keyboard.press("Enter")  # chooses the card
    page.keyboard.press("w")
    expect(page.get_by_test_id("refused")).to_contain_text("devi pescare")
    for language, word in (("de", "ziehen"), ("it", "devi pescare"), ("de", "ziehen")):
        page.evaluate(choose.replace('"de"', f'"{language}"'))
        expect(page.get_by_test_id("refused")).to_contain_text(word)
    page.get_by_test_id("refused").get_by_role("button").click()
    page.evaluate(choose.replace('"de"', '"it"'))
    expect(page.get_by_test_id("question")).to_contain_text("Pesca")
    expect(page.get_by_test_id("refused")).to_have_count(0)
