"""Whole matches in a real browser: by clicking, by keys, by commands; and whatever may come between."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from tests.browser.driver import CASES, Server, hand, make_table, new_context, play, problems_of, wait_for_turn


@pytest.mark.parametrize("case", CASES)
def test_a_whole_match_by_clicking(page: Page, case: str) -> None:
    make_table(page, case, target=5)
    play(page, ("over",), seed=len(case))
    expect(page.get_by_test_id("round-end")).to_contain_text(re.compile("You won!|wins the match!"))
    expect(page.get_by_test_id("round-end")).to_contain_text("The deal was honest")
    page.get_by_text("The deal was honest").click()
    shown = re.search(r"\d+", page.get_by_test_id("deal-cards").inner_text())
    assert shown is not None
    assert int(shown[0]) > 30  # one round of cards at least, each of them dealt again in the browser
    page.get_by_test_id("check-replay").click()
    expect(page.get_by_test_id("round-end")).to_contain_text("down to the last card")
    page.get_by_test_id("rematch").click()
    expect(page.get_by_test_id("round-end")).to_have_count(0)
    expect(page.get_by_text("Round 1")).to_be_visible()


def test_a_server_that_shows_forged_cards_is_found_out(page: Page) -> None:
    """One card of the deal is another one than the seed gives: the digests are right, and the check fails."""
    dealt = re.compile(r'("moves":\[{"from":"file","to":"hand:0","cards":\[")([\w:-]+)(",")([\w:-]+)')

    def forge(text: str) -> str:
        return dealt.sub(lambda found: f"{found[1]}nitti{found[3]}nitti", text, count=1)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(forge(str(text))))

    page.route_web_socket("**/socket", between)
    make_table(page, "capone", target=5)
    play(page, ("over",), seed=3)
    expect(page.get_by_test_id("round-end")).to_contain_text("The deal does not match what was promised")


def test_the_deals_of_a_match_and_its_rematch_are_what_was_promised_before(page: Page) -> None:
    page.goto("/settings")
    page.get_by_label("Your name").fill("Ann")
    page.goto("/")
    page.locator("[data-play=capone]").click()
    for deal in range(2):
        page.wait_for_selector("[data-key]")
        table = page.url.rsplit("/", 1)[1]
        kept = page.evaluate("JSON.parse(localStorage.getItem('casefile.promises'))")
        assert [name for name, _ in kept][-1] == table
        assert kept[-1][1]["text"]
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Give up the match").click()
        page.get_by_role("button", name="Yes, give up the match").click()
        expect(page.get_by_test_id("round-end")).to_contain_text("The deal was honest")
        if not deal:
            page.get_by_test_id("rematch").click()
            expect(page.get_by_test_id("round-end")).to_have_count(0)


def test_one_click_from_home_to_a_match_and_back_to_it(page: Page) -> None:
    page.goto("/")
    page.locator("[data-play=jekyll-hyde]").click()
    expect(page.get_by_role("heading", name="Your hand 10")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name=re.compile("Jekyll.*Detective")).click()
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()


def name_of(card: Locator) -> str:
    """A card's name as the log has it: without the letter or number in its corner, which listeners hear, too."""
    return card.locator(".sr").inner_text().partition(", ")[0]


def test_real_clicks_draw_choose_and_discard(page: Page) -> None:
    make_table(page, "ripper")
    wait_for_turn(page)
    page.locator("[data-pile=file]").click()
    expect(page.get_by_test_id("question")).to_contain_text("discard")
    card = page.locator("[data-key]").last
    name = name_of(card)
    card.click()
    page.locator("[data-action^=discard]").click()
    # The hand cannot be counted: the bot's next card may take victims out of it (RIP-12).
    expect(page.get_by_label("What happened").get_by_text(f"You discard {name}.")).to_be_visible()


