"""why, export, sheet, compare and report, on small lexicons of ours."""

from pathlib import Path

import pytest

from tests.build_lexicon.coding import write_compact, write_front_coded, write_lookup
from tests.build_lexicon.running import RECIPE, WORDS, run, small_folder

REVIEWED = RECIPE.replace('method = "list"', 'method = "list"\nshort = "short.tsv"')
SHORT = "re\tin\tnoun: king\nab\tout\tno entry\n"
SOURCE = """[sources.{id}]
title = "{id}"
licence = "MIT"
version = "1"
files = {files}
"""
CATALAN = RECIPE.replace("italian", "catalan").replace('"list"', '"catalan"').split("[sources")[0]
PREFIXES = '[options]\nprefixes = ["auto"]\n'
TAGGER_RULES = ["K-used", "K-people", "K-both-kinds", "K-ending"]
TAGGED = [
    ("abaltí", "abaltir", "VMIS3S00"),
    ("abadocà", "abadocar", "VMIS3S00"),
    ("berguedà", "berguedà", "AQ0MS0"),
    ("berguedà", "berguedà", "NCMS000"),
    ("berguedana", "berguedà", "NCFS000"),
    ("fèlids", "fèlid", "NCMP000"),
    ("autofèlids", "autofèlid", "NCMP000"),
    ("saurís", "saurí", "AQ0MP0"),
    ("saurí", "saurí", "NCMS000"),
    ("nards", "nard", "NCMP000"),
]
RULE = '[rules.{id}]\narticle = "K1"\nsays = "as it is"\nlayer = "{layer}"\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built list, with a list of short words that overrides it."""
    made = small_folder(tmp_path_factory.mktemp("few"), [*WORDS, "ab"], REVIEWED)
    (made / "short.tsv").write_text(SHORT, encoding="utf-8")
    assert run(made, "build").code == 0
    return made


