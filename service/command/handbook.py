"""What a regulation says: every value of an edition, and what to do when something goes wrong.

The facts of an incident come from the command line, or are asked for one by one.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from arbiter_client.catalogue import Edition, Editions
from arbiter_client.handbook import Condition, Incident, Incidents, Question, Ruling

from service.command.answers import hash_lines, lexicon_name
from service.command.backend import open_service
from service.command.base import (
    Command,
    CommandError,
    Exit,
    add_rules,
    add_service,
    offer_editions,
    show,
)
from service.command.output import Console, Ink, is_terminal, padded, table, wrapped

_KEY_WIDTH = 22
_STEP = "  "


def rules_arguments(parser: ArgumentParser) -> None:
    """Which edition, if only one is wanted."""
    edition = parser.add_argument(
        "rules", metavar="EDITION", nargs="?", help="frs-2019, or frs for the newest; none for all"
    )
    offer_editions(edition)
    add_service(parser)


def rules(options: Namespace, console: Console) -> Exit:
    """Print the list of editions, or one of them."""
    answer: Editions | Edition
    lines: Iterable[str]
    with open_service(options, console) as service:
        if options.rules is None:
            answer = service.rules()
            lines = _list(answer)
        else:
            answer = service.edition(options.rules)
            lines = _edition(answer, console)
    return show(answer, lines, console)


def _list(editions: Editions) -> list[str]:
    rows = [
        [rules["id"], rules["language"], "newest" if rules["newest"] else "", rules["title"]]
        for rules in editions["rules"]
    ]
    return table(rows)


def _edition(edition: Edition, console: Console) -> Iterator[str]:
    yield console.ink(f"{edition['id']}  {edition['title']}", Ink.STRONG)
    words = edition["verdicts"]
    rows = [
        ["lexicon", lexicon_name(edition["lexicon"])],
        *zip(("sha256", ""), hash_lines(edition["lexicon"]["sha256"]), strict=True),
        ["verdicts", f"{words['valid']} / {words['invalid']}"],
        ["procedures", ", ".join(edition["procedures"])],
        ["variants", ", ".join(edition["variants"])],
        ["tiles", f"{edition['tile_total']}, of which {edition['blank']['count']} blanks"],
    ]
    yield from (*table(rows), "", *_tiles(edition), "", *edition["board"]["rows"])
    for name, section in edition["sections"].items():
        yield ""
        yield from _section(name, section, "", console)


def _tiles(edition: Edition) -> list[str]:
    rows = [
        [tile["face"], f"{tile['count']} x", str(tile["value"]), " ".join(tile["spellings"])]
        for tile in edition["tiles"]
    ]
    return table(rows, right=[1, 2])


def _section(
    name: str, section: Mapping[str, object], indent: str, console: Console
) -> Iterator[str]:
    """A rule: its article first, then its values, then how we read it."""
    inner = indent + _STEP
    # An edition that does not say is told apart from article numbers.
    article = section.get("article")
    head = padded(indent + name, _KEY_WIDTH) + ("" if article is None else _cited(str(article)))
    yield console.ink(head.rstrip(), Ink.STRONG)
    nested = {key: value for key, value in section.items() if isinstance(value, Mapping)}
    for key, value in section.items():
        if key not in ("article", "reading") and key not in nested:
            yield padded(inner + key, _KEY_WIDTH) + _plain(value)
    if reading := section.get("reading"):
        yield from wrapped(f"reading: {reading}", console.width, inner)
    for key, value in nested.items():
        yield from _section(key, value, inner, console)


def _cited(article: str) -> str:
    return "the regulation is silent" if article == "silent" else f"art. {article}"


def _plain(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return "; ".join(f"{key} {_plain(item)}" for key, item in value.items())
        case list():
            return ", ".join(map(_plain, value)) or "none"
        case _:
            return str(value)


def incident_arguments(parser: ArgumentParser) -> None:
    """Which incident, and what is known about it."""
    add_rules(parser)
    parser.add_argument(
        "incident", metavar="INCIDENT", nargs="?", help="what happened; none lists the handbook"
    )
    parser.add_argument(
        "facts",
        metavar="FACT=VALUE",
        nargs="*",
        help="what is known, as drawn_over=2 on_rack=yes; a terminal asks for the rest",
    )
    parser.add_argument("--about", metavar="WORDS", help="look for words in the whole handbook")
    parser.add_argument("--questions", action="store_true", help="print what is asked, and stop")
    parser.add_argument(
        "--english", action="store_true", help="in English, not in the federation's language"
    )
    add_service(parser)


def incident(options: Namespace, console: Console) -> Exit:
    """Print the handbook's contents, the questions of one entry, or what it says."""
    with open_service(options, console) as service:
        handbook = service.incidents(options.rules, options.about or "")
    language = "en" if options.english else handbook["language"]
    entry = next((one for one in handbook["incidents"] if one["id"] == options.incident), None)
    if options.about:
        lines = _found(handbook, language, options.about, console)
        return show(handbook, lines, console)
    if options.incident is None:
        return show(handbook, _contents(handbook, language, console), console)
    if options.questions and entry is not None:
        return show(entry, _questions(entry, language), console)
    facts: dict[str, Value] = {}
    if entry is not None:
        facts = read_facts(options.facts, entry)
        if is_terminal(sys.stdin) and is_terminal(sys.stdout):
            facts = ask_facts(entry, facts, language, input)
        _check_needed(entry, facts)
    with open_service(options, console) as service:
        ruling = service.incident(options.rules, options.incident, facts)
    return show(ruling, _ruling(ruling, language, console), console)


