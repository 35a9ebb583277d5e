"""Every flow once in Firefox and in WebKit; the other tests have the details, in Chromium.

`make gallery` walks through Chromium as well, and takes a picture of every state at every size.
With ARBITER_EVERY_TAP=1 the tablet is walked in every language, and tapped twice after every pause.
"""

import json
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.demo.__main__ import fragment
from service.devices import Devices, Place, new_code
from tests.support.small_lexicons import small_lexicons
from tests.web.engines import (
    ENTER,
    GALLERY,
    SIZES,
    STICKS_OUT,
    TAB,
    USUAL,
    Browser,
    browser,
)
from tests.web.serving import ARBITER_KEY, DEVICE_KEY, service
from tests.web.tablet import LOOK, PIN, QUIET
from tests.web.test_access import SMALL
from tests.web.test_hall import laptop
from tests.web.test_taps import BESIDE, EDITIONS, EVERY_TAP, GO_TO, PAUSES, READ, STATES, WORDS

HERE = Path(__file__).parent
FLOWS = tomllib.loads((HERE / "flows.toml").read_text(encoding="utf-8"))["flow"]
GAME = (HERE / "game.gcg").read_text(encoding="utf-8")
WALKED = ["frs-2019", "fisc-2023", "figs-75min"]
ENGINES = ["firefox", "webkit", *(["chromium"] if GALLERY else [])]
KEEP_PAPER = "window.print = () => { window.paper = document.querySelector('#paper').innerText; };"


@pytest.fixture(scope="module", params=ENGINES)
def visitor(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Browser]:
    """A browser of one engine for all walks: a start takes seconds."""
    with browser(request.param, tmp_path_factory.mktemp(request.param)) as opened:
        yield opened


@pytest.fixture
def at(visitor: Browser, base: str) -> Iterator[str]:
    """The service's address, on a device that has a key and remembers nothing else."""
    forget(visitor, base)
    yield base
    assert visitor.run("return window.faults ?? []") == []


def forget(visitor: Browser, base: str) -> None:
    visitor.go(base)
    kept = {"arbiter.tablet": {"key": DEVICE_KEY}, "arbiter.desk": {"key": ARBITER_KEY}}
    stored = json.dumps({name: json.dumps(value) for name, value in kept.items()})
    visitor.run(
        f"localStorage.clear(); sessionStorage.clear(); Object.assign(localStorage, {stored});"
    )


def arm(visitor: Browser, base: str, flow: dict[str, Any]) -> None:
    given = "&".join(
        f"{name}={flow[name]}" for name in ("rules", "lang", "procedure", "sides") if name in flow
    )
    visitor.go(f"{base}/tablet#{given}&table=12")
    visitor.said("#setup button.primary")
    visitor.look(f"{flow['rules']}-setup")
    ground = "getComputedStyle(document.querySelector('#{}')).backgroundColor"
    assert visitor.run(f"return {ground.format('lang')} === {ground.format('table')}")
    visitor.write("#new-pin", PIN)
    visitor.press("#setup button.primary")
    visitor.see(".count")


def type_words(visitor: Browser, words: list[str]) -> None:
    visitor.press(".count", str(len(words)))
    visitor.see("main .word, .slot")
    for word in words:
        visitor.keys(word + ENTER)
    visitor.see(".submitted")


@pytest.mark.parametrize("rules", WALKED)
def test_a_challenge_on_the_tablet(visitor: Browser, at: str, rules: str) -> None:
    flow = next(flow for flow in FLOWS if flow["rules"] == rules)
    arm(visitor, at, flow)
    visitor.look(f"{rules}-armed")
    type_words(visitor, flow["typed"])
    visitor.look(f"{rules}-check")
    visitor.press(".actions button.primary")
    visitor.see(".screen h1", flow["asks"])
    visitor.press(".actions button.primary")
    assert visitor.said(".verdict h1").upper() == flow["says"]
    visitor.look(f"{rules}-verdict")
    visitor.press(".seen")
    visitor.press(".seen[aria-pressed=false]")
    visitor.see(".follows")
    visitor.look(f"{rules}-consequences")


