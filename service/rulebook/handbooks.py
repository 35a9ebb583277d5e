"""Reads the handbook of an edition: what is asked about each incident, and its cases.

`incidents/<edition>.toml` says who decides where the regulation is silent, then has one table an
incident. Sentences stand in the language of the edition and in English, in our own words. An
edition without such a file has no incidents.

Every combination of facts meets just one case: an arbiter must never be left without an answer, nor
be given two, nor read a sentence that names a number which nobody knows. Numbers are tried at their
bounds and on both sides of every condition.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.engine.handbook import (
    DRAWN,
    PLAYER,
    STARTS,
    BlankPlace,
    Bound,
    Case,
    Condition,
    EventForm,
    EventKind,
    Fact,
    FactKind,
    Facts,
    Handbook,
    Incident,
    Number,
    Question,
    Sum,
    Texts,
    Topic,
    TurnEffect,
    Unit,
    Whose,
    bound,
    edition_value,
    holds,
    possible_starts,
    work_out,
)
from service.engine.rules import Rules
from service.engine.settlement import Ending
from service.rulebook.editions import SILENT
from service.rulebook.files import (
    RulebookError,
    check_keys,
    read_choice,
    read_number,
    read_plain,
    read_table,
)
from service.sentences import categories, holes, is_whole

NUMBERS = (FactKind.NUMBER, FactKind.SECONDS)
_MOST = 1_000_000
_NAME = re.compile("[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Source:
    """A file being read, and the edition it belongs to."""

    path: Path
    rules: Rules

    @property
    def languages(self) -> list[str]:
        """The edition's own language, then English."""
        return list(dict.fromkeys((self.rules.language, "en")))


def read_conditions(
    source: Source, key: str, given: Any, questions: Sequence[Question]
) -> tuple[Condition, ...]:
    """What must hold: `fact = true`, `fact = "word"`, a list of words, or `least` and `most`."""
    asked = {question.name: question for question in questions}
    table = read_plain(source.path, key, dict, given)
    return tuple(
        _condition(source, f"{key}.{fact}", wanted, asked.get(fact))
        for fact, wanted in table.items()
    )


def _condition(source: Source, key: str, wanted: Any, about: Question | None) -> Condition:
    fact = key.rpartition(".")[2]
    if isinstance(wanted, dict):
        if about is None or about.kind not in NUMBERS:
            raise RulebookError(source.path, "is not a number that was asked for", key)
        bounds = {"least": about.least, "most": about.most} | wanted
        check_keys(source.path, bounds, {"least", "most"}, key)
        least, most = (_bound(source, key, bounds[end]) for end in ("least", "most"))
        return Condition(fact, frozenset(), least, most)
    among = wanted if isinstance(wanted, list) else [wanted]
    if not all(type(item) in (str, bool) for item in among):
        raise RulebookError(source.path, "is neither words nor true or false", key)
    return Condition(fact, frozenset(among), 0, 0)


def _bound(source: Source, key: str, given: Any) -> Bound:
    """A number, or a key of the edition with a point in its name, perhaps less some."""
    if not isinstance(given, str):
        return read_number(source.path, key, given)
    try:
        bound(given, source.rules)
    except (AttributeError, TypeError, ValueError):
        fault = f"{given!r} is not a number of the edition"
        raise RulebookError(source.path, fault, key) from None
    return given


def read_texts(source: Source, key: str, given: Any) -> Texts:
    """A sentence in each of the two languages."""
    table = read_plain(source.path, key, dict, given)
    check_keys(source.path, table, set(source.languages), key)
    return {name: read_sentence(source, f"{key}.{name}", table[name]) for name in source.languages}


def read_sentence(source: Source, key: str, given: Any) -> str:
    """A text that says something."""
    text = read_plain(source.path, key, str, given)
    if not text.strip():
        raise RulebookError(source.path, "must not be empty", key)
    return text


def read_name(source: Source, name: str) -> str:
    """A name as JSON and the command line can write it."""
    if not _NAME.fullmatch(name):
        raise RulebookError(source.path, f"{name!r} is not a name in small letters")
    return name


_KEYS = {"topic", "article", "title", "ask", "numbers", "case"}


