"""What an organiser chooses for a tournament: asked at a terminal, shown elsewhere, never assumed.

The choices are kept in the folder of the box, so that it can be started again.
"""

import os
import secrets
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from service.command.base import CommandError
from service.command.box.announced import procedure_text, variant_text
from service.command.box.interview import Interview, Reader, after
from service.command.local import rulebook
from service.command.options import RULES
from service.command.texts import FALLBACK, Texts, languages, load_texts
from service.engine.challenge import variant
from service.engine.errors import UnknownVariantError
from service.engine.rules import Rules

TABLES = 10
MOST_TABLES = 200
_AT_THE_TABLE = "device_at_table"
_EXIT_DIGITS = 8
_PIN_DIGITS = 6


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


def choose(options: Namespace, read: Reader | None) -> Plan:
    """What was chosen; what was not is asked for."""
    check_options(options)
    rules = _choose_rules(options, read)
    read = after(f"= {_called(rules)}", read)
    own = rules.language if rules.language in languages() else FALLBACK
    named = [(code, load_texts(code)("language.name")) for code in languages()]
    lang = options.lang or Interview(read, load_texts(own)).pick("setup.lang", named, own)
    asked = Interview(read, load_texts(lang))
    procedure = options.procedure or _choose_procedure(rules, asked)
    chosen = options.variant or _choose_variant(rules, asked)
    told = after(f"= {procedure_text(procedure, asked.texts)}", read)
    asked = replace(asked, read=told)
    return Plan(
        rules=rules.id,
        lang=lang,
        procedure=procedure,
        variant=chosen,
        pin=options.pin or _digits(_PIN_DIGITS),
        exits=_exits(options.tables or asked.number("box.tables.ask", TABLES, MOST_TABLES)),
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
    return replace(plan, exits={**_exits(tables), **plan.exits})


def find_rules(name: str) -> Rules:
    """The edition of this name."""
    rules = rulebook().find(name)
    if rules is None:
        raise CommandError(f"no rules called {name!r}; `arbiter rules` lists the editions")
    return rules


def _choose_rules(options: Namespace, read: Reader | None) -> Rules:
    named = options.rules or os.environ.get(RULES, "")
    if named:
        return find_rules(named)
    if read is None:
        raise CommandError("by which rules? --rules frs, for example; `arbiter rules` lists them")
    editions = list(rulebook().editions.values())
    offered = [(rules.id, _called(rules)) for rules in editions]
    asked = Interview(_newest_for(read), load_texts(options.lang or os.environ.get("LANG", "")[:2]))
    return find_rules(asked.pick("setup.rules", offered))


def _called(rules: Rules) -> str:
    """An edition in a list: its id, the federation's if that stands for it too, and its title."""
    newest = rulebook().find(rules.federation) is rules
    return f"{rules.id}{f' ({rules.federation})' if newest else ''}  {rules.title}"


def _newest_for(read: Reader) -> Reader:
    """Reads a federation's name as its newest edition, as `--rules` does."""

    def reading(prompt: str) -> str:
        answer = read(prompt).strip()
        rules = rulebook().find(answer.lower())
        return rules.id if rules else answer

    return reading


def _choose_procedure(rules: Rules, asked: Interview) -> str:
    kinds = [str(kind) for kind in rules.procedures.kinds]
    offered = [(kind, asked.texts(f"procedure.{kind}")) for kind in kinds]
    return asked.pick(
        "setup.procedure", offered, _AT_THE_TABLE if _AT_THE_TABLE in kinds else kinds[0]
    )


def _choose_variant(rules: Rules, asked: Interview) -> str:
    names = [*rules.challenge.unfounded, *rules.challenge.aliases]
    offered = [(name, variant_text(rules, name, asked.texts)) for name in names]
    return asked.pick("setup.variant", offered, rules.challenge.default_variant)


def _exits(tables: int) -> dict[str, str]:
    return {str(number): _digits(_EXIT_DIGITS) for number in range(1, tables + 1)}


def _digits(count: int) -> str:
    return "".join(secrets.choice("0123456789") for _ in range(count))
