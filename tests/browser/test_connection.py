"""The connection between a page and its server: lost, dead without a word, slow, or not there from the beginning."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.driver import Server, hand, make_table, new_context, wait_for_turn


def test_nothing_is_sent_while_an_action_is_under_way(page: Page) -> None:
    held: list[str] = []

    def hold(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda text: held.append(str(text)) if '"act"' in str(text) else server.send(text))

    page.route_web_socket("**/socket", hold)
    make_table(page, "jekyll-hyde")
    wait_for_turn(page)
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.locator("[data-pile=discard]").click()
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint")).to_be_visible()  # it was asked for after all that
    assert len(held) == 1


class Wire:
    """What lies between a page and its server; it can be cut so that nobody notices."""

    def __init__(self, page: Page) -> None:
        self.is_cut = False
        page.route_web_socket("**/socket", self.connect)

    def connect(self, route: WebSocketRoute) -> None:
        if self.is_cut:
            return
        server = route.connect_to_server()
        route.on_message(lambda text: None if self.is_cut else server.send(text))
        server.on_message(lambda text: None if self.is_cut else route.send(text))


@pytest.mark.parametrize("how", ["after an action", "in silence", "offline"])
def test_a_connection_that_dies_without_a_word_is_noticed(page: Page, how: str) -> None:
    page.clock.install()
    wire = Wire(page)
    make_table(page, "capone")
    wait_for_turn(page)
    wire.is_cut = True
    if how == "after an action":
        page.locator("[data-pile=file]").click()
        page.clock.run_for(6500)
    elif how == "in silence":
        page.clock.run_for(14_500)
    else:
        page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_text("Connection lost")).to_be_visible()
    wire.is_cut = False
    page.clock.run_for(10_000)
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    if how != "after an action":
        page.locator("[data-pile=file]").click()
    expect(page.locator("[data-key]")).to_have_count(12)


def test_a_server_that_cannot_be_reached_is_said_and_tried_again(page: Page) -> None:
    table = make_table(page, "capone")
    is_away = True

    def connect(route: WebSocketRoute) -> None:
        if is_away:
            route.close()
        else:
            route.connect_to_server()

    page.route_web_socket("**/socket", connect)
    page.goto(f"/t/{table}")
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()
    expect(page.get_by_role("link", name="Back to the cases")).to_be_visible()
    is_away = False
    wait_for_turn(page)


def test_a_reload_in_mid_turn_changes_nothing(page: Page) -> None:
    make_table(page, "capone")
    wait_for_turn(page)
    page.locator("[data-pile=file]").click()
    expect(page.locator("[data-key]")).to_have_count(12)
    before = hand(page)
    page.reload()
    expect(page.locator("[data-key]")).to_have_count(12)
    assert hand(page) == before


def test_the_page_comes_back_by_itself_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    context = new_context(browser, server)
    page = context.new_page()
    try:
        make_table(page, "ripper")
        wait_for_turn(page)
        page.locator("[data-pile=file]").click()
        expect(page.locator("[data-key]")).to_have_count(11)
        before = hand(page)
        server.stop()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        assert hand(page) == before
        page.locator("[data-key]").first.click()
        page.keyboard.press("Delete")  # sent when the connection is there again, and carried out once
        expect(page.locator("[data-key]")).to_have_count(11)
        server.start()
        expect(page.get_by_text("Connection lost")).to_have_count(0)
        expect(page.locator("[data-key]")).to_have_count(10)
    finally:
        context.close()
        server.stop()