def read_handbook(path: Path, editions: Mapping[str, Rules]) -> Handbook:
    """The incidents that a file describes, for the edition it is called after."""
    if path.stem not in editions:
        raise RulebookError(path, f"there is no edition {path.stem!r}")
    source = Source(path, editions[path.stem])
    file = read_table(path)
    check_keys(path, file, {"decides", "incident"})
    decides = read_plain(path, "decides", dict, file["decides"])
    check_keys(path, decides, {"article", *source.languages}, "decides")
    article = read_sentence(source, "decides.article", decides.pop("article"))
    incidents = read_plain(path, "incident", dict, file["incident"])
    read = {name: _incident(source, name, given) for name, given in incidents.items()}
    return Handbook(read_texts(source, "decides", decides), article, read)


def _incident(source: Source, name: str, given: Any) -> Incident:
    key = f"incident.{read_name(source, name)}"
    table = {"ask": {}, "numbers": {}} | read_plain(source.path, key, dict, given)
    blank = table.pop("blank", None)
    check_keys(source.path, table, _KEYS, key)
    asked = read_plain(source.path, f"{key}.ask", dict, table["ask"])
    if blank is not None and tuple(asked) != DRAWN:
        raise RulebookError(source.path, "a draw asks for first and second", f"{key}.ask")
    questions: list[Question] = []
    for fact, about in asked.items():
        questions.append(_question(source, f"{key}.ask.{fact}", about, questions))
    numbers = _numbers(source, key, table["numbers"])
    # A case may ask about a number that is worked out as about a fact.
    worked = (Question(n.name, FactKind.NUMBER, {}, (), 0, _MOST, {}) for n in numbers)
    given_or_worked = (*questions, *worked)
    cases = read_plain(source.path, f"{key}.case", list, table["case"])
    incident = Incident(
        id=name,
        topic=read_choice(source.path, f"{key}.topic", Topic, table["topic"]),
        article=read_sentence(source, f"{key}.article", table["article"]),
        title=read_texts(source, f"{key}.title", table["title"]),
        questions=tuple(questions),
        numbers=numbers,
        blank=None if blank is None else read_choice(source.path, key, BlankPlace, blank),
        cases=tuple(
            read_case(source, f"{key}.case.{number}", case, given_or_worked)
            for number, case in enumerate(cases, 1)
        ),
    )
    check_cases(source, key, incident)
    return incident


def _question(source: Source, key: str, given: Any, before: Sequence[Question]) -> Question:
    """A fact to ask for; `if` may hang on the facts asked before it."""
    name = read_name(source, key.rpartition(".")[2])
    if name == PLAYER:
        raise RulebookError(source.path, "is asked about every incident", key)
    table = {"if": {}} | read_plain(source.path, key, dict, given)
    kind = read_choice(source.path, f"{key}.kind", FactKind, table.get("kind"))
    bounds = {"least", "most"} if kind in NUMBERS else set()
    options = {"options"} if kind == FactKind.CHOICE else set()
    check_keys(source.path, table, {"kind", "text", "if"} | bounds | options, key)
    least, most = (_bound(source, key, table.get(end, 0)) for end in ("least", "most"))
    chosen = read_plain(source.path, f"{key}.options", dict, table.get("options", {}))
    nothing = bound(least, source.rules) > bound(most, source.rules)
    if nothing or (options and len(chosen) < 2):
        raise RulebookError(source.path, "leaves nothing to choose", key)
    return Question(
        name=name,
        kind=kind,
        text=read_texts(source, f"{key}.text", table["text"]),
        needed=read_conditions(source, f"{key}.if", table["if"], before),
        least=least,
        most=most,
        options={
            read_name(source, option): read_texts(source, f"{key}.options.{option}", texts)
            for option, texts in chosen.items()
        },
    )


_OPTIONAL = {"when": {}, "reading": "", "numbers": {}, "turn": "goes_on", "event": {}}
_ENDED_BY = "ended_by"
"""The one field of an event in which a text is not the name of a number."""


