"""The guide that adds a federation, followed command by command."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.rulebook import load_rulebook
from tests.support.processes import ROOT, ended
from tests.support.serving import serve
from tests.support.small_lexicons import WORDS, small_lexicons

GUIDE = (ROOT / "docs/add-a-federation.md").read_text(encoding="utf-8")


def test_the_example_says_all_that_is_asked_of_an_edition(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert "klubo-2026" in load_rulebook(ROOT / "docs/example-federation").editions
    assert caplog.messages == []


def test_a_federation_needs_three_files_and_no_python(tmp_path: Path) -> None:
    building, serving = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    folder = tmp_path / "klubo"
    building = building.replace(".venv/bin/python", sys.executable).replace(
        "/tmp/klubo", str(folder)
    )
    subprocess.run(["bash", "-ec", building], cwd=ROOT, check=True, timeout=60, capture_output=True)
    packaged = small_lexicons(tmp_path / "packaged", WORDS)
    with serve(
        tmp_path / "log",
        RULEBOOK_PATH="docs/example-federation",
        LEXICONS_PATH=f"{packaged}:{folder}",
    ) as server:
        command = next(line for line in serving.splitlines() if line.strip().startswith("curl"))
        command = command.replace("http://127.0.0.1:8000", server.url)
        answer = ended(["bash", "-c", command])
    assert answer.stdout.strip() == re.findall(r"```json\n\s*(.*?)\n", GUIDE)[0]
