"""The enclitic particles: the table of the appendix, the pairs of grammar, and what is in them."""

from enum import StrEnum
from functools import cache
from typing import assert_never

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
