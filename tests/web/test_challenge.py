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
    tablet.set_up(flow["rules"], flow["lang"], flow["procedure"], variant=flow.get("variant", ""))
    for text in flow.get("steps", []):
        expect(page.locator(".steps")).to_contain_text(text)
    tablet.declare(len(flow["typed"]))
    expect(title).to_have_text(flow["types"])
    expect(page.locator(".status")).to_contain_text(flow.get("status", ""))
    for word in flow["typed"]:
        tablet.type(word)
        page.keyboard.press("Enter")
    expect(title).to_have_text(flow["checks"])
    expect(page.locator(".status")).to_contain_text(flow.get("note", ""))
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
    expect(page.locator(".outcome")).to_have_text(flow["says"], ignore_case=True)
    for text in flow.get("follows", []):
        expect(page.locator(".follows")).to_contain_text(text)
    expect(page.locator(".leave button")).to_have_count(flow.get("again", 0))
    tablet.go_on()
    expect(page.locator(".counts")).to_be_visible()
    assert tablet.console == []


def test_eight_words_are_in_sight_and_judged_together(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    expect(page.locator(".count")).to_have_count(8)
    tablet.submit(*["masa", "casa"] * 4)
    page.get_by_role("button", name="Corectează scrierea").click()
    at_hand = page.locator(".slot[aria-current]")
    expect(at_hand.locator(".number")).to_have_text("8")
    expect(at_hand).to_be_in_viewport(ratio=0.9)
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    tablet.judge()
    assert tablet.verdict() == "DA"
    (asked,) = tablet.asked("/challenge")
    assert asked.post_data_json == {"words": ["MASA", "CASA"] * 4}


def test_words_on_their_way_are_sent_once_and_a_letter_calls_them_back(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.declare(1)
    tablet.type("mas")
    waiting: list[Route] = []
    page.route("**/spell", lambda route: waiting.append(route))
    with page.expect_request("**/spell"):
        page.keyboard.press("Enter")
    onward = page.locator(".actions button.primary")
    expect(onward).to_be_disabled()
    expect(onward).to_have_attribute("aria-busy", "true")
    tablet.type("a")
    page.clock.run_for(7000)
    expect(page.locator(".huge")).to_have_count(0)  # Nobody waits for that answer: no outage.
    assert len(waiting) == 1
    page.unroute("**/spell")
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    assert tablet.words() == [list("MASA")]
    tablet.judge()
    (asked,) = tablet.asked("/challenge")
    assert asked.post_data_json == {"words": ["MASA"]}
    assert tablet.console == []


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


def test_both_verdicts_come_after_one_delay_in_one_layout(tablet: Tablet) -> None:
    page, seen = tablet.page, []
    tablet.set_up(*FRS)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    for word in ("masa", "mazz"):
        tablet.submit(word)
        tablet.go_on()
        page.clock.run_for(QUIET)
        with page.expect_response("**/challenge"):
            page.locator(".actions button.primary").click()
        page.clock.run_for(VERDICT_DELAY - 1)
        expect(page.locator(".verdict")).to_have_count(0)
        page.clock.run_for(1)
        expect(page.locator(".verdict")).to_be_visible()
        seen.append(_look(page))
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


# What the text says when the second verdict is not the first.
DIFFERING = {
    "FISC G§6: the second decision is final": (
        ("fisc-2023", "ca"),
        "La segona decisió és definitiva",
    ),
    "FRS 5.10.9: the chief arbiter may be called": (
        ("frs-2019", "ro"),
        "arbitrul principal șef poate fi chemat",
    ),
}


@pytest.mark.parametrize(("edition", "said"), DIFFERING.values(), ids=DIFFERING)
def test_a_second_verdict_that_differs(tablet: Tablet, edition: tuple[str, str], said: str) -> None:
    page = tablet.page
    tablet.set_up(*edition, "arbiter")
    tablet.submit("casa")
    tablet.judge()
    tablet.dismiss()
    page.locator(".leave button").click()
    for heard in page.locator("#heard").all():
        heard.check()
    tablet.go_on()
    tablet.type("casa")
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()

    def turned(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={"valid": not answer.json()["valid"]})

    page.route("**/challenge", turned)
    tablet.judge()
    tablet.dismiss()
    expect(page.locator("main .alarm")).to_contain_text(said)