@pytest.mark.parametrize("case", CASES)
def test_no_single_click_on_a_card_does_anything(page: Page, case: str) -> None:
    """Wherever a match gets to: a click on a card of the hand chooses it, and the table stays as it is."""
    make_table(page, case)
    for seed in range(4):
        play(page, ("draw", "give", "discard"), seed=seed)
        page.wait_for_function(
            "() => ![undefined, window.played].includes(document.querySelector('[data-mine=true]')?.dataset.at)"
        )
        at = page.locator("[data-at]").get_attribute("data-at")
        for key in page.eval_on_selector_all("[data-key]", "cards => cards.map(card => card.dataset.key)"):
            card = page.locator(f"[data-key='{key}']")
            if card.get_attribute("aria-pressed") == "false":
                card.evaluate("card => card.click()")
        expect(page.locator("[aria-pressed=true][data-key]").first).to_be_visible()
        assert page.locator("[data-at]").get_attribute("data-at") == at
        page.keyboard.press("Escape")
        expect(page.locator("[aria-pressed=true][data-key]")).to_have_count(0)


@pytest.mark.parametrize("how", ["click", "Enter", "Delete", "button", "key"])
def test_a_second_step_acts_on_the_chosen_card(page: Page, how: str) -> None:
    """A card that nothing but a discard can be done with."""
    make_table(page, "capone")
    wait_for_turn(page)
    page.locator("[data-pile=file]").click()
    expect(page.locator("[data-key]")).to_have_count(12)
    card = page.locator("[data-key]:not(.live)").first
    name = name_of(card)
    card.click()
    discard = page.locator("[data-action^=discard]")
    expect(discard).to_be_visible()
    page.wait_for_timeout(500)  # not a double click: chosen, and only then meant
    match how:
        case "click":
            card.click()
        case "Enter" | "Delete":
            page.keyboard.press(how)
        case "button":
            discard.click()
        case "key":
            page.keyboard.press(discard.locator("kbd").inner_text())
    expect(page.get_by_label("What happened").get_by_text(f"You discard {name}.")).to_be_visible()


def test_what_is_tried_while_something_else_is_asked_is_answered_in_plain_words(page: Page) -> None:
    """A card has to be given to the Orang-Utan first (RUE-6): neither a pile nor Delete answers with a command."""
    make_table(page, "rue-morgue")
    wait_for_turn(page)
    refused = page.get_by_test_id("refused")
    page.locator("[data-pile=file]").click()
    expect(refused).to_contain_text("Something else has to be decided first: Choose a card to put under the Orang-Utan")
    page.locator("[data-key]").first.focus()
    for _ in range(2):
        page.keyboard.press("Delete")
    expect(refused).to_contain_text("Something else has to be decided first")
    expect(refused).not_to_contain_text("CARD")


def test_one_action_stands_out_and_it_is_never_a_discard(page: Page) -> None:
    make_table(page, "capone")
    wait_for_turn(page)
    page.locator("[data-pile=file]").click()
    expect(page.locator("[data-key]")).to_have_count(12)
    for card in page.locator("[data-key]").all():
        page.keyboard.press("Escape")
        card.click()
        expect(page.locator("[data-action^=discard]")).to_be_visible()
        assert page.locator("[data-action^=discard].primary").count() == 0
        assert page.locator("[data-action].primary").count() <= 1


def test_another_card_is_chosen_instead_unless_the_two_go_together(page: Page) -> None:
    make_table(page, "capone")
    wait_for_turn(page)
    page.locator("[data-pile=file]").click()
    expect(page.locator("[data-key]")).to_have_count(12)
    faces = page.eval_on_selector_all("[data-key]", "cards => cards.map(card => card.dataset.face)")
    twice = next(face for face in faces if faces.count(face) > 1)
    other = next(face for face in faces if face != twice)
    chosen = page.locator("[data-key][aria-pressed=true]")
    page.locator(f"[data-key='{other}#0']").click()
    page.locator(f"[data-key='{twice}#0']").click()
    expect(chosen).to_have_count(1)
    page.locator(f"[data-key='{twice}#1']").click()
    expect(chosen).to_have_count(2)


