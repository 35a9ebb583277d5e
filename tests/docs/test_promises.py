"""Every promise about safety names what holds it, and what it names is there."""

import re

import pytest

from chaos.faults import FAULTS
from tests.support.processes import ROOT

PAGES = (
    "SECURITY.md",
    "docs/operate.md",
    "docs/performance.md",
    "docs/attacks.md",
    "deploy/README.md",
)
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")
QUOTED = re.compile(r'"([^"]+)"')
FINDINGS = [f"V{number}" for number in range(1, 15)]


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_a_page_names_exists(page: str) -> None:
    named = NAMED.findall((ROOT / page).read_text(encoding="utf-8"))
    assert named, "a page that promises something names a test"
    for path, function in named:
        text = (ROOT / path).read_text(encoding="utf-8")
        assert not function or re.search(rf"^(async )?def {function}\(", text, re.MULTILINE), (
            function
        )


def rows() -> dict[str, str]:
    """What holds each row of the tables of attacks, by what the row is about."""
    text = (ROOT / "docs/attacks.md").read_text(encoding="utf-8")
    cells = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return {
        f"{row[0]}{row[1]}".strip(): row[-1]
        for row in cells
        if "Held by" not in row[-1]
        if len(row) > 3
    }


def test_every_finding_is_answered_by_a_test_or_a_fault() -> None:
    faults = {fault.name for fault in FAULTS}
    found = rows()
    for finding in FINDINGS:
        assert any(re.match(rf"{finding}\b", name) for name in found), finding
    for name, held_by in found.items():
        if "p =" in held_by or "HTTP" in held_by or set(held_by) <= set("- "):
            continue  # The clock's table has figures, each has a line under its head.
        quoted = set(QUOTED.findall(held_by))
        assert NAMED.search(held_by) or quoted, name
        assert quoted <= faults, quoted - faults
