"""The command line as a maintainer runs it, and a folder with one small recipe to run it on."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEXICONS = ROOT / "lexicons"
WORDS = ["casa", "case", "città", "gatto", "re", "mi", "xilofono"]
RECIPE = """
language = "it"
alphabet = "italian"
version = "test-1"
name = "A few words"
official = false
built = 2026-01-02
method = "list"

[sources.ours]
title = "A list of ours"
licence = "MIT"
version = "1"
files = ["words.txt"]

[rules.listed]
article = "14"
says = "a word of the list"
"""


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    error: str


def small_folder(folder: Path, words: list[str] | None = None, recipe: str = RECIPE) -> Path:
    """A lexicons folder with the recipe `few` of method "list"."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "few.toml").write_text(recipe, encoding="utf-8")
    lines = WORDS if words is None else words
    (folder / "words.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str, largest_file: int | None = None) -> Done:
    """`python -m build_lexicon`; `largest_file`, in blocks of 512 bytes, stands for a full disk."""
    command = [sys.executable, "-m", "build_lexicon", "--lexicons", str(folder), *arguments]
    if largest_file is not None:
        command = ["sh", "-c", f'ulimit -f {largest_file}; exec "$@"', "sh", *command]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
