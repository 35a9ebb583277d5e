"""The rules as data: what loads, what is refused, and that every value has its article."""

import dataclasses
import pickle
import re
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from docs.making.editions import compare
from service.engine.board import Premium
from service.engine.rules import Clause, Correctable, PenaltyKind
from service.engine.tiles import Face
from service.rulebook import PACKAGED, RulebookError, load_rulebook
from service.rulebook.editions import make_edition, read_alphabet
from service.rulebook.files import read_table
from tests.data import RULEBOOK, table
from tests.replay.rulebook import ENGLISH
from tests.replay.rulebook import RULEBOOK as WITH_ENGLISH

EDITIONS = list(RULEBOOK.editions.values())
PREMIUMS = {(1, 3): 8, (1, 2): 17, (3, 1): 12, (2, 1): 24}


@pytest.mark.parametrize(
    ("name", "edition"), [("figs", "figs-75min"), ("fisc", "fisc-2023"), ("frs", "frs-2019")]
)
def test_a_federation_means_its_newest_edition(name: str, edition: str) -> None:
    rules = RULEBOOK.find(name)
    assert rules is not None
    assert rules.id == edition
    assert RULEBOOK.find("fide") is None


@pytest.mark.parametrize(
    ("name", "tiles", "points"),
    [("italian", 120, 293), ("catalan", 100, 189), ("romanian", 100, 211)],
)
def test_tile_totals(name: str, tiles: int, points: int) -> None:
    alphabet = RULEBOOK.alphabets[name]
    assert sum(alphabet.counts.values()) + alphabet.blanks == tiles
    assert sum(tile.count * tile.value for tile in alphabet.tiles) == points
    assert (alphabet.blanks, alphabet.blank_value) == (2, 0)


def test_the_board_has_the_premiums_of_the_drawing() -> None:
    premiums = list(RULEBOOK.plans["standard"].premiums.values())
    for (letter, word), number in PREMIUMS.items():
        assert premiums.count(Premium(letter, word)) == number


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
def test_every_value_has_its_article_and_every_silence_its_reading(rules: object) -> None:
    assert dataclasses.is_dataclass(rules)
    clauses = list(_clauses(rules))
    assert len(clauses) > 25
    for clause in clauses:
        assert clause.article
        assert clause.article != "silent" or clause.reading


def _clauses(value: object) -> list[Clause]:
    found = [value] if isinstance(value, Clause) else []
    if isinstance(value, dict):
        return found + [clause for item in value.values() for clause in _clauses(item)]
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            found += _clauses(getattr(value, field.name))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for part in ("boards", "tiles", "editions"):
        shutil.copytree(PACKAGED / part, tmp_path / part, ignore=shutil.ignore_patterns("*.py*"))
    return tmp_path


FILES = table("rulebook/refused.toml")
HUGE = [
    (f"min_bag{'.a' * 2000} = 7", "a table is not a whole"),
    (f"min_bag = {'9' * 5000}", "Exceeds the limit"),
    (f"min_bag = 0x{'9' * 5000}", "so big a number is not"),
    (f"min_bag = {'[' * 2000}", "frs-2019.toml: "),
]
REFUSED = [
    *FILES["refused"],
    *(("editions/frs-2019.toml", "min_bag = 7", new, says) for new, says in HUGE),
]
UNREADABLE = [
    ("boards/x.txt", b"\xff", "x.txt: cannot be read: 'utf-8'"),
    ("tiles/x.toml", b"\xff", "x.toml: cannot be read: 'utf-8'"),
    ("editions/x.toml", b"\xff", "x.toml: cannot be read: 'utf-8'"),
    ("boards/x.txt/folder", b"", "x.txt: cannot be read: [Errno"),
    ("tiles/x.toml/folder", b"", "x.toml: cannot be read: [Errno"),
    ("editions/x.toml/folder", b"", "x.toml: cannot be read: [Errno"),
    ("editions", b"not a folder", "editions: cannot be read: [Errno"),
    *((row["name"], row["text"].encode(), row["says"]) for row in FILES["unusable"]),
]
OTHERS = ["3", "-1", "1.5", "true", "'x'", "[]", "[[]]", "{}", "2026-01-01"]
SENSELESS = FILES["senseless"]


def refusal(folder: Path) -> str:
    """The one line by which this rulebook is refused."""
    with pytest.raises(RulebookError) as fault:
        load_rulebook(folder)
    assert len(str(fault.value).splitlines()) == 1
    return str(fault.value)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "message"), REFUSED, ids=[row[3] for row in REFUSED]
)
def test_a_wrong_file_is_refused_with_its_name_and_key(
    folder: Path, name: str, old: str, new: str, message: str
) -> None:
    change(folder / name, old, new)
    assert message in refusal(folder)


@pytest.mark.parametrize(("old", "new", "message"), SENSELESS, ids=[row[2] for row in SENSELESS])
def test_an_edition_that_makes_no_sense_is_refused(
    folder: Path, old: str, new: str, message: str
) -> None:
    change(folder / "editions/frs-2019.toml", old, new)
    assert refusal(folder).startswith("frs-2019.toml: ")
    assert message in refusal(folder)


