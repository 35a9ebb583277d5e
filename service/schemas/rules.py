"""What can be looked up: editions with their rules, and lexicons with their sources."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from service.engine.board import PLAIN, Plan, Premium, Square
from service.engine.rules import Clause, Rules
from service.engine.tiles import Alphabet
from service.schemas.fields import Fields

About = Mapping[str, object]
"""What a lexicon's manifest says about it."""

_IDENTITY = ("id", "language", "version", "name", "official", "guarded", "words", "sha256")
_MARKS = {
    PLAIN: ".",
    Premium(2, 1): "d",
    Premium(3, 1): "t",
    Premium(1, 2): "D",
    Premium(1, 3): "T",
}


def write_rules(editions: Iterable[Rules], newest: Mapping[str, Rules]) -> Fields:
    """Every edition in one line each; `newest` is the edition in force of each federation."""
    rows = [
        {
            "id": rules.id,
            "federation": rules.federation,
            "language": rules.language,
            "title": rules.title,
            "newest": newest[rules.federation] is rules,
            "lexicon": rules.lexicon,
        }
        for rules in editions
    ]
    return {"rules": rows}


def write_edition(rules: Rules, lexicon: About) -> Fields:
    """One edition, with everything it decides and the article that says so."""
    alphabet, challenge = rules.alphabet, rules.challenge
    return {
        "id": rules.id,
        "federation": rules.federation,
        "language": rules.language,
        "title": rules.title,
        "lexicon": {key: lexicon[key] for key in _IDENTITY},
        "board": _board(rules.plan),
        "tiles": _tiles(alphabet),
        "blank": {
            "count": alphabet.blanks,
            "value": alphabet.blank_value,
            "faces": [*alphabet.values, *alphabet.blank_only],
        },
        "tile_total": sum(alphabet.counts.values()) + alphabet.blanks,
        "rack_size": rules.rack.size,
        "verdicts": {"valid": rules.procedures.valid, "invalid": rules.procedures.invalid},
        "procedures": list(rules.procedures.kinds),
        "variants": [*challenge.unfounded, *challenge.aliases],
        "sections": _sections(rules),
        "conditions": _plain(rules.conditions),
        "presets": {name: dict(preset) for name, preset in rules.presets.items()},
    }


def write_lexicons(lexicons: Iterable[About]) -> Fields:
    """The lexicons in use, with what they were made from."""
    return {"lexicons": list(lexicons)}


def _board(plan: Plan) -> dict[str, Any]:
    rows = [
        "".join(_MARKS[plan.premiums.get(Square(row, col), PLAIN)] for col in range(plan.cols))
        for row in range(plan.rows)
    ]
    return {"name": plan.name, "rows": rows, "centre": str(plan.centre)}


def _tiles(alphabet: Alphabet) -> list[dict[str, Any]]:
    return [
        {
            "face": tile.face,
            "count": tile.count,
            "value": tile.value,
            "spellings": list(tile.spellings),
        }
        for tile in alphabet.tiles
    ]


def _sections(rules: Rules) -> dict[str, Any]:
    both = (rules, rules.tournament)
    named = ((field.name, getattr(part, field.name)) for part in both for field in fields(part))
    return {name: _plain(value) for name, value in named if isinstance(value, Clause)}


def _plain(value: Any) -> Any:
    """A rule as plain JSON values."""
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
