"""What commands share: exit codes, faults, and options with their environment variables."""

import argparse
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from service.command.output import Console


class Exit(IntEnum):
    """What a script may rely on."""

    VALID = 0
    NOT_VALID = 1
    ERROR = 2


class CommandError(Exception):
    """A command that cannot be carried out: one line that says what to do about it."""


Action = Callable[[Namespace, Console], Exit]


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand at work: `arguments` declares its options, `run` answers with an exit code."""

    arguments: Callable[[ArgumentParser], None]
    run: Action


URL = "ARBITER_URL"
KEY = "ARBITER_KEY"
RULES = "ARBITER_RULES"
LOCAL = "http://127.0.0.1:8000"
EDITIONS: dict[str, object] = {}
"""How shells complete an edition; `arbiter completion` finds out which there are."""


class Joined(argparse.Action):
    """Takes words that a shell has parted as one text."""

    def __call__(
        self,
        parser: ArgumentParser,
        namespace: Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Keep the words with spaces between them."""
        setattr(namespace, self.dest, " ".join(values or ()))


def add_actions(parser: ArgumentParser) -> Callable[[str, str, Action], ArgumentParser]:
    """What adds an action by its name; a command without one prints them, as `arbiter` alone."""

    def show(_: Namespace, console: Console) -> Exit:
        console.say(parser.format_help().rstrip())
        return Exit.VALID

    def add(name: str, summary: str, action: Action) -> ArgumentParser:
        made: ArgumentParser = actions.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
        )
        made.set_defaults(action=action)
        return made

    parser.set_defaults(action=show)
    actions = parser.add_subparsers(metavar="ACTION", parser_class=type(parser))
    return add


def show(answer: object, lines: Iterable[str], console: Console, *, valid: object = True) -> Exit:
    """Print an answer in its lines, or as JSON where that is asked for: the exit code with it."""
    if console.json:
        console.say_json(answer)
    else:
        for line in lines:
            console.say(line)
    return Exit.VALID if valid else Exit.NOT_VALID


def run_action(options: Namespace, console: Console) -> Exit:
    """Do what was named."""
    code: Exit = options.action(options, console)
    return code


def add_service(parser: ArgumentParser, *, json: bool = True) -> None:
    """Whom to ask, and how to print the answer."""
    url = os.environ.get(URL) or LOCAL
    group = parser.add_argument_group("whom to ask")
    group.add_argument("--url", default=url, help=f"address of the service (${URL}; now {url})")
    group.add_argument("--key", default=os.environ.get(KEY, ""), help=f"API key (${KEY})")
    group.add_argument(
        "--offline",
        action="store_true",
        help="ask nobody: answer from the rules and lexicons on this machine",
    )
    if json:
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def add_rules(parser: ArgumentParser, *, required: bool = True) -> None:
    """The edition by which to answer."""
    default = os.environ.get(RULES) or None
    option = parser.add_argument(
        "--rules",
        metavar="EDITION",
        default=default,
        required=required and default is None,
        help=f"frs-2019, or frs for the newest edition of a federation (${RULES})",
    )
    offer_editions(option)


def offer_editions(argument: argparse.Action) -> None:
    """Let a shell complete an argument that names an edition."""
    argument.complete = EDITIONS  # type: ignore[attr-defined]  # the name that shtab looks for
