"""Plurals and feminines of Italian nouns and adjectives, by the ending (art. 15 a and b).

Only what spelling decides is here; an irregular plural is a word of its own in our lists or in a
source. Our lists spell a stressed i of -io, -cia and -gia as ì: ronzìo, liturgìa.
"""

from enum import StrEnum
from typing import assert_never

INVARIABLE_ENDINGS = tuple("àèéìíòóùúi")


class Kind(StrEnum):
    """How a lemma of ours is inflected."""

    MASCULINE = "m"  # albero, poeta, fiore
    FEMININE = "f"  # casa, voce
    COMMON = "mf"  # artista, cantante: one singular, the plurals of both genders
    AGENT = "tore"  # autore, autrice
    ADJECTIVE = "a"  # rosso, dolce, ottimista
    INVARIABLE = "i"
    VERB = "v"


def inflected(lemma: str, kind: Kind) -> tuple[str, ...]:
    """Every form of a noun, an adjective or an invariable word; verbs have their own module."""
    match kind:
        case Kind.INVARIABLE | Kind.VERB:
            return (lemma,)
        case Kind.MASCULINE:
            return (lemma, *masculine_plurals(lemma))
        case Kind.FEMININE:
            return (lemma, *feminine_plurals(lemma))
        case Kind.COMMON:
            return (lemma, *masculine_plurals(lemma), *feminine_plurals(lemma))
        case Kind.AGENT:
            feminine = feminine_agent(lemma)
            return (lemma, *masculine_plurals(lemma), feminine, *feminine_plurals(feminine))
        case Kind.ADJECTIVE:
            return _adjective(lemma)
        case _:
            assert_never(kind)


def masculine_plurals(lemma: str) -> tuple[str, ...]:
    """The plural of a masculine: -chi, -ghi unless the ending is one of those that soften."""
    if lemma.endswith(INVARIABLE_ENDINGS) or lemma[-1] not in "aeo":
        return ()
    stem = lemma[:-1]
    if lemma.endswith("io"):
        return (stem,)
    if lemma.endswith(("ico", "ologo")):
        return (stem + "i",)
    if lemma.endswith("fago"):
        return (stem + "i", stem + "hi")
    if lemma.endswith(("co", "go", "ca", "ga")):
        return (stem + "hi",)
    return (stem + "i",)


def feminine_plurals(lemma: str) -> tuple[str, ...]:
    """The plural of a feminine: case, amiche, province, farmacie, voci."""
    stem = lemma[:-1]
    if lemma.endswith("e"):
        return () if lemma.endswith("ie") else (stem + "i",)
    if not lemma.endswith("a"):
        return ()
    if lemma.endswith(("ca", "ga")):
        return (stem + "he",)
    if lemma.endswith(("ccia", "ggia", "scia", "ncia", "rcia", "lcia", "ngia", "rgia")):
        return (stem[:-1] + "e",)
    return (stem + "e",)


def headwords_of(form: str) -> tuple[str, ...]:
    """What a plural or a feminine may be a form of: laghi of lago, arance of arancia."""
    stem = form[:-1]
    if form.endswith(("chi", "ghi", "che", "ghe")):
        return (stem[:-1] + "o", stem[:-1] + "a")
    if form.endswith("i"):
        return (stem + "o", stem + "e", stem + "a", form + "o", form + "a")
    if form.endswith("e"):
        return (stem + "a", stem + "ia", stem + "o")
    return (stem + "o",) if form.endswith("a") else ()


def feminine_agent(masculine: str) -> str:
    """autore -> autrice."""
    return masculine.removesuffix("ore") + "rice"


def _adjective(lemma: str) -> tuple[str, ...]:
    if lemma.endswith("o"):
        feminine = lemma[:-1] + "a"
        return (lemma, *masculine_plurals(lemma), feminine, *feminine_plurals(feminine))
    if lemma.endswith("a"):
        return (lemma, *masculine_plurals(lemma), *feminine_plurals(lemma))
    return (lemma, *masculine_plurals(lemma))
