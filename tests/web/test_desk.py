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
    _judge(page)
    page.keyboard.down("Enter")
    page.clock.run_for(DOUBLE_PRESS)
    page.keyboard.down("Enter")
    expect(page.locator(".verdict")).to_be_visible()


def test_words_go_by_escape_wherever_the_focus_is_and_after_two_minutes(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    words = page.locator("#desk-words")
    words.fill("masa")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(words).to_have_value("")
    words.fill("masa")
    page.clock.run_for(119_000)
    expect(words).to_have_value("masa")
    page.clock.run_for(2000)
    expect(words).to_have_value("")


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


@pytest.mark.parametrize(("rules", "lang"), [("frs-2019", "ro"), ("fisc-2023", "ca")])
def test_the_handbook_says_what_to_do_with_the_numbers_worked_out(
    page: Page, rules: str, lang: str
) -> None:
    open_arbiter(page, rules, lang)
    open_tab(page, "handbook")
    page.locator("#handbook-incident").select_option("too_many_drawn")
    page.locator("#handbook-form .primary").click()
    expect(page.locator("#fault")).not_to_be_empty()
    page.locator("#handbook-drawn_over").fill("2")
    page.locator("#handbook-on_rack").select_option("true")
    page.locator("#handbook-form .primary").click()
    expect(page.locator("#handbook-ruling ol")).to_contain_text("4")
    expect(page.locator("#fault")).to_be_empty()


def test_the_handbook_is_searched_by_a_word_of_ones_own_language(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    open_tab(page, "handbook")
    page.locator("#handbook-about").fill("telefonul")
    page.keyboard.press("Enter")
    expect(page.locator("#handbook-found")).to_contain_text("art. 3.6 d")
    page.get_by_role("button", name="Telefon sau alt dispozitiv la masă").click()
    expect(page.locator("#handbook-incident")).to_have_value("forbidden_device")
    page.locator("#handbook-about").fill("xilofon")
    page.keyboard.press("Enter")
    expect(page.locator("#handbook-found")).to_have_text("Îndrumarul nu vorbește despre asta.")
    page.reload()
    expect(page.locator("#handbook-incident")).to_be_visible()


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


def test_a_table_waits_and_is_called_back_with_its_words(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    page.locator("#desk-words").fill("masa")
    page.keyboard.press("F8")
    expect(page.locator("#fault")).to_contain_text("numărul")
    page.locator("#desk-table").fill("3")
    page.keyboard.press("F8")
    expect(page.locator("#desk-queue")).to_contain_text("Masa 3")
    expect(page.locator("#desk-words")).to_have_value("")
    assert "masa" not in page.locator("#desk-queue").inner_text()
    page.locator("#desk-table").fill("5")
    page.locator("#desk-words").fill("tara")
    page.keyboard.press("F9")
    expect(page.locator("#desk-table")).to_have_value("3")
    expect(page.locator("#desk-words")).to_have_value("masa")
    expect(page.locator("#desk-queue li")).to_have_text(["Masa 5"])
    page.keyboard.press("Escape")
    page.locator("#desk-table").fill("5")
    page.locator("#desk-table").press("Enter")
    expect(page.locator("#desk-words")).to_have_value("tara")
    kept = page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
    assert "tara" not in kept


@pytest.mark.parametrize("key", ["Enter", "F8"])
def test_a_word_is_no_table(page: Page, key: str) -> None:
    open_arbiter(page, "frs-2019", "ro")
    page.locator("#desk-words").fill("masa")
    page.locator("#desk-table").fill("casa")
    page.locator("#desk-table").press(key)
    expect(page.locator("#fault")).to_contain_text("Masa se scrie cu un număr")
    expect(page.locator("#desk-table")).to_be_focused()
    page.locator("#desk-table").fill("B2")
    page.locator("#desk-table").press(key)
    expect(page.locator(".submitted, #desk-queue li")).to_be_visible()


def test_the_announced_penalty_is_chosen_in_words_and_worked_out(page: Page) -> None:
    open_arbiter(page, "frs-2019", "en")
    expect(page.locator("#desk-variant option").nth(1)).to_have_text("b: 10 points a word")
    page.locator("#desk-variant").select_option("c")
    _check(page, "masa tara")
    _judge(page)
    expect(page.locator("#desk-stage .follows")).to_contain_text("10 points (art. 5.10.14 c)")
    page.locator("#desk-variant").select_option("b")
    expect(page.locator("#desk-stage .follows")).to_contain_text("20 points (2 words, 10 each)")
    page.reload()
    expect(page.locator("#desk-variant")).to_have_value("b")


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


def test_another_language_loses_nothing_of_a_challenge(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    page.locator("#desk-table").fill("8")
    _check(page, "masa tara")
    page.locator("#lang").select_option("en")
    expect(page.locator("#desk-stage button")).to_have_text("Judge")
    expect(page.locator("#desk-table")).to_have_value("8")
    expect(page.locator("#desk-words")).to_have_value("masa tara")
    page.clock.run_for(DOUBLE_PRESS)
    page.locator("#desk-stage button").click()
    page.clock.run_for(1000)
    expect(page.locator(".said")).to_be_visible()


def test_without_a_choice_the_newest_edition_is_in_force(page: Page) -> None:
    give_key(page, ARBITER_KEY)
    page.goto("/arbiter#lang=en")
    expect(page.locator("main:not([inert])")).to_be_visible()
    asked = page.request.get("/v1/rules", headers={"Authorization": f"Bearer {ARBITER_KEY}"})
    newest = [edition["id"] for edition in asked.json()["rules"] if edition["newest"]]
    assert page.locator("#rules").input_value() in newest


def test_a_challenge_is_worked_out_from_the_play(page: Page) -> None:
    open_arbiter(page, "frs-2019", "en")
    open_tab(page, "outcome")
    page.locator("#judge-play").fill("8H MASA")
    page.locator("#judge-contested").fill("masa")
    page.locator("#judge-form .primary").click()
    answer = page.locator("#judge-answer")
    expect(answer).to_contain_text("−10 points · the turn is kept")
    expect(answer).to_contain_text("art. 5.10.14 b")
    page.locator("#judge-contested").fill("zzz")
    page.locator("#judge-form .primary").click()
    expect(page.locator("#judge-form + #fault")).to_contain_text("does not form")
    expect(answer).to_be_empty()


def test_the_end_of_a_game_is_settled_with_its_articles(page: Page) -> None:
    open_arbiter(page, "frs-2019", "en")
    open_tab(page, "outcome")
    page.locator("#settle-score0").fill("380")
    page.locator("#settle-score1").fill("350")
    page.locator("#settle-rack1").fill("RA?")
    page.locator("#settle-form .primary").click()
    answer = page.locator("#settle-answer")
    expect(answer).to_contain_text("Player 1 382 – Player 2 348")
    expect(answer).to_contain_text("−2 (art. 7.1.3)")
    page.locator("#lang").select_option("it")
    expect(page.locator("#settle-score0")).to_have_value("380")
    page.locator("#settle-ended").select_option("total_time")
    page.locator("#settle-form .primary").click()
    expect(page.locator("#settle-form + #fault")).not_to_be_empty()


def _settle(page: Page, **fields: str) -> str:
    for name, value in fields.items():
        page.locator(f"#settle-{name}").fill(value)
    with page.expect_response("**/settle"):
        page.locator("#settle-form .primary").click()
    return page.locator("#settle-answer li").first.inner_text()


def test_overtime_says_from_when_it_counts_and_how_it_was_worked_out(page: Page) -> None:
    open_arbiter(page, "figs-75min", "it")
    open_tab(page, "outcome")
    form = page.locator("#settle-form")
    expect(form).to_contain_text("Secondi di tempo supplementare: Giocatore 1")
    expect(form).to_contain_text("finché nessuno lo rileva non segue nulla")
    called = page.locator("#settle-called")
    game = {"score0": "380", "score1": "350", "rack1": "RA"}
    said = _settle(page, **game, overtime0="30")
    assert said == (
        "Giocatore 1: −30 (art. 37) · 30 s di tempo supplementare: 30 punti, da 60 s in poi 50"
    )
    expect(called).to_be_hidden()
    assert _settle(page, overtime0="90").startswith("Giocatore 1: −50 (art. 37) · 90 s")
    expect(called).to_be_visible()
    expect(page.locator("#settle-answer")).to_contain_text("Giocatore 1 333 – Giocatore 2 347")
    _settle(page, score0="480")
    expect(page.locator("#settle-answer")).to_contain_text("Vince Giocatore 1")
    called.check()
    _settle(page)
    expect(page.locator("#settle-answer")).to_contain_text("Vince Giocatore 2")
    page.locator("#settle-ended").select_option("absence")
    expect(page.locator("#settle-excused")).to_be_visible()


def test_overtime_by_the_minute_counts_beyond_the_allowance(page: Page) -> None:
    open_arbiter(page, "fisc-2023", "ca")
    open_tab(page, "outcome")
    expect(page.locator("#settle-form")).to_contain_text("Segons de més: Jugador 1")
    expect(page.locator("#settle-form .note")).to_have_count(0)
    said = _settle(page, score0="380", score1="350", rack1="RA", overtime0="61")
    assert said.endswith("61 s: 2 minuts començats, 10 punts per minut")
    page.locator("#settle-overtime0").fill("900")
    expect(page.locator("#settle-called")).to_be_hidden()


def test_the_forms_take_the_game_from_the_editor(page: Page) -> None:
    open_arbiter(page, "frs-2019", "en")
    open_tab(page, "outcome")
    take = page.get_by_role("button", name="Take names and scores from the game")
    take.click()
    expect(page.locator("#settle-form + #fault")).to_contain_text("no game of two players")
    open_tab(page, "editor")
    page.locator("#editor-player0").fill("Ada")
    for play in ("8H MASA", "H8 .ASA"):
        page.locator("#editor-play").fill(play)
        page.keyboard.press("Enter")
    expect(page.locator("#editor-rows tbody tr")).to_have_count(2)
    page.locator("#editor-kind").select_option("end")
    page.locator("#editor-ended_by").select_option("abandon")
    page.locator("#editor-ender").select_option("1")
    page.locator("#editor-rack1").fill("RA")
    page.locator("#editor-other button").click()
    expect(page.locator("#editor-rows tr[data-n]")).to_have_count(3)
    open_tab(page, "outcome")
    page.get_by_role("button", name="Take them from the game").click()
    take.click()
    form = page.locator("#settle-form")
    expect(form).to_contain_text("Ada")
    taken = {"judge-before": "8H MASA", "judge-play": "H8 .ASA", "settle-ended": "abandon"}
    for name, value in {**taken, "settle-player": "1", "settle-rack1": "RA"}.items():
        expect(page.locator(f"#{name}")).to_have_value(value)
    scores = [page.locator(f"#settle-score{i}").input_value() for i in (0, 1)]
    assert all(int(score) > 0 for score in scores)
    form.locator(".primary").click()
    expect(page.locator("#settle-answer h2")).to_contain_text("Ada")


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
