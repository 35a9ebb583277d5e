"""What an arbiter does on the page, step by step: each walk of walks.toml with a fresh browser."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.arbiter import open_arbiter, open_game, open_tab

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
}


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk["rule"])
def test_walk(page: Page, walk: dict[str, Any]) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_arbiter(page, *walk["open"])
    whole: dict[str, Callable[[str], Any]] = {
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
        if verb in whole:
            whole[verb](where)
        elif verb in DONE:
            DONE[verb](page.locator(where), *more)
        elif verb == "count":
            expect(page.locator(where)).to_have_count(int(more[0]))
        else:
            getattr(expect(page.locator(where)), SEEN[verb])(*more)


def expect_forgotten(page: Page, word: str) -> None:
    """A word is nowhere that a browser keeps things."""
    assert word not in page.evaluate(KEPT).lower()
