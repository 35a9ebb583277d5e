"""For everybody: axe finds nothing, targets are large, nothing hides below the fold."""

from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # comes without types
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.arbiter import DOUBLE_PRESS, open_arbiter, open_game, open_tab, write_play
from tests.web.engines import STANDARDS
from tests.web.tablet import PIN, Tablet

GAME = (Path(__file__).parent / "game.gcg").read_text(encoding="utf-8")
SCREENS: list[ViewportSize] = [
    {"width": 360, "height": 640},
    {"width": 640, "height": 360},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 800},
]


def check(page: Page, state: str, *, scheme: str = "light") -> None:
    """Hold what is on the screen to the standards; what the dark changes are its colours."""
    page.evaluate("Promise.all(document.getAnimations().map(({finished}) => finished))")
    rules = STANDARDS if scheme == "light" else {"type": "rule", "values": ["color-contrast"]}
    found = Axe().run(page, options={"runOnly": rules})
    assert found.violations_count == 0, f"{state}\n{found.generate_report()}"


SMALL = """(nodes) => nodes.map((node) => {
  const {width, height, left, top, right, bottom} = node.getBoundingClientRect();
  const outside = left < 0 || right > innerWidth + 0.5 || top < 0;
  const fixed = node.closest(".slots") === null;
  const hidden = fixed && bottom > innerHeight + 0.5;
  const box = [Math.round(width), Math.round(height), Math.round(bottom)];
  const small = node.type !== "checkbox" && (width < 43.5 || height < 43.5);
  return small || outside || hidden ? `${node.textContent || node.id} ${box}` : null;
}).filter(Boolean)"""


def check_targets(page: Page, state: str) -> None:
    """Whatever a finger must hit is 44 px each way and on the screen."""
    targets = page.locator("button:visible, select:visible, input:visible")
    small = targets.evaluate_all(SMALL)
    assert small == [], f"{state}: {small}"


@pytest.mark.parametrize(
    ("size", "scheme"),
    [*((size, "light") for size in SCREENS), (SCREENS[0], "dark"), (SCREENS[3], "dark")],
    ids=lambda value: value if isinstance(value, str) else f"{value['width']}x{value['height']}",
)
def test_every_state_of_the_tablet(
    tablet: Tablet, size: ViewportSize, scheme: Literal["light", "dark"]
) -> None:
    page = tablet.page
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    axe = size["width"] in (360, 1280)

    def look(state: str) -> None:
        check_targets(page, state)
        # What players compare digit by digit is never small.
        digits = page.locator("header .lexicon code")
        assert digits.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)") >= 12
        if axe:
            check(page, state, scheme=scheme)

    tablet.open(rules="frs-2019", lang="ro")
    expect(page.locator("#setup h1")).to_be_visible()
    page.clock.run_for(1000)
    if axe:
        check(page, "setup", scheme=scheme)
    tablet.set_up("frs-2019", "ro", "device_at_table")
    page.clock.run_for(1000)
    look("armed")
    tablet.declare(8)
    tablet.type("reconstituirilor")
    page.clock.run_for(1000)
    look("words")
    for _ in range(8):
        page.keyboard.press("Enter")
        tablet.type("masa")
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    page.clock.run_for(1000)
    look("check")
    tablet.go_on()
    page.clock.run_for(1000)
    look("consent")
    tablet.go_on()
    page.clock.run_for(1500)
    expect(page.locator(".verdict")).to_be_visible()
    page.clock.run_for(2000)
    look("verdict")
    tablet.dismiss()
    page.clock.run_for(1000)
    look("consequences")
    page.get_by_role("button", name="Cere rejudecarea").click()
    page.clock.run_for(1000)
    look("again")
    page.get_by_role("button", name="Înapoi").click()
    tablet.go_on()
    page.get_by_role("button", name="Plasare greșită").click()
    page.clock.run_for(1000)
    look("misplaced")
    tablet.enter_pin(PIN)
    expect(page.locator("#pin-menu")).to_be_visible()
    look("pin")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [SCREENS[0], SCREENS[3]], ids=["phone", "laptop"])
