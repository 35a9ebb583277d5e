"""Reads the handbook of an edition: what is asked about each incident, and its cases.

`incidents/<edition>.toml` says who decides where the regulation is silent, then has one table an
incident. Sentences stand in the language of the edition and in English, in our own words. An
edition without such a file has no incidents. What the cases promise is checked in combinations.py.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from service.engine.handbook import (
    DRAWN,
    PLAYER,
    FactKind,
    Handbook,
    Incident,
    Question,
    Topic,
)
from service.engine.rules import Rules
from service.engine.starting import BlankPlace
from service.rulebook.cases import read_case
from service.rulebook.combinations import check_cases
from service.rulebook.faults import RulebookError
from service.rulebook.sources import (
    NUMBERS,
    Source,
    read_conditions,
    read_name,
    read_sentence,
    read_texts,
)
from service.rulebook.values import check_keys, read_choice, read_number, read_plain, read_table

_KEYS = {"topic", "article", "title", "ask", "case"}


def read_handbook(path: Path, editions: Mapping[str, Rules]) -> Handbook:
    """The incidents that a file describes, for the edition it is called after."""
    if path.stem not in editions:
        raise RulebookError(path, f"there is no edition {path.stem!r}")
    source = Source(path, editions[path.stem])
    file = read_table(path)
    check_keys(path, file, {"decides", "incident"})
    decides = read_plain(path, "decides", dict, file["decides"])
    check_keys(path, decides, {"article", *source.languages}, "decides")
    article = read_sentence(source, "decides.article", decides.pop("article"))
    incidents = read_plain(path, "incident", dict, file["incident"])
    read = {name: _incident(source, name, given) for name, given in incidents.items()}
    return Handbook(read_texts(source, "decides", decides), article, read)


def _incident(source: Source, name: str, given: Any) -> Incident:
    key = f"incident.{read_name(source, name)}"
    table = {"ask": {}} | read_plain(source.path, key, dict, given)
    blank = table.pop("blank", None)
    check_keys(source.path, table, _KEYS, key)
    asked = read_plain(source.path, f"{key}.ask", dict, table["ask"])
    if blank is not None and tuple(asked) != DRAWN:
        raise RulebookError(source.path, "a draw asks for first and second", f"{key}.ask")
    questions: list[Question] = []
    for fact, about in asked.items():
        questions.append(_question(source, f"{key}.ask.{fact}", about, questions))
    cases = read_plain(source.path, f"{key}.case", list, table["case"])
    incident = Incident(
        id=name,
        topic=read_choice(source.path, f"{key}.topic", Topic, table["topic"]),
        article=read_sentence(source, f"{key}.article", table["article"]),
        title=read_texts(source, f"{key}.title", table["title"]),
        questions=tuple(questions),
        blank=None if blank is None else read_choice(source.path, key, BlankPlace, blank),
        cases=tuple(
            read_case(source, f"{key}.case.{number}", case, questions)
            for number, case in enumerate(cases, 1)
        ),
    )
    check_cases(source, key, incident)
    return incident


def _question(source: Source, key: str, given: Any, before: Sequence[Question]) -> Question:
    """A fact to ask for; `if` may hang on the facts asked before it."""
    name = read_name(source, key.rpartition(".")[2])
    if name == PLAYER:
        raise RulebookError(source.path, "is asked about every incident", key)
    table = {"if": {}} | read_plain(source.path, key, dict, given)
    kind = read_choice(source.path, f"{key}.kind", FactKind, table.get("kind"))
    bounds = {"least", "most"} if kind in NUMBERS else set()
    options = {"options"} if kind == FactKind.CHOICE else set()
    check_keys(source.path, table, {"kind", "text", "if"} | bounds | options, key)
    least, most = (read_number(source.path, key, table.get(end, 0)) for end in ("least", "most"))
    chosen = read_plain(source.path, f"{key}.options", dict, table.get("options", {}))
    if least > most or (options and len(chosen) < 2):
        raise RulebookError(source.path, "leaves nothing to choose", key)
    return Question(
        name=name,
        kind=kind,
        text=read_texts(source, f"{key}.text", table["text"]),
        needed=read_conditions(source, f"{key}.if", table["if"], before),
        least=least,
        most=most,
        options={
            read_name(source, option): read_texts(source, f"{key}.options.{option}", texts)
            for option, texts in chosen.items()
        },
    )
