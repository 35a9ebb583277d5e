"""Every figure of a page is of the run that results.json holds."""

import json
from pathlib import Path

import pytest

from bench.publish import PAGES, RESULTS, blocks, fill
from tests.support.processes import ROOT

RUN = {
    "about": {},
    "targets": [
        {"name": "speed", "value": 1.5, "bound": 1.3, "stretch": None, "at_least": True},
    ],
    "tables": [
        {
            "title": "Throughput",
            "rows": [
                {
                    "contender": "ours",
                    "ratio": {"middle": 1.5, "low": 1.4, "high": 1.6},
                    "µs": 99.6,
                },
                {"contender": "theirs", "ratio": {"middle": 1.0, "low": 1.0, "high": 1.0}, "µs": 7},
            ],
        }
    ],
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_figures_of_a_page_are_those_of_the_last_run(page: Path) -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    text = page.read_text(encoding="utf-8")
    assert blocks(page)
    assert fill(text, results) == text, "python -m bench.publish"


def test_a_mark_says_which_table_columns_and_rows() -> None:
    page = "<!-- bench: Throughput | contender, ratio | ours -->\nold\n<!-- /bench -->\nrest\n"
    assert fill(page, RUN).splitlines()[1:-2] == [
        "| contender | ratio |",
        "| --- | --- |",
        "| ours | 1.5 (1.4–1.6) |",
    ]


def test_targets_are_a_table_too() -> None:
    page = "<!-- bench: Targets | what, measured, verdict -->\n<!-- /bench -->\n"
    assert "| speed | 1.5 | reached |" in fill(page, RUN)


def test_what_was_not_measured_is_said() -> None:
    page = "<!-- bench: Instructions -->\n| a | 1 |\n<!-- /bench -->\n"
    assert "Not measured in this run" in fill(page, RUN)
    assert "| a |" not in fill(page, RUN)