def test_every_state_of_the_game_clock(
    tablet: Tablet, size: ViewportSize, scheme: Literal["light", "dark"]
) -> None:
    page = tablet.page
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)

    def look(state: str) -> None:
        page.clock.run_for(1000)
        check_targets(page, state)
        check(page, state, scheme=scheme)
        cut = page.locator(".digits").evaluate_all(
            "(all) => all.filter((one) => one.offsetWidth > innerWidth).length"
        )
        assert cut == 0, state

    tablet.open_with_clock("figs-75min", "it", "arbiter", clock="1500")
    look("nobody thinks yet")
    page.locator(".half.near").click()
    page.clock.run_for(60_000)
    page.locator(".half.far").click()
    look("one thinks")
    page.clock.fast_forward(26 * 60_000)
    look("out of time")
    page.get_by_role("button", name="Rileva il tempo scaduto").click()
    page.clock.fast_forward(11 * 60_000)
    look("lost")
    page.get_by_role("button", name="Ferma l’orologio").click()
    look("stopped")
    page.get_by_role("button", name="Nuova partita").click()
    look("a new game?")
    page.locator(".screen button").last.click()
    page.clock.run_for(1000)
    page.get_by_role("button", name="Contestazione", exact=True).click()
    expect(page.locator("#clocks")).to_be_visible()
    look("a challenge beside the clock")


LARGE_TYPE = """addEventListener("DOMContentLoaded", () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { font-size: 200% !important; }");
  document.adoptedStyleSheets = [sheet];
});"""
STICKS_OUT = """() => [...document.querySelectorAll("main *")]
  .filter((node) => node.checkVisibility() && node.getBoundingClientRect().right > innerWidth + 1)
  .map((node) => `${node.tagName}.${node.className}`)"""


OVERLAP = """() => {
  const parts = [...document.querySelectorAll(".slots, .status, .typing, .actions")];
  const boxes = parts.map((part) => part.getBoundingClientRect()).sort((a, b) => a.top - b.top);
  return boxes.some((box, i) => i > 0 && box.top < boxes[i - 1].bottom - 1);
}"""


@pytest.mark.parametrize(("rules", "lang"), [("fisc-2023", "ca"), ("frs-2019", "ro")])
def test_type_of_twice_the_size_is_cut_nowhere(tablet: Tablet, rules: str, lang: str) -> None:
    page = tablet.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(LARGE_TYPE)

    def look(state: str) -> None:
        assert page.evaluate(STICKS_OUT) == [], state

    tablet.set_up(rules, lang, "device_at_table")
    look("armed")
    tablet.declare(1)
    tablet.type("casa")
    look("words")
    assert not page.evaluate(OVERLAP)
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    look("check")
    tablet.judge()
    look("verdict")
    drawn = page.locator(".verdict svg").bounding_box()
    assert drawn is not None
    assert min(drawn["width"], drawn["height"]) > 60
    tablet.dismiss()
    look("consequences")


