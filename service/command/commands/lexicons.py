"""`arbiter lexicons`: which lexicons there are, and which file each one is."""

from argparse import ArgumentParser, Namespace

from arbiter_client.catalogue import LexiconInfo

from service.command.answers import STANDINGS, grouped, hash_lines, standing
from service.command.backend import open_service
from service.command.base import Command, Exit
from service.command.options import add_service
from service.command.output import Console, Ink, table


def arguments(parser: ArgumentParser) -> None:
    """Whom to ask."""
    add_service(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Print a table of the lexicons."""
    with open_service(options, console) as service:
        lexicons = service.lexicons()
    if options.json:
        console.say_json(lexicons)
        return Exit.VALID
    head = ["id", "version", "status", "words", "built"]
    first, *lines = table([head, *map(_row, lexicons["lexicons"])], right=[3])
    console.say(console.ink(first, Ink.FAINT))
    for line, lexicon in zip(lines, lexicons["lexicons"], strict=True):
        console.say(line)
        console.say("  sha256 {}\n         {}".format(*hash_lines(lexicon["sha256"])))
    return Exit.VALID


def _row(lexicon: LexiconInfo) -> list[str]:
    status, words = STANDINGS[standing(lexicon)], grouped(lexicon["words"])
    return [lexicon["id"], lexicon["version"], status, words, lexicon["built"]]


COMMAND = Command(
    "lexicons",
    "which lexicons are there? versions, sizes and hashes",
    "arbiter lexicons --offline",
    arguments,
    run,
)
