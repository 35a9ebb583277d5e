"""Conjugation, and which forms of a verb article 15 c admits."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from build_lexicon.errors import BuildError
from build_lexicon.italian.conjugation import (
    Conjugation,
    conjugate,
    conjugated,
    headwords,
    paradigms,
)
from build_lexicon.italian.tables import (
    REGULAR,
    Auxiliary,
    Class,
    Valency,
    attested_valency,
    bare_infinitive,
    read_irregulars,
    read_valency,
    reflexive_infinitive,
)
from build_lexicon.readers.lists import read_rows
from tests.build_lexicon.italian_verbs import HERE, IRREGULARS, forms_of
from tests.data import table

VERBS = [row for _, row in read_rows(HERE / "italian_conjugation.tsv", "verb, has, lacks")]
stems = st.text("bdflmnprstv", min_size=1, max_size=6).map(lambda text: text + "an")


@pytest.mark.parametrize(("verb", "has", "lacks"), VERBS)
def test_a_verb_is_conjugated_as_grammars_say(verb: str, has: str, lacks: str) -> None:
    forms = forms_of(verb)
    assert set(has.split()) <= forms
    assert not set(lacks.split()) & forms


@pytest.mark.parametrize("verb", ["dovere", "potere", "solere", "parere"])
def test_a_verb_without_imperative_has_nothing_that_takes_enclitics_there(verb: str) -> None:
    assert [paradigm.imperatives for paradigm in paradigms(verb, IRREGULARS)] == [((), (), ())]


@given(stems)
def test_a_regular_verb_keeps_its_stem_in_every_form(stem: str) -> None:
    for conjugation in Conjugation:
        paradigm = conjugate(stem + conjugation.replace("isc", "ire"), conjugation, REGULAR)
        assert all(form.startswith(stem) for form in paradigm.finite)
        assert paradigm.past_participles == (stem + _participle(conjugation),)


def _participle(conjugation: Conjugation) -> str:
    return {"are": "ato", "ere": "uto"}.get(conjugation, "ito")


def _ruled(verb: str, classes: set[Class], auxiliary: Auxiliary) -> dict[str, str]:
    valency = Valency(frozenset(classes), auxiliary, "")
    return {
        form.text: form.rule
        for paradigm in paradigms(verb, IRREGULARS)
        for form in conjugated(paradigm, valency, "I15c-1")
    }


def test_the_participle_of_an_intransitive_with_avere_alone_is_invariable() -> None:
    rules = _ruled("tossire", {Class.INTRANSITIVE}, Auxiliary.AVERE)
    assert rules["tossito"] == "I15c-1"
    assert {rules[form] for form in ("tossita", "tossiti")} == {"I15c-4"}


@pytest.mark.parametrize(
    ("classes", "auxiliary"),
    [
        ({Class.INTRANSITIVE}, Auxiliary.ESSERE),
        ({Class.INTRANSITIVE}, Auxiliary.BOTH),
        ({Class.INTRANSITIVE, Class.TRANSITIVE}, Auxiliary.AVERE),
        (set(), Auxiliary.UNKNOWN),
    ],
)
def test_other_participles_agree(classes: set[Class], auxiliary: Auxiliary) -> None:
    assert _ruled("arrivare", classes, auxiliary)["arrivata"] == "I15c-1"


def test_a_pronominal_verb_is_also_entered_with_si() -> None:
    valency = Valency(frozenset({Class.PRONOMINAL}), Auxiliary.ESSERE, "")
    assert [form.text for form in headwords("accanire", valency)] == ["accanire", "accanirsi"]


def test_the_infinitive_without_si_is_found() -> None:
    for pair in table("build_lexicon/italian.toml")["infinitives"]["pairs"].split(" | "):
        pronominal, bare = pair.split()
        assert bare_infinitive(pronominal) == bare
        assert reflexive_infinitive(bare) == pronominal


def test_two_accusative_pronouns_prove_a_transitive_verb_and_one_does_not() -> None:
    lemma_of = dict.fromkeys(("limarlo", "limarla", "andarlo"), "limare") | {"andarlo": "andare"}
    assert attested_valency("limare", lemma_of, set()).classes == {Class.TRANSITIVE}
    assert not attested_valency("andare", lemma_of, set()).classes
    assert attested_valency("andare", {}, {"andarsi"}).classes == {Class.PRONOMINAL}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("portare\ttr\tavere", "expected verb, classes, auxiliary, evidence"),
        ("portare\ttrans\tavere\tlo porta", "'trans'"),
        ("portare\ttr\thavere\tlo porta", "'havere'"),
        ("portare\ttr\tavere\tlo porta\nportare\tintr\tavere\tporta", "listed twice"),
    ],
)
def test_a_wrong_valency_table_is_refused_with_its_line(
    tmp_path: Path, line: str, message: str
) -> None:
    path = tmp_path / "valency.tsv"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(BuildError, match=message):
        read_valency(path)


def test_a_verb_listed_with_and_without_si_has_the_classes_of_both(tmp_path: Path) -> None:
    table = tmp_path / "valency.tsv"
    table.write_text("lavare\ttr\tavere\tlo\nlavarsi\tpron\tessere\tsi\n", encoding="utf-8")
    valency = read_valency(table)["lavare"]
    assert valency.classes == {Class.TRANSITIVE, Class.PRONOMINAL}
    assert valency.auxiliary is Auxiliary.BOTH


@pytest.mark.parametrize("parts", ["perfect=vidi", "remote=", "remote"])
def test_an_unknown_or_empty_part_of_an_irregular_verb_is_refused(
    tmp_path: Path, parts: str
) -> None:
    table = tmp_path / "irregular.tsv"
    table.write_text(f"vedere\t*\t{parts}\n", encoding="utf-8")
    with pytest.raises(BuildError, match="unknown or empty part"):
        read_irregulars(table)
