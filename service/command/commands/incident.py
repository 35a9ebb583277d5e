"""`arbiter incident`: what the regulation says when something goes wrong, given the facts."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from itertools import groupby

from arbiter_client.handbook import Incident, Incidents, Ruling

from service.command.backend import open_service
from service.command.base import Command, Exit
from service.command.facts import ask_facts, bounds, read_facts
from service.command.options import add_rules, add_service
from service.command.output import Console, Ink, is_terminal, padded, table, wrapped


def arguments(parser: ArgumentParser) -> None:
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
    parser.add_argument("--questions", action="store_true", help="print what is asked, and stop")
    parser.add_argument(
        "--english", action="store_true", help="in English, not in the federation's language"
    )
    add_service(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Print the handbook's contents, the questions of one entry, or what it says."""
    with open_service(options, console) as service:
        handbook = service.incidents(options.rules)
    language = "en" if options.english else handbook["language"]
    entry = next((one for one in handbook["incidents"] if one["id"] == options.incident), None)
    if options.incident is None:
        return _answer(handbook, _contents(handbook, language, console), options, console)
    if options.questions and entry is not None:
        return _answer(entry, _questions(entry, language), options, console)
    facts = {} if entry is None else read_facts(options.facts, entry)
    if entry is not None and is_terminal(sys.stdin) and is_terminal(sys.stdout):
        facts = ask_facts(entry, facts, language, input)
    with open_service(options, console) as service:
        ruling = service.incident(options.rules, options.incident, facts)
    return _answer(ruling, _ruling(ruling, language, console), options, console)


def _answer(answer: object, lines: Iterable[str], options: Namespace, console: Console) -> Exit:
    if options.json:
        console.say_json(answer)
        return Exit.VALID
    for line in lines:
        console.say(line)
    return Exit.VALID


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


def _questions(entry: Incident, language: str) -> list[str]:
    if not entry["asks"]:
        return ["nothing is asked"]
    return table([[one["name"], bounds(one), one["text"][language]] for one in entry["asks"]])


def _ruling(ruling: Ruling, language: str, console: Console) -> Iterator[str]:
    article = "the regulation is silent" if ruling["silent"] else f"art. {ruling['article']}"
    yield console.ink(ruling["title"][language], Ink.STRONG) + f" ({article})"
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


COMMAND = Command(
    "incident",
    "what does the regulation say when something goes wrong?",
    "arbiter incident --rules frs too_many_drawn drawn_over=2 on_rack=yes",
    arguments,
    run,
)
