"""From a plain list to a lexicon: the same bytes every time, and on a fault the old one stays."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from select import select
from typing import Any

import marisa_trie
import pytest

from build_lexicon import building
from build_lexicon.errors import BuildError
from build_lexicon.recipe import read_recipe
from tests.build_lexicon.running import (
    RECIPE,
    REVIEWED,
    WORDS,
    contents,
    refused,
    run,
    small_folder,
)
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


def test_the_same_words_give_the_same_bytes_in_any_order_and_no_other_file(built: Path) -> None:
    before = contents(built)
    assert set(before) == {"few.toml", "words.txt", "few.marisa", "few.json"}
    assert run(built, "build").code == 0
    assert contents(built) == before
    unlaid = ["a", "l'uva", "precipitevolissimevolmente", "ca5a"]
    small_folder(built, [*reversed(WORDS), "CASA", "re", "citta", *unlaid])
    assert run(built, "build", "--index").code == 0
    assert contents(built)["few.marisa"] == before["few.marisa"]
    assert set(contents(built)) == {*before, "few.why"}


def test_the_reviewed_lists_override_the_sources(tmp_path: Path) -> None:
    lists = {
        "short.tsv": "re\tin\tking\nblu\tin\tblue\n",
        "reviewed.tsv": "gatto\tout\tno\nlupo\tin\twolf\n",
    }
    folder = small_folder(tmp_path, recipe=REVIEWED, files=lists)
    assert run(folder, "build").code == 0
    assert keys(folder) == KEYS - {"MI", "GATTO"} | {"BLU", "LUPO"}
    layers = {"base": 4, "short": 1, "added": 2, "dropped": 2}
    assert manifest(folder)["layers"] == layers


def test_a_recipe_that_extends_another_says_only_what_differs(tmp_path: Path) -> None:
    rule = '[rules.listed]\narticle = "2"\nsays = "any word"'
    lines = f'extends = "few.toml"\nname = "The same words"\n\n{rule}\n'
    folder = small_folder(tmp_path, files={"same.toml": lines})
    few, same = (read_recipe(folder / f"{name}.toml") for name in ("few", "same"))
    assert (same.name, same.rules["listed"].says) == ("The same words", "any word")
    assert (same.version, same.sources) == (few.version, few.sources)
    small_folder(tmp_path, recipe=RECIPE.replace("test-1", "test-2"))
    changed = read_recipe(folder / "same.toml")
    assert changed.version == "test-2"
    assert changed.sha256 != same.sha256


def test_only_what_is_missing_or_out_of_date_is_built_on_demand(built: Path) -> None:
    assert run(built, "build", "--missing").error == ""
    (built / "few.marisa").write_bytes(b"damaged")
    assert "7 words" in run(built, "build", "--missing").error
    small_folder(built, ["casa", "cose"])
    assert "2 words" in run(built, "build", "--missing").error


def test_each_of_several_is_built_from_its_own_recipe_and_a_fault_is_told_at_the_end(
    tmp_path: Path,
) -> None:
    names = ["first", "second", "third"]  # more than are built at once
    for name in names:
        recipe = {f"{name}.toml": RECIPE.replace("words.txt", f"{name}.txt")}
        small_folder(tmp_path, files={**recipe, f"{name}.txt": f"casa\n{name}\n"})
    done = run(tmp_path, "build", *names)
    assert sorted(line.split()[0] for line in done.error.splitlines()) == names
    assert [keys(tmp_path, name) for name in names] == [{"CASA", name.upper()} for name in names]
    (tmp_path / "first.txt").write_text("", encoding="utf-8")
    (tmp_path / "second.txt").write_text("cose\n", encoding="utf-8")
    done = run(tmp_path, "build", "first", "second")
    fault = "build_lexicon: first: the recipe gives no words"
    assert (done.code, done.error.splitlines()[-1]) == (1, fault)
    assert [keys(tmp_path, name) for name in names[:2]] == [{"CASA", "FIRST"}, {"COSE"}]


def test_a_builder_that_dies_is_a_fault(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "build", lambda *_: os._exit(1))
    with pytest.raises(BuildError, match="few: the build ended before its time; is there enough"):
        building.build_all([read_recipe(built / "few.toml")], RULEBOOK, built)


LONG = """from pathlib import Path; import sys, time
from build_lexicon import building, recipe
from service.rulebook import load_rulebook
building.build = lambda *_: (print(flush=True), time.sleep(100))
folder = Path(sys.argv[1])
building.build_all([recipe.read_recipe(folder / "few.toml")], load_rulebook(), folder)"""


def test_a_builder_ends_with_whoever_began_it(built: Path) -> None:
    command = [sys.executable, "-c", LONG, str(built)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as begun:
        assert begun.stdout is not None
        begun.stdout.readline()
        begun.kill()
        assert select([begun.stdout], [], [], 60)[0], "somebody still writes to it"


def test_another_result_of_the_same_recipe_is_refused(built: Path) -> None:
    small_folder(built, ["casa", "cose"])
    claimed = manifest(built) | {"recipe": read_recipe(built / "few.toml").sha256}
    for tools, says in (
        (claimed["tools"], f"few.json expects SHA-256 {claimed['sha256']} from this recipe"),
        ({"marisa-trie": "0.1"}, "few.json was made with {'marisa-trie': '0.1'}"),
    ):
        (built / "few.json").write_text(json.dumps(claimed | {"tools": tools}), encoding="utf-8")
        assert says in refused(built, "build")


@pytest.mark.parametrize("row", FAULTS)
def test_a_fault_is_one_line_and_the_old_lexicon_stays(row: dict[str, Any], built: Path) -> None:
    old, new = row.get("change", ("language", "language"))
    assert old in RECIPE
    files = row.get("files", {})
    small_folder(built, recipe=RECIPE.replace(old, new), files=files)
    if "latin" in row:
        (built / "words.txt").write_bytes(row["latin"].encode("latin-1"))
    assert row["says"] in refused(built, "build")


@pytest.mark.parametrize(
    ("names", "says"), [((), "no recipes in {}"), (("xx",), "no recipe {}/xx.toml")]
)
def test_a_recipe_that_is_not_there_is_a_fault(
    tmp_path: Path, names: tuple[str, ...], says: str
) -> None:
    assert refused(tmp_path, "build", *names) == f"{says.format(tmp_path)}\n"


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
    told = refused(built, "build", largest_file=largest)
    assert told.startswith(f"cannot write {built}/{file}")
