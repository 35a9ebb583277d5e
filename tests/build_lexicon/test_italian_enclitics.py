"""The appendix on enclitics: the worked examples, and the laws that they illustrate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from build_lexicon.italian.enclitics import (
    FAMILIES,
    IMPERATIVE,
    PAIRS_OF_GRAMMAR,
    TABLE,
    Highlighted,
    Mood,
    allowed,
    head,
)
from build_lexicon.italian.tables import Class
from build_lexicon.readers.lists import read_rows
from tests.build_lexicon.italian_verbs import HERE, lexicon, policy

EXAMPLES = [row for _, row in read_rows(HERE / "italian_enclitics.tsv", "form, min, mid, max")]
CASES = [
    pytest.param(form, which, verdict == "in", id=f"{form} {which} {verdict}")
    for form, *verdicts in EXAMPLES
    for which, verdict in zip(Highlighted, verdicts, strict=True)
]
classes = st.frozensets(st.sampled_from(sorted(set(Class) - {Class.NONE})), min_size=1)
moods = st.sampled_from(Mood)
readings = st.sampled_from(Highlighted)


@pytest.mark.parametrize(("form", "which", "stands"), CASES)
def test_a_worked_example_stands_as_the_table_says(
    form: str, which: Highlighted, stands: bool
) -> None:
    assert (form in lexicon(policy(which))) is stands


def test_the_table_has_41_particles_in_six_families_and_five_alone() -> None:
    assert len(set(TABLE)) == 41
    assert [len(family) for family in FAMILIES.values()] == [6] * 6


@pytest.mark.parametrize("form", ["torlo", "portarcisi", "portarmici", "capendo"])
def test_in_2008_grammar_decides_and_archaic_verbs_are_whole(form: str) -> None:
    assert form in lexicon(policy(by_table=False))
    assert form not in lexicon(policy())


@pytest.mark.parametrize("form", ["portatesi", "portateti", "portiamomi", "sorridermelo"])
def test_2008_keeps_the_limits_of_grammar(form: str) -> None:
    assert form not in lexicon(policy(by_table=False))


@pytest.mark.parametrize("form", ["siatemi", "siatene", "siamogli", "risiatemi"])
def test_the_imperative_of_essere_has_what_its_reading_leaves(form: str) -> None:
    assert form in lexicon(policy(essere_imperative="A"))
    assert form not in lexicon(policy(essere_imperative="B"))


def test_a_derivative_of_essere_is_assimilated_outside_the_imperative_only() -> None:
    assert "riesserlo" in lexicon(policy())
    assert "risiatelo" not in lexicon(policy())


@given(classes, moods)
def test_every_reading_allows_what_a_narrower_one_allows(of: frozenset[Class], mood: Mood) -> None:
    narrow, middle, wide = (set(allowed(mood, of, policy(which))) for which in Highlighted)
    assert narrow <= middle <= wide <= set(TABLE)


@given(classes, classes, moods, readings)
def test_a_verb_of_two_classes_has_what_either_allows(
    one: frozenset[Class], other: frozenset[Class], mood: Mood, which: Highlighted
) -> None:
    rules = policy(which)
    both = set(allowed(mood, one | other, rules))
    assert both == set(allowed(mood, one, rules)) | set(allowed(mood, other, rules))


@given(classes, st.sampled_from(IMPERATIVE), readings)
def test_no_imperative_takes_si_nor_its_own_person_as_object(
    of: frozenset[Class], mood: Mood, which: Highlighted
) -> None:
    heads = {head(particle) for particle in allowed(mood, of, policy(which))}
    barred = {Mood.TU: {"si", "vi"}, Mood.NOI: {"si", "mi"}, Mood.VOI: {"si", "ti"}}
    assert heads.isdisjoint(barred[mood])


@given(moods)
def test_grammar_knows_every_pair_for_a_transitive_verb_outside_the_imperative(mood: Mood) -> None:
    particles = allowed(mood, frozenset({Class.TRANSITIVE}), policy(by_table=False))
    if mood not in IMPERATIVE:
        assert set(particles) == {*TABLE, *PAIRS_OF_GRAMMAR}
