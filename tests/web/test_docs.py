"""The contract as a page: every example can be changed and sent."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.serving import ARBITER_KEY
from tests.web.test_access import check


@pytest.fixture
def docs(page: Page) -> Page:
    page.goto("/docs")
    page.get_by_label("Key, if the service asks").fill(ARBITER_KEY)
    return page


def sent(page: Page, operation: str, body: str) -> Locator:
    example = page.locator(f"#{operation} details.try").first
    example.locator("summary").click()
    example.locator("textarea").fill(body)
    example.get_by_role("button").click()
    return example.locator("button + pre")


def test_an_example_is_changed_and_sent(docs: Page) -> None:
    answer = sent(docs, "score", '{"play": "8F MICIO", "declared": 17}')
    expect(answer).to_contain_text('"agrees": false')


def test_a_refusal_is_shown_as_a_program_would_get_it(docs: Page) -> None:
    answer = sent(docs, "challenge", '{"words": ["CA SA"]}')
    expect(answer).to_contain_text("422 application/problem+json")
    expect(answer).to_contain_text('"code": "not_a_word"')


def test_a_verdict_names_its_lexicon(docs: Page) -> None:
    expect(sent(docs, "challenge", '{"words": ["CASA"]}')).to_contain_text("Lexicon: it/")


def test_what_is_only_looked_up_can_be_asked_too(docs: Page) -> None:
    rules = docs.locator("#showRules")
    rules.get_by_role("button").click()
    expect(rules.locator("button + pre")).to_contain_text('"id": "figs-75min"')


def test_a_service_with_keys_says_so(page: Page) -> None:
    page.goto("/docs")
    expect(sent(page, "challenge", '{"words": ["CASA"]}')).to_contain_text("No key was sent")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_contract_is_for_everybody(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto("/docs")
    page.locator("#challenge summary").first.click()
    check(page, f"docs, {scheme}")
