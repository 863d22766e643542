"""The page below a path of another site."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.driver import Server, new_context
from tests.subpath import PREFIX, proxied


def test_the_page_works_below_a_path(browser: Browser, tmp_path: Path) -> None:
    """Its files, its pages, a table with an invitation, and the way back, under a deep address too."""
    server = Server(tmp_path, "--root-path", PREFIX).start()
    try:
        with proxied(server.url, strips=True) as url:
            page = new_context(browser, server).new_page()
            lost: list[str] = []
            page.on("response", lambda answer: lost.append(answer.url) if answer.status >= 400 else None)
            page.goto(f"{url}/rules/common")
            expect(page.locator("main h1")).to_be_visible()
            rules = page.locator("main nav a[href*='/rules/capone']")
            rules.click()
            expect(page).to_have_url(f"{url}/rules/capone")
            made = page.evaluate(
                """async (root) => (await (await fetch(`${root}/api/tables`, {
                  method: "POST", headers: {"Content-Type": "application/json"},
                  body: JSON.stringify({case: "capone", seats: [{for: "me", name: "Ann"}, {for: "anyone"}]})
                })).json()).table""",
                PREFIX,
            )
            page.goto(f"{url}/t/{made}")
            expect(page.get_by_role("textbox", name="Link to this table")).to_have_value(f"{url}/t/{made}")
            home = page.locator("a[href='/'], a[href$='/casefile/']").first
            home.click()
            expect(page).to_have_url(f"{url}/")
            assert lost == []
    finally:
        server.stop()
