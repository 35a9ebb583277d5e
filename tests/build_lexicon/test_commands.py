"""why, set, export, compare and report, on small lexicons of ours."""

from pathlib import Path

import pytest

from tests.build_lexicon.coding import write_compact, write_front_coded, write_lookup
from tests.build_lexicon.running import RECIPE, REVIEWED, WORDS, refused, run, small_folder
from tests.data import by_rule, table

WHY = table("build_lexicon/why.toml")
READING = "reading the sources of few"
DATA = table("build_lexicon/commands.toml")
SOURCE = """[sources.{id}]
title = "{id}"
licence = "MIT"
version = "1"
files = {files}
"""
CATALAN = RECIPE.replace("italian", "catalan").replace('"list"', '"catalan"').split("[sources")[0]
RULE = '[rules.{id}]\narticle = "K1"\nsays = "as it is"\nlayer = "{layer}"\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built list, with a list of short words that overrides it."""
    recipe = REVIEWED.replace('\nreviewed = "reviewed.tsv"', "")
    made = small_folder(tmp_path_factory.mktemp("few"), [*WORDS, "ab"], recipe, DATA["lists"])
    assert run(made, "build").code == 0
    return made


@pytest.fixture(scope="module")
def catalan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Catalan from a dictionary of a few entries; the lists know one and a half, readers two."""
    files = {
        "hunspell": ["ca.aff", "ca.dic"],
        "simplemma": ["first.plzma"],
        "spacy": ["second.json.gz"],
        "verbecc": ["verbs.xml"],
        "known": ["entries.tsv", "endings.tsv"],
        "tagger": ["tags.dict", "uses.txt"],
    }
    sources = "".join(SOURCE.format(id=id_, files=names) for id_, names in files.items())
    rules = "".join(
        RULE.format(id=id_, layer=layer)
        for layer, ids in DATA["rules"].items()
        for id_ in ids.split()
    )
    recipe = CATALAN + '[options]\nprefixes = ["auto"]\n' + sources + rules
    made = small_folder(tmp_path_factory.mktemp("catalan"), (), recipe, DATA["dictionary"])
    known = {form: form for form in ("casa", "jou", "jous", "robot")} | {"cases": "casa"}
    write_front_coded(made / "first.plzma", known.items())
    write_lookup(made / "second.json.gz", known)
    tagged = [
        (form, lemma, tag) for form, lemma, tag in (t.split("/") for t in DATA["tagged"].split())
    ]
    write_compact(made / "tags.dict", tagged, numbered=False)
    assert run(made, "build").code == 0
    return made


@pytest.mark.parametrize("row", by_rule(WHY["few"]))
def test_why_says_by_which_rule_and_source_a_word_is_in_or_what_was_looked_for(
    folder: Path, row: dict[str, str]
) -> None:
    done = run(folder, "why", "few", row["word"])
    assert (done.code, row["says"] in done.out) == (0, True), done.out


@pytest.mark.parametrize("row", by_rule(WHY["catalan"]))
def test_catalan_goes_by_lists_readers_and_kinds(catalan: Path, row: dict[str, str]) -> None:
    assert row["says"] in run(catalan, "why", "few", row["word"]).out


def test_why_reads_the_sources_once_and_again_when_they_changed_or_are_damaged(
    tmp_path: Path,
) -> None:
    few = small_folder(tmp_path)
    full = run(few, "why", "few", "re", largest_file=0)
    assert f"build_lexicon: cannot write {few}/few.why.new" in full.error
    assert not (few / "few.why").exists()
    for damage in (None, b"", b"PK\x03\x04"):
        if damage is not None:
            (few / "few.why").write_bytes(damage)
        first, second = run(few, "why", "few", "re"), run(few, "why", "few", "re")
        assert (first.code, READING in first.error, second.error) == (0, True, "")
        assert first.out == second.out
        assert "RE is in few" in second.out
    small_folder(few, ["casa", "cane"])
    done = run(few, "why", "few", "re")
    assert READING in done.error
    assert "RE is not in few" in done.out


def lines(folder: Path, name: str) -> list[str]:
    return (folder / name).read_text(encoding="utf-8").splitlines()


def test_a_decision_goes_into_its_file_in_its_place_or_that_of_an_older_one(tmp_path: Path) -> None:
    few = small_folder(tmp_path, recipe=REVIEWED, files=DATA["lists"])
    for word, verdict in {"mi": "in", "bla": "out", "ré": "out", "città": "out"}.items():
        done = run(few, "set", "few", word, verdict, "--reason", "by art. 14")
    assert done.out.splitlines() == [
        f"{few}/reviewed.tsv: città is out",
        "Raise the version in few.toml, then: make lexicons",
    ]
    assert lines(few, "short.tsv") == [
        "# Short words.",
        "ab\tout\tno entry",
        "mi\tin\tby art. 14",
        "ré\tout\tby art. 14",
        "bla\tout\tby art. 14",
        "blu\tin\tblue",
    ]
    assert lines(few, "reviewed.tsv")[-1] == "città\tout\tby art. 14", "this list has no order"
    assert run(few, "build").code == 0
    assert "CITTA" not in run(few, "export", "few").out


@pytest.mark.parametrize(
    ("word", "reason", "says"),
    [
        ("ca5a", "art. 1", "'ca5a' cannot be laid"),
        ("a", "art. 1", "'a' cannot be laid: 1 tiles, not 2 to 15"),
        ("casa", " ", "a decision has a reason"),
        ("casa", "a\tb", "a decision has a reason, in one line and without tabs"),
        ("casa", "a\nb", "a decision has a reason, in one line and without tabs"),
        ("casa", "art. 1", "recipe few names no reviewed list for words of 4 tiles"),
    ],
)
def test_a_decision_that_makes_no_sense_changes_nothing(
    folder: Path, word: str, reason: str, says: str
) -> None:
    assert says in refused(folder, "set", "few", word, "in", "--reason", reason)


def test_a_method_may_keep_the_rule_with_the_word(tmp_path: Path) -> None:
    rule = '[rules.{}]\narticle = "20"\nsays = "no headword"\nlayer = "excluded"\n'
    recipe = RECIPE.replace('"list"', '"italian"') + rule.format("out") + rule.format("doubted")
    few = small_folder(tmp_path, recipe=recipe, files={"italian/words.tsv": "casa\tlisted\told\n"})
    gatta = ("set", "few", "gatta")
    for verdict, named in (("out", "listed"), ("in", "out"), ("in", "none")):
        told = refused(few, *gatta, verdict, "--reason", "why", "--rule", named)
        wanted = "listed" if verdict == "in" else "out, doubted"
        assert f"by which 'gatta' is {verdict}: --rule, one of {wanted}" in told
    assert run(few, *gatta, "out", "--reason", "why not", "--rule", "out").code == 0
    assert lines(few, "italian/words.tsv") == ["casa\tlisted\told", "gatta\tout\twhy not"]
    assert run(few, *gatta, "out", "--reason", "why not").code == 0
    assert lines(few, "italian/words.tsv")[-1] == "gatta\tdoubted\twhy not"


def test_export_prints_every_word_or_those_of_a_layer_in_plain_spelling(
    folder: Path, catalan: Path
) -> None:
    words = ["BLU", "CASA", "CASE", "CITTA", "GATTO", "RE", "XILOFONO"]
    assert run(folder, "export", "few").out.split() == words
    assert run(folder, "export", "few", "--layer", "base").out.split() == words
    tagged = ["ABALTI", "BERGUEDA", "BERGUEDANA", "FELIDS", "SAURI", "SAURIS"]
    others = ["CASA", "CASES", "IGLU", "IGLUS", "ROBOT"]
    assert set(run(catalan, "export", "few").out.split()) == {*tagged, *others}
    told = refused(folder, "export", "few", "--layer", "enclitics")
    assert told == "few has no layer 'enclitics': base\n"


def test_a_lexicon_that_is_not_built_or_damaged_is_one_line(tmp_path: Path) -> None:
    few = small_folder(tmp_path)
    assert refused(few, "export", "few") == f"no manifest {few}/few.json\n"
    assert run(few, "build").code == 0
    (few / "few.marisa").write_bytes(b"damaged")
    assert refused(few, "export", "few").startswith(f"{few}/few.marisa: no trie there")


def test_compare_prints_what_was_added_and_removed(
    folder: Path, catalan: Path, tmp_path: Path
) -> None:
    newer = small_folder(tmp_path, ["casa", "cane", "gatto"])
    assert run(newer, "build").code == 0
    done = run(folder, "compare", "few", str(newer / "few.json"))
    assert done.out.splitlines() == ["+ CANE", "- BLU", "- CASE", "- CITTA", "- RE", "- XILOFONO"]
    title = "A few words test-1 (open, not official)"
    assert done.error == f"{title} -> {title}: 1 added, 5 removed\n"
    other = str(catalan / "few.json")
    assert refused(folder, "compare", "few", other) == "few has italian tiles, few catalan\n"


YARDSTICK = """
WORDS = {"CASA", "GATTO"}

