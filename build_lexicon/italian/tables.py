"""Tables of ours: irregular verbs, and what each verb governs.

Tab-separated lines with a fixed number of columns and `#` comments; the head of a file says what
the columns are.

    portare    tr       avere   a reason
    pentirsi   prondi   essere  a reason        (the infinitive may be written with or without -si)

A dictionary that gives these classes may be loaded instead: a table in this format is all it takes.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError
from build_lexicon.readers.lists import read_rows

TENSES = "present|subjunctive|imperfect|remote|past|stem|future|gerund|participle|imperative"
PARTS = frozenset(f"{TENSES}|pattern|only".split("|"))
ANY = "*"

# One part: alternatives for each of its persons (a single one for most parts).
Part = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Irregular:
    """What one line of the table says about the verbs with one ending."""

    ending: str
    parts: Mapping[str, Part]

    @property
    def patterns(self) -> tuple[str, ...]:
        """The regular patterns that the verb follows, if they are not those of its ending."""
        return self.parts["pattern"][0] if "pattern" in self.parts else ()

    def part(self, name: str, verb: str) -> Part:
        """The part for one verb, with the verb's own beginning; () where the verb is regular."""
        prefix = verb.removesuffix(self.ending) if self.ending else ""
        return tuple(
            tuple(text if text in ("weak", "none") else prefix + text for text in person)
            for person in self.parts.get(name, ())
        )


REGULAR = Irregular("", {})


@dataclass(frozen=True, slots=True)
class Irregulars:
    """The whole table, by pattern: `fare` is one verb, `*tenere` every verb that ends so."""

    by_pattern: Mapping[str, tuple[Irregular, ...]]

    def of(self, verb: str) -> tuple[Irregular, ...]:
        """The lines that describe a verb: the longest pattern that fits, or a regular one."""
        patterns = (verb, *(ANY + verb[start:] for start in range(len(verb))))
        for pattern in patterns:
            if found := self.by_pattern.get(pattern):
                return found
        return (REGULAR,)


def read_irregulars(path: Path) -> Irregulars:
    """Read the table; an unknown part or an empty value is an error."""
    table: dict[str, list[Irregular]] = {}
    for number, (ending, verbs, parts) in read_rows(path, "ending, verbs, parts"):
        try:
            line = Irregular(ending.replace("-", ""), dict(_parts(parts)))
        except ValueError as error:
            raise BuildError(f"{path}:{number}: {error}") from None
        for pattern in verbs.split():
            table.setdefault(ANY + ending if pattern == ANY else pattern, []).append(line)
    return Irregulars({pattern: tuple(lines) for pattern, lines in table.items()})


def _parts(text: str) -> Iterator[tuple[str, Part]]:
    if text == "-":
        return
    for item in text.split():
        name, _, value = item.partition("=")
        if name not in PARTS or not value:
            raise ValueError(f"unknown or empty part {item!r}")
        yield name, tuple(tuple(person.split("|")) for person in value.split(","))


class Class(StrEnum):
    """How the appendix of the regulation sorts verbs; a verb may have several classes."""

    TRANSITIVE = "tr"
    INTRANSITIVE = "intr"
    PRONOMINAL = "pron"
    PRONOMINAL_DI = "prondi"  # pronominal, and it governs "di"
    ASSIMILATED = "assim"  # andare, essere, stare, venire and their derivatives
    NONE = "none"  # archaic or syncopated -ere: infinitive only, no enclitic (art. 15 c)


class Auxiliary(StrEnum):
    """Which auxiliary the compound tenses take."""

    AVERE = "avere"
    ESSERE = "essere"
    BOTH = "both"
    UNKNOWN = "-"


class Valency(NamedTuple):
    """The classes of one verb, its auxiliary, and on whose word."""

    classes: frozenset[Class]
    auxiliary: Auxiliary
    evidence: str

    @property
    def participle_agrees(self) -> bool:
        """False for an intransitive verb with no auxiliary but avere (art. 15 c): only -o."""
        governs = self.classes - {Class.INTRANSITIVE, Class.NONE}
        return bool(governs) or self.auxiliary is not Auxiliary.AVERE


ACCUSATIVE = ("lo", "la", "li", "le")
ENOUGH_OBJECTS = 2


def read_valency(path: Path) -> dict[str, Valency]:
    """Read the table: infinitive without -si -> valency; a headword may not be listed twice."""
    table: dict[str, Valency] = {}
    listed: set[str] = set()
    for number, row in read_rows(path, "verb, classes, auxiliary, evidence"):
        verb, classes, auxiliary, evidence = row
        infinitive = bare_infinitive(verb)
        try:
            valency = Valency(
                frozenset(Class(name) for name in classes.split("+")),
                Auxiliary(auxiliary),
                evidence,
            )
        except ValueError as error:
            raise BuildError(f"{path}:{number}: {error}") from None
        if verb in listed:
            raise BuildError(f"{path}:{number}: {verb!r} is listed twice")
        listed.add(verb)
        table[infinitive] = _joined(table.get(infinitive), valency)
    return table


def _joined(first: Valency | None, second: Valency) -> Valency:
    """The valency of a verb that is listed both without and with -si: what either allows."""
    if first is None:
        return second
    same = first.auxiliary is second.auxiliary
    return Valency(
        first.classes | second.classes,
        first.auxiliary if same else Auxiliary.BOTH,
        f"{first.evidence}; {second.evidence}",
    )


# Trarre and its compounds, which -trarsi alone does not tell from incontrare or penetrare.
_TRARRE = frozenset(
    f"{prefix}trar"
    for prefix in ("", "as", "at", "con", "de", "dis", "es", "pro", "rat", "ri", "sot")
)


def bare_infinitive(verb: str) -> str:
    """The infinitive without -si, by which it is conjugated: pentire for pentirsi."""
    stem = verb.removesuffix("si")
    if stem == verb or not stem.endswith("r"):
        return verb
    return stem + ("e" if stem[-2:] in ("ar", "er", "ir") and stem not in _TRARRE else "re")


def reflexive_infinitive(verb: str) -> str:
    """The infinitive with -si: pentire -> pentirsi, porre -> porsi."""
    return infinitive_stem(verb) + "si"


def infinitive_stem(verb: str) -> str:
    """What an enclitic is joined to: portare -> portar-, porre -> por-."""
    stem = verb[:-1]
    return stem[:-1] if stem.endswith("rr") else stem


def attested_valency(verb: str, lemma_of: Mapping[str, str], attested: Set[str]) -> Valency:
    """The valency that forms found in corpora prove; without proof, none.

    `lemma_of` gives the infinitive of forms that a corpus has analysed. Two different accusative
    pronouns on the infinitive make a verb transitive; one alone is found on intransitive verbs too.
    """
    stem = infinitive_stem(verb)
    objects = [stem + pronoun for pronoun in ACCUSATIVE if lemma_of.get(stem + pronoun) == verb]
    reflexive = stem + "si"
    classes = set()
    proof = []
    if len(objects) >= ENOUGH_OBJECTS:
        classes.add(Class.TRANSITIVE)
        proof += objects
    if lemma_of.get(reflexive) == verb or reflexive in attested:
        classes.add(Class.PRONOMINAL)
        proof.append(reflexive)
    return Valency(frozenset(classes), Auxiliary.UNKNOWN, "attested " + ", ".join(proof))
