"""How a test opens the arbiter's page."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.web.serving import ARBITER_KEY, give_key

DOUBLE_PRESS = 700  # milliseconds


def open_arbiter(page: Page, rules: str, lang: str) -> None:
    """Open the page for an edition and wait until its rules are there."""
    give_key(page, ARBITER_KEY)
    page.goto(f"/arbiter#{urlencode({'rules': rules, 'lang': lang})}")
    expect(page.locator("#rules")).to_have_value(rules)
    expect(page.locator("#rulebook h1")).to_be_attached()
