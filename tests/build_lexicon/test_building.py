"""From a plain list to a lexicon: the same bytes every time, and on a fault the old one stays."""

import hashlib
import json
import shutil
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import marisa_trie
import pytest

from build_lexicon import building
from build_lexicon.recipe import read_recipe
from tests.build_lexicon.running import RECIPE, WORDS, contents, run, small_folder
from tests.data import RULEBOOK, by_rule, table

FAULTS = by_rule(table("build_lexicon/faults.toml")["fault"])
KEYS = {"CASA", "CASE", "CITTA", "GATTO", "RE", "MI", "XILOFONO"}


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the small recipe was built."""
    folder = small_folder(tmp_path_factory.mktemp("pattern"))
    done = run(folder, "build")
    assert (done.code, done.out) == (0, "")
    assert done.error.startswith("few      7 words, ")
    return folder


@pytest.fixture
def built(pattern: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to be spoilt."""
    return shutil.copytree(pattern, tmp_path / "lexicons")


def keys(folder: Path, name: str = "few") -> set[str]:
    trie = marisa_trie.Trie()
    trie.load(str(folder / f"{name}.marisa"))
    return set(trie)


def manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "few.json").read_text(encoding="utf-8"))
    return found


def test_a_plain_list_builds_a_trie_of_keys_and_its_manifest(built: Path) -> None:
    assert keys(built) == KEYS
    data = (built / "few.marisa").read_bytes()
    listed = hashlib.sha256((built / "words.txt").read_bytes()).hexdigest()
    assert manifest(built) == {
        "language": "it",
        "alphabet": "italian",
        "tiles": RULEBOOK.alphabets["italian"].coding,
        "version": "test-1",
        "name": "A few words",
        "official": False,
        "words": 7,
        "lengths": {"2": 2, "4": 2, "5": 2, "8": 1},
        "layers": {"base": 7, "short": 0, "added": 0, "dropped": 0},
        "sources": [
            {
                "name": "A list of ours",
                "distribution": "",
                "file": "words.txt",
                "version": "1",
                "licence": "MIT",
                "sha256": listed,
            }
        ],
        "licences": ["MIT"],
        "sha256": hashlib.sha256(data).hexdigest(),
        "size": len(data),
        "tools": manifest(built)["tools"],
        "recipe": read_recipe(built / "few.toml").sha256,
        "built": "2026-01-02",
    }
    assert set(manifest(built)["tools"]) == {"marisa-trie"}


def test_building_leaves_no_other_file_behind(built: Path) -> None:
    assert set(contents(built)) == {"few.toml", "words.txt", "few.marisa", "few.json"}


def test_building_twice_gives_the_same_bytes(built: Path) -> None:
    before = contents(built)
    assert run(built, "build").code == 0
    assert contents(built) == before


def test_order_and_repetition_of_the_list_do_not_matter(built: Path, tmp_path: Path) -> None:
    shuffled = [*reversed(WORDS), "CASA", "re", "citta"]
    other = small_folder(tmp_path / "other", shuffled)
    assert run(other, "build").code == 0
    assert (other / "few.marisa").read_bytes() == (built / "few.marisa").read_bytes()


def test_words_that_no_board_can_hold_are_left_out(tmp_path: Path) -> None:
    folder = small_folder(tmp_path, [*WORDS, "a", "l'uva", "precipitevolissimevolmente", "ca5a"])
    assert run(folder, "build").code == 0
    assert keys(folder) == KEYS


def test_the_reviewed_lists_override_the_sources(tmp_path: Path) -> None:
    recipe = RECIPE.replace(
        'method = "list"', 'method = "list"\nshort = "short.tsv"\nreviewed = "reviewed.tsv"'
    )
    folder = small_folder(tmp_path, recipe=recipe)
    (folder / "short.tsv").write_text("re\tin\tking\nblu\tin\tblue\n", encoding="utf-8")
    (folder / "reviewed.tsv").write_text("gatto\tout\tno\nlupo\tin\twolf\n", encoding="utf-8")
    assert run(folder, "build").code == 0
    assert keys(folder) == KEYS - {"MI", "GATTO"} | {"BLU", "LUPO"}
    layers = {"base": 4, "short": 1, "added": 2, "dropped": 2}
    assert manifest(folder)["layers"] == layers


def test_a_recipe_that_extends_another_says_only_what_differs(tmp_path: Path) -> None:
    folder = small_folder(tmp_path)
    rule = '[rules.listed]\narticle = "2"\nsays = "any word"'
    lines = f'extends = "few.toml"\nname = "The same words"\n\n{rule}\n'
    (folder / "same.toml").write_text(lines, encoding="utf-8")
    few, same = (read_recipe(folder / f"{name}.toml") for name in ("few", "same"))
    assert (same.name, same.rules["listed"].says) == ("The same words", "any word")
    assert (same.version, same.sources) == (few.version, few.sources)
    (folder / "few.toml").write_text(RECIPE.replace("test-1", "test-2"), encoding="utf-8")
    changed = read_recipe(folder / "same.toml")
    assert changed.version == "test-2"
    assert changed.sha256 != same.sha256


