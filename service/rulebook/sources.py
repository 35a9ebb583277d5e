"""Reads the small parts of which a handbook is made: sentences in two languages, conditions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.engine.handbook import Condition, FactKind, Question, Texts
from service.engine.rules import Rules
from service.rulebook.faults import RulebookError
from service.rulebook.values import check_keys, read_number, read_plain

NUMBERS = (FactKind.NUMBER, FactKind.SECONDS)
_NAME = re.compile("[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Source:
    """A file being read, and the edition it belongs to."""

    path: Path
    rules: Rules

    @property
    def languages(self) -> list[str]:
        """The edition's own language, then English."""
        return list(dict.fromkeys((self.rules.language, "en")))


def read_conditions(
    source: Source, key: str, given: Any, questions: Sequence[Question]
) -> tuple[Condition, ...]:
    """What must hold: `fact = true`, `fact = "word"`, a list of words, or `least` and `most`."""
    asked = {question.name: question for question in questions}
    table = read_plain(source.path, key, dict, given)
    return tuple(
        _condition(source, f"{key}.{fact}", wanted, asked.get(fact))
        for fact, wanted in table.items()
    )


def _condition(source: Source, key: str, wanted: Any, about: Question | None) -> Condition:
    fact = key.rpartition(".")[2]
    if isinstance(wanted, dict):
        if about is None or about.kind not in NUMBERS:
            raise RulebookError(source.path, "is not a number that was asked for", key)
        bounds = {"least": about.least, "most": about.most} | wanted
        check_keys(source.path, bounds, {"least", "most"}, key)
        least, most = (read_number(source.path, key, bounds[end]) for end in ("least", "most"))
        return Condition(fact, frozenset(), least, most)
    among = wanted if isinstance(wanted, list) else [wanted]
    if not all(type(item) in (str, bool) for item in among):
        raise RulebookError(source.path, "is neither words nor true or false", key)
    return Condition(fact, frozenset(among), 0, 0)


def read_texts(source: Source, key: str, given: Any) -> Texts:
    """A sentence in each of the two languages."""
    table = read_plain(source.path, key, dict, given)
    check_keys(source.path, table, set(source.languages), key)
    return {name: read_sentence(source, f"{key}.{name}", table[name]) for name in source.languages}


def read_sentence(source: Source, key: str, given: Any) -> str:
    """A text that says something."""
    text = read_plain(source.path, key, str, given)
    if not text.strip():
        raise RulebookError(source.path, "must not be empty", key)
    return text


def read_name(source: Source, name: str) -> str:
    """A name as JSON and the command line can write it."""
    if not _NAME.fullmatch(name):
        raise RulebookError(source.path, f"{name!r} is not a name in small letters")
    return name
