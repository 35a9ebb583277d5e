"""The table of irregular verbs: which parts of which verbs depart from the regular pattern.

The format is described at the head of `lexicons/italian/irregular.tsv`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.italian.tables import read_rows

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
    for row in read_rows(path, 3):
        ending, verbs, parts = row.fields
        try:
            line = Irregular(ending.replace("-", ""), dict(_parts(parts)))
        except ValueError as error:
            raise BuildError(f"{path}:{row.number}: {error}") from None
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
