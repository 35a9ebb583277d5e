"""The page about the handbook shows what happens."""

import re
import shlex
from pathlib import Path

import pytest

from docs.making.handbook import print_handbook
from service.rulebook import load_rulebook
from tests.command.running import ROOT, run
from tests.data import RULEBOOK

PAGE = (ROOT / "docs/handbook.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^\$ (.+)\n((?:(?!\$ |```).+\n)+)", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_the_command_answers_as_the_page_shows(command: str, output: str) -> None:
    _, *arguments = shlex.split(command)
    assert run(*arguments, "--offline").out == output


def test_what_hangs_on_the_facts_is_printed_as_a_sum() -> None:
    page = print_handbook(RULEBOOK.handbooks["frs-2019"], RULEBOOK.editions["frs-2019"])
    assert "The opponent turns ‹drawn_over + 2› tiles face up at random" in page
    assert "Whoever exchanged loses 30 points" in page
    assert "Each loses ‹error : 2›, half of the error" in page
    assert "30 s have passed" in page


def test_the_file_on_the_page_loads_as_it_stands(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "incidents").mkdir()
    (tmp_path / "incidents/frs-2019.toml").write_text(text, encoding="utf-8")
    assert list(load_rulebook(tmp_path).handbooks["frs-2019"].incidents) == ["too_many_drawn"]
