"""The facts of an incident as people give them: on the command line, or asked one by one."""

from collections.abc import Callable, Sequence

from arbiter_client.handbook import Condition, Incident, Question

from service.command.base import CommandError

Value = int | bool | str

_YES = {"yes", "y", "true", "sì", "si", "sí", "da"}
_NO = {"no", "n", "false", "nu"}
_YES_NO = {"it": "sì/no", "ca": "sí/no", "ro": "da/nu"}


def read_facts(given: Sequence[str], entry: Incident) -> dict[str, Value]:
    """The facts of a command line, each as its question wants it."""
    asked = {question["name"]: question for question in entry["asks"]}
    facts: dict[str, Value] = {}
    for item in given:
        name, sign, text = item.partition("=")
        if not sign:
            raise CommandError(f"{item!r} is not a fact: write it as drawn_over=2")
        if name in asked:
            facts[name] = _value(text, asked[name])
        else:
            facts[name] = int(text) if text.isdecimal() else text
    return facts


def ask_facts(
    entry: Incident, known: dict[str, Value], language: str, read: Callable[[str], str]
) -> dict[str, Value]:
    """The facts with what is missing asked for, until every answer can be used."""
    facts = dict(known)
    for question in entry["asks"]:
        name = question["name"]
        while name not in facts and all(_holds(one, facts) for one in question["needed_if"]):
            try:
                facts[name] = _value(read(_prompt(question, language)).strip(), question)
            except CommandError as fault:
                read(f"{fault} [Enter] ")
            except EOFError:
                raise CommandError(f"{name} is needed") from None
    return facts


def bounds(question: Question) -> str:
    """What an answer may be."""
    match question["kind"]:
        case "number":
            return f"{question['least']}-{question['most']}"
        case "seconds":
            return f"{question['least']}-{question['most']} s"
        case "yes_no":
            return "yes/no"
        case "choice":
            return "/".join(option["value"] for option in question["options"])
        case "tile":
            return "a tile"


def _prompt(question: Question, language: str) -> str:
    text = question["text"][language]
    if question["kind"] == "choice":
        options = question["options"]
        rows = [f"  {n} {option['text'][language]}" for n, option in enumerate(options, 1)]
        return "\n".join([text, *rows, f"1-{len(rows)}: "])
    if question["kind"] == "yes_no":
        return f"{text} {_YES_NO.get(language, 'yes/no')}: "
    return f"{text} ({bounds(question)}): "


def _value(text: str, question: Question) -> Value:
    """What somebody typed, as the question wants it."""
    match question["kind"]:
        case "number":
            return _number(text, question)
        case "seconds":
            minutes, sign, seconds = text.rpartition(":")
            if sign and minutes.isdecimal() and seconds.isdecimal():
                return int(minutes) * 60 + int(seconds)
            return _number(text, question)
        case "yes_no":
            if text.casefold() in _YES | _NO:
                return text.casefold() in _YES
            raise CommandError(f"{question['name']} is yes or no, not {text!r}")
        case "choice":
            return _chosen(text, [option["value"] for option in question["options"]])
        case "tile":
            return text


def _number(text: str, question: Question) -> int:
    if text.isdecimal() and len(text) < 10:
        return int(text)
    raise CommandError(f"{question['name']} is a number ({bounds(question)}), not {text!r}")


def _chosen(text: str, values: Sequence[str]) -> str:
    """One of the words, by itself or by its number in the list."""
    if text.isdecimal() and 1 <= int(text) <= len(values):
        return values[int(text) - 1]
    if text in values:
        return text
    raise CommandError(f"{text!r} is none of {', '.join(values)}")


def _holds(condition: Condition, facts: dict[str, Value]) -> bool:
    value = facts.get(condition["fact"])
    if "among" in condition:
        return value in condition["among"]
    return type(value) is int and condition["least"] <= value <= condition["most"]
