"""Several devices with the page that needs no server, which find each other by codes that people carry."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.driver import hand, new_context, problems_of, wait_for_turn
from tests.browser.test_site import PHONE, SITE, WIDE, Web

REAL_BROWSER = True
pytestmark = pytest.mark.skipif(not (SITE / "sw.js").is_file(), reason="the site was not built; `make site` builds it")

# All that comes to a device from another one, before its page sees it.
OVERHEAR = """
  globalThis.overheard = [];
  const kept = Object.getOwnPropertyDescriptor(RTCDataChannel.prototype, 'onmessage');
  Object.defineProperty(RTCDataChannel.prototype, 'onmessage', { ...kept, set(hear) {
    let text = '';
    const letters = new TextDecoder();
    kept.set.call(this, (event) => {
      const [hasMore, ...bytes] = new Uint8Array(event.data);
      text += letters.decode(Uint8Array.from(bytes), { stream: true });
      if (!hasMore) overheard.push(text), (text = '');
      hear(event);
    });
  } });
  const made = globalThis.made = [];
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...wishes) { super(...wishes); made.push(this); }
  };
"""


class Device:
    """A browser that has the site, and what went wrong in its scripts."""

    def __init__(self, browser: Browser, web: Any, size: Any, language: str = "en-US") -> None:
        self.context: BrowserContext = new_context(browser, web, viewport=size, locale=language)
        self.context.add_init_script(OVERHEAR)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def keep_site(self) -> None:
        """Load the site once, and cut the network."""
        self.page.goto("/site/")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def overheard(self) -> list[dict[str, Any]]:
        """All that another device has told this one since its page was loaded."""
        return [json.loads(text) for text in self.page.evaluate("overheard")]

    def cut(self) -> None:
        """The connection dies, as when a device leaves the network."""
        self.page.evaluate("for (const connection of made) connection.close()")


class Table:
    """The device that is the table, and those of its guests."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.web: Any = Web()
        self.devices: list[Device] = []
        self.host = self.device(WIDE)
        self.host.keep_site()

    def device(self, size: Any, language: str = "en-US") -> Device:
        """One more device in the network."""
        device = Device(self.browser, self.web, size, language)
        self.devices.append(device)
        return device

    def make(self, case: str, players: int = 2) -> None:
        """A new table on the host's device, for people with devices of their own."""
        page = self.host.page
        page.goto("/site/")
        folder = page.locator(f"section[data-case={case}]")
        folder.get_by_role("button", name="Several people").click()
        folder.get_by_label("Players").select_option(str(players))
        folder.get_by_label("Your name").fill("Ann")
        folder.get_by_role("button", name="Go to the table").click()
        page.get_by_label("Each on their own device").check()

    def invitation(self) -> str:
        """What the host's page says that a guest needs."""
        return self.host.page.get_by_label("Invitation", exact=True).input_value()

    def let_in(self, answer: str) -> None:
        """What the host does with a guest's answer."""
        self.host.page.get_by_label("Answer", exact=True).fill(answer)
        self.host.page.get_by_role("button", name="Let in").click()

    def close(self) -> None:
        for device in self.devices:
            device.context.close()
        self.web.stop()
        assert [device.errors for device in self.devices] == [[] for _ in self.devices]


def answer_to(guest: Device, invitation: str, name: str | None = None) -> str:
    """What the guest's page answers, without a link being opened."""
    if name is not None:
        guest.page.get_by_label("Your name").fill(name)
    guest.page.get_by_label(re.compile("^Invitation")).fill(invitation)
    guest.page.get_by_role("button", name="Create an answer").click()
    return guest.page.get_by_label("Answer", exact=True).input_value()


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    table = Table(browser)
    yield table
    table.close()


def play_turns(table: Table, count: int) -> None:
    """The player whose turn it is draws and discards, and then the other one: nobody is asked anything in between."""
    first, second = sorted(table.devices, key=lambda each: each.page.locator("[data-mine=true]").count() == 0)
    for number in range(count):
        page = (second if number % 2 else first).page
        wait_for_turn(page)
        page.locator("[data-pile=file]").click()
        expect(page.get_by_test_id("question")).to_contain_text(re.compile("discard", re.IGNORECASE))
        page.locator("[data-key]").first.click()
        page.locator("[data-action^=discard]").first.click()
        expect(page.locator("[data-mine=true]")).to_have_count(0)


def states(device: Device) -> list[dict[str, Any]]:
    """The states that a device was told, once cards are dealt."""
    return [told for told in device.overheard() if told.get("type") == "state" and told["view"]]


def test_two_devices_play_without_a_server(table: Table) -> None:
    """Codes through the fields of the page, with nothing else in reach; the guest needs no engine."""
    host, guest = table.host, table.device(PHONE)
    guest.page.goto("/site/?/join")
    expect(guest.page.get_by_text("Play with people you trust")).to_be_visible()
    table.make("capone")
    expect(host.page.get_by_text("anyone who digs into this browser can read the others")).to_be_visible()
    for device in (host, guest):
        device.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    table.web.stop()
    assert problems_of(guest.page) == []
    answer = answer_to(guest, table.invitation(), "Ben")
    assert problems_of(guest.page) == []
    assert problems_of(host.page) == []
    table.let_in(answer)
    for device in (host, guest):
        device.page.wait_for_selector("[data-key]")
    # What comes to the guest is of its own seat alone.
    assert {frame["seat"] for frame in guest.overheard() if frame.get("type") == "welcome"} == {1}
    first = states(guest)[0]["view"]["hands"]
    assert (any(first[0]), all(first[1])) == (False, True)
    assert hand(host.page) != hand(guest.page)
    assert [worker for worker in guest.page.workers if "worker" in worker.url] == []
    play_turns(table, 4)
    guest.page.get_by_role("button", name="What happened").first.click()
    guest.page.get_by_role("button", name="Chat", exact=True).click()
    guest.page.get_by_label("Say something").fill("Over to you")
    guest.page.get_by_label("Say something").press("Enter")
    host.page.get_by_role("button", name=re.compile("^Chat")).first.click()
    expect(host.page.get_by_text("Over to you").first).to_be_visible()
    assert {state["view"]["seat"] for state in states(guest)} == {1}
    moves = [move for state in states(guest) for event in state["events"] for move in event["moves"]]
    drawn = [card for move in moves if (move["from"], move["to"]) == ("file", "hand:0") for card in move["cards"]]
    assert drawn
    assert not any(drawn)


