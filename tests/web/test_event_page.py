"""The director's page beside a hall's box: results from tables and phones, a second laptop."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, BrowserContext, Page, expect

from service.event import Folder
from tests.support.serving import Server, serve
from tests.support.small_lexicons import small_lexicons
from tests.web.arbiter import open_arbiter
from tests.web.serving import ARBITER_KEY, DEVICE_KEY, give_key, keys
from tests.web.test_access import check
from tests.web.test_tournament import enter, kept, pair

SIX = "Ana Pop\nBo Șerban\nCid Lup\nDan Moț\nEva Ion\nFlo Paul"
DIRECTOR = {"Authorization": f"Bearer {ARBITER_KEY}"}
"""As a laptop asks the box; tables ask with the key of a device."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Server]:
    """A box that keeps an event."""
    (tmp_path / "event").mkdir()
    lexicons = small_lexicons(tmp_path / "lexicons")
    with serve(tmp_path / "log", LEXICONS_PATH=str(lexicons), **settings(tmp_path)) as server:
        yield server


def settings(folder: Path) -> dict[str, str]:
    given = {"WORKERS": "1", "RATE_LIMIT": "off", "API_KEYS": keys()}
    return {**given, "EVENT_PATH": str(folder / "event")}


def laptop(browser: Browser, hall: Server) -> Page:
    """A laptop with a browser of its own, at the director's tab."""
    page = device(browser, hall, "ro-RO").new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.on("dialog", lambda dialog: dialog.accept())
    open_arbiter(page, "frs-2019", "ro")
    page.locator("#tab-tournament").click()
    return page


def device(browser: Browser, hall: Server, locale: str) -> BrowserContext:
    return browser.new_context(base_url=hall.url, locale=locale, service_workers="block")


def held(hall: Server) -> dict[str, Any]:
    answer = requests.get(f"{hall.url}/v1/event/document", headers=DIRECTOR)
    found: dict[str, Any] = answer.json()
    return found


def lead(page: Page) -> None:
    """Enter six players and pair the first round, and wait until the box has it."""
    enter(page, SIX)
    pair(page, 1)
    see_kept(page)


def see_kept(page: Page) -> None:
    """Wait until the box has what is on the page."""
    version = f"versiunea {kept(page)['version']}"
    expect(page.locator("#tour-hall")).to_contain_text(version)


def code(hall: Server, folder: Path, table: int, side: int) -> str:
    """The address that the form of a table has for one of its players."""
    (game,) = [one for one in held(hall)["games"] if one["table"] == table]
    found = Folder(folder).code(game, side)
    return f"/event/table#round=1&table={table}&side={side}&code={found}"


def say(page: Page, *scores: str) -> None:
    """Write both sums and let everybody who is asked confirm them."""
    for side, score in enumerate(scores):
        page.locator(f"#report-{side}").fill(score)
    for button in page.locator(".report .confirm").all():
        button.click()


def test_an_empty_page_asks_for_no_document_where_none_was_left(
    browser: Browser, hall: Server
) -> None:
    page = laptop(browser, hall)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(2):
        page.wait_for_event("requestfinished", lambda request: "/v1/event/results" in request.url)
    assert not [url for url in asked if "/v1/event/document" in url]


def test_a_tablet_that_is_set_up_learns_what_is_announced_later(
    browser: Browser, hall: Server
) -> None:
    tablet = device(browser, hall, "ro-RO").new_page()
    give_key(tablet, DEVICE_KEY)
    tablet.clock.install()
    tablet.goto("/tablet#rules=frs-2019&lang=ro&table=1&procedure=device_at_table&clock=1500")
    tablet.locator("#new-pin").fill("1234")
    tablet.locator("#setup button.primary").click()
    expect(tablet.locator("section.clock")).to_contain_text("25:00")
    document = {"version": 1, "rounds": 5, "players": [], "games": []}
    said = {"conditions": {"variant": "c", "clock_seconds": 1200}}
    address = f"{hall.url}/v1/event/document?rules=frs-2019"
    kept_now = requests.put(address, json=document | said, headers=DIRECTOR)
    assert kept_now.status_code == 200
    tablet.reload()
    expect(tablet.locator("section.clock")).to_contain_text("20:00")
    # Who is told nothing any more still hears that the service is gone.
    asked, refused = "**/v1/event/table*", {"status": 404, "json": {"code": "not_found"}}
    tablet.route(asked, lambda route: route.fulfill(**refused))
    with tablet.expect_response(asked):
        tablet.clock.run_for(20_000)
    tablet.route("**/readyz", lambda route: route.abort())
    tablet.clock.run_for(20_000)
    expect(tablet.locator("#network")).to_be_visible()


