"""The game clock on the same device (FRS 3.4): two sides, stopped by a challenge."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.tablet import PIN, QUIET, Tablet
from tests.web.test_taps import PAUSES, ROOT, SCREENS

FRS = ("frs-2019", "ro", "device_at_table")
AT_REST = QUIET + 10
MINUTE = 60_000


def begin(tablet: Tablet, edition: tuple[str, str, str], clock: str = "1500") -> Page:
    """A tablet with a clock, nobody thinking yet."""
    tablet.open_with_clock(*edition, clock=clock)
    tablet.page.clock.pause_at(tablet.page.evaluate("Date.now() + 1000"))
    tablet.page.clock.run_for(AT_REST)
    return tablet.page


def state(page: Page) -> Any:
    """The clock as the device keeps it, but for the stamps."""
    kept = json.loads(page.evaluate("localStorage.getItem('arbiter.clock')"))
    title = page.locator("#stage h1").inner_text()
    return kept["running"], kept["held"], kept["called"], title


def times(page: Page) -> list[str]:
    """What both sides show, the near one first."""
    return [page.locator(f".half.{side} .digits").inner_text() for side in ("near", "far")]


def test_a_press_a_challenge_and_a_reload_lose_no_second(tablet: Tablet) -> None:
    page = begin(tablet, FRS)
    assert times(page) == ["25:00", "25:00"]
    page.locator(".half.near").click()
    page.clock.run_for(MINUTE)
    page.get_by_role("button", name="Contestație", exact=True).click()
    expect(page.locator("#clocks")).to_have_text("Ceas neutralizat: 24:00 · 25:00")
    tablet.submit("masa")
    tablet.judge()
    tablet.dismiss()
    page.clock.run_for(10 * MINUTE)
    tablet.go_on()
    assert times(page) == ["25:00", "24:00"]
    page.clock.run_for(AT_REST)
    page.get_by_role("button", name="Repornește ceasul").click()
    page.clock.run_for(30_300)
    assert times(page) == ["25:00", "23:30"]
    page.reload()
    page.locator(".half.far").wait_for()
    page.clock.run_for(1000)
    assert times(page)[1] in ("23:29", "23:28")
    assert times(page)[0] == "25:00"


@pytest.mark.parametrize(
    ("edition", "clock", "beyond", "shown", "said"),
    [
        (FRS, "1500", 2, "+0:02", "Timp de gândire depășit: partidă pierdută (art. 7.3.2 a)"),
        (("fisc-2023", "ca", "arbiter"), "1800", 61, "+1:01", "−20 punts (G§7)"),
    ],
)
def test_time_beyond_is_counted_by_the_edition(
    tablet: Tablet, edition: tuple[str, str, str], clock: str, beyond: int, shown: str, said: str
) -> None:
    page = begin(tablet, edition, clock)
    page.locator(".half.far").click()
    page.clock.run_for(1000 * (int(clock) + beyond) - 100)
    assert times(page)[0] == shown
    expect(page.locator(".half.near .said")).to_have_text(said)


def test_time_beyond_waits_for_the_opponent_s_call_where_the_text_asks_for_one(
    tablet: Tablet,
) -> None:
    page = begin(tablet, ("figs-75min", "it", "arbiter"))
    page.locator(".half.far").click()
    page.clock.run_for(27 * MINUTE)
    assert times(page)[0] == "0:00"
    expect(page.locator(".half.near .said")).to_contain_text("l’avversario può rilevarlo")
    page.get_by_role("button", name="Rileva il tempo scaduto").click()
    page.clock.run_for(20_000)
    expect(page.locator(".half.near .said")).to_have_text("−30 punti (art. 37)")
    page.clock.run_for(60_000)
    expect(page.locator(".half.near .said")).to_contain_text("se l’avversario lo rileva")


def test_the_arbiter_puts_a_wrong_press_right_behind_the_pin(tablet: Tablet) -> None:
    page = begin(tablet, FRS)
    page.locator(".half.near").click()
    page.clock.run_for(MINUTE)
    tablet.enter_pin(PIN)
    expect(page.locator("#pin-menu")).to_be_visible()
    page.clock.run_for(AT_REST)
    page.get_by_role("button", name="Corectează ceasul").click()
    page.clock.run_for(AT_REST)
    expect(page.locator("#clock-far")).to_have_value("24:00")
    keep = page.get_by_role("button", name="Reglează ceasul")
    for wrong in ("26:00", "3", "1:75"):
        page.locator("#clock-near").fill(wrong)
        keep.click()
        expect(page.locator(".fault[role=alert]:visible")).to_contain_text("cel mult 25:00")
    page.locator("#clock-near").fill("24:10")
    page.locator("#clock-turn").select_option("0")
    keep.click()
    assert times(page) == ["24:10", "24:00"]
    page.clock.run_for(AT_REST)
    page.get_by_role("button", name="Repornește ceasul").click()
    page.clock.run_for(10_300)
    assert times(page) == ["24:00", "24:00"]
    assert tablet.console == []


PLACES: dict[str, list[str]] = {
    "new": [],
    "near has played": [".half.near"],
    "far has played": [".half.far"],
    "stopped": [".half.near", ".strip .quiet"],
    "new game?": [".half.near", ".strip .quiet", ".strip .quiet:first-child"],
    "contest": [".half.near", ".strip .primary"],
}
CONTROLS = """() => [...document.querySelectorAll("#stage button")]
  .filter((node) => node.checkVisibility({visibilityProperty: true}) && !node.disabled)
  .map((node) => node.getBoundingClientRect())
  .map(({x, y, width, height}) => [x + width / 2, y + height / 2])"""


BEGIN = (
    "async () => {"
    + ROOT
    + """
  (await import(ROOT + "device.js")).tablet.game.beginAnew();
  (await import(ROOT + "referee.js")).rearm();
}"""
)


def reach(page: Page, path: list[str]) -> None:
    """Go to a screen of a clock that is as new."""
    page.evaluate(BEGIN)
    for step in path:
        page.clock.run_for(AT_REST)
        page.locator(step).first.click()
    page.clock.run_for(AT_REST)


@pytest.mark.parametrize("size", SCREENS[::3], ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_second_tap_changes_nothing_on_the_clock_either(
    tablet: Tablet, size: ViewportSize
) -> None:
    tablet.page.set_viewport_size(size)
    page = begin(tablet, FRS)
    tried = 0
    for name, path in PLACES.items():
        reach(page, path)
        # The counts lead to the words, whose walk is another test's.
        for at in page.evaluate(CONTROLS)[:5]:
            outcomes = []
            for pauses in ([], [PAUSES[tried % len(PAUSES)]]):
                reach(page, path)
                page.mouse.click(*at)
                for pause in pauses:
                    page.clock.run_for(pause)
                    page.mouse.click(*at)
                page.clock.run_for(10)
                outcomes.append(state(page))
            assert outcomes[0] == outcomes[1], f"{name} at {at} after {pauses} ms"
            tried += 1
    assert tried > 20
    assert tablet.console == []
