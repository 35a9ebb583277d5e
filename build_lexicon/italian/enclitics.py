"""Which enclitic forms a verb has: the appendix of the regulation as an algorithm.

    enclitic_forms("portare", bases, transitive, policy)  ->  portarci, portandolo, portateveli, …

Later editions go by the table of 41 particles (art. 22, appendix); the 2008 edition goes by current
grammar, which knows more pairs and leaves archaic verbs their enclitics.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import assert_never

from build_lexicon.italian.conjugation import Paradigm
from build_lexicon.italian.tables import Class, Valency, infinitive_stem

BEFORE_OBJECT = {"ci": "ce", "ti": "te", "mi": "me", "gli": "glie", "vi": "ve", "si": "se"}
HEADS = tuple(BEFORE_OBJECT)
OBJECTS = ("la", "le", "li", "lo")
FAMILIES = {
    pronoun: (pronoun, *(bound + tail for tail in (*OBJECTS, "ne")))
    for pronoun, bound in BEFORE_OBJECT.items()
}

# The 41 of the appendix: -ci -cela -cele -celi -celo -cene, …, -la -le -li -lo -ne.
TABLE = (*(particle for family in FAMILIES.values() for particle in family), *OBJECTS, "ne")
WITH_NE = tuple(bound + "ne" for bound in BEFORE_OBJECT.values())

# Pairs of current grammar that the table does not have: portarcisi, portarmici.
WITH_CI = ("mici", "tici", "vici")
DATIVE_WITH_SI = ("misi", "tisi", "cisi", "visi", "glisi", "lesi")
OBJECT_WITH_SI = ("losi", "lasi", "lisi")
PAIRS_OF_GRAMMAR = (*WITH_CI, *DATIVE_WITH_SI, *OBJECT_WITH_SI)

REFLEXIVE = ("ci", "ti", "mi", "vi", "si")
REFLEXIVE_DI = (*REFLEXIVE, "cene", "tene", "mene", "vene", "sene")

_HEAD = {
    **{particle: particle for particle in (*OBJECTS, "ne")},
    **{particle: pronoun for pronoun, family in FAMILIES.items() for particle in family},
    **{particle: particle[:2] for particle in WITH_CI},
    **dict.fromkeys((*DATIVE_WITH_SI, *OBJECT_WITH_SI), "si"),
}


class Highlighted(StrEnum):
    """Which particles of the table are taken as highlighted for intransitive verbs.

    The highlighting of the printed table is lost. `mid` is every simple particle that need not be
    a direct object; `min` only the heads of the columns; `max` adds the pairs with -ne.
    """

    MIN = "min"
    MID = "mid"
    MAX = "max"


def head(particle: str) -> str:
    """The pronoun whose family a particle belongs to: -melo belongs to -mi."""
    return _HEAD[particle]


@cache
def highlighted(which: Highlighted) -> frozenset[str]:
    """The particles of the table that a plain intransitive verb takes."""
    match which:
        case Highlighted.MIN:
            return frozenset(HEADS)
        case Highlighted.MID:
            return frozenset((*HEADS, "le", "ne"))
        case Highlighted.MAX:
            return without_object() & frozenset(TABLE)
        case _:
            assert_never(which)


@cache
def without_object() -> frozenset[str]:
    """Every particle and pair that need not contain a direct object."""
    return frozenset((*HEADS, "le", "ne", *WITH_NE, *WITH_CI, *DATIVE_WITH_SI))


class Mood(StrEnum):
    """What an enclitic can be joined to (art. 22); the imperative by its person."""

    INFINITIVE = "infinitive"
    GERUND = "gerund"
    TU = "tu"
    NOI = "noi"
    VOI = "voi"


class EssereImperative(StrEnum):
    """What "essere (imperative excluded)" leaves to *sii, siamo, siate*."""

    INTRANSITIVE = "A"  # what every intransitive verb has: siatemi
    NOTHING = "B"


@dataclass(frozen=True, slots=True)
class Policy:
    """How an edition, and our reading of it, decides."""

    by_table: bool
    intransitive: Highlighted
    essere_imperative: EssereImperative


ESSERE = ("essere", "riessere")
IMPERATIVE = (Mood.TU, Mood.NOI, Mood.VOI)
AGREEING = {Mood.TU: "ti", Mood.NOI: "ci", Mood.VOI: "vi"}
OVERLAPPING = {Mood.NOI: "mi", Mood.VOI: "ti"}  # the object may not be part of the subject

Base = tuple[Mood, str]


def bases_of(verb: str, paradigm: Paradigm) -> list[Base]:
    """What takes the enclitics: infinitive and gerund, and the imperative of tu, noi and voi."""
    bases = [(Mood.INFINITIVE, infinitive_stem(verb))]
    bases += [(Mood.GERUND, gerund) for gerund in paradigm.gerunds]
    for mood, forms in zip(IMPERATIVE, paradigm.imperatives, strict=True):
        short = [form for form in forms if form.endswith("'")]  # fammi, not *faimi
        bases += [(mood, form) for form in short or forms]
    return list(dict.fromkeys(bases))


def enclitic_forms(verb: str, bases: list[Base], valency: Valency, policy: Policy) -> Iterator[str]:
    """Every form of a verb with one or two enclitics."""
    for mood, base in bases:
        particles = allowed(mood, _classes(verb, mood, valency, policy), policy)
        if base.endswith("'"):
            yield from (_doubled(base[:-1], particle) for particle in particles)
        else:
            yield from (base + particle for particle in particles)


@cache
def allowed(mood: Mood, classes: frozenset[Class], policy: Policy) -> tuple[str, ...]:
    """The particles that a verb of these classes takes in a mood: what any class allows."""
    particles = TABLE if policy.by_table else (*TABLE, *PAIRS_OF_GRAMMAR)
    return tuple(
        particle
        for particle in particles
        if _fits_person(mood, head(particle))
        and any(_takes(class_, particle, mood, policy) for class_ in classes)
    )


def _classes(verb: str, mood: Mood, valency: Valency, policy: Policy) -> frozenset[Class]:
    if policy.by_table and Class.NONE in valency.classes:
        return frozenset()
    if verb in ESSERE and mood in IMPERATIVE:
        plain = policy.essere_imperative is EssereImperative.INTRANSITIVE
        return frozenset({Class.INTRANSITIVE} if plain else ())
    return valency.classes


def _fits_person(mood: Mood, pronoun: str) -> bool:
    if mood not in IMPERATIVE:
        return True
    if pronoun == "si" or (pronoun == "vi" and mood is Mood.TU):
        # -vi is allowed as a pronoun only; beside tu it could only mean a place (portaveli).
        return False
    return OVERLAPPING.get(mood) != pronoun


def _takes(class_: Class, particle: str, mood: Mood, policy: Policy) -> bool:
    match class_:
        case Class.TRANSITIVE | Class.ASSIMILATED | Class.NONE:
            return True  # an archaic verb gets here only where grammar decides
        case Class.INTRANSITIVE:
            if mood in IMPERATIVE and particle == "ti":
                return False  # the asterisk of the table
            return particle in (
                highlighted(policy.intransitive) if policy.by_table else without_object()
            )
        case Class.PRONOMINAL | Class.PRONOMINAL_DI:
            taken = REFLEXIVE if class_ is Class.PRONOMINAL else REFLEXIVE_DI
            agrees = mood not in IMPERATIVE or head(particle) == AGREEING[mood]
            return agrees and (particle in taken or (not policy.by_table and particle in WITH_CI))
        case _:
            assert_never(class_)


def _doubled(monosyllable: str, particle: str) -> str:
    """*da'* and *mi* give *dammi*, but *da'* and *gli* give *dagli*."""
    doubling = "" if particle.startswith("gli") else particle[0]
    return monosyllable + doubling + particle
