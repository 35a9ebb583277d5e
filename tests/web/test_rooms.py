"""Who may import whom among the scripts of the pages: a room knows itself and the core."""

import os
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

JS = Path(__file__).parents[2] / "service/web/js"
ROOMS = ("core", "tablet", "desk", "director", "hall")
# What puts a page together, and may know every room of it.
PAGES = ("arbiter.js", "docs.js", "home.js", "start.js", "table.js")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["'`](\.[^"'`]+)""")


def imported(name: str) -> set[str]:
    """The modules that a script loads, at once or when a part of its page is opened."""
    source = COMMENT.sub("", (JS / name).read_text(encoding="utf-8"))
    here = os.path.dirname(name)
    return {os.path.normpath(os.path.join(here, path)) for path in IMPORT.findall(source)}


SCRIPTS = {
    name: imported(name)
    for name in sorted(path.relative_to(JS).as_posix() for path in JS.rglob("*.js"))
}


def test_every_script_is_in_a_room_or_is_a_page() -> None:
    assert [name for name in SCRIPTS if name.count("/") == 0 and name not in PAGES] == []
    assert {name.partition("/")[0] for name in SCRIPTS if "/" in name} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_itself_and_the_core(room: str) -> None:
    allowed = (f"{room}/", "core/")
    wrong = {
        name: outside
        for name, found in SCRIPTS.items()
        if name.startswith(f"{room}/")
        and (outside := {path for path in found if not path.startswith(allowed)})
    }
    assert wrong == {}


def test_no_import_leads_back_to_where_it_began() -> None:
    order = list(TopologicalSorter(SCRIPTS).static_order())
    assert set(order) == set(SCRIPTS)
