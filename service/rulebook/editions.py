"""Reads an edition, every section of `Rules` complete and with its article; also boards and tiles.

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
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from service.engine.board import Plan, Premium, Square
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
from service.engine.tiles import Alphabet, Face, Tile
from service.engine.tournament.provisions import Pairing, Silent, System, TournamentRules
from service.rulebook.files import (
    RulebookError,
    check_keys,
    read_choice,
    read_number,
    read_plain,
    read_table,
    read_text,
    read_texts,
)

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


_PREMIUMS = {
    "d": Premium(2, 1),
    "t": Premium(3, 1),
    "D": Premium(1, 2),
    "*": Premium(1, 2),
    "T": Premium(1, 3),
}


def read_plan(path: Path) -> Plan:
    """The board that a file draws."""
    lines = [line.strip() for line in read_text(path).splitlines()]
    rows = [line for line in lines if line and not line.startswith("#")]
    size = len(rows)
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise RulebookError(path, f"has {len(row)} squares, not {size}", f"row {number}")
        if unknown := set(row) - set(".") - set(_PREMIUMS):
            raise RulebookError(path, f"unknown premium {min(unknown)!r}", f"row {number}")
    if not size % 2 or rows[size // 2][size // 2] != "*" or "".join(rows).count("*") != 1:
        raise RulebookError(path, "needs one '*', in the middle", "centre")
    turned = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    mirrored = [row[::-1] for row in rows]
    for other in (turned, mirrored):
        if rows != other:
            raise RulebookError(path, "the board is not symmetric", _first_difference(rows, other))
    squares = {Square(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    premiums = {square: _PREMIUMS[mark] for square, mark in squares.items() if mark != "."}
    return Plan(path.stem, size, size, Square(size // 2, size // 2), premiums)


def _first_difference(rows: list[str], other: list[str]) -> str:
    pairs = enumerate(zip(rows, other, strict=True), 1)
    return next(f"row {number}" for number, (one, two) in pairs if one != two)


_KEYS = {"source", "tile_total", "value_total", "blank", "tiles"}
_BLANK_KEYS = {"count", "value", "may_also_show"}
_TILE_KEYS = {"count", "value", "key", "spellings"}


def read_alphabet(path: Path) -> Alphabet:
    """The tile set that a file describes."""
    table = read_table(path)
    check_keys(path, table, _KEYS)
    read_plain(path, "source", str, table["source"])
    blank = read_plain(path, "blank", dict, table["blank"])
    check_keys(path, blank, _BLANK_KEYS, "blank")
    count, value = (read_number(path, f"blank.{key}", blank[key]) for key in ("count", "value"))
    rows = read_plain(path, "tiles", dict, table["tiles"])
    tiles = tuple(_tile(path, face, row) for face, row in rows.items())
    _check_totals(path, table, [(count, value), *((tile.count, tile.value) for tile in tiles)])
    extra = tuple(map(Face, read_texts(path, "blank.may_also_show", blank["may_also_show"])))
    _check_faces(path, tiles, extra)
    try:
        return Alphabet(path.stem, tiles, count, value, extra)
    except re.error:
        raise RulebookError(path, "no letter stands for itself alone", "tiles") from None


def _tile(path: Path, face: str, row: Any) -> Tile:
    """A tile from its table, or from a row that is short for one."""
    where = f"tiles.{face}"
    if isinstance(row, list) and len(row) == 2 and len(face) == 1:
        row = {"count": row[0], "value": row[1], "key": face, "spellings": []}
    if not isinstance(row, dict) or set(row) != _TILE_KEYS:
        fault = "write [count, value], or count, value, key and spellings"
        raise RulebookError(path, fault, where)
    key = read_plain(path, f"{where}.key", str, row["key"])
    if len(key) != 1:
        raise RulebookError(path, f"{key!r} is not one character", f"{where}.key")
    count = read_number(path, f"{where}.count", row["count"], least=1)
    value = read_number(path, f"{where}.value", row["value"])
    spellings = read_texts(path, f"{where}.spellings", row["spellings"])
    return Tile(Face(face), count, value, key, spellings)


def _check_totals(path: Path, table: dict[str, Any], tiles: list[tuple[int, int]]) -> None:
    """Hold the counts and values of all tiles to the totals at the head of the file."""
    totals = {
        "tile_total": sum(count for count, _ in tiles),
        "value_total": sum(count * value for count, value in tiles),
    }
    for key, total in totals.items():
        said = read_number(path, key, table[key])
        if said != total:
            raise RulebookError(path, f"says {said}, but the tiles add up to {total}", key)


def _check_faces(path: Path, tiles: tuple[Tile, ...], extra: tuple[Face, ...]) -> None:
    """Two tiles that could be read as one another would make a word ambiguous."""
    if not tiles:
        raise RulebookError(path, "there are none", "tiles")
    spellings = [text for tile in tiles for text in (tile.face, *tile.spellings)] + list(extra)
    for name, texts in {
        "face": spellings,
        "key": [tile.key for tile in tiles] + list(extra),
    }.items():
        text, number = Counter(texts).most_common(1)[0]
        if number > 1:
            raise RulebookError(
                path, f"{text!r} is ambiguous: {number} tiles have this {name}", "tiles"
            )
    for text in spellings:
        if text != text.upper() or not text:
            raise RulebookError(path, f"{text!r} is not written in capitals", "tiles")
