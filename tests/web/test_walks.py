"""What players and arbiters do, step by step: each walk of walks.toml with a fresh browser.

A walk that opens with a procedure is on the tablet, the others are on the arbiter's page.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.arbiter import open_arbiter, open_game, open_tab
from tests.web.tablet import PIN, QUIET, Tablet

HERE = Path(__file__).parent
WALKS = tomllib.loads((HERE / "walks.toml").read_text(encoding="utf-8"))["walk"]
GAMES = {path.stem: path for path in (*HERE.glob("*.gcg"), *(HERE.parent / "games").glob("*.gcg"))}
KEPT = "JSON.stringify([{...sessionStorage}, {...localStorage}])"
DONE: dict[str, Callable[..., Any]] = {
    "click": Locator.click,
    "focus": Locator.focus,
    "fill": Locator.fill,
    "pick": Locator.select_option,
    "key": Locator.press,
    "check": Locator.check,
}
SEEN = {
    "contains": "to_contain_text",
    "lacks": "not_to_contain_text",
    "reads": "to_have_text",
    "holds": "to_have_value",
    "shown": "to_be_visible",
    "hidden": "to_be_hidden",
    "empty": "to_be_empty",
    "some": "not_to_be_empty",
    "focused": "to_be_focused",
    "disabled": "to_be_disabled",
    "enabled": "to_be_enabled",
}


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk["rule"])
def test_walk(tablet: Tablet, walk: dict[str, Any]) -> None:
    page = tablet.page
    page.on("dialog", lambda dialog: dialog.accept())
    on_tablet = len(walk["open"]) > 2
    if not on_tablet:
        page.set_viewport_size({"width": 1280, "height": 800})
        open_arbiter(page, *walk["open"])
    else:
        tablet.set_up(*walk["open"])
    whole: dict[str, Callable[[str], Any]] = {
        "declare": lambda number: tablet.declare(int(number)),
        "tap": lambda faces: tablet.tap(*faces.split()),
        "submit": lambda words: tablet.submit(*words.split()),
        "on": lambda _: tablet.go_on(),
        "judge": lambda _: tablet.judge(),
        "dismiss": lambda _: tablet.dismiss(),
        "pin": lambda _: tablet.enter_pin(PIN),
        "tab": lambda name: open_tab(page, name),
        "type": page.keyboard.type,
        "press": page.keyboard.press,
        "wait": lambda time: page.clock.run_for(int(time)),
        "game": lambda name: open_game(page, GAMES[name].read_text(encoding="utf-8")),
        "record": lambda text: open_game(page, text),
        "reload": lambda _: page.reload(),
        "forgot": lambda word: expect_forgotten(page, word),
    }
    for line in walk["steps"].strip().splitlines():
        verb, where, *more = (part.strip() for part in f"{line} ".split(" | "))
        if verb == "click" and on_tablet:
            page.clock.run_for(QUIET)
        if verb in whole:
            whole[verb](where)
        elif verb in DONE:
            DONE[verb](page.locator(where), *more)
        elif verb == "words":
            assert tablet.words() == [word.split() for word in where.split(" / ") if word]
        elif verb == "asked":
            assert len(tablet.asked(where)) == int(more[0])
        elif verb == "count":
            expect(page.locator(where)).to_have_count(int(more[0]))
        else:
            getattr(expect(page.locator(where)), SEEN[verb])(*more)
    assert not on_tablet or tablet.console == []


def expect_forgotten(page: Page, word: str) -> None:
    """A word is nowhere that a browser keeps things."""
    assert word not in (page.evaluate(KEPT) + page.content()).lower()