def plain(word):
    return word.upper()

def tiles(language, word):
    return len(word)

def digest(language, word):
    return b"\\0" + word.encode().ljust(8, b".")

def load(language):
    return {n: {digest(language, w)[:8] for w in WORDS if len(w) == n} for n in range(2, 16)}
"""


def test_the_report_measures_and_plays_and_fills_the_tables_of_a_page(
    folder: Path, tmp_path: Path
) -> None:
    files = {"measure.py": YARDSTICK, "it-club.half": "", "page.md": DATA["page"]}
    old = small_folder(tmp_path, files=files)
    places = (f"--yardsticks={old}", f"--tables={old}/page.md")
    done = run(folder, "report", "few", *places, "--games=2")
    assert done.code == 0, done.error
    for told in (
        "few: A few words test-1 (open, not official), 7 words\n",
        "  layers: base 5, short 1, added 1, dropped 2\n",
        "|  | tiles | precision | recall | F1 |\n",
        "| `few` | 4–15 | .400 | 1.000 | .571 |\n",
        "|  | rule | words alone | precision |\n",
        "  2 games over the list: ",
        " | 1.000 | .000 |\n",
        " wrong by listed by hand: ",
    ):
        assert told in done.out
    shown = (old / "page.md").read_text(encoding="utf-8")
    for row in ("| id | name | version | words | base |", "| `few` | ", "\nText | stays.\n"):
        assert row in shown
    assert "| `few` | 4–15 | " in shown
    assert "| `few` by `it-club` | 4–15 | " in shown
    assert "| old |" not in shown
    assert shown.endswith("<!-- table: alone -->\n| was | measured |\n"), "nothing was measured"
