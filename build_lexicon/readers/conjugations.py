"""Conjugation tables: verbs that name a template, templates that list endings by mood and tense.

    <v><i>abatoriza</i><t>dans:a</t></v>
    <template name="dans:a"><Indicativ><prezent><p><i>ez</i></p> …

The verb loses the letters after the colon and takes each ending: *abatoriz* + *ez*.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from build_lexicon.errors import BuildError


class Conjugated(NamedTuple):
    """One form of one verb; `person` counts from 0 within its tense."""

    form: str
    verb: str
    mood: str
    tense: str
    person: int


class Ending(NamedTuple):
    """What a template puts after the radical."""

    text: str
    mood: str
    tense: str
    person: int


class Verb(NamedTuple):
    """An infinitive and the template that conjugates it."""

    infinitive: str
    template: str

    @property
    def radical(self) -> str:
        """The part of the infinitive that every form keeps."""
        return self.infinitive.removesuffix(self.template.partition(":")[2])


def read_verbs(path: Path) -> Iterator[Verb]:
    """The verbs of a table in its order."""
    for row in _root(path).iter("v"):
        yield Verb(_text(row.find("i")), _text(row.find("t")))


def read_templates(path: Path) -> dict[str, tuple[Ending, ...]]:
    """The endings of every template."""
    return {
        template.get("name", ""): tuple(
            Ending(_text(ending), mood.tag, tense.tag, person)
            for mood in template
            for tense in mood
            for person, cell in enumerate(tense.findall("p"))
            for ending in cell.findall("i")
            if "-" not in _text(ending)
        )
        for template in _root(path).iter("template")
    }


def conjugate(verb: Verb, templates: dict[str, tuple[Ending, ...]]) -> Iterator[Conjugated]:
    """Every form of a verb; none if its template is unknown or does not fit its ending."""
    ending = verb.template.partition(":")[2]
    if not verb.infinitive.endswith(ending):
        return
    for row in templates.get(verb.template, ()):
        yield Conjugated(verb.radical + row.text, verb.infinitive, row.mood, row.tense, row.person)


def _root(path: Path) -> ElementTree.Element:
    try:
        return ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise BuildError(f"{path}: not a conjugation table: {error}") from None


def _text(element: ElementTree.Element | None) -> str:
    return (element.text or "").strip() if element is not None else ""
