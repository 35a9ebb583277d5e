"""The front door, and pages that cannot start."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.web.test_access import check
from tests.web.test_texts import TEXTS

DOORS = ["/tablet", "/arbiter", "/help", "/docs"]


def test_the_front_door_leads_to_every_page_in_the_visitors_language(page: Page) -> None:
    page.goto("/")
    assert page.locator(".doors a").evaluate_all("(all) => all.map((a) => a.pathname)") == DOORS
    asked = [*DOORS, "/favicon.ico", "/apple-touch-icon.png", "/tablet/", "/arbiter/"]
    assert [path for path in asked if not page.request.get(path).ok] == []
    expect(page.locator("#commands")).to_contain_text("arbiter terminal")
    page.locator("#lang").select_option("ro")
    for _ in range(2):
        expect(page.locator(".lead")).to_have_text(TEXTS["ro"]["home.lead"])
        page.reload()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_front_door_and_the_contract_are_for_everybody(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto("/")
    expect(page.locator("#lang option")).to_have_count(len(TEXTS))
    check(page, f"home, {scheme}", scheme=scheme)
    page.goto("/docs")
    page.locator("#challenge summary").first.click()
    check(page, f"docs, {scheme}", scheme=scheme)


@pytest.mark.parametrize("lang", TEXTS)
def test_the_guides_call_buttons_as_the_pages_of_their_language_do(page: Page, lang: str) -> None:
    page.goto("/help")
    page.get_by_role("link", name=TEXTS[lang]["language.name"]).click()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    for readers in ("player", "arbiter", "director", "organiser"):
        expect(page.locator(f"#{readers} h2")).not_to_be_empty()
    expect(page.locator("#arbiter")).to_contain_text(TEXTS[lang]["pin.recall"])
    expect(page.locator("#director")).to_contain_text(TEXTS[lang]["tour.publish"])
    assert "{" not in page.locator("main").inner_text()
    check(page, f"guides, {lang}")


def test_each_guide_is_one_page_of_paper(page: Page) -> None:
    for lang in TEXTS:
        page.goto(f"/help/{lang}")
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 4


@pytest.mark.parametrize("path", ["/tablet", "/arbiter"])
def test_a_browser_that_is_too_old_is_told_so(page: Page, path: str) -> None:
    page.add_init_script("delete window.HTMLDialogElement;")
    page.goto(path)
    expect(page.locator("#cannot")).to_be_visible()
    expect(page.locator("#cannot")).to_contain_text("usate un browser più recente")


@pytest.mark.parametrize("path", ["/tablet", "/arbiter"])
def test_a_page_without_its_texts_says_so(page: Page, path: str) -> None:
    page.route("**/i18n/**", lambda route: route.abort())
    page.goto(path)
    page.clock.run_for(13_000)
    expect(page.locator("#cannot")).to_be_visible()


def test_a_page_of_an_old_release_loads_itself_anew(page: Page) -> None:
    asked: list[str] = []

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404) if len(asked) == 1 else route.continue_()

    page.route("**/js/tablet/referee.js", gone)
    page.goto("/tablet")
    expect(page.locator("#setup h1")).not_to_be_empty()
    assert len(asked) > 1
    expect(page.locator("#cannot")).to_be_hidden()


def test_a_file_of_another_release_is_not_there(context: BrowserContext, base: str) -> None:
    page = context.request.get(f"{base}/tablet").text()
    version = page.split("/web/")[1].split("/")[0]
    there = context.request.get(f"{base}/web/{version}/js/core/dom.js")
    assert there.ok
    assert "immutable" in there.headers["cache-control"]
    assert context.request.get(f"{base}/web/0123456789/js/core/dom.js").status == 404