@pytest.fixture(scope="module")
def catalan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Catalan from a dictionary of five entries; the lists know one and a half, readers two."""
    made = tmp_path_factory.mktemp("catalan")
    aff = "SET UTF-8\nFLAG long\nSFX _A Y 2\nSFX _A 0 s [^a]\nSFX _A a es a\n"
    (made / "ca.aff").write_text(aff, encoding="utf-8")
    stems = ["casa", "iglú", "jou", "robot", "trast"]
    stems += ["berguedà", "fèlid", "autofèlid", "saurí", "nard"]
    dic = "".join(f"{stem}/_A\n" for stem in stems)
    (made / "ca.dic").write_text(f"{len(stems)}\n{dic}", encoding="utf-8")
    known = {form: form for form in ("casa", "jou", "jous", "robot")} | {"cases": "casa"}
    write_front_coded(made / "first.plzma", known.items())
    write_lookup(made / "second.json.gz", known)
    (made / "verbs.xml").write_text("<verbs/>", encoding="utf-8")
    entries = "iglú\tin\tnoun: snow house\njou\tout\tspelled otherwise\n"
    (made / "entries.tsv").write_text(entries, encoding="utf-8")
    (made / "endings.tsv").write_text("NM\tid\tanimals\n", encoding="utf-8")
    write_compact(made / "tags.dict", TAGGED, numbered=False)
    uses = "# uses\nabaltir=vtr:1\nabadocar=NONE\n"
    (made / "uses.txt").write_text(uses, encoding="utf-8")
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
        for layer, ids in (
            ("base", ["K-paradigm", "K-attested", "K-known", *TAGGER_RULES]),
            ("excluded", ["K-alone", "K-refused"]),
        )
        for id_ in ids
    )
    (made / "ca.toml").write_text(CATALAN + PREFIXES + sources + rules, encoding="utf-8")
    assert run(made, "build").code == 0
    return made


def test_why_says_rule_article_and_source_of_a_word(folder: Path) -> None:
    assert run(folder, "why", "few", "città").out.splitlines() == [
        "CITTA is in few test-1 (open, not official)",
        "  admitted by listed (art. 14): a word of the list",
        "    città, from words.txt; A list of ours (1)",
    ]


def test_why_says_what_was_looked_for_when_a_word_is_absent(folder: Path) -> None:
    assert run(folder, "why", "few", "cane").out.splitlines() == [
        "CANE is not in few test-1 (open, not official)",
        "  looked for the key CANE in A list of ours, short.tsv",
    ]


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("re", "  reviewed as in: re, noun: king"),
        ("ab", "  reviewed as out: ab, no entry"),
        ("mi", "  no line in short.tsv, which decides all words of up to 3 tiles"),
    ],
)
def test_why_names_the_verdict_of_a_reviewed_list(folder: Path, word: str, line: str) -> None:
    assert line in run(folder, "why", "few", word).out.splitlines()


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("l'uva", '"l\'uva"'),
        ("a", "1 tiles, not 2 to 15"),
        ("precipitevolissimevolmente", "26 tiles, not 2 to 15"),
    ],
)
def test_why_says_that_a_word_cannot_be_laid(folder: Path, word: str, reason: str) -> None:
    done = run(folder, "why", "few", word)
    assert done.code == 0
    assert "is not in few test-1 (open, not official): " in done.out
    assert reason in done.out


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("abaltí", "admitted by K-used"),
        ("abadocà", "is not in ca"),
        ("berguedana", "admitted by K-people"),
        ("saurís", "admitted by K-both-kinds"),
        ("fèlids", "admitted by K-ending"),
        ("autofèlids", "is not in ca"),
        ("nards", "is not in ca"),
    ],
)
def test_a_tagger_admits_what_it_knows_by_kinds(catalan: Path, word: str, says: str) -> None:
    assert says in run(catalan, "why", "ca", word).out


def test_an_entry_that_the_lists_bear_out_is_in_by_its_paradigm(catalan: Path) -> None:
    assert "  admitted by K-paradigm" in run(catalan, "why", "ca", "cases").out


def test_why_names_the_rule_that_keeps_a_form_out(catalan: Path) -> None:
    tagged = ["ABALTI", "BERGUEDA", "BERGUEDANA", "FELIDS", "SAURI", "SAURIS"]
    words = ["CASA", "CASES", "IGLU", "IGLUS", "ROBOT"]
    assert set(run(catalan, "export", "ca").out.split()) == {*tagged, *words}
    assert run(catalan, "why", "ca", "robots").out.splitlines() == [
        "ROBOTS is not in ca test-1 (open, not official)",
        "  excluded by K-alone (art. K1): as it is",
        "    robots, from robot; hunspell (1)",
        "  looked for the key ROBOTS in hunspell, simplemma, spacy, verbecc, known, tagger",
    ]


def test_readers_vouch_for_an_entry_with_all_its_forms_or_take_it_out(catalan: Path) -> None:
    assert "  admitted by K-known" in run(catalan, "why", "ca", "iglús").out
    assert "  excluded by K-refused" in run(catalan, "why", "ca", "jous").out


def test_export_prints_every_word_in_plain_spelling(folder: Path) -> None:
    assert run(folder, "export", "few").out.split() == [
        "CASA",
        "CASE",
        "CITTA",
        "GATTO",
        "RE",
        "XILOFONO",
    ]


def test_export_can_print_one_layer(folder: Path) -> None:
    assert run(folder, "export", "few", "--layer", "base").out == run(folder, "export", "few").out
    done = run(folder, "export", "few", "--layer", "enclitics")
    assert (done.code, done.error.splitlines()[-1]) == (
        1,
        "build_lexicon: few has no layer 'enclitics': base",
    )


def test_a_lexicon_that_is_not_built_is_one_line(tmp_path: Path) -> None:
    done = run(small_folder(tmp_path), "export", "few")
    assert (done.code, done.error) == (1, f"build_lexicon: no manifest {tmp_path}/few.json\n")


def test_a_trie_that_is_damaged_is_one_line(tmp_path: Path) -> None:
    folder = small_folder(tmp_path)
    assert run(folder, "build").code == 0
    (folder / "few.marisa").write_bytes(b"damaged")
    done = run(folder, "export", "few")
    assert done.code == 1
    assert done.error.startswith(f"build_lexicon: {folder}/few.marisa: no trie there")
    assert done.error.count("\n") == 1


def test_compare_prints_what_was_added_and_removed(folder: Path, tmp_path: Path) -> None:
    newer = small_folder(tmp_path, ["casa", "cane", "gatto"])
    assert run(newer, "build").code == 0
    done = run(folder, "compare", "few", str(newer / "few.json"))
    assert done.out.splitlines() == ["+ CANE", "- CASE", "- CITTA", "- RE", "- XILOFONO"]
    title = "A few words test-1 (open, not official)"
    assert done.error == f"{title} -> {title}: 1 added, 4 removed\n"


def test_lexicons_of_different_tiles_cannot_be_compared(folder: Path, catalan: Path) -> None:
    done = run(folder, "compare", "few", str(catalan / "ca.json"))
    assert (done.code, done.out) == (1, "")
    assert done.error == "build_lexicon: few has italian tiles, ca catalan\n"


def test_the_report_counts_probes_and_changes(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "it.good").write_text("casa\ncane # example of the regulation\n", encoding="utf-8")
    (tmp_path / "measure.py").write_text(
        "import sys\nprint(sys.argv[1], len(open(sys.argv[2]).readlines()))\n", encoding="utf-8"
    )
    old = small_folder(tmp_path / "old", ["casa", "case", "città", "gatto", "re", "uva"])
    assert run(old, "build").code == 0
    places = ("--probes", str(tmp_path), "--yardsticks", str(tmp_path), "--since", str(old))
    assert run(folder, "report", "few", *places).out.splitlines() == [
        "few: A few words test-1 (open, not official), 6 words",
        "  layers: base 5, short 1, added 0, dropped 2",
        "  against it:",
        "  it 6",
        "  it.good: 1 of 2 as they should be",
        "    wrong 1: cane",
        "    among them 1 examples of the regulation",
        "  no probes it.bad",
        "  since test-1:",
        "    added 1: XILOFONO",
        "    removed 1: UVA",
        "",
    ]


YARDSTICK = """
import sys
WORDS = {"CASA", "GATTO"}