def _contents(handbook: Incidents, language: str, console: Console) -> Iterator[str]:
    """Every incident by its topic."""
    if not handbook["incidents"]:
        yield f"{handbook['rules']} has no handbook"
        return
    width = max(len(incident["id"]) for incident in handbook["incidents"])
    for topic, entries in groupby(handbook["incidents"], key=lambda entry: entry["topic"]):
        yield console.ink(topic, Ink.STRONG)
        for entry in entries:
            yield f"  {padded(entry['id'], width)}  {entry['title'][language]}"


def _found(handbook: Incidents, language: str, about: str, console: Console) -> Iterator[str]:
    """What the handbook says about something: incident by incident, each step with its article."""
    if not handbook["incidents"]:
        yield f"the handbook of {handbook['rules']} does not speak of {about!r}"
    for entry in handbook["incidents"]:
        yield console.ink(f"{entry['id']}  {entry['title'][language]}", Ink.STRONG)
        for found in entry.get("found", ()):
            told = f"{found['step'][language]} ({_cited(found['article'])})"
            yield from wrapped(told, console.width, _STEP)


def _questions(entry: Incident, language: str) -> list[str]:
    if not entry["asks"]:
        return ["nothing is asked"]
    return table([[one["name"], bounds(one), one["text"][language]] for one in entry["asks"]])


def _ruling(ruling: Ruling, language: str, console: Console) -> Iterator[str]:
    yield console.ink(f"{ruling['title'][language]} ({_cited(ruling['article'])})", Ink.STRONG)
    for number, step in enumerate(ruling["steps"], 1):
        lines = wrapped(step[language], console.width - 4, "")
        yield f"{number:2}. {lines[0]}"
        yield from (f"    {line}" for line in lines[1:])
    if "decides" in ruling:
        decides = ruling["decides"]
        yield from wrapped(
            f"{decides['text'][language]} (art. {decides['article']})", console.width, ""
        )
    if ruling["reading"]:
        yield from wrapped(f"our reading: {ruling['reading']}", console.width, "")
    if "event" in ruling:
        yield f"for the record: {json.dumps(ruling['event'], ensure_ascii=False)}"


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
    while needed := list(_needed(entry, facts)):
        name = needed[0]["name"]
        try:
            facts[name] = _value(read(_prompt(needed[0], language)).strip(), needed[0])
        except CommandError as fault:
            read(f"{fault} [Enter] ")
        except EOFError:
            raise CommandError(f"{name} is needed") from None
    return facts


def _needed(entry: Incident, facts: dict[str, Value]) -> Iterator[Question]:
    """What is known to be needed and not said yet."""
    for question in entry["asks"]:
        said = question["name"] in facts
        if not said and all(_holds(one, facts) for one in question["needed_if"]):
            yield question


def _check_needed(entry: Incident, facts: dict[str, Value]) -> None:
    """Refuse to ask before everything is said that is known to be needed; show how to say it."""
    if needed := [f"{one['name']}={bounds(one)}" for one in _needed(entry, facts)]:
        raise CommandError(f"still needed: {' '.join(needed)}; --questions prints what is asked")


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


COMMANDS = {
    "rules": Command(rules_arguments, rules),
    "incident": Command(incident_arguments, incident),
}