def come_back(table: Table, guest: Device) -> None:
    """A guest without a connection gets a new invitation, and takes the seat that it had."""
    guest.page.get_by_role("link", name="Enter an invitation").click()
    table.host.page.get_by_role("button", name="Invite again").click()
    table.let_in(answer_to(guest, table.invitation()))
    guest.page.wait_for_selector("[data-key]")
    expect(table.host.page.get_by_role("button", name="Invite again")).to_have_count(0)


def test_a_lost_connection_loses_nothing(table: Table) -> None:
    """Whichever end it was: a guest that leaves the network, one whose page is loaded anew, or the table itself."""
    table.make("capone")
    host, guest = table.host, table.device(PHONE)
    guest.page.goto("/site/?/join")
    table.let_in(answer_to(guest, table.invitation(), "Ben"))
    for device in (host, guest):
        device.page.wait_for_selector("[data-key]")
    hands = hand(host.page), hand(guest.page)
    guest.cut()
    expect(guest.page.get_by_text("The connection to the table is lost")).to_be_visible()
    expect(guest.page.get_by_text("come back by itself")).to_have_count(0)
    assert problems_of(guest.page) == []
    come_back(table, guest)
    guest.page.reload()
    expect(guest.page.get_by_text("The connection to the table is lost")).to_be_visible()
    come_back(table, guest)
    host.page.reload()
    expect(
        guest.page.get_by_text(re.compile("The table was closed|The connection to the table is lost"))
    ).to_be_visible()
    come_back(table, guest)
    host.page.wait_for_selector("[data-key]")
    assert (hand(host.page), hand(guest.page)) == hands
    play_turns(table, 2)


def test_codes_that_are_wrong_are_told_apart(table: Table) -> None:
    """In one line each, at both ends."""
    table.make("capone")
    host, guest = table.host.page, table.device(WIDE)
    guest.page.goto("/site/?/join")
    invitation = table.invitation()
    alert = guest.page.get_by_role("alert")
    entered, reply = (
        guest.page.get_by_label(re.compile("^Invitation")),
        guest.page.get_by_role("button", name="Create an answer"),
    )
    reply.click()
    expect(alert).to_have_text("Enter the code first.")
    for wrong in ("hello", invitation[:-3]):
        entered.fill(wrong)
        reply.click()
        expect(alert).to_contain_text("This code is incomplete")
    answer = answer_to(guest, invitation, "Ben")
    guest.page.get_by_role("button", name="Use another invitation").click()
    entered.fill(answer)
    reply.click()
    expect(alert).to_contain_text("This is an answer.")
    for wrong, why in (
        ("hello", "This code is incomplete"),
        (invitation, "This is an invitation."),
    ):
        table.let_in(wrong)
        expect(host.get_by_role("alert")).to_contain_text(why)
    # An answer to an invitation that is gone.
    host.reload()
    host.get_by_label("Each on their own device").check()
    host.wait_for_selector("ol")
    table.let_in(answer)
    expect(host.get_by_role("alert")).to_contain_text("belongs to another invitation")
    # Another tab of the same browser is no other device.
    tab = table.host.context.new_page()
    tab.goto(table.invitation())
    tab.get_by_role("button", name="Create an answer").click()
    table.let_in(tab.get_by_label("Answer", exact=True).input_value())
    expect(tab.get_by_role("alert")).to_contain_text("in this very browser")


def test_three_devices_and_three_languages(table: Table) -> None:
    """Links bring the invitations along, names that are taken get a number, and a bot has the seat that stays free."""
    table.make("rue-morgue", 4)
    guests = [table.device(PHONE, "de-DE"), table.device(WIDE, "it-IT")]
    for guest, reply, answer in zip(
        guests, ("Antwort erstellen", "Crea la risposta"), ("Antwort", "Risposta"), strict=True
    ):
        guest.page.goto(table.invitation())
        guest.page.get_by_role("textbox").first.fill("Ann")
        guest.page.get_by_role("button", name=reply).click()
        table.let_in(guest.page.get_by_label(answer, exact=True).input_value())
        expect(table.host.page.get_by_text("Connected.")).to_be_visible()
        expect(guest.page.get_by_role("heading", name=re.compile("Rue Morgue"))).to_be_visible()
        if guest is guests[0]:
            table.host.page.get_by_role("button", name="Invite somebody").click()
    expect(guests[0].page.get_by_text("Ann 3")).to_be_visible()
    table.host.page.get_by_role("button", name="Start now, with bots in the free seats").click()
    for device in table.devices:
        device.page.wait_for_selector("[data-key]")
    assert len({str(hand(device.page)) for device in table.devices}) == 3
    assert [states(guest)[0]["view"]["seat"] for guest in guests] == [1, 2]
