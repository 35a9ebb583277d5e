"""Reads what an incident comes to: the steps, the numbers to work out, the event for the record."""

from collections.abc import Sequence
from typing import Any

from service.engine.handbook import (
    Case,
    EventForm,
    EventKind,
    Number,
    Question,
    Sum,
    TurnEffect,
    Unit,
    Whose,
)
from service.engine.incidents import edition_value
from service.engine.settlement import Ending
from service.rulebook.editions import SILENT
from service.rulebook.faults import RulebookError
from service.rulebook.sources import (
    Source,
    read_conditions,
    read_name,
    read_sentence,
    read_texts,
)
from service.rulebook.values import check_keys, read_choice, read_number, read_plain

_OPTIONAL = {"when": {}, "reading": "", "numbers": {}, "turn": "goes_on", "event": {}}
_ENDED_BY = "ended_by"
"""The one field of an event in which a text is not the name of a number."""


def read_case(source: Source, key: str, given: Any, questions: Sequence[Question]) -> Case:
    """A case; only its article and its steps must be there."""
    table: dict[str, Any] = {**_OPTIONAL, **read_plain(source.path, key, dict, given)}
    check_keys(source.path, table, {"article", "steps", *_OPTIONAL}, key)
    article = read_sentence(source, f"{key}.article", table["article"])
    steps = read_plain(source.path, f"{key}.steps", list, table["steps"])
    if not steps:
        raise RulebookError(source.path, "there are none", f"{key}.steps")
    numbers = read_plain(source.path, f"{key}.numbers", dict, table["numbers"])
    event = read_plain(source.path, f"{key}.event", dict, table["event"])
    if event and article == SILENT:
        raise RulebookError(source.path, "nothing follows from a silence", f"{key}.event")
    return Case(
        when=read_conditions(source, f"{key}.when", table["when"], questions),
        article=article,
        reading=read_plain(source.path, f"{key}.reading", str, table["reading"]),
        silent=article == SILENT,
        steps=tuple(read_texts(source, f"{key}.steps", step) for step in steps),
        numbers=tuple(_number(source, f"{key}.numbers.{n}", num) for n, num in numbers.items()),
        turn=read_choice(source.path, f"{key}.turn", TurnEffect, table["turn"]),
        event=_event(source, f"{key}.event", event) if event else None,
    )


def _number(source: Source, key: str, given: Any) -> Number:
    """A number; `sum` says how `of` and `by` make it, and is left out where `of` is all of it."""
    name = read_name(source, key.rpartition(".")[2])
    table = {"sum": "is", "by": 1} | read_plain(source.path, key, dict, given)
    check_keys(source.path, table, {"unit", "sum", "of", "by"}, key)
    how = read_choice(source.path, f"{key}.sum", Sum, table["sum"])
    of, by = (_operand(source, f"{key}.{end}", table[end]) for end in ("of", "by"))
    if how in (Sum.OVER, Sum.STARTED) and (isinstance(by, str) or by == 0):
        raise RulebookError(source.path, f"nothing can be divided by {by!r}", f"{key}.by")
    return Number(name, read_choice(source.path, f"{key}.unit", Unit, table["unit"]), how, of, by)


def _operand(source: Source, key: str, given: Any) -> int | str:
    """A number, or the name of one; a name with a point is a key of the edition."""
    if not isinstance(given, str):
        return read_number(source.path, key, given)
    if "." in given:
        try:
            edition_value(given, source.rules)
        except (AttributeError, TypeError):
            fault = f"{given!r} is not a number of the edition"
            raise RulebookError(source.path, fault, key) from None
    return given


def _event(source: Source, key: str, given: dict[str, Any]) -> EventForm:
    kind = read_choice(source.path, f"{key}.type", EventKind, given.get("type"))
    whose = read_choice(source.path, f"{key}.whose", Whose, given.get("whose", Whose.OWN))
    fields = {name: item for name, item in given.items() if name not in ("type", "whose")}
    for name, item in fields.items():
        if type(item) not in (int, bool, str):
            raise RulebookError(source.path, "is neither a number nor a name", f"{key}.{name}")
    if _ENDED_BY in fields:
        read_choice(source.path, f"{key}.{_ENDED_BY}", Ending, fields[_ENDED_BY])
    named = {
        name: item for name, item in fields.items() if isinstance(item, str) and name != _ENDED_BY
    }
    fixed = {name: item for name, item in fields.items() if name not in named}
    return EventForm(kind, whose, fixed, named)
