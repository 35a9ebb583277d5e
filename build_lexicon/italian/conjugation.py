"""How an Italian verb is conjugated, and by which rule each of its forms stands (art. 15 c).

    conjugate("prendere", …)  ->  prendo, prendi, …; presi, prendesti, prese, …; preso; prendendo

A verb is any infinitive that a source gives as one. Our own generator conjugates it, because no
source conjugates them all and each has mistakes of its own.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from build_lexicon.italian.tables import (
    Class,
    Irregular,
    Irregulars,
    Part,
    Valency,
    reflexive_infinitive,
)

Parts = Mapping[str, Part]


class Conjugation(StrEnum):
    """The pattern of the regular endings; -ire has two, without and with -isc-."""

    ARE = "are"
    ERE = "ere"
    IRE = "ire"
    ISC = "isc"


class Endings(NamedTuple):
    """The regular endings of a conjugation, after the stem."""

    present: str
    subjunctive: str
    vowel: str  # of imperfect and past
    weak: str  # weak past: first and third person singular, third plural
    future: str
    gerund: str
    participle: str


class Paradigm(NamedTuple):
    """The simple forms of a verb, apart by what may happen to them."""

    finite: tuple[str, ...]
    gerunds: tuple[str, ...]
    imperatives: tuple[tuple[str, ...], ...]  # tu, noi, voi
    present_participles: tuple[str, ...]
    past_participles: tuple[str, ...]  # masculine singular

    @property
    def is_defective(self) -> bool:
        """Whether these are the few forms that the table declares, instead of a whole verb."""
        return not self.gerunds


ENDINGS = {
    Conjugation.ARE: Endings("o i a iamo ate ano", "i", "a", "ai ò arono", "er", "ando", "ato"),
    Conjugation.ERE: Endings("o i e iamo ete ono", "a", "e", "ei é erono", "er", "endo", "uto"),
    Conjugation.IRE: Endings("o i e iamo ite ono", "a", "i", "ii ì irono", "ir", "endo", "ito"),
    Conjugation.ISC: Endings(
        "isco isci isce iamo ite iscono", "isca", "i", "ii ì irono", "ir", "endo", "ito"
    ),
}
IMPERFECT = ("vo", "vi", "va", "vamo", "vate", "vano")
WEAK_PERSONS = ("sti", "mmo", "ste")  # of every remote past: tu, noi, voi
PAST_SUBJUNCTIVE = ("ssi", "sse", "ssimo", "ste", "ssero")
FUTURE = ("ò", "ai", "à", "emo", "ete", "anno", "ei", "esti", "ebbe", "emmo", "este", "ebbero")


def conjugate(verb: str, conjugation: Conjugation, irregular: Irregular) -> Paradigm:
    """All simple forms of a verb by one conjugation and one line of the irregular table."""
    parts = {name: irregular.part(name, verb) for name in irregular.parts}
    if "only" in parts:
        return Paradigm(_flat(parts["only"]), (), ((), (), ()), (), ())
    present = parts.get("present") or _regular_present(verb, conjugation)
    imperatives = _imperatives(conjugation, parts.get("imperative"), present)
    # A verb with a stem of its own takes the endings of -ere on it: fac-evo, dic-evo.
    stem = _only(parts, "stem", verb[:-3])[0]
    endings = ENDINGS[Conjugation.ERE if "stem" in parts else conjugation]
    gerunds = _only(parts, "gerund", stem + endings.gerund)
    return Paradigm(
        (
            *_flat((*present, *imperatives)),
            *_subjunctive(verb, conjugation, parts.get("subjunctive"), present[3]),
            *_past_tenses(stem, endings, parts),
            *_future_tenses(verb, conjugation, parts),
        ),
        gerunds,
        imperatives,
        tuple(gerund.removesuffix("do") + e for gerund in gerunds for e in ("te", "ti")),
        tuple(
            form
            for form in _only(parts, "participle", joined(stem, endings.participle))
            if form != "none"
        ),
    )


def joined(stem: str, ending: str) -> str:
    """A stem and an ending as they are spelt together: compi + iamo, taci + uto."""
    if ending[0] == "i" and stem.endswith("i"):
        return stem[:-1] + ending
    if ending[0] == "u" and stem.endswith("c"):
        return stem + "i" + ending
    return stem + ending


def _spelt(stem: str, ending: str, conjugation: Conjugation) -> str:
    """The same; in -are, c and g keep the sound they have before a: cerchi, mangerò."""
    if conjugation is Conjugation.ARE and ending[0] in "ei":
        if stem.endswith(("c", "g")):
            return stem + "h" + ending
        if stem.endswith(("ci", "gi")):
            return stem[:-1] + ending
    return joined(stem, ending)


def _only(parts: Parts, name: str, regular: str) -> tuple[str, ...]:
    """The alternatives of a part that has a single person, or the regular form."""
    return parts[name][0] if name in parts else (regular,)


def _flat(part: Part) -> tuple[str, ...]:
    return tuple(form for person in part for form in person)


def _regular_present(verb: str, conjugation: Conjugation) -> Part:
    endings = ENDINGS[conjugation].present.split()
    return tuple((_spelt(verb[:-3], ending, conjugation),) for ending in endings)


def _imperatives(conjugation: Conjugation, part: Part | None, present: Part) -> Part:
    """Tu, noi and voi; nobody if a verb has no imperative: dovere."""
    tu, *voi = part or (present[2 if conjugation is Conjugation.ARE else 1],)
    if tu == ("none",):
        return ((), (), ())
    return (tu, present[3], voi[0] if voi else present[4])


def _subjunctive(
    verb: str, conjugation: Conjugation, part: Part | None, noi: tuple[str, ...]
) -> Iterator[str]:
    singular = (
        part[0] if part else (_spelt(verb[:-3], ENDINGS[conjugation].subjunctive, conjugation),)
    )
    for form in singular:
        yield form
        yield form + "no"
    for form in noi:
        yield form.removesuffix("mo") + "te"


def _past_tenses(stem: str, endings: Endings, parts: Parts) -> Iterator[str]:
    """Imperfect, remote past and past subjunctive."""
    thematic = stem + endings.vowel
    if "imperfect" in parts:
        yield from _flat(parts["imperfect"])
    else:
        yield from (thematic + ending for ending in IMPERFECT)
    remote = parts.get("remote", (("weak",),))
    if len(remote) > 1:  # written out: fui, fosti, fu, …
        yield from _flat(remote)
    else:
        yield from _remote(remote[0], _weak(stem, endings))
    for base in _only(parts, "past", thematic):
        yield from (base + ending for ending in PAST_SUBJUNCTIVE)
        if len(remote) == 1:
            yield from (base + ending for ending in WEAK_PERSONS)


def _weak(stem: str, endings: Endings) -> tuple[str, ...]:
    forms = tuple(stem + ending for ending in endings.weak.split())
    # -etti beside -ei, but not after a t: temetti, never *battetti.
    if endings.vowel == "e" and not stem.endswith("t"):
        forms += tuple(stem + ending for ending in ("etti", "ette", "ettero"))
    return forms


def _remote(firsts: tuple[str, ...], weak: tuple[str, ...]) -> Iterator[str]:
    for first in firsts:
        bare = first.removesuffix("i")
        yield from weak if first == "weak" else (first, bare + "e", bare + "ero")


def _future_tenses(verb: str, conjugation: Conjugation, parts: Parts) -> Iterator[str]:
    """Future and conditional."""
    regular = _spelt(verb[:-3], ENDINGS[conjugation].future, conjugation)
    for base in _only(parts, "future", regular):
        yield from (base + ending for ending in FUTURE)


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