def test_results_come_from_a_tablet_and_from_two_phones(
    browser: Browser, hall: Server, tmp_path: Path
) -> None:
    page = laptop(browser, hall)
    lead(page)
    opened = page.locator("#tour-open")
    tablet = device(browser, hall, "ro-RO").new_page()
    give_key(tablet, DEVICE_KEY)
    # The box does not answer when the tablet asks first whether results are reported here.
    tablet.route("**/v1/event/table*", lambda route: route.abort(), times=1)
    tablet.goto("/tablet#rules=frs-2019&lang=ro&table=1&procedure=device_at_table")
    tablet.locator("#new-pin").fill("1234")
    tablet.locator("#setup button.primary").click()
    tablet.get_by_role("button", name="Comunicați rezultatul").click()
    tablet.locator("#report-0").wait_for()
    tablet.wait_for_timeout(1000)  # A screen that has just appeared cannot be pressed.
    # Off line the result waits on the tablet, through a reload of nothing but time.
    tablet.context.set_offline(True)
    say(tablet, "412", "380")
    expect(tablet.locator(".told")).to_contain_text("Nu este rețea")
    tablet.context.set_offline(False)
    expect(tablet.locator(".told")).to_contain_text("Ambii jucători")
    expect(opened).to_have_text("Mese deschise: 2")
    for side, seen in enumerate(("Un jucător", "Ambii jucători")):
        phone = device(browser, hall, "ro-RO").new_page()
        phone.goto(code(hall, tmp_path / "event", 2, side))
        say(phone, "401", "399")
        expect(phone.locator(".told")).to_contain_text(seen)
        check(phone, "a phone that has reported")
    expect(opened).to_have_text("Mese deschise: 1")
    expect(page.locator(".tour-kept", has_text="ambii jucători")).to_have_count(2)
    # One that contradicts itself waits for the director, who takes it or not.
    for side, own in enumerate(("390", "391")):
        phone = device(browser, hall, "ro-RO").new_page()
        phone.goto(code(hall, tmp_path / "event", 3, side))
        say(phone, own, "350")
    told = page.locator(".tour-report")
    expect(told).to_contain_text("Verificați formularul")
    told.get_by_role("button").click()
    page.keyboard.press("Enter")
    expect(page.locator("#tour-next")).to_have_text("Împerecherea rundei 2")
    expect(page.locator("#tour-timeline .complete")).to_have_count(1)


def test_forms_bear_codes_for_phones_however_soon_they_are_printed(
    browser: Browser, hall: Server
) -> None:
    page = laptop(browser, hall)
    # Paper is gone as soon as it is printed.
    codes = "document.querySelectorAll('#paper .code img').length"
    page.add_init_script(f"print = () => document.body.setAttribute('codes', {codes})")
    page.reload()
    enter(page, SIX)
    page.locator("#tour-next").click()
    page.locator("#tour-publish-print").click()
    expect(page.locator("body")).to_have_attribute("codes", "6")


def test_a_second_laptop_follows_an_event_without_a_name_or_a_round(
    browser: Browser, hall: Server
) -> None:
    first, second = laptop(browser, hall), laptop(browser, hall)
    first.locator("#tour-paste").fill(SIX)
    first.locator("#tour-enter").click()
    expect(second.locator("#tour-take")).to_be_visible()
    expect(second.locator("#tour-count")).to_have_text("6 jucători")


def test_a_second_laptop_follows_and_takes_over_with_one_confirmed_step(
    browser: Browser, hall: Server
) -> None:
    first = laptop(browser, hall)
    lead(first)
    second = laptop(browser, hall)
    expect(second.locator("#tour-take")).to_be_visible()
    expect(second.locator("#tour-part")).to_have_attribute("inert", "")
    check(second, "a laptop that follows")
    assert second.locator("#tour-name").input_value() == "Cupa"
    # The first laptop dies: nothing of it is asked.
    first.context.set_offline(True)
    second.locator("#tour-take").click()
    expect(second.locator("#tour-part")).not_to_have_attribute("inert", "")
    row = second.locator("form.tour-game").first
    second.locator("#tour-results").click()
    for side, score in enumerate(("400", "380")):
        row.locator("input").nth(side).fill(score)
    row.locator("input").nth(1).press("Enter")
    expect(second.locator("#tour-open")).to_have_text("Mese deschise: 2")
    see_kept(second)
    assert json.dumps(held(hall)).count('"scores"') == 1
    # It comes back, with a change that nobody saw: it follows, and what it had is one step back.
    first.locator("#tour-name").fill("Cupa mea")
    first.locator("#tour-name").press("Tab")
    first.context.set_offline(False)
    expect(first.locator("#tour-take")).to_be_visible()
    expect(first.locator("#fault")).to_contain_text("Alt laptop a preluat conducerea")
    assert first.locator("#tour-name").input_value() == "Cupa"
    first.locator("#tour-undo").click()
    expect(first.locator("#fault")).to_contain_text("Preluați conducerea")
    assert held(hall) == {**kept(second)}


def test_the_box_is_killed_in_the_middle_and_nothing_is_lost(
    browser: Browser, hall: Server, tmp_path: Path
) -> None:
    page = laptop(browser, hall)
    lead(page)
    before = kept(page)["version"]
    hall.process.kill()
    hall.process.wait()
    expect(page.locator("#tour-hall")).to_contain_text("nu răspunde")
    row = page.locator("form.tour-game").first
    for side, score in enumerate(("400", "380")):
        row.locator("input").nth(side).fill(score)
    row.locator("input").nth(1).press("Enter")
    assert kept(page)["version"] == before + 1
    same = {"LEXICONS_PATH": str(tmp_path / "lexicons"), "PORT": str(hall.port)}
    with serve(tmp_path / "again", **same, **settings(tmp_path)):
        see_kept(page)
        assert held(hall)["version"] == kept(page)["version"]
