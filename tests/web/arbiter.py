"""How a test opens the arbiter's page."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.web.serving import ARBITER_KEY, give_key

DOUBLE_PRESS = 700  # milliseconds


def open_arbiter(page: Page, rules: str, lang: str) -> None:
    """Open the page for an edition and wait until it is in force."""
    give_key(page, ARBITER_KEY)
    page.goto(f"/arbiter#{urlencode({'rules': rules, 'lang': lang})}")
    expect(page.locator("#rules")).to_have_value(rules)
    expect(page.locator("main:not([inert])")).to_be_visible()


def open_tab(page: Page, name: str) -> None:
    """Open a part of the page and wait until it is drawn."""
    page.locator(f"#tab-{name}").click()
    part = page.locator(f"#tab-{name}").get_attribute("aria-controls")
    expect(page.locator(f"#{part} h1")).to_be_visible()


def open_game(page: Page, text: str) -> None:
    """Put a game into the editor, as GCG or JSON."""
    open_tab(page, "editor")
    files = page.locator("#editor-files")
    if files.get_attribute("open") is None:
        files.locator("summary").click()
    page.locator("#editor-text").fill(text)
    read = page.locator("#editor-files button").first
    if text.startswith("{"):
        return read.click()
    with page.expect_response("**/replay?record=1") as answered:
        read.click()
    if answered.value.ok:
        expect(page.locator("#editor-text")).to_have_value("")
    return None


def write_play(page: Page, text: str) -> None:
    """Write a play in the editor as text."""
    open_tab(page, "editor")
    page.locator("#editor-play").fill(text)
    page.clock.run_for(500)
