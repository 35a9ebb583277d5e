"""A challenge on the tablet, from the declared number of words to the cleared screen."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.serving import DEVICE_KEY, give_key
from tests.web.tablet import PIN, QUIET, VERDICT_DELAY, Tablet

FLOWS = tomllib.loads((Path(__file__).parent / "flows.toml").read_text(encoding="utf-8"))["flow"]
FRS = ("frs-2019", "ro", "device_at_table")
FISC = ("fisc-2023", "ca", "arbiter")
FIGS = ("figs-75min", "it", "arbiter")


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow["rule"])
def test_flow(tablet: Tablet, flow: dict[str, Any]) -> None:
    page, title = tablet.page, tablet.page.locator("main h1:visible")
    tablet.set_up(flow["rules"], flow["lang"], flow["procedure"])
    tablet.declare(len(flow["typed"]))
    expect(title).to_have_text(flow["types"])
    for word in flow["typed"]:
        tablet.type(word)
        page.keyboard.press("Enter")
    expect(title).to_have_text(flow["checks"])
    assert tablet.words() == [row.split() for row in flow["tiles"]]
    tablet.go_on()
    expect(title).to_have_text(flow["asks"])
    assert tablet.asked("/challenge") == []
    tablet.go_on()
    page.clock.run_for(VERDICT_DELAY)
    expect(page.locator(".verdict")).to_be_visible()
    assert tablet.verdict() == flow["says"]
    assert len(tablet.asked("/challenge")) == 1
    tablet.dismiss()
    tablet.go_on()
    expect(page.locator(".counts")).to_be_visible()
    assert tablet.console == []


def test_the_first_letter_locks_the_challenge_in_but_not_its_spelling(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.declare(3)
    page.clock.run_for(QUIET)
    page.get_by_role("button", name="Înapoi").click()
    tablet.declare(2)
    tablet.tap("M")
    expect(page.get_by_role("button", name="Înapoi")).to_have_count(0)
    expect(page.locator(".status")).to_contain_text("definitivă")
    page.locator(".key.wide").first.click()
    assert tablet.words() == []
    expect(page.get_by_role("button", name="Înapoi")).to_have_count(0)
    tablet.type("tara")
    page.locator(".slot").nth(1).click()
    tablet.type("masa")
    assert tablet.words() == [list("TARA"), list("MASA")]


def test_the_words_can_go_on_only_when_every_one_is_written(tablet: Tablet) -> None:
    tablet.set_up(*FISC)
    tablet.declare(2)
    onward = tablet.page.locator(".actions button.primary")
    tablet.type("casa")
    expect(onward).to_be_disabled()
    tablet.page.keyboard.press("Enter")
    tablet.type("col.")
    expect(onward).to_be_disabled()
    tablet.type("legi")
    expect(onward).to_be_enabled()


def test_the_opponent_may_send_the_words_back_for_their_spelling(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.submit("mase")
    page.get_by_role("button", name="Corectează scrierea").click()
    page.keyboard.press("Backspace")
    tablet.type("a")
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    assert tablet.words() == [list("MASA")]
    tablet.judge()
    assert tablet.verdict() == "DA"


def test_the_word_at_hand_is_in_sight_when_the_words_come_back(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.submit(*["masa"] * 8)
    page.get_by_role("button", name="Corectează scrierea").click()
    at_hand = page.locator(".slot[aria-current]")
    expect(at_hand.locator(".number")).to_have_text("8")
    expect(at_hand).to_be_in_viewport(ratio=0.9)


def test_words_on_their_way_cannot_be_sent_twice(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.declare(1)
    tablet.type("masa")
    page.route("**/spell", lambda route: None)
    onward = page.locator(".actions button.primary")
    onward.click()
    expect(onward).to_be_disabled()
    expect(onward).to_have_attribute("aria-busy", "true")
    page.unroute("**/spell")
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    assert tablet.console == []


def test_a_double_tap_on_consent_does_not_ask_for_the_verdict(tablet: Tablet) -> None:
    tablet.set_up(*FRS)
    tablet.submit("masa")
    tablet.page.clock.run_for(1000)
    tablet.page.locator(".actions button.primary").dblclick()
    expect(tablet.page.locator("main h1:visible")).to_have_text(
        "Cine contestă execută comanda de arbitraj"
    )
    assert tablet.asked("/challenge") == []


def test_a_letter_typed_while_the_words_are_on_their_way_calls_them_back(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.declare(1)
    tablet.type("mas")
    waiting: list[Route] = []
    page.route("**/spell", lambda route: waiting.append(route))
    with page.expect_request("**/spell"):
        page.keyboard.press("Enter")
    tablet.type("a")
    while not waiting:  # The request is heard of a moment before it can be held up.
        page.evaluate("0")
    with page.expect_response("**/spell"):
        waiting[0].continue_()
    expect(page.locator(".slot")).to_be_visible()
    page.unroute("**/spell")
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    assert tablet.words() == [list("MASA")]
    tablet.judge()
    (asked,) = tablet.asked("/challenge")
    assert asked.post_data_json == {"words": ["MASA"]}


def test_it_works_on_a_local_network_without_https(tablet: Tablet, base: str) -> None:
    page = tablet.page
    give_key(page, DEVICE_KEY)
    page.goto(base.replace("127.0.0.1", "arbiter.test") + "/tablet#lang=ro")
    assert page.evaluate("isSecureContext") is False
    expect(page.locator("#setup-notes")).to_contain_text("Fără HTTPS")
    page.locator("#rules").select_option("frs-2019")
    page.locator("#table").fill("12")
    page.locator("#new-pin").fill(PIN)
    page.locator("#setup button.primary").click()
    tablet.submit("masa")
    tablet.judge()
    assert tablet.verdict() == "DA"
    assert tablet.console == []


def test_up_to_eight_words_are_judged_together(tablet: Tablet) -> None:
    tablet.set_up(*FRS)
    expect(tablet.page.locator(".count")).to_have_count(8)
    tablet.submit(*["masa", "casa"] * 4)
    tablet.judge()
    assert tablet.verdict() == "DA"
    (asked,) = tablet.asked("/challenge")
    assert asked.post_data_json == {"words": ["MASA", "CASA"] * 4}


def test_both_verdicts_have_one_layout_and_differ_by_word_colour_and_shape(tablet: Tablet) -> None:
    seen = []
    tablet.set_up(*FRS)
    for word in ("masa", "mazz"):
        tablet.submit(word)
        tablet.judge()
        seen.append(_look(tablet.page))
        tablet.dismiss()
        tablet.go_on()
    valid, invalid = seen
    assert valid["layout"] == invalid["layout"]
    for what in ("word", "colour", "shape"):
        assert valid[what] != invalid[what], what


def _look(page: Page) -> dict[str, Any]:
    look: dict[str, Any] = page.evaluate(
        """() => {
          const verdict = document.querySelector(".verdict");
          const box = (node) => {
            const {x, y, width, height} = node.getBoundingClientRect();
            return [node.tagName, ...(node.tagName === "H1" ? [y, height] : [x, y, width, height])];
          };
          return {
            word: verdict.querySelector("h1").textContent,
            colour: getComputedStyle(verdict).backgroundColor,
            shape: [...verdict.querySelectorAll("path")].map((path) => path.getAttribute("d")),
            layout: [verdict, ...verdict.querySelectorAll("svg, h1, p, button")].map(box),
          };
        }"""
    )
    return look


@pytest.mark.parametrize("word", ["masa", "mazz"])
def test_the_verdict_waits_for_the_same_delay_whatever_it_is(tablet: Tablet, word: str) -> None:
    tablet.set_up(*FRS)
    tablet.submit(word)
    tablet.go_on()
    page = tablet.page
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    with page.expect_response("**/challenge"):
        tablet.page.locator(".actions button.primary").click()
    page.clock.run_for(VERDICT_DELAY - 1)
    expect(page.locator(".verdict")).to_have_count(0)
    page.clock.run_for(1)
    expect(page.locator(".verdict")).to_be_visible()


# Edition, words, and what must be said of them afterwards.
FOLLOWS = {
    "FRS 5.10.14 b: ten points for each of two words": (
        (*FRS, "b"),
        ["masa", "casa"],
        ["punctajul se reanunță", "20 de puncte (2 cuvinte, câte 10) (art. 5.10.14 b)"],
    ),
    "FRS 5.10.14 f: the steps of a rising penalty": (
        (*FRS, "f"),
        ["masa"],
        ["5, 10, 15, 20 de puncte (art. 5.10.14 f)"],
    ),
    "FRS 5.10.3 c: a play that falls costs nothing": (
        (*FRS, "b"),
        ["mazz"],
        ["Literele se retrag"],
    ),
    "FIGS 30, 32: the score is confirmed, the challenger pays a tenth": (
        (*FIGS, ""),
        ["casa"],
        [
            "il punteggio è confermato",
            "Chi ha contestato",
            "10% del valore della giocata (art. 30)",
        ],
    ),
    "FIGS 30: the player pays a fifth": (
        (*FIGS, ""),
        ["zzz"],
        ["ritira le tessere e passa il turno", "Chi ha giocato", "20% del valore della giocata"],
    ),
    "FISC G§6: entered on the sheet, nobody pays": (
        (*FISC, ""),
        ["casa"],
        ["s’afegeix al full d’anotació", "Cap penalització"],
    ),
    "FISC G§6: the turn is lost": ((*FISC, ""), ["zuzu"], ["perd el torn sense sumar cap punt"]),
}


@pytest.mark.parametrize(("edition", "words", "said"), FOLLOWS.values(), ids=FOLLOWS)
def test_what_follows_is_said_of_the_verdict_that_was_given(
    tablet: Tablet, edition: tuple[str, str, str, str], words: list[str], said: list[str]
) -> None:
    *setting, variant = edition
    tablet.set_up(*setting, variant=variant)
    tablet.submit(*words)
    tablet.judge()
    word = tablet.verdict()
    tablet.dismiss()
    assert tablet.page.locator(".outcome").inner_text() == word
    for text in said:
        expect(tablet.page.locator(".follows")).to_contain_text(text)


def test_a_challenge_taken_back_counts_as_unfounded_at_frs(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.declare(2)
    tablet.tap("M")
    page.get_by_role("button", name="Retractează contestația").click()
    expect(page.locator("main h1:visible")).to_contain_text("20 de puncte (2 cuvinte, câte 10)")
    expect(page.locator(".actions .primary")).to_have_text("Nu, contestația rămâne")
    tablet.go_on()
    assert tablet.words() == [["M"]]
    page.get_by_role("button", name="Retractează contestația").click()
    page.get_by_role("button", name="Da, contestația se retractează").click()
    expect(page.locator("main h1:visible")).to_contain_text("nefondată")
    expect(page.locator(".follows")).to_contain_text("20 de puncte")
    assert tablet.asked("/spell") == tablet.asked("/challenge") == []


@pytest.mark.parametrize("edition", [FISC, FIGS], ids=["FISC", "FIGS"])
def test_where_the_text_is_silent_letters_fix_nothing_and_nothing_is_retracted(
    tablet: Tablet, edition: tuple[str, str, str]
) -> None:
    page = tablet.page
    tablet.set_up(*edition)
    tablet.declare(2)
    tablet.tap("A")
    expect(page.locator(".leave button")).to_have_count(1)
    page.locator(".leave button").click()
    tablet.go_on()
    assert tablet.words() == [["A"]]
    page.locator(".leave button").click()
    page.locator(".leave button").click()
    expect(page.locator(".counts")).to_be_visible()


def test_the_arbiter_who_types_the_slip_can_correct_the_number_of_words(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up("frs-2019", "ro", "arbiter")
    tablet.declare(2)
    expect(page.locator(".status")).to_contain_text("fluturașul a fost înmânat")
    tablet.type("masa")
    expect(page.get_by_role("button", name="Înapoi")).to_be_visible()


def test_a_misplaced_play_calls_the_arbiter_and_asks_no_lexicon(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    before = len(tablet.asked(""))
    page.get_by_role("button", name="Plasare greșită").click()
    expect(page.locator(".huge")).to_have_text("Masa 12: chemați arbitrul")
    expect(page.locator("main")).to_contain_text("5.10.15")
    page.get_by_role("button", name="Arbitrul a decis").click()
    expect(page.locator(".counts")).to_be_visible()
    asked = tablet.asked("")[before:]
    assert [request.url for request in asked if "/v1/" in request.url] == []


@pytest.mark.parametrize("edition", [FISC, FIGS], ids=["FISC", "FIGS"])
def test_misplacement_is_offered_only_where_the_edition_knows_it(
    tablet: Tablet, edition: tuple[str, str, str]
) -> None:
    tablet.set_up(*edition)
    expect(tablet.page.locator("main .quiet:visible")).to_have_count(0)


def test_at_a_public_device_the_words_go_when_both_have_stepped_away(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up("frs-2019", "ro", "device_away")
    tablet.submit("masa")
    page.clock.run_for(101_000)
    expect(page.locator("#away")).to_contain_text("atingeți ecranul")
    page.mouse.click(180, 300)
    expect(page.locator("#away")).to_be_hidden()
    assert tablet.words() == [list("MASA")]
    page.clock.run_for(121_000)
    expect(page.locator("main h1:visible")).to_have_text("Cuvintele au fost șterse")
    assert "MASA" not in page.content()
    tablet.go_on()
    expect(page.locator(".counts")).to_be_visible()


def test_away_from_the_table_the_words_are_fixed_by_rising_and_compared_with_the_slip(
    tablet: Tablet,
) -> None:
    page = tablet.page
    tablet.set_up("frs-2019", "ro", "device_away")
    expect(page.locator(".steps")).to_contain_text("fluturașul de contestație")
    expect(page.locator(".steps")).to_contain_text("acoperă literele de pe suporturi")
    tablet.declare(1)
    expect(page.locator(".status")).to_contain_text("s-a ridicat de la masă")
    tablet.type("masa")
    page.keyboard.press("Enter")
    expect(page.locator(".status")).to_contain_text("Comparați-le cu fluturașul")


def test_the_keyboard_stays_where_it_is_at_the_first_letter(tablet: Tablet) -> None:
    page = tablet.page
    for lang in ("ro", "en"):
        page.goto("about:blank")
        page.context.clear_cookies()
        tablet.set_up("frs-2019", lang, "device_at_table")
        tablet.declare(1)
        page.clock.run_for(QUIET)
        before = page.locator(".keys").bounding_box()
        tablet.tap("A")
        assert page.locator(".keys").bounding_box() == before, lang
        tablet.enter_pin(PIN)
        page.locator("#pin-leave").click()


def test_nobody_consents_to_words_below_the_fold(tablet: Tablet) -> None:
    page = tablet.page
    page.set_viewport_size({"width": 480, "height": 320})
    tablet.set_up(*FRS)
    tablet.submit(*["masa"] * 8)
    words = page.locator(".submitted")
    for height in range(320, 160, -20):  # How tall a word is, the fonts of the machine decide.
        page.set_viewport_size({"width": 480, "height": height})
        if words.evaluate("(list) => list.scrollHeight > list.clientHeight + 20"):
            break
    page.clock.run_for(QUIET)
    agree = page.locator(".actions .primary")
    expect(agree).to_be_disabled()
    expect(page.locator(".status")).to_contain_text("Derulați")
    page.locator(".submitted").evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    expect(agree).to_be_enabled()


def test_the_organiser_can_show_the_last_verdict_until_the_next_challenge(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.submit("mazz")
    tablet.judge()
    tablet.dismiss()
    tablet.go_on()
    tablet.enter_pin(PIN)
    page.locator("#pin-recall").click()
    assert tablet.verdict() == "NU"
    page.clock.run_for(60_000)
    assert tablet.verdict() == "NU"
    page.locator(".verdict .seen").click()
    tablet.declare(1)
    tablet.enter_pin(PIN)
    expect(page.locator("#pin-menu")).to_be_visible()
    expect(page.locator("#pin-recall")).to_be_hidden()
