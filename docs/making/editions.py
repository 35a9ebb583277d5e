"""The editions side by side, as a page: every value with its article, every reading spelled out."""

import dataclasses
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from service.engine.rules import Clause, Rules, ScorelessRun, Timer
from service.engine.tournament.provisions import Silent, Size, TournamentRules
from service.rulebook.editions import SILENT, USED_BY_KIND

_HEAD = """# The editions side by side

Made from the files in `service/rulebook/editions/`.

A value stands with its article in brackets; *silent* means that the regulation says nothing, and a
number in parentheses points to the reading we chose, listed below the table. Articles: plain
numbers are those of the Italian and of the Romanian regulation, A1 is annex 1 of the latter, G§ and
C§ are the Catalan rules of play and of championships."""

_NOTHING = "*silent*"
Row = tuple[str, list[str]]


def compare(editions: Mapping[str, Rules]) -> str:
    """The page about these editions."""
    readings: list[str] = []
    rows = [row for section in _sections() for row in _rows(section, editions, readings)]
    table = ["| | " + " | ".join(editions) + " |", "|---" * (len(editions) + 1) + "|"]
    table += [f"| {name} | " + " | ".join(cells) + " |" for name, cells in rows]
    notes = [f"{number}. {reading}" for number, reading in enumerate(readings, 1)]
    return "\n".join([_HEAD, "", *table, "", "## Our readings", "", *notes, ""])


def _sections() -> list[str]:
    own = [field.name for field in dataclasses.fields(Rules)]
    return own + [field.name for field in dataclasses.fields(TournamentRules)]


def _section(rules: Rules, name: str) -> Any:
    return getattr(rules if hasattr(rules, name) else rules.tournament, name)


def _rows(section: str, editions: Mapping[str, Rules], readings: list[str]) -> Iterator[Row]:
    """A section's rows: one a value, the article in the first, each reading noted once."""
    flat = [dict(_values(_section(rules, section), "")) for rules in editions.values()]
    if not any(flat):
        return
    for name in dict.fromkeys(name for values in flat for name in values):
        cells = [_cell(values.get(name), readings) for values in flat]
        label = f"**{section.replace('_', ' ')}**" + (f" {name.replace('_', ' ')}" if name else "")
        yield label, cells


def _values(value: Any, prefix: str) -> Iterator[tuple[str, tuple[str, Clause]]]:
    """Every value of a clause with the clause that says so; clauses inside it by their names."""
    if not isinstance(value, Clause):
        return
    fields = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    plain = {name: item for name, item in fields.items() if name not in ("article", "reading")}
    nested = {name: item for name, item in plain.items() if _holds_clauses(item)}
    shown = {name: item for name, item in plain.items() if name not in nested}
    kind = shown.get("kind")
    used = USED_BY_KIND.get(type(kind), {}).get(kind, set(shown)) if kind else set(shown)
    for name, item in shown.items():
        if name == "kind" or name in used:
            yield f"{prefix}{name}", (_text(item), value)
    if not shown:
        yield prefix.strip(), (SILENT if isinstance(value, Silent) else "see", value)
    for name, item in nested.items():
        for inner, clause in item.items() if isinstance(item, dict) else [("", item)]:
            yield from _values(clause, f"{prefix}{name} {inner} ".replace("  ", " "))


def _holds_clauses(item: Any) -> bool:
    return isinstance(item, Clause) or (
        isinstance(item, dict) and any(isinstance(inner, Clause) for inner in item.values())
    )


def _text(item: Any) -> str:
    match item:
        case bool():
            return "yes" if item else "no"
        case StrEnum():
            return item.replace("_", " ")
        case dict():
            return ", ".join(f"{name} = {_text(inner)}" for name, inner in item.items()) or "none"
        case tuple():
            return ", ".join(map(_text, item)) or "none"
        case frozenset():
            return " or ".join(sorted(map(_text, item)))
        case Timer():
            return f"{_text(item.kind)} {item.seconds} s"
        case ScorelessRun():
            return f"{item.turns} turns of {_text(item.kinds)}"
        case Size():
            return f"{item.rounds} up to {item.players}"
        case _:
            return str(item)


def _cell(value: tuple[str, Clause] | None, readings: list[str]) -> str:
    if value is None:
        return "–"
    text, clause = value
    shown = _NOTHING if text == SILENT else text
    source = _NOTHING if clause.article == SILENT else f"[{clause.article}]"
    cell = shown if shown == source else f"{shown} {source}"
    if clause.reading:
        if clause.reading not in readings:
            readings.append(clause.reading)
        cell += f" ({readings.index(clause.reading) + 1})"
    return cell
