"""The handbook speaks as its regulation does: the glossary's words, never those of other games."""

import re
from collections.abc import Iterator

import pytest

from service.engine.handbook import Handbook, Texts
from tests.data import RULEBOOK, table

THE_PANEL = "collegio di supporto"
"""The regulation's name for the panel (FIGS 49); by itself the word would mean a rack."""


def texts(handbook: Handbook) -> Iterator[Texts]:
    """Every sentence that an arbiter may read."""
    yield handbook.decides
    for incident in handbook.incidents.values():
        yield incident.title
        for question in incident.questions:
            yield from (question.text, *question.options.values())
        for case in incident.cases:
            yield from case.steps


def _checked(text: str) -> str:
    """What is read: the name of a number that is filled in is not."""
    return re.sub(r"\{\w+\}", "", text.lower().replace(THE_PANEL, ""))


@pytest.mark.parametrize("edition", sorted(RULEBOOK.handbooks))
def test_no_word_of_another_game_is_used(edition: str) -> None:
    rules = RULEBOOK.editions[edition]
    glossary = table(f"../docs/glossary/{rules.federation}.toml")
    never = [word.lower() for term in glossary["term"] for word in term["never"]]
    assert never
    wrong = [
        (word, text[rules.language])
        for text in texts(RULEBOOK.handbooks[edition])
        for word in never
        if re.search(rf"(?<!\w){re.escape(word)}", _checked(text[rules.language]))
    ]
    assert wrong == []
