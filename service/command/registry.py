"""The list of commands, and the parser made from it.

To add a command, write a module with a `COMMAND` and add it here.
"""

import argparse
import sys
import textwrap
from difflib import get_close_matches
from typing import NoReturn

from service import __version__
from service.command.base import Command, CommandError, Exit
from service.command.box import box
from service.command.commands import (
    challenge,
    check,
    completion,
    incident,
    judge,
    lexicons,
    recount,
    rules,
    score,
    serve,
    settle,
    spell,
    terminal,
)
from service.command.lexicon import command as lexicon
from service.command.tournament import command as tournament

COMMANDS: tuple[Command, ...] = (
    challenge.COMMAND,
    spell.COMMAND,
    score.COMMAND,
    judge.COMMAND,
    recount.COMMAND,
    settle.COMMAND,
    incident.COMMAND,
    tournament.COMMAND,
    rules.COMMAND,
    lexicon.COMMAND,
    lexicons.COMMAND,
    check.COMMAND,
    terminal.COMMAND,
    serve.COMMAND,
    box.COMMAND,
    completion.COMMAND,
)


class Help(argparse.HelpFormatter):
    """Help that never breaks an option at its hyphens; argparse has no public way to say so."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return textwrap.fill(
            text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        )

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(text, width, break_on_hyphens=False)


class Parser(argparse.ArgumentParser):
    """A parser whose faults are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is."""
        print(f"{self.prog}: {message}; see {self.prog} --help", file=sys.stderr)
        sys.exit(Exit.ERROR)


def check_name(name: str) -> None:
    """Refuse a command that there is not, with a guess at the one that was meant."""
    names = [command.name for command in COMMANDS]
    if name.startswith("-") or name in names:
        return
    near = get_close_matches(name, names, n=1)
    advice = f"did you mean {near[0]}?" if near else "`arbiter` alone lists the commands"
    raise CommandError(f"there is no command {name!r}; {advice}")


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = Parser(prog="arbiter", description="Judges tournament Scrabble.")
    parser.add_argument("--version", action="version", version=f"arbiter {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for command in COMMANDS:
        own = subparsers.add_parser(
            command.name,
            help=command.summary,
            description=_sentence(command.summary),
            epilog=f"example: {command.example}",
            formatter_class=Help,
            allow_abbrev=False,
        )
        command.arguments(own)
        own.set_defaults(run=command.run, parser=parser)
    return parser


def _sentence(summary: str) -> str:
    """A summary with a capital and a full stop, unless it is a question."""
    return summary[0].upper() + summary[1:] + ("" if summary.endswith("?") else ".")
