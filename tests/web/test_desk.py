"""The arbiter's page: challenge desk, scoring, recount and rules."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.arbiter import DOUBLE_PRESS, open_arbiter, open_tab
from tests.web.serving import ARBITER_KEY, change_lexicon, give_key
from tests.web.test_texts import TEXTS

KEEP_SLIP = """window.print = () => {
  window.slip = document.querySelector("#slip").innerHTML;
  window.printed = document.body.dataset.print;
};"""


def _check(page: Page, words: str) -> None:
    page.locator("#desk-words").click()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()


def _judge(page: Page) -> None:
    page.clock.run_for(DOUBLE_PRESS)
    with page.expect_response("**/challenge"):
        page.keyboard.press("Enter")
    page.clock.run_for(1000)
    expect(page.locator(".verdict")).to_be_visible()


def test_words_enter_enter_verdict_escape(page: Page) -> None:
    open_arbiter(page, "fisc-2023", "ca")
    _check(page, "col-legi canya")
    tiles = [row.locator(".tile").count() for row in page.locator(".submitted .word").all()]
    assert tiles == [6, 4]
    _judge(page)
    expect(page.locator(".said")).to_have_text("vàlida")
    page.keyboard.press("Escape")
    expect(page.locator("#desk-words")).to_have_value("")
    _check(page, "kiwi")
    expect(page.locator(".submitted")).to_contain_text("una lletra no té fitxa")
    _judge(page)
    expect(page.locator(".said")).to_have_text("no vàlida")
    page.keyboard.press("Escape")
    for wrong, said in {"ca5a": "ca5a", "a b c d e f g h i": "8 mots"}.items():
        page.locator("#desk-words").fill(wrong)
        page.keyboard.press("Enter")
        expect(page.locator("#fault")).to_contain_text(said)
    page.keyboard.press("Escape")
    kept = page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
    assert "kiwi" not in (kept + page.content()).lower()
    page.reload()
    expect(page.locator("#desk-counter")).to_have_text("2")


def test_a_second_enter_that_comes_too_soon_neither_judges_nor_clears(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    open_arbiter(page, "frs-2019", "ro")
    _check(page, "masa")
    judge = page.locator("#desk-stage button")
    expect(judge).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    page.clock.run_for(2000)
    expect(judge).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator(".submitted")).to_be_visible()
    assert "challenge" not in asked
    _judge(page)
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()
    page.clock.run_for(DOUBLE_PRESS)
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_have_count(0)


def test_enter_held_down_presses_once(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    page.locator("#desk-words").fill("masa")
    page.keyboard.down("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    page.clock.run_for(DOUBLE_PRESS)
    page.keyboard.down("Enter")
    page.clock.run_for(2000)
    expect(page.locator(".submitted")).to_be_visible()
    page.keyboard.up("Enter")
    with page.expect_response("**/challenge"):
        page.keyboard.down("Enter")
    page.clock.run_for(1000)
    expect(page.locator(".verdict")).to_be_visible()
    page.clock.run_for(DOUBLE_PRESS)
    page.keyboard.down("Enter")
    page.clock.run_for(1000)
    expect(page.locator(".verdict")).to_be_visible()


def test_after_a_failed_question_enter_asks_again(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    _check(page, "masa")
    page.clock.run_for(DOUBLE_PRESS)
    page.route("**/challenge", lambda route: route.abort())
    page.keyboard.press("Enter")
    expect(page.locator("#fault")).not_to_be_empty()
    page.unroute("**/challenge")
    expect(page.locator("#desk-stage button")).to_be_focused()
    _judge(page)
    expect(page.locator(".said")).to_have_text("DA")


def test_the_lexicon_named_is_the_one_that_answered(page: Page) -> None:
    page.add_init_script(KEEP_SLIP)
    open_arbiter(page, "frs-2019", "ro")
    old = _sha256(page)
    change_lexicon(page, "frs-2019", old)
    _check(page, "masa")
    _judge(page)
    expect(page.locator("#lexicon code")).to_have_text("ffff ffff ffff")
    page.get_by_role("button", name="Tipărește fluturașul").click()
    assert "ffff ffff ffff" in page.evaluate("window.slip")
    open_tab(page, "rules")
    expect(page.locator("#rulebook .hash")).to_have_text("sha256" + " ffff" * 16)


def test_only_the_edition_chosen_last_comes_into_force(page: Page) -> None:
    held: list[Route] = []
    open_arbiter(page, "figs-75min", "it")
    page.route("**/v1/rules/fisc-2023", lambda route: held.append(route))
    page.locator("#rules").select_option("fisc-2023")
    expect(page.locator("main")).to_have_attribute("inert", "")
    page.locator("#rules").select_option("frs-2019")
    expect(page.locator("main:not([inert])")).to_be_visible()
    with page.expect_response("**/v1/rules/fisc-2023"):
        held[0].continue_()
    with page.expect_request("**/frs-2019/spell"):
        _check(page, "masa")
    expect(page.locator("#rules")).to_have_value("frs-2019")


def test_nothing_is_asked_until_an_edition_that_was_chosen_is_there_or_refused(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    body = {"code": "no_such_edition"}
    page.route("**/v1/rules/fisc-2023", lambda route: route.fulfill(status=404, json=body))
    page.locator("#rules").select_option("fisc-2023")
    expect(page.locator("#fault")).not_to_be_empty()
    expect(page.locator("#rules")).to_have_value("frs-2019")
    with page.expect_request("**/frs-2019/spell"):
        _check(page, "masa")
    page.unroute("**/v1/rules/fisc-2023")
    page.route("**/v1/rules/fisc-2023", lambda route: route.abort())
    page.locator("#rules").select_option("fisc-2023")
    expect(page.locator("#fault")).not_to_be_empty()
    expect(page.locator("main")).to_have_attribute("inert", "")
    page.unroute("**/v1/rules/fisc-2023")
    page.clock.run_for(2000)
    expect(page.locator("#fault")).to_be_empty()
    with page.expect_request("**/fisc-2023/spell"):
        _check(page, "casa")


def test_a_page_opened_without_a_service_works_once_there_is_one(page: Page) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/v1/**", lambda route: route.abort())
    give_key(page, ARBITER_KEY)
    page.goto("/arbiter#rules=frs-2019&lang=ro")
    expect(page.locator("#fault")).not_to_be_empty()
    page.keyboard.type("masa")
    page.keyboard.press("Enter")
    page.locator("#tab-editor").click()
    page.locator("#tab-desk").click()
    expect(page.locator("#fault")).not_to_be_empty()
    page.unroute("**/v1/**")
    page.clock.run_for(10_000)
    expect(page.locator("#fault")).to_be_empty()
    _check(page, "masa")
    assert errors == []


def test_a_long_word_stays_on_the_screen_of_a_phone(page: Page) -> None:
    open_arbiter(page, "figs-75min", "it")
    _check(page, "abbandonavi quindicilettere")
    ends = page.evaluate(
        "[...document.querySelectorAll('.submitted .tile')]"
        ".map((tile) => tile.getBoundingClientRect().right)"
    )
    assert max(ends) <= 360


def test_the_slip_has_table_time_words_and_one_circled_letter(page: Page) -> None:
    page.add_init_script(KEEP_SLIP)
    open_arbiter(page, "frs-2019", "ro")
    page.locator("#desk-table").fill("7")
    _check(page, "masa mazz")
    _judge(page)
    page.get_by_role("button", name="Tipărește fluturașul").click()
    slip = page.evaluate("window.slip")
    assert page.evaluate("window.printed") == "slip"
    assert "Masa 7" in slip
    assert "<li>masa</li><li>mazz</li>" in slip
    assert '<span class="circled">N</span> NU' in slip
    assert '<span class="">D</span> DA' in slip
    # A browser may come back from print() before it has drawn anything.
    assert page.locator("#slip").inner_html() == slip
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#slip").inner_html() == ""


def test_a_second_challenge_is_typed_from_scratch_and_compared(page: Page) -> None:
    page.add_init_script(KEEP_SLIP)
    open_arbiter(page, "fisc-2023", "ca")
    _check(page, "casa")
    _judge(page)
    page.get_by_role("button", name="Reimpugna").click()
    expect(page.locator("#desk-words")).to_have_value("")
    page.locator("#desk-argument").fill("és al diccionari")
    _check(page, "caza")
    expect(page.locator("#desk-stage .fault")).to_contain_text("No són els mateixos mots")
    _judge(page)
    expect(page.locator(".compared")).to_have_text("Diferent del primer cop")
    expect(page.locator("#desk-stage .fault")).to_contain_text("La segona decisió és definitiva")
    page.get_by_role("button", name="Imprimeix la butlleta").click()
    assert "és al diccionari" in page.evaluate("window.slip")


def test_the_rules_are_laid_open_with_their_articles_and_beside_others(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    open_tab(page, "rules")
    book = page.locator("#rulebook")
    expect(book.locator(".tiles tbody tr")).to_have_count(23)
    expect(book.locator(".tiles tfoot")).to_contain_text("100")
    expect(book.locator("[data-square]")).to_have_count(225)
    for said in (
        "b: Penalizare: 10 puncte pentru fiecare cuvânt contestat",
        "5.10.14 b",
        "25:00 min",
    ):
        expect(book).to_contain_text(said)
    groups = re.findall(".{4}", _sha256(page))
    expect(book.locator(".hash")).to_have_text(" ".join(["sha256", *groups]))
    page.locator("#rules").select_option("figs-75min")
    page.locator("#rules-with").select_option("figs-2008")
    same = page.locator(".compared-rules tr.same")
    expect(same.first).to_be_hidden()
    page.locator("#rules-only").uncheck()
    expect(same.first).to_be_visible()
    page.locator("#rules").select_option("figs-2008")
    expect(book.locator(".tiles tfoot")).to_contain_text("120")


def _sha256(page: Page) -> str:
    title = page.locator("#lexicon code").get_attribute("title")
    assert title is not None
    return title


def test_a_wrong_key_is_told_and_a_right_one_opens_the_page(page: Page) -> None:
    give_key(page, "wrong")
    page.goto("/arbiter#rules=frs-2019&lang=en")
    expect(page.locator("#fault")).to_have_text(TEXTS["en"]["problem.key"])
    expect(page.locator("#key")).to_be_visible()
    page.locator("#key").fill(ARBITER_KEY)
    page.locator("#key").blur()
    expect(page.locator("main:not([inert])")).to_be_visible()
    expect(page.locator("#fault")).to_be_empty()
    # On a phone the field of a key that is good takes no room.
    page.reload()
    expect(page.locator("main:not([inert])")).to_be_visible()
    expect(page.locator("#key")).to_be_hidden()


def test_a_slip_speaks_as_the_regulation_and_comes_again_as_a_copy(page: Page) -> None:
    page.add_init_script(KEEP_SLIP)
    open_arbiter(page, "frs-2019", "en")
    page.locator("#desk-table").fill("12")
    _check(page, "masa")
    _judge(page)
    printer = page.get_by_role("button", name="Print the slip")
    printer.click()
    assert '<span class="circled">D</span> DA' in page.evaluate("window.slip")
    assert "COPY" not in page.evaluate("window.slip")
    printer.click()
    assert "COPY" in page.evaluate("window.slip")
    page.keyboard.press("Escape")
    expect(page.locator("#desk-log li")).to_contain_text("Table 12 · valid")
    assert "masa" not in page.locator("#desk-log").inner_text()
    expect(page.locator("#desk-table")).to_have_value("")
    page.locator("#desk-table").fill("9")
    page.evaluate("window.slip = ''")
    page.get_by_role("button", name="Last slip again").click()
    slip = page.evaluate("window.slip")
    assert "Table 12" in slip
    assert "COPY" in slip
    page.clock.run_for(600_000)
    page.keyboard.press("Escape")
    expect(page.locator("#desk-again")).to_be_hidden()


def test_without_a_choice_the_newest_edition_is_in_force(page: Page) -> None:
    give_key(page, ARBITER_KEY)
    page.goto("/arbiter#lang=en")
    expect(page.locator("main:not([inert])")).to_be_visible()
    asked = page.request.get("/v1/rules", headers={"Authorization": f"Bearer {ARBITER_KEY}"})
    newest = [edition["id"] for edition in asked.json()["rules"] if edition["newest"]]
    assert page.locator("#rules").input_value() in newest


@pytest.mark.parametrize("width", [360, 1280])
def test_how_a_game_ended_can_be_read_in_full(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_arbiter(page, "figs-75min", "it")
    open_tab(page, "outcome")
    room = page.locator("#settle-ended").evaluate(
        """(select) => {
          const measured = document.createElement("span");
          measured.style.cssText = `font: ${getComputedStyle(select).font}; white-space: nowrap;
            position: absolute`;
          measured.textContent = select.selectedOptions[0].text;
          document.body.append(measured);
          const needed = measured.getBoundingClientRect().width;
          measured.remove();
          const { paddingLeft, paddingRight } = getComputedStyle(select);
          const arrow = 20;
          const around = parseFloat(paddingLeft) + parseFloat(paddingRight) + arrow;
          return select.clientWidth - around - needed;
        }"""
    )
    assert room > 0
