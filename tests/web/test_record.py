"""Who changes a past result on the page, what is kept of it, and an event that was announced."""

import base64
import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.arbiter import open_arbiter, open_tab
from tests.web.serving import ARBITER_KEY, give_key
from tests.web.test_notes import note
from tests.web.test_tournament import (
    PAPER,
    enter,
    kept,
    open_tournament,
    pair,
    play,
    put_on_paper,
)


def change_first(page: Page, own: str, other: str) -> None:
    """Write the first result of round 1, which is over, anew."""
    page.locator("#tour-results").click()
    page.locator("#tour-round-1").click()
    row = page.locator("form.tour-game").first
    for side, score in enumerate((own, other)):
        row.locator(".tour-score").nth(side).fill(score)
    row.locator(".tour-score").nth(1).press("Enter")


def two_rounds(page: Page, rules: str, lang: str) -> None:
    page.add_init_script(PAPER)
    open_tournament(page, rules, lang)
    enter(page)
    pair(page, 1)
    play(page, 1)
    pair(page, 2)


def test_a_past_result_is_changed_by_the_chief_arbiter_with_a_reason(page: Page) -> None:
    two_rounds(page, "frs-2019", "ro")
    before = kept(page)["games"][0]["scores"]
    change_first(page, "301", "402")
    assert kept(page)["games"][0]["scores"] == before
    page.locator("#tour-why").fill("scoruri inversate")
    page.locator("form.tour-game .tour-score").nth(1).press("Enter")
    assert kept(page)["games"][0]["scores"] == [301, 402]
    closed, correction = kept(page)["record"]
    assert (closed["act"], closed["round"], len(closed["after"]["games"])) == ("closed", 1, 4)
    told = {"act": "correction", "by": "chief_arbiter", "reason": "scoruri inversate", "round": 1}
    assert told.items() <= correction.items()
    assert (correction["before"], correction["after"]) == (
        {"scores": before},
        {"scores": [301, 402]},
    )
    page.locator("#tour-undo").click()
    page.locator("#tour-notes").click()
    note(page, "bo", "technical_warning")
    page.locator("#tour-unnote-0").click()
    acts = kept(page)["record"]
    assert [act["act"] for act in acts] == ["closed", "correction", "undo", "warning", "undo"]
    page.locator("#tour-prints").click()
    report = put_on_paper(page, "report")
    assert "scoruri inversate" in report
    assert "anulat: avertisment tehnic Bo Șerban" in report
    page.locator("#tour-standings").click()
    expect(page.locator("#tour-classification")).to_contain_text("Ana Pop")
    expect(page.locator("#tour-classification .remarks")).to_have_count(0)


def rule(page: Page, incident: str) -> None:
    """Ask the handbook about an incident that has no questions."""
    open_tab(page, "handbook")
    page.locator("#handbook-incident").select_option(incident)
    page.locator("#handbook-form .primary").click()
    expect(page.locator("#handbook-ruling ol")).to_be_visible()


def test_a_ruling_of_the_handbook_is_taken_into_the_record_of_the_event(page: Page) -> None:
    page.add_init_script(PAPER)
    open_arbiter(page, "fisc-2023", "ca")
    rule(page, "drawn_out_of_turn")
    expect(page.locator("#handbook-take")).to_have_count(0)
    open_tournament(page, "fisc-2023", "ca")
    enter(page)
    pair(page, 1)
    page.reload()
    rule(page, "drawn_out_of_turn")
    page.locator("#handbook-table").fill("3")
    page.locator("#handbook-by").select_option("chief_arbiter")
    page.locator("#handbook-take button").click()
    expect(page.locator("#handbook-take")).to_have_count(0)
    (ruling,) = kept(page)["record"]
    about = {"round": 1, "table": 3, "article": "G§3, G§4, G§7 C"}
    assert {"n": 1, "act": "ruling", "by": "chief_arbiter", **about}.items() <= ruling.items()
    assert ruling["reason"].startswith("Fitxes agafades fora de torn: ")
    rule(page, "clock_not_pressed")
    page.locator("#handbook-take button").click()
    expect(page.locator("#handbook-take")).to_have_count(0)
    open_tab(page, "tournament")
    page.locator("#tour-undo").click()
    acts = kept(page)["record"]
    assert [(act["act"], act["by"], act.get("table")) for act in acts] == [
        ("ruling", "chief_arbiter", 3),
        ("ruling", "arbiter", None),
        ("undo", "director", None),
    ]
    assert "round" not in acts[2]
    key = {"Authorization": f"Bearer {ARBITER_KEY}"}
    checked = page.request.post(
        "/v1/fisc-2023/tournament/check", data=kept(page), headers=key
    ).json()
    assert checked["faults"] == []
    page.locator("#tour-prints").click()
    report = put_on_paper(page, "report")
    assert "Ronda 1 · Taula 3" in report
    assert ruling["reason"] in report
    assert "anul·lat: decisió" in report


def test_a_past_result_stays_where_nobody_may_change_it(page: Page) -> None:
    two_rounds(page, "fisc-2023", "ca")
    before = kept(page)["games"]
    change_first(page, "301", "402")
    expect(page.locator("#tour-part")).to_contain_text("G§8")
    assert kept(page)["games"] == before
    assert [act["act"] for act in kept(page)["record"]] == ["closed"]


@pytest.mark.parametrize("preset", ["swiss", "round_robin"])
def test_an_event_that_the_director_announced_is_paired_and_counted(
    page: Page, preset: str
) -> None:
    page.add_init_script(PAPER)
    open_tournament(page, "figs-2012", "it")
    enter(page, rounds=7)
    page.locator("#tour-conditions").select_option(preset)
    pair(page, 1)
    play(page, 1)
    page.locator("#tour-standings").click()
    expect(page.locator("#tour-classification")).to_contain_text("Ana Pop")
    page.locator("#tour-prints").click()
    assert "deciso dal direttore di gara" in put_on_paper(page, "standings")


def test_a_card_says_whose_points_a_tie_break_counts(page: Page) -> None:
    two_rounds(page, "fisc-2023", "ca")
    play(page, 2)
    page.locator("#tour-standings").click()
    page.locator("#tour-card-ana").click()
    told = page.locator(".tour-card .note")
    expect(told.locator("span")).to_have_count(1)
    expect(told.locator("s")).to_have_count(1)


def test_what_was_announced_is_said_with_every_question_of_the_event(page: Page) -> None:
    conditions = {"clock_seconds": 1200, "system": "swiss"}
    event = {"name": "Cupa", "rounds": 5, "version": 1, "players": [], "games": []}
    packed = base64.urlsafe_b64encode(json.dumps(event | {"conditions": conditions}).encode())
    give_key(page, ARBITER_KEY)
    brought = packed.decode().rstrip("=")
    page.goto(f"/arbiter#rules=frs-2019&lang=ro&variant=senior&tournament={brought}")
    expect(page.locator("#tour-name")).to_have_value("Cupa")

    def said(rules: str) -> Any:
        with page.expect_request(f"**/{rules}/judge") as asked:
            page.locator("#judge-form button.primary").click()
        body: Any = asked.value.post_data_json
        return body.get("conditions")

    open_tab(page, "outcome")
    page.locator("#judge-play").fill("8D CASA")
    assert said("frs-2019") == conditions | {"variant": "senior"}
    page.locator("#rules").select_option("fisc-2023")
    assert said("fisc-2023") is None