def test_a_drag_onto_the_discard_pile_discards(page: Page) -> None:
    make_table(page, "capone")
    wait_for_turn(page)
    page.locator("[data-pile=file]").click()
    expect(page.locator("[data-key]")).to_have_count(12)
    card = page.locator("[data-key]").first
    name = name_of(card)
    card.hover(position={"x": 15, "y": 40})
    page.mouse.down()
    pile = page.locator("[data-pile=discard]").bounding_box()
    assert pile is not None
    page.mouse.move(pile["x"] + 30, pile["y"] + 30, steps=6)
    page.mouse.up()
    expect(page.get_by_label("What happened").get_by_text(f"You discard {name}.")).to_be_visible()


def touch(page: Page, *points: tuple[float, float], rests: int = 0) -> None:
    """A finger comes down, stays for a while, moves, and goes."""
    session = page.context.new_cdp_session(page)
    for at, (x, y) in enumerate(points):
        kind = "touchMove" if at else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(0 if at else rests)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_that_rests_on_a_card_gets_help_and_one_that_drags_it_plays(browser: Browser, server: Server) -> None:
    context = new_context(browser, server, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    make_table(page, "capone")
    wait_for_turn(page)
    card = page.locator("[data-key]").first
    name = name_of(card)
    place, pile = card.bounding_box(), page.locator("[data-pile=discard]").bounding_box()
    assert place is not None
    assert pile is not None
    at = (place["x"] + 8, place["y"] + 60)
    touch(page, at, rests=600)
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    page.get_by_role("button", name="Close").tap()
    expect(page.get_by_role("heading", name=name, exact=True)).to_have_count(0)
    touch(page, (pile["x"] + 30, pile["y"] + 40), rests=600)
    page.locator("dialog[open]").get_by_role("button", name="Close").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_test_id("question")).to_contain_text("Draw")  # nothing was drawn by that
    page.locator("[data-pile=file]").tap()
    expect(page.locator("[data-key]")).to_have_count(12)
    before = hand(page)
    place, pile = card.bounding_box(), page.locator("[data-pile=discard]").bounding_box()
    assert place is not None
    assert pile is not None
    at, over = (place["x"] + 8, place["y"] + 60), (pile["x"] + 30, pile["y"] + 40)
    touch(page, at, (at[0] + 20, at[1] - 60), over)
    expect(page.locator("[data-key]")).to_have_count(len(before) - 1)
    context.close()


def test_what_is_not_legal_is_refused_with_its_rule(page: Page) -> None:
    make_table(page, "ripper")
    wait_for_turn(page)
    refused = page.get_by_test_id("refused")
    card = page.locator("[data-key]").first
    card.click()  # before anything was drawn
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(refused).to_have_count(0)
    page.locator("[data-why]").click()
    expect(refused).to_contain_text("Draw a card first")
    page.keyboard.press("Escape")
    expect(refused).to_have_count(0)
    page.locator("[data-pile=file]").click()
    expect(page.get_by_test_id("question")).to_contain_text("discard")
    page.locator("[data-pile=file]").click()
    expect(refused).to_contain_text("already been drawn")
    link = refused.get_by_role("link")
    expect(link).to_have_attribute("href", re.compile("/rules/common#C-6"))


# The second time as soon as the key stands for something else, whatever else the machine has to do.
PRESS_TWICE = """async () => {
  const press = (timeStamp) => {
    const event = new KeyboardEvent('keydown', {key: '1', bubbles: true});
    Object.defineProperty(event, 'timeStamp', {value: timeStamp});
    document.body.dispatchEvent(event);
  };
  const first = performance.now();
  press(first);
  while (document.querySelector('[data-action]')?.dataset.action !== 'play victim:eddowes')
    await new Promise((done) => requestAnimationFrame(done));
  press(first + 200);
}"""
DRAW, SCENE = "[data-action='draw file']", "[data-action='play scene:berner-street']"