@pytest.mark.parametrize(("name", "content", "message"), UNREADABLE)
def test_a_file_that_cannot_be_used_at_all_is_refused(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    assert refusal(tmp_path).startswith(message)


def test_a_value_of_another_type_in_a_tile_set_is_never_worse_than_refused(folder: Path) -> None:
    path = folder / "tiles/catalan.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        key, sign, _ = line.partition(" = ")
        for other in OTHERS if sign else ():
            changed = [*lines[:number], f"{key} = {other}", *lines[number + 1 :]]
            path.write_text("\n".join(changed), encoding="utf-8")
            with suppress(RulebookError):
                read_alphabet(path)


def test_a_value_of_another_type_in_an_edition_is_never_worse_than_refused(folder: Path) -> None:
    path = folder / "editions/frs-2019.toml"
    others = [tomllib.loads(f"other = {other}")["other"] for other in OTHERS]
    whole = pickle.dumps(read_table(path))  # Much quicker than to read the file each time.
    for way in places(read_table(path)):
        for other in others:
            table = inside = pickle.loads(whole)
            for key in way[:-1]:
                inside = inside[key]
            inside[way[-1]] = other
            with suppress(RulebookError):
                make_edition(path, table, RULEBOOK.plans, RULEBOOK.alphabets)


def places(inside: Any) -> Iterator[tuple[Any, ...]]:
    """The way to every value of a table, and of the tables in it."""
    for key in inside:
        yield (key,)
        if isinstance(inside[key], dict):
            yield from ((key, *way) for way in places(inside[key]))


@pytest.mark.parametrize("name", ["nowhere", "n" * 300])
def test_a_missing_folder_is_refused(tmp_path: Path, name: str) -> None:
    assert refusal(tmp_path / name) == f"{name}: is not a folder"


def folder_with(path: Path, min_bag: int, edition: str = "frs-2019") -> Path:
    """A folder with one edition, which differs from the packaged one in one number."""
    text = (PACKAGED / f"editions/{edition}.toml").read_text(encoding="utf-8")
    (path / "editions").mkdir(parents=True)
    changed = re.sub(r"min_bag = \d+", f"min_bag = {min_bag}", text, count=1)
    (path / f"editions/{edition}.toml").write_text(changed, encoding="utf-8")
    return path


def test_of_several_folders_the_last_one_has_the_last_word(tmp_path: Path) -> None:
    first, second = folder_with(tmp_path / "1", 1), folder_with(tmp_path / "2", 2)
    other = folder_with(tmp_path / "3", 3, "fisc-2023")
    rulebook = load_rulebook(first, second, other)
    assert rulebook.editions["frs-2019"].exchange.min_bag == 2
    assert rulebook.editions["fisc-2023"].exchange.min_bag == 3
    assert rulebook.editions["figs-2012"] == RULEBOOK.editions["figs-2012"]


def test_the_page_shows_a_silence_beside_its_article() -> None:
    page = compare({"figs-2008": RULEBOOK.editions["figs-2008"]})
    assert "| **challenge** retraction | *silent* [28-32] (" in page
    assert "| **free exchange** per player | 1 [35] (" in page


def test_a_file_of_others_may_be_older_than_a_question_and_the_loader_says_once_what_it_took(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "editions").mkdir()
    text = (PACKAGED / "editions/frs-2019.toml").read_text(encoding="utf-8")
    older = tomllib.loads(text)
    kept = [part for part in re.split(r"(?m)^(?=\[)", text) if not _is_newer(part)]
    lines = [line for line in "".join(kept).splitlines() if not _is_newer_key(line)]
    (tmp_path / "editions/frs-2019.toml").write_text("\n".join(lines), encoding="utf-8")
    rules = load_rulebook(tmp_path).editions["frs-2019"]
    assert rules.corrections.scores is Correctable.SILENT
    assert rules.clock.others is False
    assert older["corrections"]["scores"] == "until_signed"
    said = [text for text in caplog.messages if "taken to be silent" in text]
    assert len(said) == 1, said
    assert all(name in said[0] for name in ("corrections", "rating", "overtime.needs_call"))


def _is_newer(part: str) -> bool:
    names = "corrections|blanks|later_verdicts|arbiters_draw|rating"
    return re.match(rf"\[({names})\]|\[\[scoreless\.each\]\]", part) is not None


def _is_newer_key(line: str) -> bool:
    names = "needs_call|retracted|first|several|limits|others|spread_of|announced"
    return re.match(rf"({names}) =", line) is not None


@pytest.mark.parametrize("section", ["corrections", "blanks", "later_verdicts", "rating"])
def test_an_edition_of_ours_is_complete(section: str, tmp_path: Path) -> None:
    table = tomllib.loads((PACKAGED / "editions/frs-2019.toml").read_text(encoding="utf-8"))
    del table[section]
    path = tmp_path / "frs-2019.toml"
    with pytest.raises(RulebookError, match=section):
        make_edition(path, table, RULEBOOK.plans, RULEBOOK.alphabets)


def test_a_federation_is_two_files_beside_the_packaged_ones_and_changes_no_edition() -> None:
    packaged = RULEBOOK.editions
    assert set(WITH_ENGLISH.editions) == {*packaged, "english-club"}
    for name, rules in packaged.items():
        assert replace(WITH_ENGLISH.editions[name], alphabet=rules.alphabet) == rules


def test_the_tiles_of_such_a_federation_are_the_english_ones() -> None:
    alphabet = ENGLISH.alphabet
    assert (alphabet.counts[Face("E")], alphabet.values[Face("Q")]) == (12, 10)
    assert alphabet.tokenise("naïve") == tuple("NAIVE")


def test_a_bonus_goes_to_the_player_who_was_challenged_in_vain() -> None:
    assert ENGLISH.challenge.unfounded["five"].kind is PenaltyKind.BONUS_PER_WORD
