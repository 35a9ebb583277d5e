"""`arbiter completion`: a script that completes commands, options and editions in a shell."""

from argparse import ArgumentParser, Namespace

from service.command.base import Command, Exit
from service.command.local import rulebook
from service.command.options import EDITIONS
from service.command.output import Console

SHELLS = ("bash", "fish", "powershell", "zsh")


def arguments(parser: ArgumentParser) -> None:
    """Which shell."""
    parser.add_argument("shell", choices=SHELLS)


def run(options: Namespace, console: Console) -> Exit:
    """Print the script, made from the parser itself: it offers what the command takes."""
    import shtab  # Only here: no other command needs it.

    names = " ".join(sorted(rulebook().named()))
    EDITIONS.update(shtab.cmd(f"printf '%s\\n' {names}"))
    console.say(shtab.complete(options.parser, options.shell))
    return Exit.VALID


COMMAND = Command(
    "completion",
    "a script that lets a shell complete this command",
    "arbiter completion bash",
    arguments,
    run,
)
