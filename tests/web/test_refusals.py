"""What the service has against a play or a record is said in the language of the page."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

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


def refusing(status: int, body: dict[str, str]) -> Callable[[Route], None]:
    """A service that refuses everything in one way."""
    return lambda route: route.fulfill(status=status, json=body)


def test_a_code_without_a_text_is_in_english_and_one_asked_too_often_says_so(page: Page) -> None:
    open_arbiter(page, *FIGS)
    answers = {
        "[lang=en]": (422, "brand_new", "Nobody has seen this before."),
        ".fault": (
            429,
            "too_many_requests",
            "Troppe richieste in poco tempo: aspettate un minuto.",
        ),
    }
    for where, (status, code, said) in answers.items():
        body = {"code": code, "detail": "Nobody has seen this before."}
        page.unroute_all()
        page.route("**/score", refusing(status, body))
        write_play(page, f"8D GATT{'OI'[status == 429]}")
        expect(page.locator(f"#editor-sums {where}")).to_have_text(said)


def test_a_device_s_key_is_told_from_a_wrong_one(page: Page) -> None:
    give_key(page, DEVICE_KEY)
    page.goto("/arbiter#rules=fisc-2023&lang=ca")
    expect(page.locator("main:not([inert])")).to_be_visible()
    write_play(page, "8F CASA")
    said = "Amb aquesta clau no n’hi ha prou: cal la de l’àrbitre."
    expect(page.locator("#editor-sums .fault")).to_have_text(said)


@pytest.mark.parametrize(
    ("rules", "lang", "said"),
    [("figs-75min", "it", "it"), ("frs-2019", "ca", "ro"), ("frs-2019", "en", "en")],
)
def test_readings_are_in_the_page_s_language_or_the_regulation_s(
    page: Page, rules: str, lang: str, said: str
) -> None:
    open_arbiter(page, rules, lang)
    title = page.locator("#rules option:checked").inner_text()
    open_tab(page, "rules")
    expect(page.locator("#rulebook h1")).to_have_text(title)
    notes = page.locator("#rulebook .note")
    expect(page.locator("#rulebook .note [lang]")).to_have_count(notes.count())
    expect(page.locator("#rulebook .note [lang=en]")).to_have_count(notes.count() * (said == "en"))
    assert page.locator(f"#rulebook .note [lang={said}]").count() > 20
