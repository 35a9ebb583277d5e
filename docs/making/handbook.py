"""A handbook as a page to print: every case of every incident, in both of its languages.

Numbers that hang on the facts stand as sums of them.
"""

from collections.abc import Mapping
from itertools import groupby
from typing import assert_never

from service.engine.handbook import (
    Case,
    Condition,
    FactKind,
    Handbook,
    Incident,
    Number,
    Sum,
    Unit,
    bound,
    clock_time,
    edition_value,
    units_of,
    work_out_sum,
)
from service.engine.rules import Rules
from service.sentences import fill

_YES_NO = {"it": ("sì", "no"), "ca": ("sí", "no"), "ro": ("da", "nu")}
_SIGNS = {Sum.PLUS: "+", Sum.MINUS: "−", Sum.TIMES: "×", Sum.OVER: ":", Sum.STARTED: ":"}
_SIGNS |= {Sum.BEYOND: "−"}
_HEAD = """# The handbook of {id}

Made from `service/rulebook/incidents/{id}.toml`. How it is asked with facts is told in [the
arbiter's handbook](handbook.md).

The sentences are ours. The articles are those of *{title}*, which has the last word.

Where the regulation is silent: {decides} *{decides_en}* (art. {article})"""


def print_handbook(handbook: Handbook, rules: Rules) -> str:
    """The page about an edition."""
    head = _HEAD.format(
        id=rules.id,
        title=rules.title,
        decides=handbook.decides[rules.language],
        decides_en=handbook.decides["en"],
        article=handbook.decides_article,
    )
    parts = [head]
    for topic, incidents in groupby(handbook.incidents.values(), key=lambda one: one.topic):
        parts += ["", f"## {topic.value}"]
        for incident in incidents:
            parts += _incident(incident, rules)
    return "\n".join([*parts, ""])


def _incident(incident: Incident, rules: Rules) -> list[str]:
    lines = ["", f"### {incident.title[rules.language]}", ""]
    article = "" if incident.article == "silent" else f", art. {incident.article}"
    lines += [f"*{incident.title['en']}* (`{incident.id}`{article})"]
    for question in incident.questions:
        if question.kind in (FactKind.NUMBER, FactKind.SECONDS):
            asked = f"{question.text[rules.language]} *{question.text['en']}*"
            lines += ["", f"‹{question.name}›: {asked}"]
    for case in incident.cases:
        lines += ["", _heading(case, incident, rules), ""]
        shown = _shown(case, incident, rules)
        for number, step in enumerate(case.steps, 1):
            own, english = (fill(step[lang], lang, shown, {}) for lang in (rules.language, "en"))
            lines.append(f"{number}. {own} *{english}*")
        if case.reading:
            lines += ["", f"Our reading: {case.reading}"]
    return lines


def _heading(case: Case, incident: Incident, rules: Rules) -> str:
    """When a case is met, in the edition's language, and where it stands."""
    met = [_condition(condition, incident, rules) for condition in case.when]
    article = "*silent*" if case.silent else f"art. {case.article}"
    return " ".join([*(f"**{one}**" for one in met if one), f"({article})"])


def _condition(condition: Condition, incident: Incident, rules: Rules) -> str:
    language = rules.language
    asked = {question.name: question for question in incident.questions}
    if condition.fact not in asked:
        return ""
    question = asked[condition.fact]
    if not condition.among:
        numbers = dict.fromkeys(bound(end, rules) for end in (condition.least, condition.most))
        return f"{question.text[language]} {'–'.join(map(str, numbers))}"
    yes, no = _YES_NO.get(language, ("yes", "no"))
    words: dict[str | bool, str] = {True: yes, False: no}
    words |= {value: texts[language] for value, texts in question.options.items()}
    answers = [word for value, word in words.items() if value in condition.among]
    return f"{question.text[language]} {' / '.join(answers)}"


def _shown(case: Case, incident: Incident, rules: Rules) -> dict[str, str]:
    """Every name that a sentence may use: a value, or a sum of facts."""
    values: dict[str, int | str] = {question.name: question.name for question in incident.questions}
    timed = {name for name, unit in units_of(incident, case).items() if unit is Unit.SECONDS}
    for number in (*incident.numbers, *case.numbers):
        values[number.name] = _worked(number, values, rules)
    return {name: _text(value, timed=name in timed) for name, value in values.items()}


def _worked(number: Number, values: Mapping[str, int | str], rules: Rules) -> int | str:
    of, by = (_operand(operand, values, rules) for operand in (number.of, number.by))
    if isinstance(of, int) and isinstance(by, int):
        return work_out_sum(number.sum, of, by)
    match number.sum:
        case Sum.IS:
            return of
        case Sum.STARTED:
            return f"{of} {_SIGNS[number.sum]} {by} ↑"
        case Sum.PLUS | Sum.MINUS | Sum.TIMES | Sum.OVER | Sum.BEYOND:
            return f"{of} {_SIGNS[number.sum]} {by}"
        case _:
            assert_never(number.sum)


def _operand(operand: int | str, values: Mapping[str, int | str], rules: Rules) -> int | str:
    if isinstance(operand, int):
        return operand
    if "." in operand:
        return edition_value(operand, rules)
    value = values[operand]
    return f"({value})" if isinstance(value, str) and " " in value else value


def _text(value: int | str, *, timed: bool) -> str:
    if isinstance(value, str):
        return f"‹{value}›"
    return clock_time(value) if timed else str(value)
