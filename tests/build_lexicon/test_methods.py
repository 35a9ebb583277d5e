"""Methods that other packages bring, boards of another size, tiles that a list cuts."""

import sys
from pathlib import Path

import pytest

from build_lexicon.words import Kit, kit_of
from service.engine.errors import SpellingError
from service.engine.tiles import Alphabet, Face, Tile
from service.rulebook import load_rulebook
from tests.build_lexicon.running import RECIPE, ROOT, run, small_folder
from tests.data import RULEBOOK

METHOD = """
from build_lexicon.words import Form

LAYERS = ("echoes",)

def forms(sources, alphabet):
    yield Form("casa", "said", "ours", "")
    yield Form("casacasa", "echoed", "ours", "casa")

def excluded(sources, alphabet):
    yield Form("cose", "kept-out", "ours", "")
"""
RULES = """
[rules.said]
article = "1"
says = "said once"
[rules.echoed]
article = "2"
says = "said twice"
layer = "echoes"
[rules.kept-out]
article = "3"
says = "not said"
layer = "excluded"
"""
LETTERS = [Tile(Face(letter), 4, 1, letter) for letter in "AIÍNTVZS"]
HUNGARIAN = Alphabet(
    "hungarian",
    (*LETTERS, Tile(Face("SZ"), 3, 3, "Ŝ"), Tile(Face("ZS"), 1, 8, "Ž")),
    2,
    0,
    (),
)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with a method called `echo`."""
    place = tmp_path / "site"
    (place / "echo-1.dist-info").mkdir(parents=True)
    (place / "echoing.py").write_text(METHOD, encoding="utf-8")
    (place / "echo-1.dist-info" / "METADATA").write_text("Name: echo\nVersion: 1\n", "utf-8")
    entry = "[arbiter.dictionary_methods]\necho = echoing\n"
    (place / "echo-1.dist-info" / "entry_points.txt").write_text(entry, encoding="utf-8")
    monkeypatch.syspath_prepend(place)
    monkeypatch.delitem(sys.modules, "echoing", raising=False)
    return place


def test_an_installed_package_brings_a_method_with_layers_of_its_own(
    package: Path, tmp_path: Path
) -> None:
    recipe = RECIPE.replace('"list"', '"echo"').split("[rules")[0] + RULES
    folder = small_folder(tmp_path / "lexicons", recipe=recipe)
    done = run(folder, "build")
    assert done.code == 0, done.error
    assert run(folder, "export", "few").out == "CASA\nCASACASA\n"
    assert run(folder, "export", "few", "--layer", "echoes").out == "CASACASA\n"
    assert "excluded by kept-out (art. 3)" in run(folder, "why", "few", "cose").out


def test_a_method_that_cannot_be_imported_is_one_line(package: Path, tmp_path: Path) -> None:
    (package / "echoing.py").write_text("import no_such_module\n", encoding="utf-8")
    folder = small_folder(tmp_path / "lexicons", recipe=RECIPE.replace('"list"', '"echo"'))
    done = run(folder, "build")
    assert (done.code, done.error.count("\n")) == (1, 1)
    assert "method 'echo': echoing: No module named 'no_such_module'" in done.error


def test_the_longest_word_is_as_long_as_the_board_is_wide(tmp_path: Path) -> None:
    assert kit_of("italian", RULEBOOK).longest == 15
    (tmp_path / "boards").mkdir()
    plain = (ROOT / "service/rulebook/boards/standard.txt").read_text(encoding="utf-8")
    rows = [line for line in plain.splitlines() if line and not line.startswith("#")]
    size = len(rows[0].split()) if " " in rows[0] else len(rows[0])
    assert size == 15
    wide = [
        row[:1] * 2 + row + row[-1:] * 2 for row in (rows[0], rows[0], *rows, rows[-1], rows[-1])
    ]
    (tmp_path / "boards" / "standard.txt").write_text("\n".join(wide) + "\n", encoding="utf-8")
    assert kit_of("italian", load_rulebook(tmp_path)).longest == 19


def test_a_bar_in_a_list_ends_a_tile_and_stands_between_two() -> None:
    kit = Kit(HUNGARIAN, 15)
    assert kit.key("vízszint") == "VÍŽZINT"
    assert kit.key("víz|szint") == kit.key("VÍZ|SZINT") == "VÍZŜINT"
    for text in ("|víz", "víz|", "víz||szint"):
        with pytest.raises(SpellingError):
            kit.key(text)


def test_a_key_is_spelled_so_that_it_is_read_again_with_bars_where_they_are_needed() -> None:
    kit = Kit(HUNGARIAN, 15)
    for key in ("VÍŽZINT", "VÍZŜINT", "ZSZS", "ŽŽ", "ŜŜ", "SZ", "AZSA"):
        assert kit.key(kit.spell(key)) == key
    assert (kit.spell("VÍZŜINT"), kit.spell("VÍŽZINT")) == ("VÍZ|SZINT", "VÍZSZINT")
