"""Hunspell dictionaries of ours, expanded as they say and as another program expands them."""

import subprocess
from pathlib import Path

import pytest

from build_lexicon.errors import BuildError
from build_lexicon.readers.hunspell import Affixes, expand, read_affixes, read_entries
from tests.data import by_rule, table
from tests.support.tools import tool

DICTIONARIES = table("build_lexicon/hunspell.toml")["dictionary"]
FAULTS = table("build_lexicon/hunspell.toml")["fault"]


def written(row: dict[str, str], folder: Path) -> tuple[Path, Path]:
    aff, dic = folder / "dictionary.aff", folder / "dictionary.dic"
    aff.write_text(row["aff"], encoding="utf-8")
    dic.write_text(row.get("dic", "0\n").lstrip(), encoding="utf-8")
    return aff, dic


def expanded(aff: Path, dic: Path) -> list[str]:
    affixes = read_affixes(aff)
    return [form.text for entry in read_entries(dic, affixes) for form in expand(entry, affixes)]


@pytest.mark.parametrize("row", by_rule(DICTIONARIES))
def test_a_dictionary_has_exactly_these_forms(row: dict[str, str], tmp_path: Path) -> None:
    assert sorted(expanded(*written(row, tmp_path))) == sorted(row["forms"].split())


@pytest.mark.parametrize("row", by_rule([row for row in DICTIONARIES if row.get("unmunch")]))
def test_unmunch_gives_the_same_forms(row: dict[str, str], tmp_path: Path) -> None:
    unmunch = tool("unmunch", "hunspell-tools")
    aff, dic = written(row, tmp_path)
    done = subprocess.run(
        [unmunch, str(dic), str(aff)], capture_output=True, text=True, check=True, timeout=20
    )
    assert sorted(expanded(aff, dic)) == sorted(done.stdout.split())


@pytest.mark.parametrize("row", by_rule(FAULTS))
def test_a_dictionary_that_cannot_be_read_is_one_line(row: dict[str, str], tmp_path: Path) -> None:
    aff, _ = written(row, tmp_path)
    with pytest.raises(BuildError) as raised:
        read_affixes(aff)
    assert row["says"] in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"nowhere\.aff"):
        read_affixes(tmp_path / "nowhere.aff")


def test_bytes_that_the_encoding_does_not_know_are_one_line(tmp_path: Path) -> None:
    dic = tmp_path / "dictionary.dic"
    dic.write_bytes("1\ncittà\n".encode("latin-1"))
    with pytest.raises(BuildError, match="utf-8"):
        list(read_entries(dic, Affixes({}, {}, encoding="utf-8")))


def test_a_form_names_its_stem_and_its_affixes_innermost_first(tmp_path: Path) -> None:
    aff, dic = written(DICTIONARIES[0], tmp_path)
    affixes = read_affixes(aff)
    bake = next(read_entries(dic, affixes))
    (rebaked,) = [form for form in expand(bake, affixes) if form.text == "rebaked"]
    assert rebaked.stem == "bake"
    assert [affix.flag for affix in rebaked.affixes] == ["D", "R"]


def test_a_dictionary_can_be_read_without_some_of_its_flags(tmp_path: Path) -> None:
    aff, dic = written(DICTIONARIES[0], tmp_path)
    affixes = read_affixes(aff).keeping(lambda affix: affix.flag not in "RD")
    bake = next(read_entries(dic, affixes))
    assert [form.text for form in expand(bake, affixes)] == ["bake", "bakes"]
