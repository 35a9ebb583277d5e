"""The sample apps of the documents run as they say."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import ROOT, ended
from tests.support.serving import serve
from tests.support.tools import tool

EXAMPLES = ROOT / "docs/examples"
NPM_INIT = '{"name": "app", "version": "1.0.0", "type": "commonjs"}'
WRONG = ">Ana: 8F MICIO +18 18\n>Bo: H6 MA.A +7 7\n"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(tmp_path_factory.mktemp("examples") / "log", RATE_LIMIT="off") as server:
        yield server.url


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, str(EXAMPLES / "check_sheets.py"), *arguments]
    return ended(program)


def node(folder: Path, typed: str, *arguments: str) -> list[str]:
    shutil.copy(EXAMPLES / "table.mjs", folder)
    shutil.copy(ROOT / "service/web/js/core/client.js", folder / "client.mjs")
    (folder / "package.json").write_text(NPM_INIT, encoding="utf-8")
    program = [tool("node", "nodejs"), "table.mjs", *arguments]
    ran = subprocess.run(
        program, cwd=folder, input=typed, capture_output=True, text=True, check=True
    )
    return ran.stdout.splitlines()


def test_a_folder_of_score_sheets_is_checked(url: str, tmp_path: Path) -> None:
    sheet = tmp_path / "wrong.gcg"
    sheet.write_text(WRONG, encoding="utf-8")
    ran = python(url, "figs-2012", str(ROOT / "tests/games/it-1.gcg"), str(sheet))
    first, *rest = ran.stdout.splitlines()
    assert first.startswith("it-1.gcg: ")
    assert rest == ["wrong.gcg: turn 1: 18, not 16"]
    assert ran.returncode == 1


@pytest.mark.parametrize("name", ["wrong.gcg", "missing.gcg", "*.gcg", "."])
def test_what_cannot_be_checked_or_opened_is_one_line(name: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.gcg").write_text(WRONG, encoding="utf-8")
    ran = python("http://127.0.0.1:9", "figs", str(tmp_path / name))
    assert (ran.returncode, ran.stdout.count("\n"), ran.stderr) == (2, 1, "")
    assert ran.stdout.startswith((f"{name}: ", f"{tmp_path / name}: "))


def test_an_app_asks_in_the_course_of_a_game(url: str) -> None:
    program = ["sh", str(EXAMPLES / "app.sh"), url, "frs"]
    ran = subprocess.run(program, capture_output=True, text=True, check=True)
    score, spelled, judged, recount, result = map(json.loads, ran.stdout.splitlines())
    assert not score["agrees"]
    assert spelled["words"][0]["tiles"] == ["C", "A", "S", "A"]
    assert (judged["valid"], judged["score"]) == (True, score["score"])
    assert recount["disagreements"] == [{"n": 1, "declared": 12, "computed": score["score"]}]
    assert result["winner"] == 0


def test_a_table_in_a_terminal_judges_line_by_line(url: str, tmp_path: Path) -> None:
    typed = "casa gat\ncasa zzzz\nca1sa\n"
    title, lexicon, yes, no, mistyped = node(tmp_path, typed, url, "fisc")
    assert title.startswith("FISC")
    assert "open" in lexicon
    assert (yes, no) == ("vàlida", "no vàlida")
    assert "1" in mistyped
