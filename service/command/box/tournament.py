"""What a tournament needs before it starts: choices that fit the rules, a key for every table."""

import hashlib
import secrets
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from service.command.base import CommandError
from service.command.box.seal import opens, seal_pin
from service.command.box.sheet import Card, languages
from service.command.local import rulebook
from service.engine.rules import Rules

TABLES = 10
MOST_TABLES = 200
AT_THE_TABLE = "device_at_table"


@dataclass(frozen=True, slots=True)
class Tournament:
    """What the organiser has chosen."""

    rules: Rules
    lang: str
    procedure: str
    variant: str
    pin: str
    tables: int


@dataclass(frozen=True, slots=True)
class Keys:
    """The digests to keep, and the links that hold the keys themselves."""

    digests: tuple[str, ...]
    cards: tuple[Card, ...]
    arbiter: str


def read_choices(options: Namespace) -> Tournament:
    """What was chosen, and for what was not, what the rules say."""
    rules = rulebook().find(options.rules)
    if rules is None:
        raise CommandError(f"no rules called {options.rules!r}; `arbiter rules` lists the editions")
    kinds = [str(kind) for kind in rules.procedures.kinds]
    procedure = options.procedure or (AT_THE_TABLE if AT_THE_TABLE in kinds else kinds[0])
    if procedure not in kinds:
        raise CommandError(f"{rules.id} has no procedure {procedure!r}: {', '.join(kinds)}")
    variants = [*rules.challenge.unfounded, *rules.challenge.aliases]
    if options.variant and options.variant not in variants:
        raise CommandError(f"{rules.id} has no variant {options.variant!r}: {', '.join(variants)}")
    tables = TABLES if options.tables is None else options.tables
    if not 1 <= tables <= MOST_TABLES:
        raise CommandError(f"--tables: from 1 to {MOST_TABLES}")
    pin = options.pin or f"{secrets.randbelow(1_000_000):06}"
    if not (pin.isascii() and pin.isdecimal() and 4 <= len(pin) <= 8):
        raise CommandError("--pin: 4 to 8 digits")
    lang = options.lang or (rules.language if rules.language in languages() else "en")
    return Tournament(rules, lang, procedure, options.variant, pin, tables)


def make_keys(tournament: Tournament, address: str) -> Keys:
    """A key for each table and one for the arbiter, in links to their pages."""
    chosen = {"rules": tournament.rules.id, "lang": tournament.lang}
    device = {
        "procedure": tournament.procedure,
        "variant": tournament.variant,
        "seal": seal_pin(tournament.pin),
    }
    digests, cards = [], []
    for table in map(str, range(1, tournament.tables + 1)):
        key = secrets.token_urlsafe(24)
        digests.append(_digest("device", key, f"table {table}"))
        given = {**chosen, "table": table, "key": key, **device}
        cards.append(Card(table, _link(address, "tablet", given)))
    key = secrets.token_urlsafe(24)
    digests.append(_digest("arbiter", key, "arbiter"))
    return Keys(tuple(digests), tuple(cards), _link(address, "arbiter", {**chosen, "key": key}))


def read_setup(links: Sequence[str]) -> dict[str, str]:
    """What the links of a sheet set the tablets up with."""
    if len(links) < 2:
        return {}
    _arbiter, *tables = links
    first = urlsplit(tables[0])
    return {"tables": str(len(tables)), "address": first.netloc, **dict(parse_qsl(first.fragment))}


def not_heeded(options: Namespace, rules: Rules, setup: Mapping[str, str]) -> list[str]:
    """The options that ask for something else than what the tablets were set up with."""
    asked = {**vars(options), "rules": rules.id}
    names = ("rules", "tables", "lang", "procedure", "variant")
    other = [f"--{name}" for name in names if asked[name] and str(asked[name]) != setup.get(name)]
    new_pin = options.pin and not opens(options.pin, setup.get("seal", ""))
    return [*other, "--pin"] if new_pin else other


def _digest(role: str, key: str, label: str) -> str:
    return f"{role}:{hashlib.sha256(key.encode()).hexdigest()}:{label}"


def _link(address: str, page: str, given: dict[str, str]) -> str:
    """A page with its choices after the #, which a browser sends to no server."""
    chosen = {name: value for name, value in given.items() if value}
    return f"http://{address}/{page}#{urlencode(chosen, quote_via=quote)}"
