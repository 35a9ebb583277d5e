"""`arbiter challenge`: one verdict on all the words, and nothing about any one of them."""

from argparse import ArgumentParser, Namespace

from service.command.answers import exit_code, say_verdict
from service.command.backend import open_service
from service.command.base import Command, Exit
from service.command.options import add_rules, add_service
from service.command.output import Console


def arguments(parser: ArgumentParser) -> None:
    """The words, and the edition by which to judge them."""
    add_rules(parser)
    parser.add_argument("words", metavar="WORD", nargs="+", help="every contested word")
    add_service(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Print the edition's word for yes or no."""
    with open_service(options, console) as service:
        verdict = service.challenge(options.rules, options.words)
        edition = service.edition(options.rules)
    if options.json:
        console.say_json(verdict)
        return exit_code(valid=verdict["valid"])
    return say_verdict(edition, console, valid=verdict["valid"])


COMMAND = Command(
    "challenge",
    "are all these words valid? prints the edition's yes or no; exit code 0 or 1",
    "arbiter challenge --rules frs CASA MASĂ",
    arguments,
    run,
)
