"""What was chosen for a tournament, as the folder of its box keeps it, and what can never be."""

import secrets
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from service.command.base import CommandError
from service.command.local import rulebook
from service.command.texts import Texts, load_texts
from service.engine.challenge import variant
from service.engine.errors import UnknownVariantError
from service.engine.rules import Rules

MOST_TABLES = 200
_EXIT_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament as its box keeps it; `exits` are the tables, each with a number of its own."""

    rules: str
    lang: str
    procedure: str
    variant: str
    pin: str
    exits: Mapping[str, str]
    address: str = ""
    wifi: Mapping[str, str] = field(default_factory=dict)
    host: str = ""
    """The address that was asked for by name; otherwise it is found anew at every start."""

    @property
    def is_secure(self) -> bool:
        """Whether the box serves over HTTPS."""
        return self.address.startswith("https:")

    @property
    def port(self) -> str:
        """The port that tablets know."""
        return self.address.rpartition(":")[2]

    @property
    def edition(self) -> Rules:
        """The rules themselves."""
        return find_rules(self.rules)

    @property
    def texts(self) -> Texts:
        """What people at this tournament read."""
        return load_texts(self.lang)


def check_options(options: Namespace) -> None:
    """Refuse what could never be."""
    if options.tables is not None:
        _check_tables(options.tables)
    pin = options.pin
    if pin and not (pin.isascii() and pin.isdecimal() and 4 <= len(pin) <= 8):
        raise CommandError("--pin: 4 to 8 digits")
    rules = find_rules(options.rules) if options.rules else None
    if rules:
        check_choices(options, rules)


def _check_tables(tables: int) -> None:
    if not 1 <= tables <= MOST_TABLES:
        raise CommandError(f"--tables: from 1 to {MOST_TABLES}")


def check_choices(options: Namespace, rules: Rules) -> None:
    """Refuse what the regulation does not have."""
    kinds = [str(kind) for kind in rules.procedures.kinds]
    if options.procedure and options.procedure not in kinds:
        given = options.procedure
        raise CommandError(f"{rules.id} has no procedure {given!r}: {', '.join(kinds)}")
    try:
        variant(options.variant or None, rules)
    except UnknownVariantError as fault:
        raise CommandError(str(fault)) from None


def adapted(plan: Plan, options: Namespace) -> Plan:
    """The plan of a folder with what may still change; the rest needs a folder of its own."""
    check_options(options)
    check_choices(options, plan.edition)
    rules = find_rules(options.rules).id if options.rules else None
    asked = {"rules": rules, "procedure": options.procedure, "variant": options.variant}
    for name, value in asked.items():
        if value and value != getattr(plan, name):
            raise CommandError(
                f"{options.folder} is set up with --{name} {getattr(plan, name)}, not {value}:"
                " name another --folder, or --new-keys to set every table up anew"
            )
    if options.tables:
        plan = extended(plan, options.tables)
    return replace(plan, lang=options.lang or plan.lang, pin=options.pin or plan.pin)


def extended(plan: Plan, tables: int) -> Plan:
    """The plan with so many tables; none is taken away."""
    _check_tables(tables)
    if tables < len(plan.exits):
        raise CommandError(
            f"there are {len(plan.exits)} tables: `arbiter box withdraw` takes one out"
        )
    return replace(plan, exits={**exits(tables), **plan.exits})


def find_rules(name: str) -> Rules:
    """The edition of this name."""
    rules = rulebook().find(name)
    if rules is None:
        raise CommandError(f"no rules called {name!r}; `arbiter rules` lists the editions")
    return rules


def exits(tables: int) -> dict[str, str]:
    """So many tables, each with the number that ends arbitration mode there."""
    return {str(number): digits(_EXIT_DIGITS) for number in range(1, tables + 1)}


def digits(count: int) -> str:
    """A number that nobody guesses."""
    return "".join(secrets.choice("0123456789") for _ in range(count))
