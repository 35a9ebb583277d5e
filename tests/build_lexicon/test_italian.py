"""The Italian recipe as a whole: what the regulation names is in or out, and by which rule."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from build_lexicon import italian
from build_lexicon.errors import BuildError
from build_lexicon.italian import read_material
from build_lexicon.italian.inventory import (
    Kind,
    Speller,
    inflected,
    read_lemmas,
    read_mistakes,
    without_headword,
)
from build_lexicon.italian.nominals import (
    Known,
    is_compound_numeral,
    keeps_out_corpus_word,
    keeps_out_entry,
    speller_forms,
)
from build_lexicon.italian.tables import read_valency
from build_lexicon.readers.hunspell import Affixes, Entry
from build_lexicon.readers.lists import Tagged
from build_lexicon.recipe import Layer, Recipe, Sources, open_sources, read_recipe
from tests.build_lexicon.kept import kept
from tests.data import RULEBOOK, table

LEXICONS = Path(__file__).parents[2] / "lexicons"
TILES = RULEBOOK.alphabets["italian"]
EXAMPLES = table("build_lexicon/italian.toml")
ADMITTED = [(word, rule) for rule, words in EXAMPLES["admitted"].items() for word in words.split()]


@pytest.fixture(scope="module")
def sources() -> Sources:
    return open_sources(read_recipe(LEXICONS / "it.toml"))


@pytest.fixture(scope="module")
def rules(sources: Sources) -> Mapping[str, set[str]]:
    """Every admitted form of the recipe and the rules that admit it."""

    def make() -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = {}
        for form in italian.forms(sources, TILES):
            found.setdefault(form.text, set()).add(form.rule)
        return found

    return kept("it", make)


@pytest.mark.parametrize(("word", "rule"), ADMITTED)
def test_a_word_that_the_regulation_admits_is_in_by_its_rule(
    rules: Mapping[str, set[str]], word: str, rule: str
) -> None:
    assert rule in rules[word]


def test_words_that_the_regulation_refuses_are_out(rules: Mapping[str, set[str]]) -> None:
    assert rules.keys() & set(EXAMPLES["refused"]["words"].split()) == set()


def test_a_verb_that_only_readers_have_takes_no_enclitics(rules: Mapping[str, set[str]]) -> None:
    assert {"accismare", "accismo"} <= rules.keys()
    assert "accismarlo" not in rules
    assert "donneaci" in rules  # played and accepted in a contest


def test_every_rule_that_a_form_names_is_described_in_both_recipes(sources: Sources) -> None:
    older = read_recipe(LEXICONS / "it-2008.toml")
    assert sources.recipe.rules.keys() == older.rules.keys()
    named = {form.rule for form in italian.excluded(sources, TILES)}
    assert all(sources.recipe.rules[rule].layer is Layer.EXCLUDED for rule in named)
    assert {"I15c-3", "I15c-4", "I16-foreign", "I18", "I19", "I20", "unconfirmed"} <= named


@pytest.mark.parametrize(
    "option", ["enclitics", "intransitive", "essere_imperative", "archaic_verbs"]
)
def test_an_unknown_option_is_refused(sources: Sources, option: str) -> None:
    recipe = _with_option(sources.recipe, option, "whatever")
    with pytest.raises(BuildError, match=f"option {option} must be one of"):
        read_material(Sources(recipe, sources.files))


def _with_option(recipe: Recipe, option: str, value: str) -> Recipe:
    values = {name: getattr(recipe, name) for name in recipe.__slots__}
    return Recipe(**{**values, "options": {**recipe.options, option: value}})


@pytest.mark.parametrize("name", ["lemmas.tsv", "doubted.tsv"])
def test_a_list_of_ours_has_one_entry_a_line_in_order(name: str) -> None:
    lines = (LEXICONS / "italian" / name).read_text("utf-8").splitlines()
    words = [TILES.fold(line.split("\t")[0]) for line in lines if not line.startswith("#")]
    assert words == sorted(words)
    assert not any(" " in word for word in words)


def test_no_list_of_ours_contradicts_another() -> None:
    lists = LEXICONS / "italian"
    lemmas = set(read_lemmas(lists / "lemmas.tsv"))
    slips = read_mistakes(lists / "slips.tsv").keys()
    no_verbs = read_mistakes(lists / "no_verbs.tsv").keys()
    doubted = read_mistakes(lists / "doubted.tsv").keys()
    known = {lemma.text for lemma in lemmas} | read_valency(lists / "valency.tsv").keys()
    assert not doubted & (known | slips | no_verbs)
    assert not slips & (known | no_verbs)
    assert not no_verbs & {lemma.text for lemma in lemmas if lemma.kind is Kind.VERB}


@pytest.mark.parametrize(("kind", "compound"), [("compound", True), ("simple", False)])
def test_a_number_of_several_parts_is_told_from_a_simple_one(kind: str, compound: bool) -> None:
    for word in EXAMPLES["numerals"][kind].split():
        assert is_compound_numeral(word) is compound


KNOWN = Known(
    verbal={"aggiunte", "vendono", "amare"},
    invariable={"tossita"},
    stems={"gatto", "pagare", "eroe"},
    distrusted={"paggamento": "misspelt", "abusamento": "doubted"},
)


def test_an_entry_that_may_be_any_form_is_judged() -> None:
    entries = EXAMPLES["entries"]
    assert {entry: keeps_out_entry(entry, KNOWN) for entry in entries} == entries


@pytest.mark.parametrize(("entry", "forms"), EXAMPLES["forms"].items())
def test_a_slip_or_a_doubted_entry_of_the_spelling_dictionary_takes_its_forms_along(
    entry: str, forms: dict[str, str]
) -> None:
    speller = Speller(Affixes({}, {}), (Entry(entry, ()),))
    assert {form.text: form.rule for form in speller_forms(speller, KNOWN)} == forms


@pytest.mark.parametrize(("text", "rule"), EXAMPLES["corpus"].items())
def test_a_word_of_the_corpus_is_judged(text: str, rule: str) -> None:
    form, lemma, *noun = text.split()
    assert keeps_out_corpus_word(form, lemma, KNOWN, noun=bool(noun)) == rule


@pytest.mark.parametrize(("text", "forms"), EXAMPLES["inflected"].items())
def test_nouns_and_adjectives_are_inflected_by_their_ending(text: str, forms: str) -> None:
    lemma, kind = text.split()
    assert list(inflected(lemma, Kind(kind))) == forms.split()


@pytest.mark.parametrize(("entries", "orphans"), EXAMPLES["orphans"].items())
def test_a_plural_or_a_feminine_of_wiktionary_needs_a_headword(entries: str, orphans: str) -> None:
    rows = [Tagged(word, word, tag) for word, tag in (e.split("/") for e in entries.split())]
    assert {row.form for row in without_headword(rows, KNOWN.stems)} == set(orphans.split())
