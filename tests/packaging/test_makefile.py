"""`make` on machines that lack something: one line says what, and nothing broken is left behind."""

import re
import shutil
import subprocess
from pathlib import Path

from tests.support.processes import ROOT, ended

NOT_INSTALLED = {"coreutils", "dash", "util-linux", "chromium-driver"}
"""Packages that a Debian cannot be without, and the one that only `make gallery` needs."""
OLD = """#!/bin/sh
[ "$1" = -V ] && echo Python 3.10.12
[ "$1" != -c ]
"""


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(ROOT / "Makefile", folder)
    return ended(("make", *arguments), cwd=folder)


def test_an_old_python_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    old = tmp_path / "python"
    old.write_text(OLD, encoding="utf-8")
    old.chmod(0o755)
    ran = make(tmp_path, "run", f"PYTHON={old}")
    assert ran.returncode != 0
    assert "Python 3.11 or newer is needed" in ran.stderr
    assert "Python 3.10.12" in ran.stderr
    assert not (tmp_path / ".venv").exists()


def test_help_lists_every_target_in_a_group(tmp_path: Path) -> None:
    written = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", written, re.MULTILINE)
    ran = make(tmp_path, "help")
    assert set(re.findall(r"^  ([a-z-]+) ", ran.stdout, re.MULTILINE)) == set(phony.split())


def test_a_clean_machine_is_given_every_tool_that_a_test_drives() -> None:
    given = set(re.findall(r"([\w-]+):[\w-]+", (ROOT / ".ci/run").read_text(encoding="utf-8")))
    asked = {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name, package in re.findall(r'tool\("([\w-]+)", "([\w-]+)"', path.read_text("utf-8"))
        if package not in NOT_INSTALLED
    }
    assert asked <= given