def read_case(source: Source, key: str, given: Any, questions: Sequence[Question]) -> Case:
    """A case; only its article and its steps must be there."""
    table: dict[str, Any] = {**_OPTIONAL, **read_plain(source.path, key, dict, given)}
    check_keys(source.path, table, {"article", "steps", *_OPTIONAL}, key)
    article = read_sentence(source, f"{key}.article", table["article"])
    steps = read_plain(source.path, f"{key}.steps", list, table["steps"])
    if not steps:
        raise RulebookError(source.path, "there are none", f"{key}.steps")
    event = read_plain(source.path, f"{key}.event", dict, table["event"])
    if event and article == SILENT:
        raise RulebookError(source.path, "nothing follows from a silence", f"{key}.event")
    return Case(
        when=read_conditions(source, f"{key}.when", table["when"], questions),
        article=article,
        reading=read_plain(source.path, f"{key}.reading", str, table["reading"]),
        silent=article == SILENT,
        steps=tuple(read_texts(source, f"{key}.steps", step) for step in steps),
        numbers=_numbers(source, key, table["numbers"]),
        turn=read_choice(source.path, f"{key}.turn", TurnEffect, table["turn"]),
        event=_event(source, f"{key}.event", event) if event else None,
    )


def _numbers(source: Source, key: str, given: Any) -> tuple[Number, ...]:
    """The numbers to work out, in their order."""
    numbers = read_plain(source.path, f"{key}.numbers", dict, given)
    return tuple(_number(source, f"{key}.numbers.{name}", n) for name, n in numbers.items())


def _number(source: Source, key: str, given: Any) -> Number:
    """A number; `sum` says how `of` and `by` make it, and is left out where `of` is all of it."""
    name = read_name(source, key.rpartition(".")[2])
    table = {"sum": "is", "by": 1} | read_plain(source.path, key, dict, given)
    check_keys(source.path, table, {"unit", "sum", "of", "by"}, key)
    how = read_choice(source.path, f"{key}.sum", Sum, table["sum"])
    of, by = (_operand(source, f"{key}.{end}", table[end]) for end in ("of", "by"))
    if how in (Sum.OVER, Sum.STARTED) and (isinstance(by, str) or by == 0):
        raise RulebookError(source.path, f"nothing can be divided by {by!r}", f"{key}.by")
    return Number(name, read_choice(source.path, f"{key}.unit", Unit, table["unit"]), how, of, by)


def _operand(source: Source, key: str, given: Any) -> int | str:
    """A number, or the name of one; a name with a point is a key of the edition."""
    if not isinstance(given, str):
        return read_number(source.path, key, given)
    if "." in given:
        try:
            edition_value(given, source.rules)
        except (AttributeError, TypeError):
            fault = f"{given!r} is not a number of the edition"
            raise RulebookError(source.path, fault, key) from None
    return given


def _event(source: Source, key: str, given: dict[str, Any]) -> EventForm:
    kind = read_choice(source.path, f"{key}.type", EventKind, given.get("type"))
    whose = read_choice(source.path, f"{key}.whose", Whose, given.get("whose", Whose.OWN))
    fields = {name: item for name, item in given.items() if name not in ("type", "whose")}
    for name, item in fields.items():
        if type(item) not in (int, bool, str):
            raise RulebookError(source.path, "is neither a number nor a name", f"{key}.{name}")
    if _ENDED_BY in fields:
        read_choice(source.path, f"{key}.{_ENDED_BY}", Ending, fields[_ENDED_BY])
    named = {
        name: item for name, item in fields.items() if isinstance(item, str) and name != _ENDED_BY
    }
    fixed = {name: item for name, item in fields.items() if name not in named}
    return EventForm(kind, whose, fixed, named)


def check_cases(source: Source, key: str, incident: Incident) -> None:
    """Refuse an incident that some facts leave without an answer, or with two."""
    _check_words(source, key, incident)
    met: set[int] = set()
    for facts in combinations(incident, source.rules):
        names = set(facts)
        for worked in incident.numbers:
            _check_known(source, key, (worked.of, worked.by), names)
            names.add(worked.name)
        known = facts | work_out(incident.numbers, facts, source.rules)
        cases_met = enumerate(incident.cases, 1)
        numbers = [n for n, case in cases_met if holds(case.when, known, source.rules)]
        if len(numbers) != 1:
            cases = " and ".join(map(str, numbers)) or "none"
            facts_said = ", ".join(f"{name} = {value}" for name, value in known.items()) or "any"
            raise RulebookError(source.path, f"{facts_said} is case {cases}", key)
        _check_names(source, f"{key}.case.{numbers[0]}", incident.cases[numbers[0] - 1], known)
        met.add(numbers[0])
    for number in range(1, len(incident.cases) + 1):
        if number not in met:
            raise RulebookError(source.path, "never happens", f"{key}.case.{number}")


