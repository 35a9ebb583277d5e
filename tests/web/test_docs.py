"""The contract as a page: every example can be changed and sent."""

from playwright.sync_api import Locator, Page, expect

from tests.web.serving import ARBITER_KEY


def sent(page: Page, operation: str, body: str) -> Locator:
    example = page.locator(f"#{operation} details.try").first
    if example.get_attribute("open") is None:
        example.locator("summary").click()
    example.locator("textarea").fill(body)
    example.get_by_role("button").click()
    return example.locator("button + pre")


def test_an_example_is_changed_and_sent_and_answered_as_to_a_program(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})  # A laptop's at 400 %.
    page.goto("/docs")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(sent(page, "challenge", '{"words": ["CASA"]}')).to_contain_text("No key was sent")
    page.get_by_label("Key, if the service asks").fill(ARBITER_KEY)
    rows = [
        ("score", '{"play": "8F MICIO", "declared": 17}', '"agrees": false'),
        ("spell", '{"words": ["CA SA"]}', "422 application/problem+json"),
        ("challenge", '{"words": ["CASA"]}', "Lexicon: it/"),
    ]
    for operation, body, said in rows:
        expect(sent(page, operation, body)).to_contain_text(said)
    rules = page.locator("#showRules")
    rules.get_by_role("button").click()
    expect(rules.locator("button + pre")).to_contain_text('"id": "figs-75min"')
