"""No tap does more than it was meant to: a second tap on the same place changes nothing.

Every control of every state is tapped once and, in the same state, twice; what comes of it must be
the same, whatever the pause between the taps. The usual run takes one pause for each control, in
turn, and a few keys of the keyboard; ARBITER_EVERY_TAP=1 takes every key and every pause.
"""

import itertools
import math
import os
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, Request, ViewportSize, expect

from tests.web.tablet import LOOK, PIN, QUIET, VERDICT_DELAY, Tablet

EVERY_TAP = bool(os.environ.get("ARBITER_EVERY_TAP"))
PAUSES = [50, 120, 200, 300, 450, 600, 700]  # milliseconds
SCREENS: list[ViewportSize] = [
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 800},
]
EDITIONS = {
    "FIGS": ("figs-75min", "it", "arbiter"),
    "FISC": ("fisc-2023", "ca", "device_at_table"),
    "FRS": ("frs-2019", "ro", "device_at_table"),
}

# Where the page has its modules from: those of another address would be other modules.
ROOT = 'const ROOT = document.querySelector("script[type]").src.replace("main.js", "");'

# The values that a challenge goes through. The words are admitted by every edition.
WORDS = ["CASA", "CASE"]
STATES = (
    """async (texts) => {
  """
    + ROOT
    + """
  const c = await import(ROOT + "challenge.js");
  const {locks} = await import(ROOT + "procedure.js");
  const {tablet} = await import(ROOT + "device.js");
  const tiles = texts.map((text) => ({text, tiles: [...text]}));
  const spelled = (state) => ({...state, words: texts});
  const words = c.declare(c.ARMED, texts.length);
  const begun = c.respell(words, "CA", locks(tablet));
  const written = spelled(begun);
  const check = c.submit(written, tiles);
  const consent = c.consent(check);
  const verdict = c.answer(c.ask(consent), true, "print");
  const consequences = c.dismiss(verdict);
  return {
    armed: c.rearm(consequences), words, begun, written, check, consent, verdict,
    "seen by one": c.see(verdict, "challenger"), consequences,
    retracted: c.retract(written),
    "second words": c.respell(c.challengeAgain(consequences), "CA", true),
    "second check": c.submit(c.challengeAgain(consequences), tiles),
  };
}"""
)
GO_TO = (
    """async (state) => {
  """
    + ROOT
    + """
  const {change} = await import(ROOT + "referee.js");
  document.querySelector("#pin-dialog").close();
  // A PIN that was tried in vain at an earlier screen makes nobody wait at this one.
  localStorage.removeItem("arbiter.wrong");
  change(state);
}"""
)
READ = (
    """async () => {
  """
    + ROOT
    + """
  const {tablet} = await import(ROOT + "device.js");
  const shown = [...document.querySelectorAll("h1, dialog[open] h2, #pin-menu:not([hidden])")];
  const visible = shown.filter((node) => node.offsetParent !== null || node.closest(".verdict"));
  // Each challenge has fingerprints of its own.
  const challenge = {...tablet.challenge, first: tablet.challenge.first?.valid ?? null};
  return {challenge, shown: visible.map((node) => node.id || node.textContent)};
}"""
)
# From which state, by which controls, a screen beside the challenge is reached.
BESIDE = {
    "again": ("consequences", [".leave button"]),
    "confirm": ("begun", [".leave button"]),
    "give up": ("second words", [".leave button"]),
    "misplaced": ("armed", [".misplaced"]),
    "pin": ("armed", ["#organiser"]),
    "pin menu": ("armed", ["#organiser", "PIN"]),
    "recall": ("armed", ["#organiser", "PIN", "#pin-recall"]),
}
# What can be pressed: its name, whether it types, and where it is.
CONTROLS = """() => {
  const scope = document.querySelector("dialog[open]") ?? document.body;
  return [...scope.querySelectorAll("button, label.tick")]
    .filter((node) => node.offsetParent !== null || node.closest(".verdict, header"))
    .filter((node) => node.checkVisibility({visibilityProperty: true}) && !node.disabled)
    .map((node) => {
      const {x, y, width, height} = node.getBoundingClientRect();
      const key = node.classList.contains("key");
      return {name: node.id || node.textContent, key, x: x + width / 2, y: y + height / 2};
    });
}"""
KEYS_TRIED = 3
ANSWERED = 60  # milliseconds for an answer of the service to arrive
PATIENCE = 6000  # milliseconds for one of a busy machine
AT_REST = 10  # milliseconds beyond the time that a screen must be left alone
ASKING = {"written": "spell", "consent": "challenge"}
# The way out of arbitration mode has a test of its own.
ELSEWHERE = {"pin-leave", "refill"}


@dataclass(frozen=True, slots=True)
class Place:
    """A screen, and how it is reached."""

    name: str
    state: Any
    path: list[str]


def places(page: Page) -> list[Place]:
    """Every screen there is."""
    states = page.evaluate(STATES, WORDS)
    plain = [Place(name, state, []) for name, state in states.items()]
    beside = [Place(name, states[state], path) for name, (state, path) in BESIDE.items()]
    return plain + beside


def reach(page: Page, place: Place) -> bool:
    """Show a screen and let it come to rest; false where the edition does not know it."""
    page.evaluate(GO_TO, place.state)
    for step in place.path:
        page.clock.run_for(QUIET + AT_REST)
        if step == "PIN":
            page.locator("#pin").fill(PIN)
            page.keyboard.press("Enter")
            page.locator("#pin-menu").wait_for()
        elif page.locator(step).count() == 0:
            return False
        else:
            page.locator(step).first.click()
    page.clock.run_for(LOOK if place.name in ("verdict", "seen by one") else QUIET + AT_REST)
    return True


