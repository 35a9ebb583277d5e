"""One idea, one word: the texts say what the regulation of their language says."""

import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from service.engine.handbook import Texts
from service.texts import load_languages, load_readings
from tests.data import RULEBOOK

FOLDER = Path(__file__).parents[2] / "docs" / "glossary"
HELP = Path(__file__).parents[2] / "service" / "web" / "help"
GLOSSARIES = [
    tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))
]
TEXTS = load_languages()
READINGS = load_readings(TEXTS)
GUIDES = {path.stem: {path.name: path.read_text(encoding="utf-8")} for path in HELP.glob("??.html")}
THE_PANEL = "collegio di supporto"
"""The regulation's name for the panel (FIGS 49); by itself the word would mean a rack."""
KEYS = {"idea", "word", "article", "forms", "never", "texts"}


def terms() -> Iterator[Any]:
    """Every term with its language, named by its word."""
    for glossary in GLOSSARIES:
        for term in glossary["term"]:
            name = f"{glossary['federation']} {term['word']}"
            yield pytest.param(glossary["language"], term, id=name)


def test_every_federation_has_a_glossary_in_its_language() -> None:
    editions = RULEBOOK.editions.values()
    known = {(rules.federation, rules.language) for rules in editions}
    assert {(glossary["federation"], glossary["language"]) for glossary in GLOSSARIES} == known


@pytest.mark.parametrize(("language", "term"), list(terms()))
def test_an_idea_is_said_in_the_words_of_its_article(language: str, term: dict[str, Any]) -> None:
    assert term.keys() == KEYS
    assert term["article"]
    for name in term["texts"]:
        text = TEXTS[language][name].lower()
        assert any(form.lower() in text for form in term["forms"]), f"{name}: {text}"


def handbook(language: str) -> dict[str, str]:
    """Every sentence that an arbiter may read; the name of a number that is filled in is not."""
    texts: list[Texts] = []
    for edition, one in RULEBOOK.handbooks.items():
        if RULEBOOK.editions[edition].language == language:
            texts.append(one.decides)
            for incident in one.incidents.values():
                texts.append(incident.title)
                for question in incident.questions:
                    texts += [question.text, *question.options.values()]
                texts += [step for case in incident.cases for step in case.steps]
    said = [re.sub(r"\{\w+\}", "", text[language]).lower() for text in texts]
    return {text: text.replace(THE_PANEL, "") for text in said}


HANDBOOKS = {glossary["language"]: handbook(glossary["language"]) for glossary in GLOSSARIES}


@pytest.mark.parametrize(("language", "term"), list(terms()))
def test_no_other_word_is_used_for_an_idea(language: str, term: dict[str, Any]) -> None:
    everything = (texts[language] for texts in (TEXTS, READINGS, GUIDES, HANDBOOKS))
    for name, text in chain.from_iterable(texts.items() for texts in everything):
        for word in map(str.lower, term["never"]):
            assert not re.search(rf"(?<!\w){re.escape(word)}", text.lower()), f"{name}: {text}"
