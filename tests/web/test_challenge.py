"""A challenge on the tablet, from the declared number of words to the cleared screen."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.serving import DEVICE_KEY
from tests.web.tablet import DOUBLE_TAP, PIN, VERDICT_DELAY, Tablet

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
    expect(tablet.page.locator("main h1:visible")).to_have_text("Cine contestă cere verdictul")
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
    page.goto(base.replace("127.0.0.1", "arbiter.test") + "/tablet#lang=ro&key=" + DEVICE_KEY)
    assert page.evaluate("isSecureContext") is False
    expect(page.locator("#setup-notes")).to_contain_text("fără HTTPS")
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


def test_what_follows_is_shown_for_either_verdict_with_its_article(tablet: Tablet) -> None:
    tablet.set_up(*FRS, variant="f")
    tablet.submit("masa")
    tablet.judge()
    tablet.dismiss()
    expect(tablet.page.locator(".outcomes > div")).to_have_count(2)
    expect(tablet.page.locator(".outcomes")).to_contain_text(
        "5, 10, 15, 20 de puncte (art. 5.10.14 f)"
    )


def test_a_challenge_taken_back_counts_as_unfounded_at_frs(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.declare(1)
    tablet.tap("M")
    page.get_by_role("button", name="Retrage contestația").click()
    page.get_by_role("button", name="Nu", exact=True).click()
    assert tablet.words() == [["M"]]
    page.get_by_role("button", name="Retrage contestația").click()
    page.get_by_role("button", name="Da", exact=True).click()
    expect(page.locator("main h1:visible")).to_contain_text("nefondată")
    assert tablet.asked("/spell") == tablet.asked("/challenge") == []


def test_a_double_tap_on_yes_does_not_skip_what_follows_from_a_retraction(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.declare(1)
    tablet.tap("M")
    page.get_by_role("button", name="Retrage contestația").click()
    page.clock.run_for(DOUBLE_TAP)
    page.get_by_role("button", name="Da", exact=True).dblclick()
    expect(page.locator("main h1:visible")).to_contain_text("nefondată")
    tablet.go_on()
    expect(page.locator(".counts")).to_be_visible()


@pytest.mark.parametrize("edition", [FISC, FIGS], ids=["FISC", "FIGS"])
def test_where_the_text_is_silent_a_challenge_cannot_be_taken_back(
    tablet: Tablet, edition: tuple[str, str, str]
) -> None:
    tablet.set_up(*edition)
    tablet.declare(1)
    tablet.tap("A")
    expect(tablet.page.locator(".leave button")).to_have_count(0)


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
    tablet.set_up("frs-2019", "ro", "device_away")
    tablet.submit("masa")
    tablet.page.clock.run_for(121_000)
    expect(tablet.page.locator(".counts")).to_be_visible()
    assert "MASA" not in tablet.page.content()
