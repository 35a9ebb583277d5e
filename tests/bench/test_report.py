"""What a run prints: verdicts on targets, tables and charts."""

from xml.etree import ElementTree

import pytest

from bench.plot import Chart, Line, draw
from bench.report import Table, Target, table_fields, write_table
from bench.samples import Spread


@pytest.mark.parametrize(
    ("value", "at_least", "verdict"),
    [
        (1.0, True, "stretch"),
        (0.9, True, "reached"),
        (0.84, True, "MISSED"),
        (0.8, False, "reached"),
        (1.1, False, "MISSED"),
    ],
)
def test_a_target_is_reached_from_its_own_side(value: float, at_least: bool, verdict: str) -> None:
    stretch = 1.0 if at_least else 0.5
    assert Target("a ratio", value, 0.85, stretch, at_least=at_least).verdict == verdict


def test_a_spread_is_judged_by_its_middle() -> None:
    assert Target("a ratio", Spread(0.9, 0.7, 1.1), 0.85, at_least=True).verdict == "reached"


def test_a_table_is_aligned_and_kept_as_json() -> None:
    table = Table("Speed", ("who", "ratio"), (("we", Spread(0.9, 0.8, 1)), ("they", None)), "So.")
    expected = "Speed\n=====\nwho         ratio\nwe    0.9 (0.8–1)\nthey            -\nSo.\n"
    assert write_table(table) == expected
    rows = table_fields(table)["rows"]
    assert rows[0] == {"who": "we", "ratio": {"middle": 0.9, "low": 0.8, "high": 1.0}}


def test_a_chart_is_well_formed_and_shows_every_point() -> None:
    lines = [Line("p50 < p99", ((10, 1), (90, 7))), Line("other", ((10, 2),))]
    tree = ElementTree.fromstring(draw(Chart("Latency & load", "load", "ms", lines)))
    circles = list(tree.iter("{http://www.w3.org/2000/svg}circle"))
    assert len(circles) == 3
    texts = [element.text for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert "p50 < p99" in texts
