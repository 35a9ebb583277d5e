"""Which forms of a verb the regulation speaks about, and by which rule (art. 15 c).

A verb is any infinitive that a source gives as one. Our own generator conjugates it, because no
source conjugates them all and each has mistakes of its own.
"""

from collections.abc import Iterator
from typing import NamedTuple

from build_lexicon.italian.conjugation import Conjugation, Paradigm, conjugate
from build_lexicon.italian.irregular import Irregulars
from build_lexicon.italian.valency import Class, Valency, reflexive_infinitive

AGREEMENT = ("a", "i", "e")
PRONOMINAL = {Class.PRONOMINAL, Class.PRONOMINAL_DI}


class Ruled(NamedTuple):
    """A form and the id of the rule that admits or excludes it."""

    text: str
    rule: str


def paradigms(verb: str, irregulars: Irregulars) -> list[Paradigm]:
    """The conjugations of a verb: one for each irregular line and pattern that fits."""
    return [
        conjugate(verb, conjugation, irregular)
        for irregular in irregulars.of(verb)
        for conjugation in _conjugations(verb, irregular.patterns)
    ]


def headwords(verb: str, valency: Valency) -> Iterator[Ruled]:
    """The infinitive, and the one in -si that dictionaries enter for a pronominal verb."""
    yield Ruled(verb, "I14")
    if PRONOMINAL & valency.classes:
        yield Ruled(reflexive_infinitive(verb), "I14")


def conjugated(paradigm: Paradigm, valency: Valency, rule: str) -> Iterator[Ruled]:
    """Every other form; participles agree unless the verb is intransitive and has only avere."""
    for text in (*paradigm.finite, *paradigm.gerunds, *paradigm.present_participles):
        yield Ruled(text.removesuffix("'"), rule)
    agreement = rule if valency.participle_agrees else "I15c-4"
    for participle in paradigm.past_participles:
        yield Ruled(participle, rule)
        for ending in AGREEMENT:
            yield Ruled(participle[:-1] + ending, agreement)


def _conjugations(verb: str, patterns: tuple[str, ...]) -> tuple[Conjugation, ...]:
    if patterns:
        return tuple(Conjugation(pattern) for pattern in patterns)
    match verb[-3:]:
        case "are":
            return (Conjugation.ARE,)
        case "ire":
            return (Conjugation.ISC,)
        case _:
            return (Conjugation.ERE,)