def plain(word):
    return word.upper()

def tiles(language, word):
    return len(word)

def digest(language, word):
    return b"\\0" + word.encode().ljust(8, b".")

def load(language):
    return {n: {digest(language, w)[:8] for w in WORDS if len(w) == n} for n in range(2, 16)}

if __name__ == "__main__":
    print("measured")
"""


def test_the_report_plays_games_and_weighs_words_against_the_yardstick(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "measure.py").write_text(YARDSTICK, encoding="utf-8")
    places = ("--probes", str(tmp_path), "--yardsticks", str(tmp_path), "--games", "2")
    shown = run(folder, "report", "few", *places).out
    assert "  measured\n" in shown
    assert "  2 games over the list: " in shown
    assert "  precision by play: " in shown
    assert "  recall by play: 1.0000\n" in shown
    assert " wrong by listed; " in shown
    assert "  what a rule alone brings in, of 4 tiles and more:\n" in shown


def test_the_report_makes_the_tables_of_a_page_anew(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "measure.py").write_text(YARDSTICK, encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(
        "# Words\n\n<!-- table: lexicons -->\n| old |\n\nText | stays.\n\n"
        "<!-- table: lengths -->\n\n<!-- table: play -->\n| was | measured |\n",
        encoding="utf-8",
    )
    (tmp_path / "it-club.half").touch()
    places = ("--probes", str(tmp_path), "--yardsticks", str(tmp_path), "--tables", str(page))
    run(folder, "report", "few", *places)
    shown = page.read_text(encoding="utf-8")
    assert "| id | name | version | words | base |" in shown
    assert "| `few` | " in shown
    assert "| old |" not in shown
    assert "\nText | stays.\n" in shown
    assert "| `few` | 4–15 | " in shown
    assert "| `few` by `it-club` | 4–15 | " in shown
    assert shown.endswith("<!-- table: play -->\n| was | measured |\n")
