"""What the service has against a play or a record is said in the language of the page."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.arbiter import open_arbiter, open_game, open_tab, write_play
from tests.web.serving import DEVICE_KEY, give_key

DATA = tomllib.loads((Path(__file__).parent / "refusals.toml").read_text(encoding="utf-8"))
FIGS = ("figs-75min", "it")


@pytest.mark.parametrize("row", DATA["play"], ids=lambda row: row["rule"])
def test_refused_play(page: Page, row: dict[str, Any]) -> None:
    open_arbiter(page, row["rules"], row["lang"])
    if "before" in row:
        write_play(page, row["before"])
        page.keyboard.press("Enter")
        expect(page.locator("#editor-rows tbody tr")).to_contain_text("+")
    write_play(page, row["play"])
    expect(page.locator("#editor-sums .fault")).to_have_text(row["says"])
    expect(page.locator("#editor-sums [lang=en]")).to_have_count(0)


@pytest.mark.parametrize("row", DATA["record"], ids=lambda row: row["rule"])
def test_record_with_faults(page: Page, row: dict[str, Any]) -> None:
    open_arbiter(page, row["rules"], row["lang"])
    open_game(page, "\n".join(row["lines"]))
    summary = page.locator(".summary")
    expect(summary).to_contain_text(row["summary"])
    for text in row["hidden"]:
        expect(summary).not_to_contain_text(text)
    expect(page.locator("#editor-rows li")).to_have_text(row["faults"])


def test_a_code_without_a_text_is_told_as_the_service_tells_it(page: Page) -> None:
    open_arbiter(page, *FIGS)
    body = {"code": "brand_new", "detail": "Nobody has seen this before."}
    page.route("**/score", lambda route: route.fulfill(status=422, json=body))
    write_play(page, "8D GATTO")
    expect(page.locator("#editor-sums [lang=en]")).to_have_text("Nobody has seen this before.")


def test_whoever_asks_too_often_is_told_to_wait(page: Page) -> None:
    open_arbiter(page, *FIGS)
    body = {"code": "too_many_requests", "detail": "More than 1 a minute."}
    page.route("**/score", lambda route: route.fulfill(status=429, json=body))
    write_play(page, "8D GATTO")
    said = "Troppe richieste in poco tempo: aspettate un minuto."
    expect(page.locator("#editor-sums .fault")).to_have_text(said)


def test_a_device_s_key_is_told_from_a_wrong_one(page: Page) -> None:
    give_key(page, DEVICE_KEY)
    page.goto("/arbiter#rules=fisc-2023&lang=ca")
    expect(page.locator("main:not([inert])")).to_be_visible()
    write_play(page, "8F CASA")
    said = "Amb aquesta clau no n’hi ha prou: cal la de l’àrbitre."
    expect(page.locator("#editor-sums .fault")).to_have_text(said)


@pytest.mark.parametrize(
    ("rules", "lang", "said"), [("figs-75min", "it", "it"), ("frs-2019", "ca", "ro")]
)
def test_a_reading_of_the_rules_is_never_in_english(
    page: Page, rules: str, lang: str, said: str
) -> None:
    open_arbiter(page, rules, lang)
    open_tab(page, "rules")
    notes = page.locator("#rulebook .note")
    expect(page.locator("#rulebook .note [lang]")).to_have_count(notes.count())
    expect(page.locator("#rulebook .note [lang=en]")).to_have_count(0)
    assert page.locator(f"#rulebook .note [lang={said}]").count() > 20


def test_a_page_in_english_has_the_readings_in_english(page: Page) -> None:
    open_arbiter(page, "frs-2019", "en")
    open_tab(page, "rules")
    notes = page.locator("#rulebook .note")
    expect(page.locator("#rulebook .note [lang=en]")).to_have_count(notes.count())


def test_an_edition_s_title_is_in_its_own_language(page: Page) -> None:
    open_arbiter(page, *FIGS)
    open_tab(page, "rules")
    expect(page.locator("#rulebook h1")).to_have_text("FIGS, Regolamento di gioco, 75 minuti")
