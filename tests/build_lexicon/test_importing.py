"""A federation's own list, in whatever form it comes."""

import json
from pathlib import Path
from typing import Any

import pytest

from build_lexicon.errors import BuildError
from build_lexicon.importing import Listing, read_listing
from tests.build_lexicon.running import contents, run, small_folder
from tests.data import RULEBOOK, table

LISTS = table("build_lexicon/imports.toml")["list"]
REFUSED = table("build_lexicon/imports.toml")["refused"]
IDENTITY = ("--language", "it", "--version", "2026", "--source", "The federation")


def by_rule(rows: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(row, id=row["rule"]) for row in rows]


def listed(row: dict[str, Any], folder: Path, most_repeats: int) -> Listing:
    path = folder / "list.txt"
    path.write_bytes(row["text"].encode(row.get("encoding", "utf-8")))
    alphabet = RULEBOOK.alphabets[row.get("alphabet", "italian")]
    return read_listing(path, alphabet, row.get("codes", {}), most_repeats)


@pytest.mark.parametrize("row", by_rule(LISTS))
def test_a_list_is_read_in_any_form(row: dict[str, Any], tmp_path: Path) -> None:
    listing = listed(row, tmp_path, most_repeats=10)
    spell = RULEBOOK.alphabets[row["alphabet"]].spell
    assert sorted(spell(key) for key in listing.keys) == row["words"].split()
    assert listing.encoding == row.get("read_as", row.get("encoding", "utf-8"))


@pytest.mark.parametrize("row", by_rule(LISTS))
def test_lines_without_a_word_are_reported(row: dict[str, Any], tmp_path: Path) -> None:
    listing = listed(row, tmp_path, most_repeats=10)
    for found, expected in (
        (listing.rejected, row.get("rejected", [])),
        (listing.repeated, row.get("repeated", [])),
    ):
        assert len(found) == len(expected)
        for line, start in zip(found, expected, strict=True):
            assert str(line).startswith(start)


@pytest.mark.parametrize("row", by_rule(REFUSED))
def test_what_is_no_list_is_refused(row: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(BuildError) as raised:
        listed(row, tmp_path, most_repeats=10)
    assert row["says"] in str(raised.value)


def test_how_many_repeats_are_too_many_can_be_said(tmp_path: Path) -> None:
    row = {"text": "casa\ncasa\ncasa\ncase\n"}
    assert list(listed(row, tmp_path, most_repeats=50).keys) == ["CASA", "CASE"]


def test_an_import_writes_trie_and_manifest_like_a_build(tmp_path: Path) -> None:
    folder = small_folder(tmp_path / "lexicons")
    path = tmp_path / "list.txt"
    path.write_text("casa\ncase\nl'uva\nCasa\n", encoding="utf-8")
    done = run(folder, "import", *IDENTITY, "--date", "2026-02-03", "--official", str(path))
    assert done.code == 0
    assert done.out == "it-2026: 2 words from 4 lines (utf-8), 1 rejected, 1 repeated\n"
    assert [line.split(":")[0] for line in done.error.splitlines()] == ["line 3", "line 4"]
    manifest = json.loads((folder / "it-2026.json").read_text(encoding="utf-8"))
    assert (manifest["language"], manifest["version"]) == ("it", "2026")
    assert (manifest["official"], manifest["built"]) == (True, "2026-02-03")
    assert (manifest["words"], manifest["lengths"]) == (2, {"4": 2})
    assert [source["name"] for source in manifest["sources"]] == ["The federation"]
    built = run(folder, "build")
    assert built.code == 0
    recipe_made = json.loads((folder / "few.json").read_text(encoding="utf-8"))
    assert manifest.keys() == recipe_made.keys()
    assert run(folder, "export", "it-2026").out == "CASA\nCASE\n"


def test_a_code_is_declared_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("cowegi\n", encoding="utf-8")
    names = ("--language", "ca", "--version", "1", "--source", "us", "--alphabet", "catalan")
    assert run(tmp_path, "import", *names, "--code", "W=L·L", str(path)).code == 0
    assert run(tmp_path, "export", "ca-1").out == "COL·LEGI\n"


def test_a_refused_import_leaves_the_old_lexicon(tmp_path: Path) -> None:
    folder = small_folder(tmp_path / "lexicons")
    path = tmp_path / "list.txt"
    path.write_text("casa\n", encoding="utf-8")
    assert run(folder, "import", *IDENTITY, str(path)).code == 0
    before = contents(folder)
    path.write_text("дом\n", encoding="utf-8")
    done = run(folder, "import", *IDENTITY, str(path))
    assert (done.code, done.out) == (1, "")
    assert done.error.count("\n") == 1
    assert contents(folder) == before


def test_a_full_disk_leaves_the_old_import(tmp_path: Path) -> None:
    folder = small_folder(tmp_path / "lexicons")
    path = tmp_path / "list.txt"
    path.write_text("casa\n", encoding="utf-8")
    assert run(folder, "import", *IDENTITY, str(path)).code == 0
    before = contents(folder)
    path.write_text("casa\ncase\n", encoding="utf-8")
    done = run(folder, "import", *IDENTITY, str(path), largest_file=1)
    assert (done.code, done.out) == (1, "")
    assert "cannot write" in done.error
    assert contents(folder) == before


def test_a_list_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = run(small_folder(tmp_path), "import", *IDENTITY, str(tmp_path / "nowhere.txt"))
    assert done.code == 1
    assert done.error.startswith("build_lexicon: cannot read ")
    assert done.error.count("\n") == 1


def test_a_language_without_recipe_needs_its_tiles(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("casa\n", encoding="utf-8")
    names = ("--language", "xx", "--version", "1", "--source", "us")
    done = run(small_folder(tmp_path / "lexicons"), "import", *names, str(path))
    assert done.code == 1
    assert "no recipe says which tiles 'xx' has: --alphabet, one of catalan" in done.error
