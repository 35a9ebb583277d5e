"""The arbiter's page: challenge desk, scoring, recount and rules."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.arbiter import DOUBLE_PRESS, open_arbiter
from tests.web.serving import ARBITER_KEY, change_lexicon, give_key

GAME = Path(__file__).parent / "game.gcg"
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
    expect(page.locator("#desk-counter")).to_have_text("1")
    page.keyboard.press("Escape")
    expect(page.locator("#desk-words")).to_have_value("")
    _check(page, "zuzu")
    _judge(page)
    expect(page.locator(".said")).to_have_text("no vàlida")
    expect(page.locator("#desk-counter")).to_have_text("2")


def test_the_counter_of_a_session_holds_no_word(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    _check(page, "tara")
    _judge(page)
    page.keyboard.press("Escape")
    kept = page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
    assert "tara" not in (kept + page.content()).lower()
    page.reload()
    expect(page.locator("#desk-counter")).to_have_text("1")


def test_a_second_enter_that_comes_too_soon_neither_judges_nor_clears(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    open_arbiter(page, "frs-2019", "ro")
    _check(page, "masa")
    page.keyboard.press("Enter")
    page.clock.run_for(2000)
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


def test_words_that_nobody_judges_are_forgotten_too(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    page.locator("#desk-words").fill("masa")
    page.clock.run_for(119_000)
    expect(page.locator("#desk-words")).to_have_value("masa")
    page.clock.run_for(2000)
    expect(page.locator("#desk-words")).to_have_value("")


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
    expect(page.locator("#rulebook .hash")).to_have_text("sha256" + " ffff" * 16)
    page.get_by_role("button", name="Tipărește fluturașul").click()
    assert "ffff ffff ffff" in page.evaluate("window.slip")


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


def test_a_refused_edition_leaves_the_old_one_in_force(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    page.route("**/v1/rules/fisc-2023", lambda route: route.fulfill(status=404, json={}))
    page.locator("#rules").select_option("fisc-2023")
    expect(page.locator("#fault")).not_to_be_empty()
    expect(page.locator("#rules")).to_have_value("frs-2019")
    with page.expect_request("**/frs-2019/spell"):
        _check(page, "masa")


def test_nothing_is_asked_until_an_edition_that_was_chosen_is_there(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
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
    page.locator("#tab-score").click()
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
    assert page.locator("#slip").inner_html() == ""


def test_a_slip_speaks_as_the_regulation_and_a_second_one_is_a_copy(page: Page) -> None:
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
    expect(page.locator("#desk-log li")).to_contain_text("Table 12 · valid")
    page.keyboard.press("Escape")
    expect(page.locator("#desk-table")).to_have_value("")
    assert "masa" not in page.locator("#desk-log").inner_text()


@pytest.mark.parametrize(("rules", "lang"), [("frs-2019", "ro"), ("fisc-2023", "ca")])
def test_the_handbook_says_what_to_do_with_the_numbers_worked_out(
    page: Page, rules: str, lang: str
) -> None:
    open_arbiter(page, rules, lang)
    page.locator("#tab-handbook").click()
    page.locator("#handbook-incident").select_option("too_many_drawn")
    page.locator("#handbook-form .primary").click()
    expect(page.locator("#fault")).not_to_be_empty()
    page.locator("#handbook-drawn_over").fill("2")
    page.locator("#handbook-on_rack").select_option("true")
    page.locator("#handbook-form .primary").click()
    expect(page.locator("#handbook-ruling ol")).to_contain_text("4")
    expect(page.locator("#fault")).to_be_empty()


def test_a_word_whose_letters_have_no_tile_is_shown_before_it_is_judged(page: Page) -> None:
    open_arbiter(page, "fisc-2023", "ca")
    _check(page, "kiwi")
    expect(page.locator(".submitted")).to_contain_text("una lletra no té fitxa")
    _judge(page)
    expect(page.locator(".said")).to_have_text("no vàlida")


def test_a_typing_mistake_is_told_and_loses_no_challenge(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    page.locator("#desk-words").fill("ma5a")
    page.keyboard.press("Enter")
    expect(page.locator("#fault")).to_contain_text("ma5a")
    expect(page.locator("#desk-counter")).to_have_text("0")


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


def test_a_play_is_clicked_typed_and_scored_with_its_premiums(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_arbiter(page, "fisc-2023", "ca")
    page.locator("#tab-score").click()
    page.locator("#score-board [data-square=E8]").click()
    expect(page.locator("#score-play")).to_have_value("8E ")
    page.keyboard.type("CANYA")
    expect(page.locator("#score-board [data-square=G8] .tile")).to_contain_text("NY")
    expect(page.locator("#score-board [data-square=H8] .under")).to_have_text("2P")
    page.locator("#score-declared").fill("30")
    page.keyboard.press("Enter")
    expect(page.locator(".sums")).to_contain_text("(2 + 1 + 10 + 1) × 2")
    expect(page.locator(".total")).to_have_text("28 punts")
    expect(page.locator("#score-answer .fault")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#score-plays li")).to_have_text("8E CANYA: 28")
    page.locator("#score-board [data-square=E8]").click()
    page.locator("#score-board [data-square=E8]").click()
    expect(page.locator("#score-play")).to_have_value("E8 ")
    page.keyboard.type("CASEs")
    expect(page.locator("#score-board [data-square=E12] .tile.blank")).to_contain_text("s")
    page.keyboard.press("Enter")
    expect(page.locator(".sums")).to_contain_text("(2 + 1 + 1 + 1 + 0) × 2")
    page.locator("#score-clear").click()
    expect(page.locator(".board .tile")).to_have_count(0)


def _score(page: Page) -> None:
    open_arbiter(page, "figs-75min", "it")
    page.locator("#tab-score").click()
    page.locator("#score-play").fill("8D GATTO")
    page.keyboard.press("Enter")
    expect(page.locator(".total")).to_be_visible()


@pytest.mark.parametrize("field", ["#score-play", "#score-declared"])
def test_an_answer_goes_when_its_play_is_written_anew(page: Page, field: str) -> None:
    _score(page)
    page.locator(field).press("1")
    expect(page.locator("#score-answer")).to_be_empty()


def test_an_answer_does_not_stand_beside_a_refusal(page: Page) -> None:
    _score(page)
    page.route("**/score", lambda route: route.abort())
    page.locator("#score-form .primary").click()
    expect(page.locator("#fault")).not_to_be_empty()
    expect(page.locator("#score-answer")).to_be_empty()


def test_an_answer_to_an_older_play_is_not_shown(page: Page) -> None:
    held: list[Route] = []
    open_arbiter(page, "figs-75min", "it")
    page.locator("#tab-score").click()
    page.route("**/score", lambda route: held.append(route))
    page.locator("#score-play").fill("8D GATTO")
    with page.expect_request("**/score"):
        page.keyboard.press("Enter")
    page.locator("#score-play").fill("8D GATTI")
    with page.expect_response("**/score"):
        held[0].continue_()
    page.clock.run_for(1000)
    expect(page.locator("#score-answer")).to_be_empty()


def test_after_the_last_play_is_taken_back_the_next_can_be_typed(page: Page) -> None:
    _score(page)
    page.keyboard.press("Enter")
    page.locator("#score-undo").click()
    expect(page.locator("#score-play")).to_be_focused()


def test_the_sum_shown_is_the_score_of_the_service_in_crossing_words_too(page: Page) -> None:
    open_arbiter(page, "figs-75min", "it")
    page.locator("#tab-score").click()
    for play, sums in [("8D GATTO", 1), ("H7 DOVE", 1), ("9G AVE", 2), ("10F ARENA", 3)]:
        page.locator("#score-play").fill(play)
        page.keyboard.press("Enter")
        expect(page.locator(".sums th")).to_have_count(sums)
        formulas = page.locator(".sums td:first-of-type").all_inner_texts()
        assert all(formulas), play
        page.keyboard.press("Enter")


def test_a_gcg_file_is_recounted_step_by_step(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_arbiter(page, "figs-75min", "it")
    page.locator("#tab-recount").click()
    page.locator("#recount-file").set_input_files(GAME)
    summary = page.locator(".summary")
    expect(summary.locator("h2")).to_have_text("Ada Bassi 47 – Bice Neri 22")
    expect(summary).to_contain_text("Vince Ada Bassi")
    settled = ["Ada Bassi: −21 (art. 40)", "Bice Neri: −14 (art. 40)"]
    expect(summary.locator("li")).to_have_text(settled)
    wrong = page.locator(".sheet tr.disagrees")
    expect(wrong).to_have_count(1)
    expect(wrong).to_contain_text("SPIA")
    expect(wrong).to_contain_text("20")
    expect(wrong).to_contain_text("+18")
    tiles = page.locator(".board .tile")
    expect(tiles).to_have_count(23)
    page.get_by_role("button", name="8", exact=True).click()
    expect(tiles).to_have_count(27)
    page.get_by_role("button", name="Evento seguente").click()
    expect(tiles).to_have_count(23)
    page.locator("#recount-step").focus()
    page.keyboard.press("Home")
    expect(tiles).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(tiles).to_have_count(5)
    expect(page.locator(".sheet tr[aria-current]")).to_contain_text("GATTO")


def test_an_event_is_found_by_its_number_after_one_that_was_not_counted(page: Page) -> None:
    open_arbiter(page, "figs-75min", "it")
    page.locator("#tab-recount").click()
    until_challenge = GAME.read_text(encoding="utf-8").splitlines()[:13]
    twice = ">Bice: MICOLUO -- -30 36"
    after = [">Ada: ENRIZOF 5D FE +14 82", ">Bice: MICOLUO - +0 36", ""]
    page.locator("#recount-text").fill("\n".join([*until_challenge, twice, *after]))
    page.locator("#recount-form .primary").click()
    expect(page.locator(".sheet tbody th")).to_have_text([*"123456789", "11", "12"])
    for number, word in [("8", "AMICO"), ("11", "FE"), ("1", "GATTO")]:
        page.get_by_role("button", name=number, exact=True).click()
        expect(page.locator(".sheet tr[aria-current]")).to_contain_text(word)


def test_a_dropped_file_is_recounted_too(page: Page) -> None:
    open_arbiter(page, "figs-75min", "it")
    page.locator("#tab-recount").click()
    page.evaluate(
        """(text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], "game.gcg"));
          document.querySelector("#recount-form")
            .dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
        }""",
        GAME.read_text(encoding="utf-8"),
    )
    expect(page.locator(".summary h2")).to_contain_text("Ada Bassi 47")


def test_a_record_that_cannot_be_read_is_told(page: Page) -> None:
    open_arbiter(page, "figs-75min", "it")
    page.locator("#tab-recount").click()
    page.locator("#recount-text").fill("no game at all")
    page.locator("#recount-form .primary").click()
    expect(page.locator("#fault")).not_to_be_empty()


def test_the_rules_are_laid_open_with_their_articles(page: Page) -> None:
    open_arbiter(page, "frs-2019", "ro")
    page.locator("#tab-rules").click()
    book = page.locator("#rulebook")
    expect(book.locator(".tiles tbody tr")).to_have_count(23)
    expect(book.locator(".tiles tfoot")).to_contain_text("100")
    expect(book.locator("[data-square]")).to_have_count(225)
    expect(book).to_contain_text("b: Penalizare: 10 puncte pentru fiecare cuvânt contestat")
    expect(book).to_contain_text("5.10.14 b")
    expect(book).to_contain_text("25:00 min")
    expect(book.locator(".hash")).to_have_text("sha256 " + _sha256(page))
    page.locator("#rules").select_option("figs-2008")
    expect(book.locator(".tiles tfoot")).to_contain_text("120")


def _sha256(page: Page) -> str:
    title = page.locator("#lexicon code").get_attribute("title")
    assert title is not None
    return title


def test_a_wrong_key_is_told_and_a_right_one_opens_the_page(page: Page) -> None:
    give_key(page, "wrong")
    page.goto("/arbiter#rules=frs-2019&lang=en")
    expect(page.locator("#fault")).to_have_text("The key is not valid.")
    page.locator("#key").fill(ARBITER_KEY)
    page.locator("#key").blur()
    expect(page.locator("#rulebook h1")).to_be_attached()
    expect(page.locator("#fault")).to_be_empty()
