"""Lessons as a newcomer meets them: offered first, and played to the end by clicking, in every language."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from casefile.study.lessons import Lesson, lesson_of, words_of
from casefile.study.puzzles import puzzle_at, puzzles_of
from tests.browser.driver import CASES, Server, new_context, problems_of

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DEVICES: list[Any] = [
    pytest.param("ripper", "en", {}, id="ripper-en-wide"),
    pytest.param("rue-morgue", "de", PHONE, id="rue-morgue-de-phone"),
    pytest.param("jekyll-hyde", "it", {}, id="jekyll-hyde-it-wide"),
    pytest.param("capone", "en", PHONE, id="capone-en-phone"),
]

# Does what the teacher says end below the player's own area?
APART = """() => document.querySelector('.coach').getBoundingClientRect().top
  >= document.querySelector('section.own').getBoundingClientRect().bottom - 1"""


def click_action(page: Page, text: str) -> None:
    """Do what is asked as a person would: click a pile, or cards of the hand and then what to do with them."""
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-busy", "false")
    verb, *rest = text.split()
    if verb in ("draw", "feed"):
        page.click(f"[data-pile={rest[0]}]")
        return
    if verb != "take":
        card, _, count = rest[0].partition("*")
        cards = page.locator(f'[data-key][data-face="{card}"]')
        for at in reversed(range(int(count or 1))):  # in a crowded hand only the left edge of a card is seen
            cards.nth(at).click(position={"x": 8, "y": 40})
    wanted = page.locator(f'[data-action="{text}"]')
    page.locator(".choices .button").first.wait_for()
    for at in range(page.locator(".choices [aria-expanded]").count()):  # it may be one of several alike
        if not wanted.count():
            page.locator(".choices [aria-expanded]").nth(at).click()
            if not wanted.count():
                page.get_by_test_id("choices-back").click()
    wanted.click()


def play_step(page: Page, lesson: Lesson, number: int) -> None:
    """One step, until the next one is shown."""
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", str(number))
    step = lesson.steps[number]
    for text in step.do:
        click_action(page, text)
    dialog = page.get_by_test_id("round-end")
    if words_of(lesson.case.name, "en")[step.name].done:
        expect(dialog.get_by_test_id("coach")).to_be_visible()
        dialog.get_by_test_id("ready").click()
    elif not step.do and number + 1 < len(lesson.steps):
        page.get_by_test_id("next").click()


@pytest.mark.parametrize(("case", "language", "device"), DEVICES)
def test_a_lesson_is_played_to_its_end(
    browser: Browser, server: Server, case: str, language: str, device: dict[str, Any]
) -> None:
    """Every step by clicking, nothing that axe finds fault with, and at the end a match against the easiest bot."""
    context = new_context(browser, server, locale=language, **device)
    page = context.new_page()
    lesson = lesson_of(case)
    words = words_of(case, language)
    page.goto(f"/learn/{case}")
    for number, step in enumerate(lesson.steps):
        expect(page.get_by_test_id("lesson")).to_contain_text(words[step.name].title)
        if number in (1, len(lesson.steps) - 1):
            assert problems_of(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        play_step(page, lesson, number)
    assert page.evaluate(APART), "the last step lies over the player's own area"
    page.get_by_test_id("play").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+"))
    expect(page.get_by_test_id("question")).to_be_visible()
    context.close()


def test_many_choices_do_not_cover_what_is_taught(browser: Browser, server: Server) -> None:
    """Nor the table: on a phone they are offered a part at a time."""
    context = new_context(browser, server, **PHONE)
    page = context.new_page()
    lesson = lesson_of("jekyll-hyde")
    page.goto("/learn/jekyll-hyde")
    for number in range(2):
        play_step(page, lesson, number)
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "2")
    expect(page.locator(".choices [data-action]").first).to_be_visible()
    page.wait_for_timeout(300)
    taught, choices = (page.locator(part).bounding_box() for part in (".coach .text", ".choices"))
    assert taught is not None
    assert choices is not None
    assert taught["y"] >= 0
    assert taught["y"] + taught["height"] <= choices["y"]
    context.close()


def test_a_newcomer_is_offered_the_lesson_first(page: Page) -> None:
    """On the first page, until it was played; a learner who comes back goes on where they were."""
    page.goto("/")
    for case in CASES:
        expect(page.locator(f"[data-learn={case}]")).to_be_visible()
    page.click("[data-learn=ripper]")
    lesson = lesson_of("ripper")
    for number in range(2):
        play_step(page, lesson, number)
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "2")
    page.goto("/")
    page.click("[data-learn=ripper]")
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "2")
    page.evaluate("localStorage.setItem('casefile.prefs', JSON.stringify({lessons: {ripper: -1}}))")
    page.goto("/")
    expect(page.locator("[data-learn=capone]")).to_be_visible()
    expect(page.locator("[data-learn=ripper]")).to_have_count(0)


@pytest.mark.parametrize("focused", ["main h1", "[data-key]"])
def test_enter_goes_on_where_nothing_is_to_be_done(page: Page, focused: str) -> None:
    """Also from a card: that is where the focus is after another one was played."""
    lesson = next(lesson for lesson in (lesson_of(case) for case in CASES) if not lesson.steps[0].do)
    page.goto(f"/learn/{lesson.case.name}")
    expect(page.get_by_test_id("next")).to_be_enabled()
    page.locator(focused).first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "1")
    expect(page.locator(".held.chosen")).to_have_count(0)


def test_a_wrong_choice_is_explained_and_changes_nothing(page: Page) -> None:
    """By the lesson, or by the engine; and by the keyboard one gets on just the same."""
    page.goto("/learn/ripper")
    play_step(page, lesson_of("ripper"), 0)
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "1")
    click_action(page, "draw discard")
    words = words_of("ripper", "en")
    expect(page.get_by_test_id("verdict")).to_contain_text(words["draw"].wrong["draw discard"])
    expect(page.get_by_test_id("spoken")).to_contain_text(words["draw"].wrong["draw discard"])
    assert page.locator("[data-key]").count() == 6
    page.get_by_test_id("show").click()
    page.get_by_test_id("hint").get_by_role("button").first.press("Enter")
    expect(page.get_by_test_id("lesson")).to_contain_text(words["victim"].title)
    expect(page.get_by_test_id("verdict")).to_have_count(0)
    page.locator('[data-face="jill"][data-key]').click()
    page.click("[data-why]")
    expect(page.get_by_test_id("verdict")).not_to_contain_text("RIP-1")
    page.get_by_test_id("verdict").get_by_role("button", name="Rules").click()
    expect(page.get_by_test_id("verdict").get_by_role("link", name="RIP-1")).to_be_visible()
    card = page.locator('[data-face="victim:nichols"][data-key]')
    card.focus()
    card.press("Space")
    card.press("Enter")
    expect(page.get_by_test_id("lesson")).to_contain_text(words["meld"].title)


def test_a_puzzle_is_solved_by_clicking(page: Page) -> None:
    """A wrong attempt says what it costs; the solution is kept, and the next puzzle follows."""
    case = next(name for name in CASES if len(puzzles_of(name)) > 1)
    first = puzzle_at(case, 0)
    page.goto("/")
    page.click(f"[data-puzzles={case}]")
    click_action(page, first.obvious)
    expect(page.get_by_test_id("verdict")).to_be_visible()
    assert problems_of(page) == []
    page.keyboard.press("Escape")  # nothing is chosen any more
    click_action(page, first.best.action)
    expect(page.get_by_test_id("next")).to_be_visible()
    page.get_by_test_id("next").click()
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "1")
    page.reload()
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "1")
