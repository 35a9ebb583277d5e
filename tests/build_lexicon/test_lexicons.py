"""The lexicons as built here: the committed bytes, honest manifests, the words of our lists."""

import hashlib
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import marisa_trie
import pytest

from build_lexicon.library import open_built
from build_lexicon.readers.lists import read_words
from build_lexicon.recipe import read_recipe
from build_lexicon.words import kit_of
from service.command.lexicon.page import sheet
from service.command.local import load_texts
from tests.build_lexicon.running import LEXICONS, ROOT
from tests.data import RULEBOOK
from tests.support.tools import tool

IDS = sorted(path.stem for path in LEXICONS.glob("*.toml"))
LANGUAGES = [one for one in IDS if "-" not in one]
NAMED = [
    (
        "it",
        "micio armonia maestro asso assonanza sassofono poster fragola arancia miele ai re al ne "
        "buon peones maglietta vendesi eccomi eccone eccotelo ahimé kilo chilo gazebo apache "
        "junior fabricato pentirmene accanirmi portateveli",
        "cammin curricula magliettina dicesi anitrella abat quarantadue trentunesimo empolese "
        "portaveli",
    ),
    ("ca", "col·legi collegi", "kilo"),  # Both are words; only a dot tells them apart.
    ("ro", "pâine", "pîine omule"),
]
FIELDS = {
    *("language", "alphabet", "tiles", "version", "name", "official", "built"),
    *("words", "lengths", "layers", "sources", "licences", "recipe", "sha256", "size", "tools"),
}


def manifest(id_: str, folder: Path = LEXICONS) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"{id_}.json").read_text(encoding="utf-8"))
    return found


def trie_path(id_: str) -> Path:
    path = LEXICONS / f"{id_}.marisa"
    if not path.is_file():
        pytest.fail(f"{path.name} is not built: make lexicons")
    return path


def lookup(id_: str) -> Callable[[str], bool]:
    """Whether a word, as people write it, is in a lexicon."""
    trie = marisa_trie.Trie()
    trie.mmap(str(trie_path(id_)))
    kit = kit_of(manifest(id_)["alphabet"], RULEBOOK)
    return lambda word: (key := kit.key_or_none(word)) is not None and key in trie


@pytest.mark.parametrize("id_", IDS)
def test_a_lexicon_has_the_bytes_of_its_manifest_and_that_is_of_the_recipe(id_: str) -> None:
    data, found = trie_path(id_).read_bytes(), manifest(id_)
    assert (hashlib.sha256(data).hexdigest(), len(data)) == (found["sha256"], found["size"])
    recipe = read_recipe(LEXICONS / f"{id_}.toml")
    assert found["recipe"] == recipe.sha256, f"{id_} was not rebuilt: make lexicons"
    assert found["version"] == recipe.version


@pytest.mark.parametrize("id_", IDS)
def test_a_manifest_says_what_a_lexicon_holds_and_from_where(id_: str) -> None:
    found = manifest(id_)
    assert set(found) == FIELDS
    assert found["official"] is False
    assert sum(found["lengths"].values()) == found["words"]
    assert set(found["lengths"]) == {str(length) for length in range(2, 16)}
    layers = dict(found["layers"])
    layers.pop("dropped")
    assert set(layers) - {"enclitics"} == {"base", "short", "added"}
    assert ("enclitics" in layers) == (found["language"] == "it")
    assert sum(layers.values()) == found["words"]
    for source in found["sources"]:
        assert all(source[field] for field in ("name", "version", "licence", "file"))
        assert len(bytes.fromhex(source["sha256"])) == hashlib.sha256().digest_size
    assert found["licences"] == sorted({source["licence"] for source in found["sources"]})
    assert set(found["tools"]) == {"marisa-trie"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "wanted"), [("good", True), ("bad", False)])
def test_every_probe_is_as_it_should_be(language: str, kind: str, wanted: bool) -> None:
    words = list(read_words(ROOT / "tests" / "words" / f"{language}.{kind}"))
    found = lookup(language)
    offenders = [word for word in words if found(word) is not wanted]
    assert not offenders, f"{language}.{kind}: {' '.join(offenders)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_at_least_three_hundred_probes_with_their_reasons(language: str) -> None:
    lines = [
        line
        for kind in ("good", "bad")
        for line in (ROOT / "tests" / "words" / f"{language}.{kind}")
        .read_text("utf-8")
        .splitlines()
        if line.strip() and not line.startswith("#")
    ]
    assert len(lines) >= 300
    assert [line for line in lines if not line.partition("#")[2].strip()] == []


def test_what_the_regulations_name_is_in_or_out() -> None:
    for id_, words, out in NAMED:
        found = lookup(id_)
        assert [word for word in words.split() if not found(word)] == []
        assert [word for word in out.split() if found(word)] == []


def short_words(id_: str) -> int:
    lengths = manifest(id_)["lengths"]
    return int(lengths["2"] + lengths["3"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_has_every_short_word_and_is_laid_out_for_a4(language: str) -> None:
    trie_path(language)
    shown = sheet(open_built(language, LEXICONS, RULEBOOK), load_texts(language))
    words = re.findall("<span>(.*?)</span>", shown)
    assert len(words) == len(set(words)) == short_words(language)
    assert all(map(lookup(language), words))
    assert "open, not official" in shown
    assert "@page { size: A4 portrait;" in shown


def test_the_fullest_sheet_prints_on_one_page(tmp_path: Path) -> None:
    chromium = tool("chromium", "chromium")
    fullest = max(LANGUAGES, key=short_words)
    page, printed = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    shown = sheet(open_built(fullest, LEXICONS, RULEBOOK), load_texts(fullest))
    page.write_text(shown, encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"]
    subprocess.run(
        [chromium, *flags, f"--print-to-pdf={printed}", page.as_uri()],
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes())) == 1