@pytest.mark.parametrize("how", ["double click", "key that is held", "key that is pressed twice"])
def test_what_has_just_appeared_is_not_chosen_by_the_same_press(page: Page, how: str) -> None:
    make_table(page, "ripper")
    wait_for_turn(page)
    victim = page.locator("[data-action='play victim:eddowes']")
    if how == "double click":
        page.locator(DRAW).click()
        victim.hover()  # on most screens it lies where the draw was offered
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
    elif how == "key that is held":
        page.keyboard.down("1")
        expect(page.locator("[data-action]").first).to_have_attribute("data-action", "play victim:eddowes")
        page.keyboard.down("1")
        page.keyboard.up("1")
    else:
        page.evaluate(PRESS_TWICE)
    page.locator(SCENE).click()
    log = page.get_by_label("What happened")
    expect(log.get_by_text(re.compile("You play .*Berner Street"))).to_be_visible()
    expect(log.get_by_text(re.compile("You play .*Eddowes"))).to_have_count(0)


def test_the_focus_stays_at_the_table(page: Page) -> None:
    make_table(page, "ripper")
    wait_for_turn(page)
    asked = page.get_by_role("region", name="What you are asked")
    page.locator(DRAW).focus()
    page.keyboard.press("Enter")
    expect(page.locator(SCENE)).to_be_visible()
    expect(asked).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-key]:focus")).to_have_count(1)
    page.keyboard.press("Delete")
    expect(page.locator("[data-key]:focus")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Delete")
    expect(page.locator(DRAW)).to_be_visible()
    expect(page.locator("[data-key]:focus")).to_have_count(1)
    command = page.get_by_role("combobox", name=re.compile("Command"))
    expect(command).to_have_count(0)
    page.keyboard.press("/")
    expect(command).to_be_focused()
    command.fill("draw file")
    page.keyboard.press("Enter")
    expect(page.locator(DRAW)).to_have_count(0)
    expect(command).to_be_focused()
    page.keyboard.press("Escape")
    expect(command).to_have_count(0)
    expect(asked).to_be_focused()


def test_keys_are_about_the_card_with_the_ring_however_the_hand_changes(page: Page) -> None:
    """A card that comes between two others shifts those behind it."""
    make_table(page, "ripper")
    wait_for_turn(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    ringed = page.locator("[data-key]:focus")
    last = ringed.get_attribute("data-key")
    page.locator("[data-action='draw discard']").evaluate("button => button.click()")
    expect(page.locator("[data-key]")).to_have_count(11)
    expect(ringed).to_have_attribute("data-key", last or "")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text(re.compile("Berner Street"))
    page.get_by_role("button", name="Close").press("Enter")
    expect(ringed).to_have_attribute("data-key", last or "")
    before = page.locator("[data-key]").nth(-2).get_attribute("data-key")
    page.keyboard.press("ArrowLeft")
    expect(ringed).to_have_attribute("data-key", before or "")


def test_the_focus_is_not_shown_to_whoever_clicks(page: Page) -> None:
    make_table(page, "ripper")
    wait_for_turn(page)
    page.locator(DRAW).click()
    expect(page.locator(SCENE)).to_be_visible()
    expect(page.locator(".ask:focus")).to_have_count(1)
    expect(page.locator(".ask:focus-visible")).to_have_count(0)


def test_a_table_is_told_by_its_heading(page: Page) -> None:
    make_table(page, "ripper")
    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name=re.compile("Ripper.*Constable")).click()
    wait_for_turn(page)
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_the_log_of_a_phone_opens_at_its_end_and_closes_by_escape(browser: Browser, server: Server) -> None:
    context = new_context(browser, server, viewport={"width": 360, "height": 330})
    page = context.new_page()
    make_table(page, "capone")
    wait_for_turn(page)
    page.keyboard.press("1")
    log = page.get_by_role("list", name="What happened")
    sheet = page.get_by_role("button", name="What happened").first
    sheet.click()
    expect(log.get_by_text(re.compile("You draw"))).to_be_in_viewport()
    assert log.evaluate("log => log.scrollHeight > log.clientHeight")
    page.get_by_role("button", name="Close").focus()
    page.keyboard.press("Escape")
    expect(log).to_be_hidden()
    expect(sheet).to_be_focused()
    context.close()


def test_a_hint_with_its_reason_and_undo(page: Page) -> None:
    make_table(page, "jekyll-hyde")
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_test_id("hint")).to_be_visible()
    before = hand(page)
    page.locator("[data-pile=discard]").click()
    expect(page.locator("[data-key]")).to_have_count(11)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-key]")).to_have_count(10)
    assert hand(page) == before


