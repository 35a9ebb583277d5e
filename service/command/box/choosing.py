"""How an organiser chooses for a tournament: asked at a terminal, told elsewhere what was taken."""

import os
from argparse import Namespace
from dataclasses import replace

from service.command.base import CommandError
from service.command.box.announced import procedure_text, variant_text
from service.command.box.interview import Interview, Reader, after
from service.command.box.plan import MOST_TABLES, Plan, check_options, digits, exits, find_rules
from service.command.local import rulebook
from service.command.options import RULES
from service.command.texts import FALLBACK, languages, load_texts
from service.engine.rules import Rules

TABLES = 10
_AT_THE_TABLE = "device_at_table"
_PIN_DIGITS = 6


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
        pin=options.pin or digits(_PIN_DIGITS),
        exits=exits(options.tables or asked.number("box.tables.ask", TABLES, MOST_TABLES)),
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
