"""What can be done is offered beside the hand, and never lies over one's area, the piles or the hand."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driver import CASES, Server, make_table, new_context, play, wait_for_turn
from tests.browser.states import without_guide
from tests.browser.test_table import BOTS, forge

SIZES = [(1440, 900), (1024, 768), (390, 844), (360, 640)]
PHONE = (390, 844)

# Notes, frame by frame, whatever is offered or said that lies over a part of the table which it may be about.
WATCH = """() => {
  const offered = '.choices, .choices button, .shown, .said > *, .coach .verdict';
  const parts = {own: 'section.own', file: '[data-pile=file]', discard: '[data-pile=discard]', hand: '.hand'};
  window.covered = new Set();
  window.most = 0;
  const look = () => {
    window.most = Math.max(window.most, document.querySelectorAll('[data-action]').length);
    for (const over of document.querySelectorAll(offered)) {
      if (!over.checkVisibility({visibilityProperty: true})) continue;
      const scroller = over.closest('.choices, .said')?.getBoundingClientRect();
      const box = over.getBoundingClientRect();
      const top = Math.max(box.top, scroller?.top ?? 0), bottom = Math.min(box.bottom, scroller?.bottom ?? innerHeight);
      if (bottom <= top) continue;
      for (const [name, selector] of Object.entries(parts)) {
        const part = document.querySelector(selector)?.getBoundingClientRect();
        if (!part || document.querySelector('dialog[open]')) continue;
        const wide = Math.min(box.right, part.right) - Math.max(box.left, part.left);
        const high = Math.min(bottom, part.bottom) - Math.max(top, part.top);
        if (wide > 1 && high > 1) {
          window.covered.add(`${name} below ${over.className.replaceAll(/s-[\\w-]+/g, '')}, ${Math.round(high)} px`);
        }
      }
    }
    requestAnimationFrame(look);
  };
  look();
}"""
COVERED = "() => [...window.covered]"
ASKED_NEXT = """() => document.querySelector('dialog[open]')
  || (document.querySelector('[data-mine=true]')?.dataset.at ?? window.played) !== window.played"""


def sit_down(browser: Browser, server: Server, size: tuple[int, int]) -> Page:
    """Somebody with a screen of this size."""
    return new_context(browser, server, viewport={"width": size[0], "height": size[1]}).new_page()


@pytest.mark.parametrize("size", [SIZES[0], PHONE], ids=str)
@pytest.mark.parametrize("case", CASES)
def test_choices_cover_nothing_they_are_about(
    browser: Browser, server: Server, case: str, size: tuple[int, int]
) -> None:
    """Over a whole round, with hints, and a while without the guide, whose place they may take."""
    page = sit_down(browser, server, size)
    make_table(page, case, target=1)
    wait_for_turn(page)
    page.evaluate(WATCH)
    for turn in range(3):
        play(page, ("discard", "round"), seed=turn)
        page.wait_for_function(ASKED_NEXT)
        if page.locator("dialog[open]").count():
            break
        page.keyboard.press("h")
        page.get_by_test_id("hint").get_by_label("Close").click()
        without_guide(page)
    play(page, ("over", "round"), seed=4)
    assert page.evaluate(COVERED) == []
    page.context.close()


GANG = {
    "capone": "Al Capone",
    "ralph": "Ralph Capone",
    "guzik": "Jake Guzik",
    "mcgurn": "Jack McGurn",
    "humphreys": "Murray Humphreys",
    "white": "William White",
    "nitti": "Frank Nitti",
    "torrio": "Johnny Torrio",
    "hunt": "Samuel Hunt",
    "burke": "Fred Burke",
    "heitler": "Mike Heitler",
}


def action(text: str, words: str, *cards: str) -> dict[str, Any]:
    """What a server offers; with cards it is something that is done with the hand."""
    verb, *_ = text.split()
    return {"text": text, "verb": verb, "words": words, "of_hand": True, "ends_turn": verb == "discard"} | {
        "cards": list(cards) or [text.split()[1]]
    }


def meet_agents(state: dict[str, Any]) -> None:
    """Eleven gangsters to ask around for, four to ask somebody for."""
    state["view"]["hands"][0] = ["agent-meeting", "white", "white", "nitti"]
    around = [
        action(f"play agent-meeting around {card}", f"play Agent meeting: ask around for {name}")
        for card, name in GANG.items()
    ]
    ask = [
        action(f"play agent-meeting ask {card} 1", f"play Agent meeting: ask Constable for every {GANG[card]}")
        for card in ("guzik", "mcgurn", "capone", "white")
    ]
    state["actions"] = [*around, *ask, action("discard agent-meeting", "discard Agent meeting")]


def look_through(state: dict[str, Any]) -> None:
    """None, or one of eleven cards, or two of them."""
    takes = [action(f"take {card}", f"take {name}", card) for card, name in GANG.items()]
    none = action("take none", "take nothing") | {"cards": []}
    two = action("take capone nitti", "take Al Capone and Frank Nitti", "capone", "nitti")
    state["actions"] = [each | {"of_hand": False} for each in (none, *takes, two)]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_many_ways_to_play_a_card_are_chosen_in_two_steps(
    browser: Browser, server: Server, size: tuple[int, int], players: int
) -> None:
    """Those about cards in the hand come first; what does not fit is a tap away, and nothing is covered."""
    page = sit_down(browser, server, size)
    forge(page, meet_agents)
    make_table(page, "capone", seats=BOTS[:players])
    wait_for_turn(page)
    page.evaluate(WATCH)
    for _ in ("guided", "not guided any more"):
        page.locator("[data-key^=agent-meeting]").click()
        expect(page.locator(".choices .button")).to_have_count(3)
        page.get_by_role("button", name="Ask around for …").click()
        options = page.locator(".choices [data-action]")
        expect(options).to_have_count(len(GANG))
        expect(options.first).to_have_text(re.compile("William White$"))
        expect(options.first).to_have_accessible_name("Play Agent meeting: ask around for William White")
        assert see_all(page) == len(GANG)
        page.get_by_test_id("choices-back").click()
        expect(page.locator(".choices .button")).to_have_count(3)
        page.keyboard.press("Escape")
        without_guide(page)
    assert page.evaluate(COVERED) == []
    page.context.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_to_choose_from_are_offered_in_the_panel(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """What takes most comes first and nothing last; all can be seen, with their keys, and none covers the table."""
    page = sit_down(browser, server, size)
    forge(page, look_through)
    make_table(page, "capone")
    wait_for_turn(page)
    page.evaluate(WATCH)
    options = page.locator(".choices [data-action]")
    expect(options).to_have_count(len(GANG) + 2)
    expect(options.first).to_have_attribute("data-action", "take capone nitti")
    expect(options.last).to_have_attribute("data-action", "take none")
    assert see_all(page) == len(GANG) + 2
    if size[0] > 700:
        expect(page.locator(".choices kbd")).to_have_text([str(key) for key in range(1, 10)])
    assert page.evaluate(COVERED) == []
    page.context.close()


def see_all(page: Page) -> int:
    """How many actions are seen whole, turning to the next part until the first comes again."""
    seen: set[str] = set()
    more = page.get_by_test_id("choices-more")
    for _ in range(9):
        seen |= set(
            page.eval_on_selector(
                ".choices",
                """box => [...box.querySelectorAll('[data-action]')].filter((each) => {
                  const inner = each.getBoundingClientRect(), outer = box.getBoundingClientRect();
                  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
                }).map((each) => each.dataset.action)""",
            )
        )
        if more.count():
            more.click()
    return len(seen)