def test_only_what_is_missing_or_out_of_date_is_built_on_demand(built: Path) -> None:
    assert run(built, "build", "--missing").error == ""
    (built / "few.marisa").write_bytes(b"damaged")
    assert "7 words" in run(built, "build", "--missing").error
    (built / "words.txt").write_text("casa\ncose\n", encoding="utf-8")
    assert "2 words" in run(built, "build", "--missing").error


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """A folder with three recipes, more than are built at once, each with a list of its own."""
    for name in ("first", "second", "third"):
        recipe = RECIPE.replace("words.txt", f"{name}.txt")
        (tmp_path / f"{name}.toml").write_text(recipe, encoding="utf-8")
        (tmp_path / f"{name}.txt").write_text(f"casa\n{name}\n", encoding="utf-8")
    return tmp_path


def test_each_of_several_lexicons_is_built_from_its_own_recipe(several: Path) -> None:
    done = run(several, "build")
    assert done.code == 0
    assert sorted(line.split()[0] for line in done.error.splitlines()) == [
        "first",
        "second",
        "third",
    ]
    for name in ("first", "second", "third"):
        assert keys(several, name) == {"CASA", name.upper()}


def test_a_fault_of_one_lexicon_is_told_when_those_under_way_are_finished(several: Path) -> None:
    (several / "first.txt").write_text("", encoding="utf-8")
    done = run(several, "build", "first", "second")
    assert (done.code, done.error.splitlines()[-1]) == (
        1,
        "build_lexicon: first: the recipe gives no words",
    )
    assert not (several / "first.marisa").exists()
    assert keys(several, "second") == {"CASA", "SECOND"}


def test_a_builder_that_dies_is_a_fault() -> None:
    ours, theirs = Pipe(duplex=False)
    theirs.close()
    fault = building._told(ours, "few")
    assert fault == "few: the build ended before its time; is there enough memory?"


def test_another_result_of_the_same_recipe_is_refused(built: Path) -> None:
    (built / "words.txt").write_text("casa\ncose\n", encoding="utf-8")
    claimed = manifest(built) | {"recipe": read_recipe(built / "few.toml").sha256}
    (built / "few.json").write_text(json.dumps(claimed), encoding="utf-8")
    before = contents(built)
    done = run(built, "build")
    assert done.code == 1
    assert f"few.json expects SHA-256 {claimed['sha256']} from this recipe" in done.error
    assert "raise the version in the recipe if that is meant" in done.error
    assert contents(built) == before


def test_another_version_of_the_tool_is_named_where_the_bytes_differ(built: Path) -> None:
    claimed = manifest(built) | {"tools": {"marisa-trie": "0.1"}, "sha256": "00"}
    (built / "few.json").write_text(json.dumps(claimed), encoding="utf-8")
    before = contents(built)
    done = run(built, "build")
    assert done.code == 1
    assert "few.json was made with {'marisa-trie': '0.1'}" in done.error
    assert contents(built) == before


def broken(folder: Path, row: dict[str, Any]) -> None:
    old, new = row.get("change", ("", ""))
    assert old in RECIPE
    (folder / "few.toml").write_text(RECIPE.replace(old, new) if old else RECIPE, encoding="utf-8")
    for name, text in row.get("files", {}).items():
        (folder / name).write_text(text, encoding="utf-8")
    if "latin" in row:
        (folder / "words.txt").write_bytes(row["latin"].encode("latin-1"))


@pytest.mark.parametrize("row", FAULTS)
def test_a_fault_is_one_line_and_the_old_lexicon_stays(row: dict[str, Any], built: Path) -> None:
    broken(built, row)
    before = contents(built)
    done = run(built, "build")
    assert (done.code, done.out) == (1, "")
    assert row["says"] in done.error
    assert done.error.startswith("build_lexicon: ")
    assert done.error.count("\n") == 1
    assert contents(built) == before


@pytest.mark.parametrize(
    ("names", "says"), [((), "no recipes in {}"), (("xx",), "no recipe {}/xx.toml")]
)
def test_a_recipe_that_is_not_there_is_a_fault(
    tmp_path: Path, names: tuple[str, ...], says: str
) -> None:
    done = run(tmp_path, "build", *names)
    assert (done.code, done.error) == (1, f"build_lexicon: {says.format(tmp_path)}\n")


@pytest.mark.parametrize(
    ("more", "largest", "file"),
    [("", 1, "few.new: "), ("and of others " * 2000, 20, "few.json")],
    ids=["for the trie", "for the manifest"],
)
def test_a_disk_too_full_leaves_the_old_lexicon(
    built: Path, more: str, largest: int, file: str
) -> None:
    recipe = RECIPE.replace("A list of ours", f"A list of ours {more}")
    small_folder(built, ["casa", "cose"], recipe=recipe)
    before = contents(built)
    done = run(built, "build", largest_file=largest)
    assert done.code == 1
    assert done.error.startswith(f"build_lexicon: cannot write {built}/{file}")
    assert done.error.count("\n") == 1
    assert contents(built) == before
