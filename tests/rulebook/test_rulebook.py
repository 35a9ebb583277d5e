"""The rules as data: what loads, what is refused, and that every value has its article."""

import dataclasses
import shutil
from pathlib import Path

import pytest

from service.engine.board import Premium
from service.engine.rules import Clause
from service.rulebook import PACKAGED, RulebookError, load_rulebook
from service.rulebook.comparison import compare
from tests.data import RULEBOOK

EDITIONS = list(RULEBOOK.editions.values())
PREMIUMS = {(1, 3): 8, (1, 2): 17, (3, 1): 12, (2, 1): 24}


def test_the_five_editions_are_there() -> None:
    assert set(RULEBOOK.editions) == {
        "figs-2008",
        "figs-2012",
        "figs-75min",
        "fisc-2023",
        "frs-2019",
    }


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


REFUSED = [
    ("tiles/italian.toml", "A = [14, 1]", "A = [13, 1]", "italian.toml: tile_total: says 120"),
    ("tiles/italian.toml", "A = [14, 1]", "A = [14, 2]", "italian.toml: value_total: says 293"),
    ("tiles/italian.toml", "A = [14, 1]", "A = [14]", "italian.toml: tiles.A: write"),
    ("tiles/italian.toml", "A = [14, 1]", 'A = ["14", 1]', "italian.toml: tiles.A: write"),
    ("tiles/italian.toml", '["J", ', '["A", ', "italian.toml: tiles: 'A' is ambiguous"),
    ("tiles/italian.toml", '["J", ', '["j", ', "'j' is not written in capitals"),
    ("tiles/italian.toml", "tile_total", "tile_totals", "italian.toml: tile_total: is missing"),
    ("tiles/italian.toml", "count = 2", "counts = 2", "italian.toml: blank.count: is missing"),
    ("tiles/catalan.toml", 'key = "Ñ"', 'key = "N"', "catalan.toml: tiles: 'N' is ambiguous"),
    ("tiles/catalan.toml", 'spellings = ["Q"]', 'spellings = ["C"]', "'C' is ambiguous"),
    ("tiles/catalan.toml", "[blank]", "[blank", "catalan.toml: Expected ']'"),
    ("boards/standard.txt", "T..d...T...d..T\n.D", "T..d...T...dd.T\n.D", "not symmetric"),
    ("boards/standard.txt", "d..D...d...D..d\n....D", "d..D...d...D..\n....D", "row 4: has 14"),
    ("boards/standard.txt", "...*...", "...D...", "standard.txt: centre: needs one '*'"),
    ("boards/standard.txt", "....D.....D....\n.t", "....D.x...D....\n.t", "unknown premium 'x'"),
    ("editions/frs-2019.toml", "min_bag = 7", "min_bags = 7", "exchange.min_bag: is missing"),
    ("editions/frs-2019.toml", "min_bag = 7", 'min_bag = "7"', "exchange.min_bag: '7' is not int"),
    ("editions/frs-2019.toml", "min_bag = 7", "min_bag = true", "exchange.min_bag: True is not"),
    (
        "editions/frs-2019.toml",
        "min_bag = 7",
        "min_bag = 7\nmax = 7",
        "exchange.max: is not a known",
    ),
    ("editions/frs-2019.toml", 'article = "5.2 a"', "", "exchange.article: is missing"),
    ("editions/frs-2019.toml", "[exchange]", "[exchanges]", "frs-2019.toml: exchange: is missing"),
    (
        "editions/frs-2019.toml",
        'kind = "points_per_word"',
        'kind = "percents"',
        "b.kind: 'percents'",
    ),
    ("editions/frs-2019.toml", "steps = [5,", 'steps = ["5",', "steps: '5' is not int"),
    ("editions/frs-2019.toml", 'kind = "lost_turn"', 'kind = "lost_turn"\namount = 1', "d.amount"),
    ("editions/frs-2019.toml", 'name = "romanian"', 'name = "dacian"', "tiles.name: there is no"),
    (
        "editions/frs-2019.toml",
        'id = "frs-2019"',
        'id = "frs-2020"',
        "the file is called 'frs-2019'",
    ),
    ("editions/figs-2012.toml", "sequence = 2", "sequence = 1", "sequence: sequence 1 is taken"),
    (
        "editions/frs-2019.toml",
        'reading = "There is no exchange that keeps the turn."',
        "",
        "free_exchange.reading: a silent article needs",
    ),
]


@pytest.mark.parametrize(
    ("name", "old", "new", "message"), REFUSED, ids=[row[3] for row in REFUSED]
)
def test_a_wrong_file_is_refused_with_its_name_and_key(
    folder: Path, name: str, old: str, new: str, message: str
) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulebookError) as fault:
        load_rulebook(folder)
    assert message in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="is not a folder"):
        load_rulebook(tmp_path / "nowhere")


def test_a_folder_may_change_one_edition(tmp_path: Path) -> None:
    text = (PACKAGED / "editions/frs-2019.toml").read_text(encoding="utf-8")
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions/frs-2019.toml").write_text(text.replace("min_bag = 7", "min_bag = 1"))
    rulebook = load_rulebook(tmp_path)
    assert rulebook.editions["frs-2019"].exchange.min_bag == 1
    assert rulebook.editions["fisc-2023"] == RULEBOOK.editions["fisc-2023"]


def test_the_page_of_editions_is_current() -> None:
    page = Path(__file__).parents[2] / "docs/editions.md"
    assert page.read_text(encoding="utf-8") == compare(RULEBOOK.editions), "run make docs"