def test_nothing_but_the_verdict_is_reached_by_keyboard_under_it(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up("fisc-2023", "ca", "device_at_table")
    tablet.submit("casa")
    tablet.judge()
    reached = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.className"))
    assert "seen" in reached
    assert reached <= {"seen", "arbitration showing-verdict"}


def test_an_outage_is_readable_for_everybody(tablet: Tablet) -> None:
    tablet.set_up("fisc-2023", "ca", "device_at_table")
    tablet.declare(1)
    tablet.page.route("**/v1/**", lambda route: route.abort())
    tablet.type("casa")
    tablet.page.keyboard.press("Enter")
    expect(tablet.page.locator(".huge")).to_be_visible()
    check_targets(tablet.page, "outage")
    check(tablet.page, "outage")


def test_a_screen_reader_hears_tiles_by_name(tablet: Tablet) -> None:
    tablet.set_up("fisc-2023", "ca", "arbiter")
    tablet.declare(1)
    expect(tablet.page.get_by_role("button", name="ela geminada")).to_be_visible()
    tablet.type("col.legi")
    expect(tablet.page.get_by_role("img", name="C, O, ela geminada, E, G, I")).to_be_visible()


def test_a_screen_reader_is_told_every_screen_with_its_words_which_go_with_it(
    tablet: Tablet,
) -> None:
    page, said = tablet.page, tablet.page.locator("#said[role=status]")

    def hears(*words: str) -> None:
        title = page.locator("main h1:visible").inner_text()
        expect(said).to_have_text(". ".join((title, *words)), ignore_case=True)

    tablet.set_up("fisc-2023", "ca", "device_at_table")
    hears()
    tablet.declare(1)
    hears()
    tablet.type("col.legi")
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    hears("C, O, ela geminada, E, G, I")
    tablet.judge()
    hears()
    tablet.dismiss()
    hears()
    tablet.enter_pin(PIN)
    page.locator("#pin-leave").click()
    expect(said).to_be_empty()


def test_a_screen_reader_is_told_the_verdict_of_the_desk(page: Page) -> None:
    said = page.locator("#said[role=status]")
    open_arbiter(page, "figs-75min", "it")
    page.locator("#desk-words").fill("casa")
    page.keyboard.press("Enter")
    expect(said).to_have_text("C, A, S, A")
    page.clock.run_for(DOUBLE_PRESS)
    page.keyboard.press("Enter")
    page.clock.run_for(1000)
    expect(said).to_have_text("VALIDA", ignore_case=True)


def test_a_screen_reader_hears_what_lies_under_the_next_letter(page: Page) -> None:
    open_arbiter(page, "figs-75min", "it")
    open_tab(page, "editor")
    page.locator("#editor-board").focus()
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    expect(page.locator("#editor-at")).to_contain_text("lettera valore doppio")
    write_play(page, "8G IO")
    page.keyboard.press("Enter")
    expect(page.locator("#editor-at")).to_contain_text("8G → I")


def test_a_screen_reader_hears_squares_as_a_player_says_them(page: Page) -> None:
    open_arbiter(page, "figs-75min", "it")
    open_tab(page, "rules")
    board = page.get_by_role("table", name="Plancia")
    assert board.get_by_role("cell", name="parola valore triplo").count() == 8
    assert board.get_by_role("cell", name="lettera valore doppio").count() == 24


@pytest.mark.parametrize("size", [SCREENS[0], SCREENS[3]], ids=["phone", "laptop"])
def test_every_part_of_the_arbiters_page(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)

    def look(state: str) -> None:
        if size is SCREENS[3]:
            check(page, state)
        overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert overflow <= 0, state

    open_arbiter(page, "figs-75min", "it")
    page.locator("#desk-words").fill("casa gatto dodicenni quindicilettere")
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    look("desk check")
    page.clock.run_for(DOUBLE_PRESS)
    page.keyboard.press("Enter")
    page.clock.run_for(1000)
    expect(page.locator(".verdict")).to_be_visible()
    look("desk verdict")
    write_play(page, "8D GATtO")
    expect(page.locator(".total")).to_be_visible()
    look("a play being written")
    open_game(page, GAME)
    expect(page.locator(".summary")).to_be_visible()
    page.locator("#editor-kind").select_option("end")
    look("game")
    open_game(page, GAME.replace("12E PES.E", "8D PESE"))
    expect(page.locator(".summary .fault").first).to_be_visible()
    look("recount that stops")
    open_game(page, "no game at all")
    expect(page.locator("#fault")).not_to_be_empty()
    look("refusal")
    open_tab(page, "outcome")
    page.locator("#judge-play").fill("8D GATTO")
    page.locator("#judge-contested").fill("GATTO")
    page.locator("#judge-form .primary").click()
    expect(page.locator("#judge-answer dl")).to_be_visible()
    look("consequences")
    page.locator("#tab-handbook").click()
    expect(page.locator("#handbook-incident")).to_be_visible()
    page.locator("#handbook-form .primary").click()
    look("handbook")
    open_tab(page, "rules")
    look("rules")
    page.locator("#rules-with").select_option("frs-2019")
    expect(page.locator(".compared-rules")).to_be_visible()
    look("rules side by side")
