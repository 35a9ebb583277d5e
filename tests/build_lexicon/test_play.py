"""The mover that weighs words: it finds every play, scores as the engine does, ends its games."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from build_lexicon.building import Evidence
from build_lexicon.laboratory.play import (
    BLANK,
    END,
    Found,
    Grid,
    Mover,
    Node,
    Played,
    Tile,
    is_word,
    play_games,
    word_graph,
)
from build_lexicon.laboratory.report import Weighed, by_play, summary, told, weigh
from build_lexicon.readers.lists import Verdict
from build_lexicon.recipe import Layer, Rule, read_recipe
from build_lexicon.words import Form, Reviewed, kit_of
from service.engine.board import Board, Square
from service.engine.notation import Play, read_tiles
from service.engine.rules import Rules
from service.engine.scoring import make_play
from service.engine.tiles import Face, Laid
from tests.build_lexicon.running import ROOT
from tests.data import RULEBOOK
from tests.games.mover import find_plays, letters_of

EDITIONS = ["figs-75min", "fisc-2023", "frs-2019"]
WORDS = sorted(
    {
        *("AI", "AL", "ARE", "ARIA", "ASSO", "CASA", "CASE", "CASO", "COSA", "ERA", "ERE", "ESSA"),
        *("IL", "LA", "LE", "LI", "LIRA", "LISA", "MARE", "MARI", "NE", "NO", "ORA", "ORE", "OSA"),
        *("OSSA", "OSSE", "RE", "REA", "REO", "RIA", "RISA", "ROSA", "ROSE", "SALE", "SE", "SERA"),
        *("SERE", "SI", "SOLE", "SOLI", "SONO", "TRA", "TRE", "ORALE", "RISALE", "RISATE"),
        "SERATA",
    }
)


def nodes(graph: Node) -> int:
    """How many different nodes a graph has."""
    seen: dict[int, Node] = {}
    waiting = [graph]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            waiting += [child for letter, child in node.items() if letter != END]
    return len(seen)


@given(st.sets(st.text("ABC", min_size=1, max_size=6)))
def test_a_graph_has_its_words_and_no_others(words: set[str]) -> None:
    graph = word_graph(sorted(words))
    assert all(is_word(word, graph) for word in words)
    others = {word[:-1] for word in words} | {word + "A" for word in words} | {"D"}
    assert [word for word in others - words if is_word(word, graph)] == []


def test_equal_endings_are_one_node() -> None:
    # The beginning, C and R; what follows CA and RO, CAS and ROS, CASA and ROSA.
    assert nodes(word_graph(["CASA", "ROSA"])) == 6


def board_of(grid: Grid, rules: Rules) -> Board:
    faces = faces_of(rules)
    board = Board(rules.plan, rules.alphabet)
    numbers = rules.plan.numbers
    for square, tile in grid.items():
        board.put({numbers[square]: Laid(faces[tile.key], blank=tile.value == 0)})
    return board


def faces_of(rules: Rules) -> dict[str, Face]:
    return {tile.key: tile.face for tile in rules.alphabet.tiles}


def written(found: Found, grid: Grid, rules: Rules) -> Play:
    """A play in tile notation."""
    text, (down, right) = "", found.direction.step
    for at, key in enumerate(found.word):
        square = Square(found.start.row + at * down, found.start.col + at * right)
        face = faces_of(rules)[key]
        shown = face.lower() if at in found.blanks else str(face)
        text += "." if square in grid else shown if len(face) == 1 else f"[{shown}]"
    return Play(found.start, found.direction, read_tiles(text, rules.alphabet))


def lay(found: Found, grid: Grid, mover: Mover) -> None:
    down, right = found.direction.step
    for at, key in enumerate(found.word):
        square = Square(found.start.row + at * down, found.start.col + at * right)
        value = 0 if at in found.blanks else mover.values[key]
        grid.setdefault(square, Tile(key, value))


@pytest.mark.parametrize("seed", range(6))
def test_it_finds_the_plays_that_a_search_through_all_words_finds(seed: int) -> None:
    rules, random = RULEBOOK.editions["figs-75min"], Random(seed)
    mover, grid = Mover(word_graph(WORDS), rules), dict[Square, Tile]()
    known = [(letters_of(word), word) for word in WORDS]
    for _ in range(5):
        rack = "".join(random.choices("AEILMNORST?", k=7))
        ours = {(f.start, f.direction, f.word) for f in mover.plays(grid, rack)}
        plain = {(s.row, s.col): tile.key for s, tile in grid.items()}
        theirs = {
            (f.start, f.direction, f.word) for f in find_plays(plain, rack, known, set(WORDS))
        }
        assert ours == theirs
        best = mover.best(grid, rack)
        if best is not None:
            lay(best, grid, mover)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_play_scores_what_the_engine_says_and_forms_the_same_words(edition: str) -> None:
    rules = RULEBOOK.editions[edition]
    mover, grid, random = Mover(word_graph(WORDS), rules), dict[Square, Tile](), Random(7)
    for turn in range(5):
        rack = "".join(random.choices("AEILMNORST", k=6)) + (BLANK if turn < 2 else "S")
        plays = sorted(mover.plays(grid, rack))
        for found in random.sample(plays, min(12, len(plays))):
            made = make_play(written(found, grid, rules), board_of(grid, rules), rules)
            assert made.score.total == found.score
            formed = [rules.alphabet.key_of([t.face for t in w.tiles]) for w in made.score.words]
            assert Counter(formed) == Counter(found.formed)
        if plays:
            lay(plays[-1], grid, mover)


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_end_and_are_the_same_every_time(edition: str) -> None:
    rules = RULEBOOK.editions[edition]
    first, second = ([*play_games(word_graph(WORDS), rules, 2)][-1] for _ in range(2))
    assert first == second
    assert first.games == 2
    assert len(first.plays) > 4
    assert set(first.words) <= set(WORDS)


def test_a_word_rests_on_the_first_rule_that_admits_it_and_its_packages() -> None:
    rules = {
        "listed": Rule("listed", "1", "", Layer.BASE),
        "enclitic": Rule("enclitic", "2", "", "enclitics"),
    }
    recipe = replace(read_recipe(ROOT / "lexicons" / "ca.toml"), rules=rules)
    forms = [Form("casa", "listed", "spacy+hunspell", ""), Form("casà", "enclitic", "known", "")]
    evidence = {
        "CASA": Evidence(forms, []),
        "ROSELE": Evidence(forms[1:], []),
        "RE": Evidence([], []),
    }
    reviewed = Reviewed({"RE": Verdict("re", True, "king")}, {}, decides_short=True)
    played = Played(words=Counter({"RE": 1, "CASA": 2, "ROSELE": 1}))
    assert weigh(played, recipe, reviewed, evidence) == [
        Weighed("CASA", 2, "listed by hunspell+spacy", base=True),
        Weighed("RE", 1, "reviewed", base=True),
        Weighed("ROSELE", 1, "enclitic by hand", base=False),
    ]


WEIGHED = [
    Weighed("CASA", 6, "listed by both", base=True),
    Weighed("RE", 5, "reviewed", base=True),
    Weighed("ROSE", 2, "listed by one", base=True),
    Weighed("ORALE", 1, "added by hand", base=True),
    Weighed("ROSELE", 1, "enclitic by hand", base=False),
]
PLAYED = Played([("CASA", "RE")] * 5 + [("CASA", "ROSE"), ("ROSE",), ("ORALE",), ("ROSELE",)])


STANDS = {WEIGHED[0]: True, WEIGHED[2]: False, WEIGHED[3]: True}


def test_a_word_counts_as_often_as_it_is_played_and_a_play_stands_if_all_its_words_do() -> None:
    found = by_play(PLAYED, STANDS, WEIGHED, {4: 0.9, 5: 0.5})
    assert found.plays == 9
    assert found.precision == pytest.approx(7 / 9)
    assert found.recall == pytest.approx((8 * 0.9 + 0.5) / 9)
    # Half of the words can be asked for, so twice as many plays are extra.
    assert found.extra == pytest.approx(2 * 2 / 9)
    assert found.refused == pytest.approx(1 - (5 * 0.9 + 0.9 * 0.9 + 0.9 + 0.5 + 1) / 9)


def test_the_report_names_the_classes_and_words_that_cost_most() -> None:
    assert list(told(STANDS, kit_of("italian", RULEBOOK))) == [
        "    22.22% wrong by listed by one: 22.2% at 0.000",
        "     0.00% wrong by added by hand: 11.1% at 1.000",
        "     0.00% wrong by listed by both: 66.7% at 1.000",
        "  played most and not in the yardstick (1 different):",
        "       2 ROSE  listed by one",
    ]


def test_the_summary_says_which_lengths_are_played() -> None:
    played = Played(PLAYED.plays, Counter(w for formed in PLAYED.plays for w in formed), 1)
    assert list(summary(played, WEIGHED)) == [
        "  1 games over the list: 9 plays, 15 words formed, 5 different",
        "  by tiles: 2: 33.3%, 3: 0.0%, 4-8: 66.7%, 9 and more: 0.0%",
    ]
