"""Reads the data files of the tests: positions and cases whose names are rules."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from service.rulebook import load_rulebook

TESTS = Path(__file__).parent
RULEBOOK = load_rulebook()


def table(path: str) -> dict[str, Any]:
    """A data file, by its path below tests/."""
    return tomllib.loads((TESTS / path).read_text(encoding="utf-8"))


def rows(path: str, name: str) -> list[Any]:
    """Every row of a file under every edition it is true of, named by its rule."""
    content = table(path)
    return [
        pytest.param(RULEBOOK.editions[edition], row, id=_label(edition, row))
        for row in content[name]
        for edition in row.get("editions", content.get("editions", ()))
    ]


def by_rule(rows: list[dict[str, Any]]) -> list[Any]:
    """Rows that hold for no edition or name it themselves, each called by its rule."""
    return [pytest.param(row, id=row["rule"]) for row in rows]


def _label(edition: str, row: dict[str, str]) -> str:
    return " ".join(part for part in (row.get("id"), edition, row["rule"]) if part)
