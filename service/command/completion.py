"""`arbiter completion`: a script that completes commands, options and editions in a shell."""

from argparse import ArgumentParser, Namespace

import shtab

from service.command.base import EDITIONS, Command, Exit
from service.command.local import rulebook
from service.command.main import build_parser
from service.command.output import Console

SHELLS = ("bash", "fish", "powershell", "zsh")


def arguments(parser: ArgumentParser) -> None:
    """Which shell."""
    parser.add_argument("shell", choices=SHELLS)


def run(options: Namespace, console: Console) -> Exit:
    """Print the script, made from the parser itself: it offers what the command takes."""
    names = " ".join(sorted(rulebook().named()))
    EDITIONS.update(shtab.cmd(f"printf '%s\\n' {names}"))
    console.say(shtab.complete(build_parser(), options.shell))
    return Exit.VALID


COMMANDS = {"completion": Command(arguments, run)}
