"""The command line as a maintainer runs it, and a folder with one small recipe to run it on."""

import gc
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from build_lexicon.__main__ import main

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


LISTS = 'method = "list"\nshort = "short.tsv"\nreviewed = "reviewed.tsv"'
REVIEWED = RECIPE.replace('method = "list"', LISTS)


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    error: str


def small_folder(
    folder: Path,
    words: Iterable[str] = WORDS,
    recipe: str = RECIPE,
    files: Mapping[str, str] | None = None,
) -> Path:
    """A lexicons folder with the recipe `few` of method "list", and other files."""
    lists = {"few.toml": recipe, "words.txt": "".join(f"{word}\n" for word in words)}
    for name, text in {**lists, **(files or {})}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str, largest_file: int | None = None) -> Done:
    """`python -m build_lexicon`; `largest_file`, in blocks of 512 bytes, stands for a full disk."""
    given = ("--lexicons", str(folder), *arguments)
    return _here(given) if largest_file is None else _limited(given, largest_file)


def _here(arguments: Sequence[str]) -> Done:
    """In this process, which has read the builder already."""
    out, error = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(error):
        try:
            code = main(arguments)
        finally:
            gc.enable()
    return Done(code, out.getvalue(), error.getvalue())


def _limited(arguments: Sequence[str], largest_file: int) -> Done:
    command = [sys.executable, "-X", "utf8", "-m", "build_lexicon", *arguments]
    done = subprocess.run(
        ["sh", "-c", f'ulimit -f {largest_file}; exec "$@"', "sh", *command],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder and of those in it."""
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(folder: Path, *arguments: str, largest_file: int | None = None) -> str:
    """The one line by which a command refuses; it has printed and changed nothing."""
    before = contents(folder)
    done = run(folder, *arguments, largest_file=largest_file)
    assert (done.code, done.out, done.error.count("\n")) == (1, "", 1), done
    assert contents(folder) == before
    return done.error.removeprefix("build_lexicon: ")