def controls(page: Page, *, first: bool) -> list[dict[str, Any]]:
    """What can be pressed on the screen; of the keyboard's keys only some, if time is short."""
    found = [control for control in page.evaluate(CONTROLS) if control["name"] not in ELSEWHERE]
    keys = [control for control in found if control["key"]]
    some = KEYS_TRIED if first else 1
    tried = keys if EVERY_TAP else keys[:: max(1, len(keys) // some)][:some]
    return [control for control in found if not control["key"]] + tried


def tap(page: Page, place: Place, control: dict[str, Any], *pauses: int) -> Any:
    """Tap a control, and again after each pause; then tell what has become of it."""
    unanswered(page)  # From now on it is known what was asked.
    reach(page, place)
    asked = ASKING.get(place.name)
    page.mouse.move(*_where(page, control))
    _press(page)
    if asked:
        wait_for_answers(page)
    for pause in pauses:
        page.clock.run_for(pause)
        _press(page)
    page.clock.run_for(VERDICT_DELAY if asked == "challenge" else 10)
    if asked:
        wait_for_answers(page)
    if control["name"] == "pin-try":
        # Nothing was typed; that this is no PIN is found out in time of its own.
        expect(page.locator("#pin-fault")).not_to_be_empty()
    return page.evaluate(READ)


def _where(page: Page, control: dict[str, Any]) -> tuple[float, float]:
    """Where a control lies now: a banner that came meanwhile moves all that is below it."""

    def away(other: dict[str, Any]) -> float:
        return math.dist((other["x"], other["y"]), (control["x"], control["y"]))

    same = [other for other in page.evaluate(CONTROLS) if other["name"] == control["name"]]
    found = min(same, key=away, default=control)
    return found["x"], found["y"]


@cache
def unanswered(page: Page) -> set[Request]:
    """What the page has asked and has no answer to yet."""
    asked: set[Request] = set()
    page.on("request", lambda request: asked.add(request))
    page.on("requestfinished", lambda request: asked.discard(request))
    page.on("requestfailed", lambda request: asked.discard(request))
    return asked


def wait_for_answers(page: Page) -> None:
    """Let whatever was asked be answered, on a slow machine too."""
    page.wait_for_timeout(ANSWERED)
    for _ in range(PATIENCE // ANSWERED):
        if not unanswered(page):
            break
        page.wait_for_timeout(ANSWERED)


def _press(page: Page) -> None:
    """A finger that is where it was before."""
    page.mouse.down()
    page.mouse.up()


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_a_second_tap_changes_nothing(tablet: Tablet, edition: tuple[str, str, str]) -> None:
    page = tablet.page
    tablet.set_up(*edition)
    # A window that changes its size leaves the full screen; the note of that would move all else.
    page.evaluate(
        """async () => {""" + ROOT + """(await import(ROOT + "presence.js")).endArbitration()}"""
    )
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    once: dict[tuple[str, str], Any] = {}
    pauses = itertools.cycle(PAUSES)
    # The edition with most screens is walked at every size, the others on a phone.
    sizes = SCREENS if EVERY_TAP or edition == EDITIONS["FRS"] else SCREENS[:1]
    for size, place in itertools.product(sizes, places(page)):
        page.set_viewport_size(size)
        if not reach(page, place):
            continue
        for control in controls(page, first=place.name == "words"):
            name = (place.name, control["name"])
            if name not in once:
                # A key types as often as it is tapped; nothing else does more the second time.
                once[name] = tap(page, place, control, *([QUIET] if control["key"] else []))
            for pause in PAUSES if EVERY_TAP else [next(pauses)]:
                twice = tap(page, place, control, pause)
                assert twice == once[name], f"{name} after {pause} ms at {size}"
    assert len(once) > 50
    assert tablet.console == []


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_verdict_outlasts_taps_where_its_button_was_and_lies_where_none_was(
    tablet: Tablet, size: ViewportSize
) -> None:
    page = tablet.page
    page.set_viewport_size(size)
    tablet.set_up("frs-2019", "ro", "device_at_table", seconds="10")
    tablet.submit("masa")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    tablet.go_on()
    page.clock.run_for(QUIET)
    earlier = [node.bounding_box() for node in page.locator("main button:visible").all()]
    at = _middle(page, ".actions .primary")
    with page.expect_response("**/challenge"):
        page.mouse.click(*at)
    page.clock.run_for(VERDICT_DELAY)
    expect(page.locator(".verdict")).to_be_visible()
    for seen, other in itertools.product(page.locator(".seen").all(), earlier):
        box = seen.bounding_box()
        assert box is not None
        assert other is not None
        below, above = other["y"] + other["height"], box["y"] + box["height"]
        assert above < other["y"] or box["y"] > below
    for seconds, shown in ((9, ".verdict"), (5, ".outcome")):
        every = PAUSES[SCREENS.index(size) + 1]
        for _ in range(1000 * seconds // every):
            page.clock.run_for(every)
            page.mouse.click(*at)
        expect(page.locator(shown)).to_be_visible()


def test_leaving_arbitration_mode_does_not_begin_it_anew(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up("frs-2019", "ro", "device_at_table")
    tablet.enter_pin(PIN)
    expect(page.locator("#pin-leave")).to_be_visible()  # The service has looked at the PIN.
    page.clock.run_for(QUIET)
    at = _middle(page, "#pin-leave")
    page.mouse.click(*at)
    for pause in PAUSES:
        page.clock.run_for(pause)
        page.mouse.click(*at)
    expect(page.locator("#setup")).to_be_visible()
    expect(page.locator(".counts")).to_have_count(0)


def _middle(page: Page, css: str) -> tuple[float, float]:
    box = page.locator(css).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
