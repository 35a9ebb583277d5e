"""Verbs for the tests of Italian: conjugated by the project's table, governed by a given one."""

from functools import cache
from pathlib import Path

from build_lexicon.italian.conjugation import conjugated, headwords, paradigms
from build_lexicon.italian.enclitics import (
    EssereImperative,
    Highlighted,
    Policy,
    bases_of,
    enclitic_forms,
)
from build_lexicon.italian.inventory import read_words
from build_lexicon.italian.tables import Class, read_irregulars, read_valency

HERE = Path(__file__).parent
TABLES = HERE.parents[1] / "lexicons" / "italian"
IRREGULARS = read_irregulars(TABLES / "irregular.tsv")


def policy(
    intransitive: str = "mid", *, by_table: bool = True, essere_imperative: str = "A"
) -> Policy:
    """A policy by the names that a recipe uses."""
    return Policy(by_table, Highlighted(intransitive), EssereImperative(essere_imperative))


def forms_of(verb: str) -> frozenset[str]:
    """Every form of a verb without enclitics; participles agree."""
    return frozenset(
        form
        for paradigm in paradigms(verb, IRREGULARS)
        for part in (
            paradigm.finite,
            paradigm.gerunds,
            paradigm.present_participles,
            paradigm.past_participles,
        )
        for form in part
    )


@cache
def lexicon(rules: Policy) -> frozenset[str]:
    """What the verbs of the worked examples and the words that articles name give."""
    words = {word.text for word in read_words(TABLES / "words.tsv") if word.rule in ("I14", "I15d")}
    for verb, valency in read_valency(HERE / "italian_valency.tsv").items():
        words |= {form.text for form in headwords(verb, valency)}
        for paradigm in paradigms(verb, IRREGULARS):
            if not (rules.by_table and Class.NONE in valency.classes):
                admitted = conjugated(paradigm, valency, "I15c-1")
                words |= {form.text for form in admitted if form.rule == "I15c-1"}
            words |= set(enclitic_forms(verb, bases_of(verb, paradigm), valency, rules))
    return frozenset(words)
