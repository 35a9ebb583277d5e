"""What an organiser chose for a tournament, and how it is announced.

It is chosen on the page of the laptop, or by the options of the command: what they leave out is
taken as usual, and told.
"""

import os
import secrets
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from service.command.base import RULES, CommandError
from service.command.local import languages, load_texts, rulebook
from service.engine.challenge import variant
from service.engine.errors import UnknownVariantError
from service.engine.rules import BY_ARBITERS, Penalty, PenaltyKind, Rules
from service.texts import FALLBACK, Texts

MOST_TABLES = 200
TABLE = "table "
"""How the label of a table begins; the arbiter's desk calls only when it is used."""
TABLES = 10
_AT_THE_TABLE = "device_at_table"
_PIN_DIGITS, _EXIT_DIGITS = 6, 8


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
    clock: str = ""
    """The seconds of each player, where tablets are the game clocks too."""

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


def check_options(options: Namespace, rules: Rules | None) -> None:
    """Refuse what could never be, or what the regulation does not have."""
    _check_tables(TABLES if options.tables is None else options.tables)
    pin = options.pin
    if pin and not (pin.isascii() and pin.isdecimal() and 4 <= len(pin) <= 8):
        raise CommandError("--pin: 4 to 8 digits")
    if rules is None:
        return
    kinds = [str(kind) for kind in rules.procedures.kinds]
    if options.procedure and options.procedure not in kinds:
        given = options.procedure
        raise CommandError(f"{rules.id} has no procedure {given!r}: {', '.join(kinds)}")
    try:
        variant(options.variant or None, rules)
    except UnknownVariantError as fault:
        raise CommandError(str(fault)) from None


def _check_tables(tables: int) -> None:
    if not 1 <= tables <= MOST_TABLES:
        raise CommandError(f"--tables: from 1 to {MOST_TABLES}")


def adapted(plan: Plan, options: Namespace) -> Plan:
    """The plan of a folder with what may still change; the rest needs a folder of its own."""
    check_options(options, plan.edition)
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
    return replace(plan, exits={**_exits(tables), **plan.exits})


def find_rules(name: str) -> Rules:
    """The edition of this name."""
    rules = rulebook().find(name)
    if rules is None:
        raise CommandError(f"no rules called {name!r}; `arbiter rules` lists the editions")
    return rules


def _exits(tables: int) -> dict[str, str]:
    """So many tables, each with the number that ends arbitration mode there."""
    return {str(number): _digits(_EXIT_DIGITS) for number in range(1, tables + 1)}


def _digits(count: int) -> str:
    """A number that nobody guesses."""
    return "".join(secrets.choice("0123456789") for _ in range(count))


def penalties(rules: Rules, name: str, texts: Texts) -> list[tuple[str, str]]:
    """What challenges cost, to be announced: the penalty chosen, or both that there are."""
    rejected, cost = rules.challenge.rejected, _cost(variant(name, rules), texts)
    if len(rules.challenge.unfounded) > 1:
        called = f"variant.name.{name}"
        title = texts(called) if called in texts else name
        return [(texts("setup.variant"), f"{title}: {cost}")]
    lines = [(texts("field.unfounded"), cost)]
    if rejected.kind is not PenaltyKind.NONE:
        lines.append((texts("field.rejected"), _cost(rejected, texts)))
    return lines


def procedure_text(procedure: str, texts: Texts) -> str:
    """Who types, and what a tablet is for where only the arbiter does."""
    name = "box.only_arbiter" if procedure in BY_ARBITERS else f"procedure.{procedure}"
    return texts(name)


def _cost(penalty: Penalty, texts: Texts) -> str:
    values = {"amount": penalty.amount, "steps": ", ".join(map(str, penalty.steps))}
    return texts(f"variant.{penalty.kind}", **values)


def choose(options: Namespace) -> Plan:
    """What was chosen; what was not is as usual."""
    rules = find_rules(named_rules(options))
    check_options(options, rules)
    kinds = [str(kind) for kind in rules.procedures.kinds]
    usual = _AT_THE_TABLE if _AT_THE_TABLE in kinds else kinds[0]
    own = rules.language if rules.language in languages() else FALLBACK
    return Plan(
        rules=rules.id,
        lang=options.lang or own,
        procedure=options.procedure or usual,
        variant=options.variant or rules.challenge.default_variant,
        pin=options.pin or _digits(_PIN_DIGITS),
        exits=_exits(options.tables or TABLES),
        clock=getattr(options, "clock", ""),
    )


def assumed(options: Namespace, plan: Plan) -> list[str]:
    """What was chosen for an organiser who could not be asked, and how to choose it."""
    rules, taken = plan.edition, {"lang": plan.lang}
    if len(rules.procedures.kinds) > 1:
        taken["procedure"] = plan.procedure
    if len(rules.challenge.unfounded) > 1:
        taken["variant"] = plan.variant
    taken["tables"] = str(len(plan.exits))
    what = [f"--{name} {value}" for name, value in taken.items() if not getattr(options, name)]
    return [plan.texts("box.assumed", what=", ".join(what))] if what else []


def named_rules(options: Namespace) -> str:
    """The edition that was named, if any."""
    return options.rules or os.environ.get(RULES, "")


def first_texts(options: Namespace) -> Texts:
    """The texts before a language was chosen: those of this machine, as far as is known."""
    return load_texts(options.lang or os.environ.get("LANG", "")[:2])