def test_undo_says_what_it_costs_before_it_is_done(page: Page) -> None:
    """A step that told somebody something asks first; then the match is not rated, and the table says so."""
    make_table(page, "jekyll-hyde")
    wait_for_turn(page)
    before = hand(page)
    costly = page.get_by_test_id("costly")
    page.locator("[data-pile=file]").click()
    expect(page.locator("[data-key]")).to_have_count(11)
    page.get_by_role("button", name="Undo").dblclick()  # the second click is no answer
    expect(costly).to_contain_text("the match is not rated")
    assert page.locator("[data-key]").count() == 11
    assert problems_of(page) == []
    costly.get_by_role("button", name="Leave it").click()
    expect(costly).to_have_count(0)
    expect(page.get_by_test_id("short")).to_have_count(0)
    assert page.locator("[data-key]").count() == 11
    page.locator(".question").click()
    page.keyboard.press("u")
    costly.get_by_role("button", name="Take it back").click()
    expect(page.locator("[data-key]")).to_have_count(10)
    assert hand(page) == before
    expect(page.get_by_test_id("short")).to_contain_text("not rated")
    page.locator("[data-pile=file]").click()
    expect(page.locator("[data-key]")).to_have_count(11)
    page.get_by_role("button", name="Undo").click()  # there is nothing left to lose
    expect(page.locator("[data-key]")).to_have_count(10)


def test_keyboard_only(page: Page) -> None:
    """A round without a mouse: digits choose what is offered, arrows and Enter choose cards, Delete discards them."""
    page.goto("/")
    page.wait_for_selector("[data-play=jekyll-hyde]")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.play") == "jekyll-hyde":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key]")
    make_table(page, "jekyll-hyde")  # with a quicker bot
    for step in range(400):
        wait_for_turn_or_end = page.locator("[data-mine=true], dialog[open]").first
        wait_for_turn_or_end.wait_for()
        if page.locator("dialog[open]").count():
            break
        at = page.locator("[data-at]").get_attribute("data-at")
        if page.locator("[data-action]").count():
            page.wait_for_timeout(400)  # the same key twice in no time acts once
            page.keyboard.press("1")
        else:
            page.keyboard.press("ArrowRight" if step % 2 else "ArrowLeft")
            page.keyboard.press("Enter")
            page.keyboard.press("Delete")
        page.wait_for_function("at => document.querySelector('[data-at]').dataset.at !== at", arg=at)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("round-end")).to_have_count(0)
    expect(page.get_by_text("Round 2")).to_be_visible()


def test_command_box_only(page: Page) -> None:
    make_table(page, "rue-morgue")
    box = page.get_by_role("combobox", name=re.compile("Command"))
    wait_for_turn(page)
    page.keyboard.press("/")
    box.fill("meld nobody*3")
    box.press("Enter")
    expect(page.get_by_test_id("refused")).to_contain_text("nobody")
    for _ in range(25):
        page.locator("[data-mine=true], dialog[open]").first.wait_for()
        if page.locator("dialog[open]").count():
            break
        at = page.locator("[data-at]").get_attribute("data-at")
        box.fill("d" if page.get_by_test_id("question").inner_text().endswith("turn") else "")
        box.press("ArrowDown")
        box.press("Enter")
        page.wait_for_function("at => document.querySelector('[data-at]').dataset.at !== at", arg=at)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_fly_unless_motion_is_reduced(browser: Browser, server: Server, motion: str) -> None:
    context = new_context(browser, server, reduced_motion=motion)
    page = context.new_page()
    make_table(page, "capone")
    wait_for_turn(page)
    page.evaluate(
        """() => new MutationObserver((changes) => {
            const added = changes.flatMap((change) => [...change.addedNodes]);
            if (added.some((node) => node.classList?.contains('flight'))) window.flew = true;
        }).observe(document.body, {childList: true, subtree: true})"""
    )
    page.locator("[data-pile=file]").click()
    expect(page.locator("[data-key]")).to_have_count(12)
    if motion == "reduce":
        assert page.evaluate("window.flew") is None
    else:
        page.wait_for_function("() => window.flew && !document.querySelector('.flight')")
    context.close()


