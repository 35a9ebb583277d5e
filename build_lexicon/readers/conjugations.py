"""Conjugation tables: verbs that name a template, templates that list endings by mood and tense.

    <v><i>abatoriza</i><t>dans:a</t></v>
    <template name="dans:a"><Indicativ><prezent><p><i>ez</i></p> …

The verb loses the letters after the colon and takes each ending: *abatoriz* + *ez*.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from build_lexicon.errors import BuildError


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


def read_templates(path: Path) -> dict[str, list[str]]:
    """The endings of every template, without those that hang on a hyphen."""
    return {
        template.get("name", ""): [
            text for ending in template.iter("i") if "-" not in (text := _text(ending))
        ]
        for template in _root(path).iter("template")
    }


def conjugate(verb: Verb, templates: Mapping[str, list[str]]) -> Iterator[str]:
    """Every form of a verb; none if its template is unknown or does not fit its ending."""
    if verb.infinitive.endswith(verb.template.partition(":")[2]):
        yield from (verb.radical + ending for ending in templates.get(verb.template, ()))


def _root(path: Path) -> ElementTree.Element:
    try:
        return ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise BuildError(f"{path}: not a conjugation table: {error}") from None


def _text(element: ElementTree.Element | None) -> str:
    return (element.text or "").strip() if element is not None else ""
