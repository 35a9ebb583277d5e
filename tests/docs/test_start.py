"""The pages to start from: their first commands are commands."""

import re
import shlex
from pathlib import Path

import pytest

from service.command.main import build_parser
from tests.support.processes import ROOT

PAGES = sorted((ROOT / "docs/start").glob("*.md"))


def commands(page: Path) -> list[str]:
    blocks = re.findall(r"```(?:sh|console)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_it_tells_one_to_type_exists(page: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert commands(page)
    for line in commands(page):
        program, *arguments = shlex.split(line, comments=True)
        match Path(program).name:
            case "arbiter":
                build_parser().parse_args(arguments)
            case "make":
                assert set(arguments) <= set(targets)
            case name:
                assert name == "curl"
