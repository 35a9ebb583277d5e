"""Reads an edition: every section of `Rules`, complete and with its article.

A section is a table of the file; its keys are the fields of the type in engine/rules.py. A section
with a `kind` has just the keys that its kind uses. `reading` is the one key that may be left out:
it says how we take a text that is silent or ambiguous, and is required where `article` is "silent".
"""

import tomllib
from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from service.engine.board import Plan
from service.engine.rules import (
    Clause,
    ConventionKind,
    OvertimeKind,
    PenaltyKind,
    Rules,
    StoppedKind,
)
from service.engine.tiles import Alphabet
from service.rulebook.faults import RulebookError
from service.rulebook.tilesets import check_keys

SILENT = "silent"
Named = TypeVar("Named", Plan, Alphabet)

USED_BY_KIND: dict[type[StrEnum], dict[str, set[str]]] = {
    PenaltyKind: {
        PenaltyKind.NONE: set(),
        PenaltyKind.PERCENT: {"amount"},
        PenaltyKind.POINTS_PER_WORD: {"amount"},
        PenaltyKind.POINTS_PER_PLAY: {"amount"},
        PenaltyKind.BONUS_PER_WORD: {"amount"},
        PenaltyKind.RISING_POINTS: {"steps"},
        PenaltyKind.LOST_TURN: set(),
        PenaltyKind.LOST_TURN_AFTER_FIRST: set(),
        PenaltyKind.SECONDS: {"amount"},
    },
    OvertimeKind: {
        OvertimeKind.NONE: {"lost_from"},
        OvertimeKind.PER_MINUTE: {"amount", "lost_from"},
        OvertimeKind.FLAT: {"amount", "exhausted", "lost_from"},
    },
    ConventionKind: {
        ConventionKind.SILENT: set(),
        ConventionKind.MARGIN_FROM_CLOCK: {"racks", "compared", "margin", "per_minute"},
        ConventionKind.BELOW_WINNER: {"racks", "compared", "margin"},
        ConventionKind.FORFEIT_IF_AHEAD: {"racks", "compared", "deduction", "score"},
        ConventionKind.FORFEIT: {"score"},
        ConventionKind.MINIMUM_SPREAD: {"racks", "compared", "margin"},
        ConventionKind.FIXED_SPREAD: {"winner_spread", "loser_spread", "excused_spread"},
    },
    StoppedKind: {
        StoppedKind.SILENT: set(),
        StoppedKind.DEDUCT: {"seconds"},
        StoppedKind.AS_IT_STANDS: {"seconds"},
        StoppedKind.DRAW: {"seconds"},
    },
}
"""Which fields a kind uses; the others of its type have no meaning and stay empty."""


def read_edition(path: Path, plans: Mapping[str, Plan], alphabets: Mapping[str, Alphabet]) -> Rules:
    """The edition that a file describes."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise RulebookError(path, str(fault)) from None
    hints = _hints(Rules)
    check_keys(path, table, set(hints) - {"alphabet", "plan"})
    if table["id"] != path.stem:
        raise RulebookError(path, f"is {table['id']!r}, the file is called {path.stem!r}", "id")
    named: dict[str, Any] = {
        "plan": _named(path, table, "board", plans),
        "alphabet": _named(path, table, "tiles", alphabets),
    }
    values = {name: _value(path, name, hints[name], given) for name, given in table.items()}
    return Rules(**named, **values)


def _named(path: Path, table: dict[str, Any], section: str, known: Mapping[str, Named]) -> Named:
    """The board or the tile set that a section names; the name is taken out of the section."""
    name = table[section].pop("name", None)
    if name not in known:
        raise RulebookError(path, f"there is no {section} called {name!r}", f"{section}.name")
    return known[name]


def _value(path: Path, key: str, kind: Any, given: Any) -> Any:
    """A value of the file as the type it must have."""
    if is_dataclass(kind) and isinstance(given, dict):
        return _section(path, key, kind, given)
    match get_origin(kind):
        case origin if origin in (tuple, frozenset) and isinstance(given, list):
            return origin(_value(path, key, get_args(kind)[0], item) for item in given)
        case origin if origin is dict and isinstance(given, dict):
            of = get_args(kind)[1]
            return {name: _value(path, f"{key}.{name}", of, item) for name, item in given.items()}
    if _is_enum(kind) and given in list(kind):
        return kind(given)
    if kind in (int, str, bool) and type(given) is kind:
        return given
    wanted = " or ".join(kind) if _is_enum(kind) else getattr(kind, "__name__", str(kind))
    raise RulebookError(path, f"{given!r} is not {wanted}", key)


def _section(path: Path, key: str, kind: Any, given: dict[str, Any]) -> Any:
    hints = _hints(kind)
    wanted = set(hints)
    if issubclass(kind, Clause):
        given = {"reading": ""} | given
        _check_article(path, key, given)
    values = {}
    if "kind" in hints:
        chosen = _value(path, f"{key}.kind", hints["kind"], given.get("kind"))
        used = USED_BY_KIND.get(hints["kind"], {}).get(chosen, wanted)
        unused = wanted - used - {"article", "reading", "kind"}
        values = {name: _nothing(hints[name]) for name in unused}
        wanted -= unused
    check_keys(path, given, wanted, key)
    for name, item in given.items():
        values[name] = _value(path, f"{key}.{name}", hints[name], item)
    return kind(**values)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _check_article(path: Path, key: str, given: dict[str, Any]) -> None:
    if not given.get("article"):
        raise RulebookError(path, "is missing", f"{key}.article")
    if given["article"] == SILENT and not given["reading"]:
        raise RulebookError(path, "a silent article needs the reading we chose", f"{key}.reading")


def _nothing(kind: Any) -> Any:
    """The empty value of a field that the chosen kind does not use."""
    if _is_enum(kind):
        return next(iter(kind))
    return (get_origin(kind) or kind)()


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum)
