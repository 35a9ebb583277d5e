"""`arbiter completion`: a script that completes commands, options and editions in a shell.

The script is made from the parser itself, so it cannot offer what the command does not take.
argparse has no public way to walk a parser; the three underscored names here are the usual one.
"""

import argparse
from collections.abc import Iterator

from service.command.base import Command, Exit
from service.command.console import Console
from service.command.local import rulebook
from service.command.shells import SHELLS, Option, Subcommand


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which shell."""
    parser.add_argument("shell", choices=sorted(SHELLS))


def run(options: argparse.Namespace, console: Console) -> Exit:
    """Print the script."""
    console.say(SHELLS[options.shell](tuple(subcommands(options.parser))))
    return Exit.VALID


def subcommands(parser: argparse.ArgumentParser) -> Iterator[Subcommand]:
    """What the parser takes."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, own in action.choices.items():
                yield _subcommand(name, helps[name], own)


def _subcommand(name: str, text: str, parser: argparse.ArgumentParser) -> Subcommand:
    named = [action for action in parser._actions if action.option_strings]
    words = [v for a in parser._actions if not a.option_strings for v in _values(a)]
    options = tuple(
        Option(action.option_strings[-1], action.help or "", _values(action), action.nargs != 0)
        for action in named
    )
    return Subcommand(name, text, options, tuple(words))


def _values(action: argparse.Action) -> tuple[str, ...]:
    if action.dest == "rules":
        return tuple(sorted(rulebook().named()))
    return tuple(map(str, action.choices or ()))


COMMAND = Command(
    "completion",
    "a script that lets a shell complete this command",
    "arbiter completion bash",
    arguments,
    run,
)
