"""The list of commands, the parser made from it, and how a process begins and ends.

To add a command, write a module with `COMMANDS` and name it here. A module is imported when one of
its commands is named: nobody waits for what another command needs.
"""

import argparse
import os
import sys
import textwrap
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import import_module
from typing import NoReturn

from service import __version__
from service.command.base import EDITIONS, Command, CommandError, Exit
from service.command.output import Console, let_go, plain, process_console


@dataclass(frozen=True, slots=True)
class Entry:
    """A command as the list shows it, and the module that has it."""

    name: str
    module: str
    summary: str
    example: str

    def load(self) -> Command:
        """The command itself."""
        commands: dict[str, Command] = import_module(f"service.command.{self.module}").COMMANDS
        return commands[self.name]


ENTRIES = (
    Entry(
        "challenge",
        "words",
        "are all these words valid? prints the edition's yes or no; exit code 0 or 1",
        "arbiter challenge --rules frs CASA MASĂ",
    ),
    Entry(
        "spell",
        "words",
        "how will these words be read? prints their tiles, judges nothing",
        "arbiter spell --rules fisc coŀlegi qüestió",
    ),
    Entry(
        "score",
        "games",
        "what does this play score? never says whether a word exists",
        'arbiter score --rules figs "H8 .ASA" --before "8F MICIO" --declared 6',
    ),
    Entry(
        "judge",
        "games",
        "a challenged play: the verdict, the points and the turns that follow from it",
        'arbiter judge --rules frs "8H CASA" --contested CASA --variant senior',
    ),
    Entry(
        "recount",
        "games",
        "count a recorded game again: events, disagreements, the last board, the result",
        "arbiter recount --rules figs game.gcg",
    ),
    Entry(
        "settle",
        "games",
        "the result of a finished game, each adjustment with its article",
        'arbiter settle --rules frs --scores 380 350 --racks "" "RA?" --ended-by out --player 0',
    ),
    Entry(
        "incident",
        "handbook",
        "what does the regulation say when something goes wrong?",
        "arbiter incident --rules frs too_many_drawn drawn_over=2 on_rack=yes",
    ),
    Entry(
        "tournament",
        "tournament.command",
        "direct a tournament: entries, pairings, results, standings, all in one file",
        'arbiter tournament new "Cupa Dunării" --rounds 6',
    ),
    Entry(
        "rules",
        "handbook",
        "which editions are there? or one of them: every value with its article and our reading",
        "arbiter rules figs-2012",
    ),
    Entry(
        "lexicon",
        "lexicon.command",
        "which word list is in force? put another one there, load or import one",
        "arbiter lexicon list",
    ),
    Entry(
        "lexicons",
        "words",
        "which lexicons are there? versions, sizes and hashes",
        "arbiter lexicons --offline",
    ),
    Entry(
        "check",
        "words",
        "is the service up, and does it judge with the announced lexicon?",
        "arbiter check --rules frs --expect 0123456789ab",
    ),
    Entry(
        "terminal",
        "desk.command",
        "the arbiter's desk: a full-screen terminal with a queue of tables",
        "arbiter terminal --rules frs --log verdicts.tsv",
    ),
    Entry(
        "serve",
        "serve",
        "serve over HTTP; builds missing lexicons first",
        "arbiter serve --port 8000",
    ),
    Entry(
        "box",
        "box.command",
        "the tournament box: codes for the tablets, a sheet to print, and the service",
        "arbiter box --rules frs --tables 12",
    ),
    Entry(
        "key",
        "keys",
        "make a key for a table, an arbiter or a program; one that had the name ends in a week",
        'arbiter key client "club site" --file keys.txt',
    ),
    Entry(
        "completion",
        "main",
        "a script that lets a shell complete this command",
        "arbiter completion bash",
    ),
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
        print(plain(f"{self.prog}: {message}; see {self.prog} --help"), file=sys.stderr)
        sys.exit(Exit.ERROR)


def build_parser(named: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """The parser of the command line, with the options of the commands named; of all, if none."""
    parser = Parser(prog="arbiter", description="Judges tournament Scrabble.")
    parser.add_argument("--version", action="version", version=f"arbiter {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for entry in ENTRIES:
        own = subparsers.add_parser(
            entry.name,
            help=entry.summary,
            description=_sentence(entry.summary),
            epilog=f"example: {entry.example}",
            formatter_class=Help,
            allow_abbrev=False,
        )
        if named is None or entry.name in named:
            command = entry.load()
            command.arguments(own)
            own.set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 valid, 1 not valid, 2 error."""
    console = process_console(os.environ)
    if sys.stdout is None:
        console.note("arbiter: the output is closed: there is nowhere to answer")
        return Exit.ERROR
    try:
        return _run(argv, console)
    except CommandError as fault:
        console.note(f"arbiter: {fault}")
    except (EOFError, KeyboardInterrupt):  # Ctrl-C, or Ctrl-D where it asks.
        console.note("arbiter: stopped")
    except BrokenPipeError:
        # Whoever read the output has left, and needs to be told nothing.
        let_go(console.out)
    except OSError as fault:
        let_go(console.out)
        said = fault.strerror or str(fault)
        console.note(f"arbiter: {fault.filename}: {said}" if fault.filename else f"arbiter: {said}")
    except (MemoryError, ImportError, SystemError):
        raise  # Nothing more is loaded to tell it: see service/terminal.py.
    except Exception as fault:
        from service.command.faults import told  # Only here: it knows what can go wrong anywhere.

        # A mistake of ours is shown in full, but must not look like the verdict "not valid".
        line = told(fault, os.environ)
        console.note(f"arbiter: {line}" if line else traceback.format_exc().rstrip())
    return Exit.ERROR


def _run(argv: Sequence[str] | None, console: Console) -> Exit:
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        if arguments in ([], ["help"]):
            console.say(build_parser([]).format_help().rstrip())
            return Exit.VALID
        _check_name(arguments[0])
        options = build_parser(arguments[:1]).parse_args(arguments)
        code: Exit = options.run(options, replace(console, json=getattr(options, "json", False)))
    finally:
        # Here, and not when Python ends: what cannot be written is still a fault to tell.
        console.out.flush()
    return code


def _check_name(name: str) -> None:
    """Refuse a command that there is not, with a guess at the one that was meant."""
    names = [entry.name for entry in ENTRIES]
    if name.startswith("-") or name in names:
        return
    near = get_close_matches(name, names, n=1)
    advice = f"did you mean {near[0]}?" if near else "`arbiter` alone lists the commands"
    raise CommandError(f"there is no command {name!r}; {advice}")


def _sentence(summary: str) -> str:
    """A summary with a capital and a full stop, unless it is a question."""
    return summary[0].upper() + summary[1:] + ("" if summary.endswith("?") else ".")


def _completion_arguments(parser: argparse.ArgumentParser) -> None:
    """Which shell."""
    parser.add_argument("shell", choices=("bash", "fish", "powershell", "zsh"))


def _complete(options: argparse.Namespace, console: Console) -> Exit:
    """Print the script, made from the parser itself: it offers what the command takes."""
    import shtab  # Only here: no other command completes another one.

    from service.command.local import rulebook

    names = " ".join(sorted(rulebook().named()))
    EDITIONS.update(shtab.cmd(f"printf '%s\\n' {names}"))
    console.say(shtab.complete(build_parser(), options.shell))
    return Exit.VALID


COMMANDS = {"completion": Command(_completion_arguments, _complete)}