def test_every_change_is_announced(page: Page) -> None:
    make_table(page, "ripper")
    wait_for_turn(page)
    page.locator("[data-pile=discard]").click()
    expect(page.get_by_test_id("spoken")).to_contain_text("You take")


def test_friends_at_one_table_choose_in_secret(browser: Browser, server: Server) -> None:
    ann, ben = (new_context(browser, server).new_page() for _ in range(2))
    ann.goto("/")
    folder = ann.locator("section[data-case=rue-morgue]")
    folder.get_by_role("button", name="With friends").click()
    folder.get_by_role("button", name="Open the table").click()
    expect(ann.get_by_role("img", name=re.compile("QR"))).to_be_visible()
    ben.goto(ann.get_by_label("Link to this table").input_value())
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    for page in (ann, ben):
        expect(page.get_by_test_id("question")).to_contain_text("Orang-Utan")
    given = ann.locator("[data-key]").first
    name = name_of(given)
    given.click()
    expect(ann.get_by_test_id("question")).to_contain_text("Orang-Utan")
    ann.locator("[data-action^=give]").click()
    expect(ann.get_by_test_id("question")).to_contain_text("Ben")
    expect(ben.locator("[data-key]")).to_have_count(10)
    expect(ben.get_by_label("What happened").get_by_text("Detective puts")).to_have_count(0)
    ben.locator("[data-key]").first.dblclick()
    expect(ann.get_by_label("What happened").get_by_text(f"You put {name}")).to_be_visible()
    expect(ben.get_by_label("What happened").get_by_text("Detective puts 1 card")).to_be_visible()
    for page in (ann, ben):
        page.context.close()


def test_four_browsers_pass_and_give_at_the_same_time(browser: Browser, server: Server) -> None:
    pages = [new_context(browser, server).new_page() for _ in range(4)]
    seats = [{"for": "me", "name": "Ann"}, *[{"for": "anyone"}] * 3]
    table = make_table(pages[0], "rue-morgue", seats=seats)
    for page, name in zip(pages[1:], ["Ben", "Cleo", "Dan"], strict=True):
        assert page.request.post(f"/api/tables/{table}/seats", data={"name": name}).ok
        page.goto(f"/t/{table}")
    for question in ("partner", "Orang-Utan"):
        for page in pages:
            expect(page.get_by_test_id("question")).to_contain_text(question)
        for page in reversed(pages):
            page.locator("[data-key]").first.click()
            page.locator("[data-action^=pass], [data-action^=give]").click()
    for page in pages:
        log = page.get_by_label("What happened")
        expect(log.get_by_text(re.compile("(Ann|Cleo|You) pass(es)? (you .*|.* to (Ann|Cleo))"))).to_have_count(2)
        expect(log.get_by_text(re.compile("puts? .* under"))).to_have_count(4)
    expect(pages[1].get_by_label("What happened").get_by_text("Ann passes 1 card to Cleo")).to_be_visible()
    for page in pages:
        page.context.close()


def test_whoever_watches_sees_no_hand(page: Page, browser: Browser, server: Server) -> None:
    table = make_table(page, "capone")
    wait_for_turn(page)
    context = new_context(browser, server)
    watcher = context.new_page()
    watcher.goto(f"/t/{table}")
    expect(watcher.get_by_role("region", name="Ann")).to_contain_text("10 cards")
    expect(watcher.get_by_test_id("question")).to_contain_text("Waiting for Ann")
    expect(watcher.locator("[data-key]")).to_have_count(0)
    context.close()
