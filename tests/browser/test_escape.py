"""The interrupt of Jack the Ripper: only the holder of the card sees that there is anything to decide (RIP-22)."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.driver import Server, make_table, new_context

HELD = "[data-key^=ripper-escapes]"
ESCAPE = "[data-action='play ripper-escapes']"

# Bring four victims to the table, and the fifth as soon as somebody holds the escape; let nobody go out.
STEP = """(isHeld) => {
  const table = document.querySelector('[data-at]');
  if (document.querySelector('dialog[open]')) return 'over';
  if (document.querySelector("[data-action='play ripper-escapes']")) return 'may escape';
  if (table.dataset.mine !== 'true' || table.dataset.at === window.played) return 'wait';
  const offers = [...document.querySelectorAll('[data-action]')];
  const victims = parseInt(document.querySelector('[data-note=victims]').textContent);
  const brings = isHeld || victims < 4 ? ['play victim'] : [];
  if (isHeld) brings.push('play ripper-strikes', 'play commissioner');
  const wanted = [...brings, 'draw file', 'draw', 'discard'];
  const best = wanted.map((start) => offers.find((each) => each.dataset.action.startsWith(start))).find(Boolean);
  const cards = [...document.querySelectorAll('[data-key]')];
  const spare = cards.filter((card) => !/^(victim|ripper-)/.test(card.dataset.key));
  if (best) window.played = table.dataset.at;
  (best ?? spare.find((card) => card.getAttribute('aria-pressed') === 'false') ?? spare[0]).click();
  return 'acted';
}"""


def test_only_the_holder_is_asked_whether_the_ripper_escapes(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, "--beat", "4").start()
    try:
        ann, ben = (new_context(browser, server).new_page() for _ in range(2))
        seats = [{"for": "me", "name": "Ann"}, {"for": "anyone"}]
        table = make_table(ann, "ripper", seats=seats, entropy="8")  # a deal in which the victims come soon
        assert ben.request.post(f"/api/tables/{table}/seats", data={"name": "Ben"}).ok
        ben.goto(f"/t/{table}")
        for page in (ann, ben):
            page.wait_for_selector("[data-key]")
        holder = bring_victims(ann, ben)
        other = ben if holder is ann else ann
        expect(holder.get_by_test_id("question")).to_contain_text("Does the Ripper escape?")
        expect(other.locator(ESCAPE)).to_have_count(0)
        assert "escape" not in other.get_by_test_id("question").inner_text()
        holder.locator(ESCAPE).click()
        for page in (ann, ben):
            expect(page.get_by_test_id("round-end")).to_contain_text("unsolved")
            page.context.close()
    finally:
        server.stop()


def bring_victims(ann: Page, ben: Page) -> Page:
    """Play until all five victims lie on the table, and say who may let the Ripper escape."""
    for _ in range(1500):
        for page in (ann, ben):
            held = ann.locator(HELD).count() + ben.locator(HELD).count()
            done = page.evaluate(STEP, held > 0)
            assert done != "over"
            if done == "may escape":
                return page
        ann.wait_for_timeout(10)
    raise AssertionError("the victims did not come")