def test_a_reload_keeps_the_challenge_and_the_pin_recalls_its_verdict(
    visitor: Browser, at: str
) -> None:
    arm(visitor, at, FLOWS[0])
    visitor.press(".count", "2")
    visitor.keys("ta")
    visitor.go(f"{at}/tablet")
    visitor.see(".slot")
    assert "2" in visitor.said("#left-text")
    visitor.look("reloaded-words")
    for word in FLOWS[0]["typed"]:
        visitor.keys(word + ENTER)
    visitor.press(".submitted ~ .actions button.primary")
    visitor.press(".actions button.primary")
    assert visitor.said(".verdict h1") == "DA"
    visitor.go(f"{at}/tablet")
    visitor.press("#organiser")
    visitor.write("#pin", PIN + ENTER)
    visitor.see("#pin-menu")
    visitor.look("pin-menu")
    # The dialogue is as high as what it holds.
    used = "#pin-title, #pin-menu button:not([hidden]), #pin-cancel"
    high = f"""const of = (node) => node.getBoundingClientRect().height;
      const parts = [...document.querySelectorAll("{used}")];
      const most = 60 + parts.reduce((all, part) => all + of(part) + 16, 0);
      return of(document.querySelector("#pin-dialog")) - most"""
    assert visitor.run(high) <= 0
    visitor.press("#pin-recall")
    assert visitor.said(".verdict h1") == "DA"


def go_to(visitor: Browser, state: Any) -> None:
    visitor.ask(GO_TO, state)


