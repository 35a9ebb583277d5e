"""`python -m bench.publish`: writes the figures of results.json into the pages that show them.

A page says between two marks which table it shows, and if it likes which columns and rows of it:

    <!-- bench: Throughput | contender, ratio | challenge, 8 words; bare Flask route -->
    <!-- /bench -->

What stands between the marks is made anew; a test holds the pages to results.json.
"""

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.report import Target, cell, targets_table
from bench.samples import Spread
from tests.support.processes import ROOT

RESULTS = ROOT / "bench" / "results.json"
PAGES = (ROOT / "README.md", ROOT / "docs" / "performance.md", ROOT / "deploy" / "README.md")
_BLOCK = re.compile(r"(<!-- bench: (.+?) -->\n).*?(<!-- /bench -->)", re.DOTALL)
_RUN = "run"
_NOTHING = "*Not measured in this run.*\n"

Results = Mapping[str, Any]


def main() -> int:
    """Write every page anew."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    for page in PAGES:
        page.write_text(fill(page.read_text(encoding="utf-8"), results), encoding="utf-8")
        print(f"{page.relative_to(ROOT)}: {len(blocks(page))} tables")
    return 0


def blocks(page: Path) -> list[str]:
    """What the marks of a page ask for."""
    return [asked for _, asked, _ in _BLOCK.findall(page.read_text(encoding="utf-8"))]


def fill(text: str, results: Results) -> str:
    """The page with the figures of these results."""
    return _BLOCK.sub(lambda found: found[1] + _shown(found[2], results) + found[3], text)


def _shown(asked: str, results: Results) -> str:
    title, columns, rows = [*(part.strip() for part in asked.split("|")), "", ""][:3]
    if title == _RUN:
        return _run(results["about"])
    table = next((t for t in _tables(results) if t["title"].startswith(title)), None)
    if table is None or not table["rows"]:
        return _NOTHING
    wanted = [name.strip() for name in rows.split(";")] if rows else None
    return _markdown(table, _listed(columns) or list(table["rows"][0]), wanted)


def _markdown(table: Mapping[str, Any], columns: list[str], wanted: list[str] | None) -> str:
    named = {next(iter(row.values())): row for row in table["rows"]}
    shown = table["rows"] if wanted is None else [named[name] for name in wanted]
    lines = [columns, ["---"] * len(columns)]
    lines += [[cell(_figure(row[column])) for column in columns] for row in shown]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _tables(results: Results) -> list[Mapping[str, Any]]:
    """The tables of a run, and its targets as one more."""
    targets = [
        Target(one["name"], _figure(one["value"]), one["bound"], one["stretch"], one["at_least"])
        for one in results["targets"]
    ]
    table = targets_table(targets)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return [*results["tables"], {"title": table.title, "rows": rows}]


def _figure(value: Any) -> Any:
    return Spread(**value) if isinstance(value, dict) else value


def _run(about: Mapping[str, Any]) -> str:
    return (
        f"Run of {about['date']}: {about['machine']}, Python {about['python']},"
        f" {about['packages']}; {about['minutes']} minutes, load {about['load before']} before"
        f" and {about['load after']} after.\n"
    )


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


if __name__ == "__main__":
    sys.exit(main())
