"""`set` puts a decision into the file that decides the word, and nowhere else."""

from pathlib import Path

import pytest

from tests.build_lexicon.running import RECIPE, contents, run, small_folder

REVIEWED = RECIPE.replace(
    'method = "list"', 'method = "list"\nshort = "short.tsv"\nreviewed = "reviewed.tsv"'
)
HEAD = "# Short words.\n"
SHORT = "ab\tout\tno entry\nre\tin\tking\nblu\tin\tblue\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = small_folder(tmp_path, recipe=REVIEWED)
    (made / "short.tsv").write_text(HEAD + SHORT, encoding="utf-8")
    (made / "reviewed.tsv").write_text("zebra\tin\tanimal\nlupo\tin\twolf\n", encoding="utf-8")
    return made


def lines(folder: Path, name: str) -> list[str]:
    return (folder / name).read_text(encoding="utf-8").splitlines()


def decide(folder: Path, word: str, verdict: str, reason: str = "by art. 14") -> int:
    return run(folder, "set", "few", word, verdict, "--reason", reason).code


def test_a_short_word_goes_into_the_list_of_short_words_in_its_place(folder: Path) -> None:
    assert decide(folder, "mi", "in") == 0
    assert decide(folder, "bla", "out") == 0
    assert lines(folder, "short.tsv") == [
        "# Short words.",
        "ab\tout\tno entry",
        "mi\tin\tby art. 14",
        "re\tin\tking",
        "bla\tout\tby art. 14",
        "blu\tin\tblue",
    ]


def test_an_older_decision_about_the_same_tiles_is_replaced(folder: Path) -> None:
    assert decide(folder, "ré", "out", "no such word") == 0
    assert "ré\tout\tno such word" in lines(folder, "short.tsv")
    assert len(lines(folder, "short.tsv")) == 4


def test_a_longer_word_goes_to_the_end_of_a_reviewed_list_without_order(folder: Path) -> None:
    assert decide(folder, "città", "out") == 0
    assert lines(folder, "reviewed.tsv")[-1] == "città\tout\tby art. 14"
    assert run(folder, "build").code == 0
    assert "CITTA" not in run(folder, "export", "few").out


def test_it_says_which_file_and_what_comes_next(folder: Path) -> None:
    done = run(folder, "set", "few", "gatto", "out", "--reason", "art. 1")
    assert done.out.splitlines() == [
        f"{folder}/reviewed.tsv: gatto is out",
        "Raise the version in few.toml, then: make lexicons",
    ]


@pytest.mark.parametrize(
    ("word", "reason", "says"),
    [
        ("ca5a", "art. 1", "'ca5a' cannot be laid"),
        ("a", "art. 1", "'a' cannot be laid: 1 tiles, not 2 to 15"),
        ("casa", " ", "a decision has a reason"),
        ("casa", "a\tb", "a decision has a reason, in one line and without tabs"),
        ("casa", "a\nb", "a decision has a reason, in one line and without tabs"),
    ],
)
def test_a_decision_that_makes_no_sense_changes_nothing(
    folder: Path, word: str, reason: str, says: str
) -> None:
    before = contents(folder)
    done = run(folder, "set", "few", word, "in", "--reason", reason)
    assert (done.code, done.out) == (1, "")
    assert says in done.error
    assert contents(folder) == before


def test_a_recipe_without_lists_has_no_place_for_a_decision(tmp_path: Path) -> None:
    folder = small_folder(tmp_path)
    done = run(folder, "set", "few", "casa", "out", "--reason", "art. 1")
    assert done.code == 1
    assert "recipe few names no reviewed list for words of 4 tiles" in done.error


@pytest.fixture
def ruled(tmp_path: Path) -> Path:
    """A recipe of the Italian method, which keeps decisions with their rules."""
    rules = '[rules.{}]\narticle = "20"\nsays = "no headword"\nlayer = "excluded"\n'
    rules = rules.format("out") + rules.format("doubted")
    folder = small_folder(tmp_path, recipe=RECIPE.replace('"list"', '"italian"') + rules)
    (folder / "italian").mkdir()
    (folder / "italian" / "words.tsv").write_text("casa\tlisted\told\n", encoding="utf-8")
    return folder


def test_a_method_that_keeps_rules_with_words_is_told_the_rule(ruled: Path) -> None:
    done = run(ruled, "set", "few", "gatta", "out", "--reason", "why not", "--rule", "out")
    assert done.code == 0, done.error
    assert lines(ruled, "italian/words.tsv") == ["casa\tlisted\told", "gatta\tout\twhy not"]


def test_a_method_has_a_rule_for_who_names_none(ruled: Path) -> None:
    assert decide(ruled, "gatta", "out") == 0
    assert lines(ruled, "italian/words.tsv")[-1] == "gatta\tdoubted\tby art. 14"


@pytest.mark.parametrize(("verdict", "rule"), [("out", "listed"), ("in", "out"), ("in", "none")])
def test_the_rule_must_be_one_that_decides_so(ruled: Path, verdict: str, rule: str) -> None:
    done = run(ruled, "set", "few", "gatta", verdict, "--reason", "why", "--rule", rule)
    assert done.code == 1
    wanted = "listed" if verdict == "in" else "out, doubted"
    assert f"by which 'gatta' is {verdict}: --rule, one of {wanted}" in done.error
