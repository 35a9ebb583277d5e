"""Reads an edition: every section of `Rules`, complete and with its article.

A section is a table of the file; its keys are the fields of the type in engine/rules.py. A section
with a `kind` has just the keys that its kind uses. `reading` may be left out: it says
how we take a text that is silent or ambiguous, and is required where `article` is "silent". What
only the pages use may be left out too, and so may the sections about tournaments
(engine/tournament/provisions.py): one that is missing, or holds nothing but an article and a
reading, is silent.

Our own files are complete. A file of somebody else's may lack what was added after it was written;
the regulation is then taken to be silent about it, and the loader tells what it assumed.
"""

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from service.engine.board import Plan
from service.engine.rules import (
    ChallengeRules,
    Clause,
    ConventionKind,
    LaterVerdict,
    Overtime,
    OvertimeKind,
    Penalty,
    PenaltyKind,
    Procedures,
    Rack,
    Rules,
    ScorelessRun,
    StoppedKind,
    Timer,
)
from service.engine.tiles import Alphabet
from service.engine.tournament.provisions import (
    Pairing,
    Silent,
    System,
    TournamentRules,
)
from service.rulebook.files import RulebookError, check_keys, read_choice, read_number, read_plain

USED_BY_KIND: dict[type[StrEnum], dict[str, set[str]]] = {
    PenaltyKind: {
        PenaltyKind.NONE: set(),
        PenaltyKind.PERCENT: {"amount"},
        PenaltyKind.POINTS_PER_WORD: {"amount", "announced"},
        PenaltyKind.POINTS_PER_PLAY: {"amount", "announced"},
        PenaltyKind.BONUS_PER_WORD: {"amount", "announced"},
        PenaltyKind.RISING_POINTS: {"steps", "announced"},
        PenaltyKind.LOST_TURN: set(),
        PenaltyKind.LOST_TURN_AFTER_FIRST: set(),
        PenaltyKind.SECONDS: {"amount", "announced"},
    },
    OvertimeKind: {
        OvertimeKind.NONE: {"lost_from", "needs_call"},
        OvertimeKind.PER_MINUTE: {"amount", "lost_from", "needs_call"},
        OvertimeKind.FLAT: {"amount", "exhausted", "lost_from", "needs_call"},
    },
    ConventionKind: {
        ConventionKind.SILENT: set(),
        ConventionKind.MARGIN_FROM_CLOCK: {"racks", "compared", "margin", "per_minute", "minutes"},
        ConventionKind.BELOW_WINNER: {"racks", "compared", "margin"},
        ConventionKind.FORFEIT_IF_AHEAD: {"racks", "compared", "deduction", "overtime", "score"},
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
    LaterVerdict: {
        LaterVerdict.SILENT: set(),
        LaterVerdict.FINAL: set(),
        LaterVerdict.REPLACED: {"verdicts", "entitled"},
        LaterVerdict.REPLACED_IN_TIME: {"verdicts", "entitled"},
        LaterVerdict.REPLACED_OR_COMPENSATED: {"verdicts", "entitled", "bonus"},
    },
}
"""Which fields a kind uses; the others of its type have no meaning and stay empty."""

NEVER_EMPTY: dict[type, set[str]] = {
    Rack: {"size"},
    Procedures: {"kinds"},
    Penalty: {"amount", "steps"},
    ScorelessRun: {"kinds", "turns"},
    Timer: {"seconds"},
    Overtime: {"lost_from"},
}
"""Which fields make no sense when they are 0 or an empty list."""

_UNSAID = {"article": "silent", "reading": "The file was written before this was asked for."}
ADDED: dict[str, Any] = {
    "overtime.needs_call": False,
    "placement.priced": True,
    "challenge.retracted": "named",
    "challenge.first": "unfounded",
    "scoreless.each": [],
    "leftover.several": "",
    "clock.limits": "initial",
    "clock.others": False,
    "standing.spread_of": "final",
    "time_loss.minutes": ("margin_from_clock", "to_actual"),
    "time_loss.overtime": ("forfeit_if_ahead", True),
    "abandonment.minutes": ("margin_from_clock", "to_actual"),
    "abandonment.overtime": ("forfeit_if_ahead", True),
    "absence.minutes": ("margin_from_clock", "to_actual"),
    "absence.overtime": ("forfeit_if_ahead", True),
    "corrections": {**_UNSAID, "scores": "silent", "sums": "silent"},
    "blanks": {**_UNSAID, "redeclared": "silent"},
    "later_verdicts": {**_UNSAID, "kind": "silent"},
    "arbiters_draw": {**_UNSAID, "silent": True},
    "rating": {**_UNSAID, "silent": True, "unrated": []},
}
"""What is taken where an edition of somebody else's lacks a section or a key that came later.

A pair is for one kind only: the kind, and what is taken there.
"""


SILENT = "silent"
COLOUR = re.compile("#[0-9a-f]{6}")
NAMELESS = {"name": "", "colours": [], "article": SILENT, "reading": "No name was given."}
Named = TypeVar("Named", Plan, Alphabet)


def assume(table: dict[str, Any]) -> list[str]:
    """Fill in what an older file could not know, and tell which sections and keys that were."""
    assumed = []
    for name, silent in ADDED.items():
        section, _, key = name.partition(".")
        within = table.get(section) if key else table
        if not isinstance(within, dict) or (key or section) in within:
            continue
        if isinstance(silent, tuple):
            kind, silent = silent
            if within.get("kind") != kind:
                continue
        within[key or section] = deepcopy(silent)
        assumed.append(name)
    return assumed


def make_edition(
    path: Path,
    table: dict[str, Any],
    plans: Mapping[str, Plan],
    alphabets: Mapping[str, Alphabet],
) -> Rules:
    """The edition that the tables of a file describe."""
    table = {"identity": NAMELESS, "conditions": {}} | table
    hints = _hints(Rules)
    tournament = {name: table.pop(name) for name in _hints(TournamentRules) if name in table}
    presets = read_plain(path, "presets", dict, table.pop("presets", {}))
    check_keys(path, table, set(hints) - {"alphabet", "decided", "plan", "presets", "tournament"})
    named: dict[str, Any] = {
        "presets": {
            name: read_plain(path, f"presets.{name}", dict, given)
            for name, given in presets.items()
        },
        "plan": _named(path, table, "board", plans),
        "alphabet": _named(path, table, "tiles", alphabets),
    }
    values = {name: _value(path, name, hints[name], given) for name, given in table.items()}
    rules = Rules(**named, **values, tournament=_tournament(path, tournament))
    if rules.id != path.stem:
        raise RulebookError(path, f"is {rules.id!r}, the file is called {path.stem!r}", "id")
    _check_variants(path, rules.challenge)
    _check_ways(path, rules.procedures)
    for colour in rules.identity.colours:
        if not COLOUR.fullmatch(colour):
            raise RulebookError(path, f"{colour!r} is not like #14614a", "identity.colours")
    return rules


def _tournament(path: Path, given: dict[str, Any]) -> TournamentRules:
    """The sections about tournaments; what is not there is silent."""
    values = {}
    for name, hint in _hints(TournamentRules).items():
        if name in given:
            table = read_plain(path, name, dict, given[name])
            kind = get_args(hint)[0] if set(table) - {"article", "reading"} else Silent
            values[name] = _section(path, name, kind, table)
    rules = TournamentRules(**values)
    if isinstance(rules.pairing, Pairing):
        for name in (*rules.pairing.systems, *rules.pairing.named):
            read_choice(path, "pairing.systems", System, name)
    return rules


def _named(path: Path, table: dict[str, Any], section: str, known: Mapping[str, Named]) -> Named:
    """The board or the tile set that a section names; the name is taken out of the section."""
    given = read_plain(path, section, dict, table[section])
    name = read_plain(path, f"{section}.name", str, given.pop("name", ""))
    if name not in known:
        raise RulebookError(path, f"there is no {section} called {name!r}", f"{section}.name")
    return known[name]


def _value(path: Path, key: str, kind: Any, given: Any) -> Any:
    """A value of the file as the type it must have."""
    if is_dataclass(kind):
        return _section(path, key, kind, read_plain(path, key, dict, given))
    origin = get_origin(kind)
    if origin is dict:
        of, table = get_args(kind)[1], read_plain(path, key, dict, given)
        return {name: _value(path, f"{key}.{name}", of, item) for name, item in table.items()}
    if origin in (tuple, frozenset):
        of, items = get_args(kind)[0], read_plain(path, key, list, given)
        return origin(_value(path, key, of, item) for item in items)
    if _is_enum(kind):
        return read_choice(path, key, kind, given)
    return read_number(path, key, given) if kind is int else read_plain(path, key, kind, given)


def _section(path: Path, key: str, kind: Any, given: dict[str, Any]) -> Any:
    hints = _hints(kind)
    wanted = set(hints)
    if issubclass(kind, Clause):
        given = {"reading": ""} | given
        _check_article(path, key, given)
    values = {}
    if "kind" in hints:
        chosen = _value(path, f"{key}.kind", hints["kind"], given.get("kind", ""))
        used = USED_BY_KIND.get(hints["kind"], {}).get(chosen, wanted)
        unused = wanted - used - {"article", "reading", "kind"}
        values = {name: _nothing(hints[name]) for name in unused}
        wanted -= unused
    check_keys(path, given, wanted - (_may_be_left_out(kind) - set(given)), key)
    for name, item in given.items():
        values[name] = _value(path, f"{key}.{name}", hints[name], item)
        if not values[name] and name in NEVER_EMPTY.get(kind, ()):
            raise RulebookError(path, f"must not be {item!r}", f"{key}.{name}")
    return kind(**values)


@cache
def _may_be_left_out(kind: type) -> frozenset[str]:
    """The fields that mean no more than nothing where they are not there: those with a default."""
    given = (f for f in fields(kind) if f.default is f.default_factory is MISSING)
    return frozenset(_hints(kind)) - {field.name for field in given}


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _check_article(path: Path, key: str, given: dict[str, Any]) -> None:
    if not given.get("article"):
        raise RulebookError(path, "is missing", f"{key}.article")
    if given["article"] == SILENT and not given["reading"]:
        raise RulebookError(path, "a silent article needs the reading we chose", f"{key}.reading")


def _check_variants(path: Path, challenge: ChallengeRules) -> None:
    """Hold the usual variant and every other name to the variants that there are."""
    names = {f"aliases.{alias}": variant for alias, variant in challenge.aliases.items()}
    for key, variant in {"default_variant": challenge.default_variant, **names}.items():
        if variant not in challenge.unfounded:
            raise RulebookError(path, f"there is no variant {variant!r}", f"challenge.{key}")


def _check_ways(path: Path, procedures: Procedures) -> None:
    """Hold what is said of a procedure to the procedures that there are."""
    for name in procedures.ways:
        if name not in procedures.kinds:
            raise RulebookError(path, "is not one of the kinds", f"procedures.ways.{name}")


def _nothing(kind: Any) -> Any:
    """The empty value of a field that the chosen kind does not use."""
    if _is_enum(kind):
        return next(iter(kind))
    return (get_origin(kind) or kind)()


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum)