def states(visitor: Browser, words: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = visitor.ask(STATES, words)
    return found


TARGETS = f"""const seen = [...document.querySelectorAll("button, select, input")]
    .filter((node) => node.checkVisibility({{visibilityProperty: true}}));
  return ({SMALL})(seen.filter((node) => node.closest("dialog[open], .verdict")
    || !document.querySelector("dialog[open], .verdict")))"""
CUT = """return [...document.querySelectorAll("main *, header *, dialog[open] *")]
  .filter((node) => node.checkVisibility() && !node.closest(".visually-hidden, .keys, svg"))
  .filter((node) => getComputedStyle(node).overflowX !== "visible"
    && node.scrollWidth > node.clientWidth + 1)
  .map((node) => `${node.className} ${node.textContent}`)"""
whole = pytest.mark.skipif(not EVERY_TAP, reason="ARBITER_EVERY_TAP=1 takes half an hour")


@whole
@pytest.mark.parametrize("sides", ["one", "two"])
@pytest.mark.parametrize("lang", ["it", "ca", "ro", "en"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_state_of_the_tablet_fits_on_every_screen(
    visitor: Browser, at: str, edition: str, lang: str, sides: str
) -> None:
    rules, _, procedure = EDITIONS[edition]
    arm(visitor, at, {"rules": rules, "lang": lang, "procedure": procedure, "sides": sides})
    plain = states(visitor, WORDS if sides == "two" else WORDS * 4)
    places: dict[str, tuple[str, list[str]]] = {name: (name, []) for name in plain} | BESIDE
    faults = []
    for name, (state, path) in places.items():
        go_to(visitor, plain[state])
        for step in path:
            if step == "PIN":
                visitor.write("#pin", PIN + ENTER)
                visitor.see("#pin-menu")
            elif visitor.run(f"return document.querySelector('{step}') !== null"):
                visitor.gone(".settling")
                visitor.press(step)
        for width, height in SIZES:
            visitor.resize(width, height)
            found = [visitor.run(STICKS_OUT), visitor.run(TARGETS), visitor.run(CUT)]
            if found != [0, [], []]:
                faults.append(f"{name} {width}x{height} {found}")
        visitor.run("document.querySelector('#pin-dialog').close()")
    visitor.resize(*USUAL)
    assert faults == []


TAPPED = {
    "armed": ".count",
    "written": ".actions .primary",
    "check": ".actions .primary",
    "consent": ".actions .primary",
    "verdict": ".seen",
    "consequences": ".actions .primary",
    "begun": ".leave button",
}
"""From which state a challenge goes on, and by which control."""
SET_UPS = {**EDITIONS, "FRS away": ("frs-2019", "ro", "device_away")}
NOTE_TAPS = "window.taps = []; onpointerdown = (event) => { taps.push(event.timeStamp); }"
SPAN = "return taps.at(-1) - taps[0]"
BUSY = "return document.querySelector('[aria-busy=true]') !== null"


def tapped(visitor: Browser, state: Any, css: str, pauses: list[int]) -> Any:
    """What comes of taps that came in time; one that was late proves nothing."""
    for _ in range(5):
        go_to(visitor, state)
        time.sleep((LOOK if state["step"] == "verdict" else QUIET) / 1000 + 0.05)
        visitor.run(NOTE_TAPS)
        visitor.tap(visitor.see(css), *(pause / 1000 for pause in pauses))
        time.sleep(0.1)
        while visitor.run(BUSY) or (seen := visitor.ask(READ))["challenge"]["step"] == "judging":
            time.sleep(0.05)
        if visitor.run(SPAN) < QUIET - 100:
            return seen
    raise AssertionError("This machine is too slow for fingers.")


@whole
@pytest.mark.parametrize("edition", SET_UPS)
def test_a_second_and_a_third_tap_change_nothing(visitor: Browser, at: str, edition: str) -> None:
    rules, lang, procedure = SET_UPS[edition]
    arm(visitor, at, {"rules": rules, "lang": lang, "procedure": procedure})
    visitor.resize(*SIZES[list(SET_UPS).index(edition)])
    plain = states(visitor, WORDS)
    twice = [[pause] for pause in PAUSES]
    thrice = [[pause, pause] for pause in PAUSES if 2 * pause < QUIET - 200]
    for name, css in TAPPED.items():
        once = tapped(visitor, plain[name], css, [])
        for given in twice + thrice:
            now = tapped(visitor, plain[name], css, given)
            assert now == once, f"{visitor.engine} {name} {given}"
    visitor.resize(*USUAL)


def test_a_code_sets_a_device_up(visitor: Browser, at: str, devices: Devices) -> None:
    choices = {"rules": "frs-2019", "lang": "ro", "table": "7", "procedure": "device_at_table"}
    place = Place(new_code(), "device", "table 7", {**choices, "exit": "48219034"})
    devices.issue(place)
    visitor.run("localStorage.clear()")
    visitor.go(f"{at}/tablet#code={place.code}")
    visitor.see("#setup-notes", "7")
    visitor.press("#setup button.primary")
    visitor.see(".count")


def test_a_challenge_at_the_desk_and_a_slip_on_paper(visitor: Browser, at: str) -> None:
    visitor.go(f"{at}/arbiter#rules=figs-75min&lang=it")
    visitor.see("main:not([inert]) #desk-words")
    visitor.run(
        "window.print = () => { window.paper = document.querySelector('#slip').innerText; };"
    )
    visitor.write("#desk-table", f"4{ENTER}")
    visitor.keys(f"casa gatto{ENTER}")
    visitor.see("#desk-stage .submitted")
    visitor.look("desk-check")
    visitor.press("#desk-stage button.primary")
    assert visitor.said("#desk-stage .verdict .said").upper() == "VALIDA"
    visitor.look("desk-verdict")
    visitor.press("#desk-stage button:not(.primary)")
    assert "casa" in visitor.run("return window.paper")


def test_a_game_is_typed_read_and_printed(visitor: Browser, at: str) -> None:
    visitor.go(f"{at}/arbiter#rules=figs-75min&lang=it&tab=game")
    visitor.see("#editor-board .cursor")
    visitor.run("document.querySelector('#editor-board').focus()")
    visitor.keys("gatto44")
    visitor.see("#editor-sums .total")
    visitor.keys(ENTER)
    visitor.see("#editor-rows tbody tr")
    visitor.look("editor-play")
    visitor.press("#editor-files summary")
    visitor.run(f"document.querySelector('#editor-text').value = {json.dumps(GAME)}")
    visitor.press("#editor-files button")
    visitor.see("#editor-summary .summary")
    visitor.look("editor-game")
    visitor.run(KEEP_PAPER)
    visitor.press("#editor-summary .row button")
    assert "Bice Neri" in visitor.run("return window.paper")
    for tab in ("outcome", "handbook", "rules"):
        visitor.press(f"#tab-{tab}")
        visitor.see("[role=tabpanel]:not([hidden]) h1")
        visitor.look(tab)


def test_a_round_is_played_paired_shown_and_printed(visitor: Browser, at: str) -> None:
    visitor.go(f"{at}/arbiter#rules=frs-2019&lang=ro&tournament={fragment('tournament.json')}")
    visitor.see("#tour-version", "6")
    visitor.write("#tour-rounds", f"6{TAB}")
    visitor.press("#tour-results")
    visitor.see("form.tour-game")
    visitor.look("director-results")
    visitor.run("document.querySelector('form.tour-game:not(.settled) input').focus()")
    for result in ("401", "390", "402", "380", "403", "370", "404", "360"):
        visitor.keys(result + ENTER)
    visitor.gone("form.tour-game:not(.settled)")
    visitor.press("#tour-standings")
    visitor.see("table.standings tbody tr")
    visitor.look("director-standings")
    visitor.press("#tour-pairing")
    visitor.press("#tour-propose")
    visitor.see("#tour-proposal")
    visitor.look("director-proposal")
    visitor.press("#tour-publish")
    visitor.run(KEEP_PAPER)
    visitor.press("#tour-prints")
    for print_ in ("byName", "forms", "cards"):
        visitor.press(f"#tour-print-{print_}")
        visitor.see(f"#tour-print-{print_}[aria-pressed=true]")
        visitor.press("#tour-paper")
        waited = "return new Promise((done) => setTimeout(() => done(window.paper), 500))"
        assert "Horia Stan" in visitor.run(waited)
    visitor.look("director-prints")
    visitor.go(f"{at}/arbiter/board")
    visitor.see("#board-lists tr", "Horia Stan")
    visitor.look("projector")


def test_both_pages_start_without_a_network(visitor: Browser, tmp_path: Path) -> None:
    kept = """return (async () => {
      await navigator.serviceWorker.ready;
      return (await (await caches.open((await caches.keys())[0])).keys()).length;
    })()"""
    with service(small_lexicons(tmp_path), tmp_path) as base:
        forget(visitor, base)
        arm(visitor, base, FLOWS[0])
        assert visitor.run(kept) > 20
        visitor.go(f"{base}/arbiter#rules=frs-2019&lang=ro")
        visitor.see("main:not([inert]) #desk-words")
        assert visitor.run(kept) > 20
    visitor.go(f"{base}/tablet")
    visitor.see(".huge.alarm", "12")
    visitor.look("tablet-off-line")
    visitor.go(f"{base}/help/ro")
    visitor.see("#player h2")
    visitor.go(f"{base}/arbiter")
    visitor.see("#off-line")
    visitor.look("desk-off-line")


def test_the_hall_on_the_laptops_own_page(visitor: Browser, tmp_path: Path) -> None:
    with laptop(tmp_path) as box:
        visitor.go(box.page)
        visitor.see("#choose")
        visitor.look("hall-choose")
        visitor.press("#choose button.primary")
        visitor.see("#table-10 .state")
        visitor.look("hall")
        visitor.press("#table-2 .row button:last-child")
        visitor.press("#yes")
        visitor.see("#table-2 article.out")
        visitor.write("#count", "11")
        visitor.press("#more button")
        visitor.see("#table-11 .state")
        visitor.press("#end")
        visitor.press("#yes")
        visitor.see("#ended")
        visitor.look("hall-ended")
        assert box.process.wait(20) == 0