def combinations(incident: Incident, rules: Rules) -> Iterator[dict[str, Fact]]:
    """Every combination of facts that makes a difference."""
    found: list[dict[str, Fact]] = [{}]
    for question in incident.questions:
        values = _values(question, incident, rules)
        found = [
            {**known, **answer}
            for known in found
            for answer in (
                [{question.name: value} for value in values]
                if holds(question.needed, known, rules)
                else [{}]
            )
        ]
    if incident.blank is None:
        return iter(found)
    starts = possible_starts(incident.blank)
    return ({**known, STARTS: start.value} for known in found for start in starts)


def _values(question: Question, incident: Incident, rules: Rules) -> list[Fact]:
    match question.kind:
        case FactKind.YES_NO:
            return [True, False]
        case FactKind.CHOICE:
            return list(question.options)
        case FactKind.TILE:
            return [""]
        case FactKind.NUMBER | FactKind.SECONDS:
            least, most = bound(question.least, rules), bound(question.most, rules)
            edges = {least, most}
            for condition in _conditions(incident):
                if condition.fact == question.name:
                    first, last = bound(condition.least, rules), bound(condition.most, rules)
                    edges |= {first - 1, first, last, last + 1}
            return [edge for edge in sorted(edges) if least <= edge <= most]


def _conditions(incident: Incident) -> Iterator[Condition]:
    for question in incident.questions:
        yield from question.needed
    for case in incident.cases:
        yield from case.when


def _check_words(source: Source, key: str, incident: Incident) -> None:
    """Hold every condition to the facts that are asked for and to their words."""
    words: dict[str, set[str | bool]] = {
        question.name: {True, False} if question.kind == FactKind.YES_NO else set(question.options)
        for question in incident.questions
    }
    words |= {number.name: set() for number in incident.numbers}
    if incident.blank is not None:
        words[STARTS] = {start.value for start in possible_starts(incident.blank)}
    for condition in _conditions(incident):
        if condition.fact not in words:
            raise RulebookError(source.path, f"nobody asks for {condition.fact!r}", key)
        if unknown := condition.among - words[condition.fact]:
            fault = f"{condition.fact} cannot be {sorted(map(str, unknown))[0]!r}"
            raise RulebookError(source.path, fault, key)


def _check_names(source: Source, key: str, case: Case, known: Facts) -> None:
    """Hold operands, sentences and the event to what is known when the case is met."""
    numbers = {name for name, value in known.items() if type(value) is int}
    for number in case.numbers:
        _check_known(source, key, (number.of, number.by), numbers)
        numbers.add(number.name)
    names = numbers | set(known)
    for step in case.steps:
        for language, text in step.items():
            named = holes(text)
            _check_known(source, key, named, names)
            _check_forms(source, key, text, language)
            numbered = (name for name, forms in named.items() if forms)
            _check_known(source, key, numbered, numbers)
    if case.event is not None:
        used = {name.removeprefix("-") for name in case.event.named.values()}
        _check_known(source, key, used, names)


def _check_forms(source: Source, key: str, text: str, language: str) -> None:
    """Hold a sentence to the forms that numbers have in its language."""
    if not is_whole(text):
        raise RulebookError(source.path, f"a brace or a last form is missing in {text!r}", key)
    for forms in holes(text).values():
        if strange := forms - categories(language):
            fault = f"no number has the form {min(strange)!r} here: {text!r}"
            raise RulebookError(source.path, fault, key)


def _check_known(source: Source, key: str, used: Iterable[int | str], known: set[str]) -> None:
    for name in used:
        # A name with a point is a value of the edition and was checked when it was read.
        if isinstance(name, str) and "." not in name and name not in known:
            raise RulebookError(source.path, f"{name!r} is not known", key)
