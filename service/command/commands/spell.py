"""`arbiter spell`: how words will be read, tile by tile, before anybody judges them."""

from argparse import ArgumentParser, Namespace

from service.command.answers import exit_code
from service.command.backend import open_service
from service.command.base import Command, Exit
from service.command.options import add_rules, add_service
from service.command.output import Console, table

NO_TILE = "no tile shows one of its letters"


def arguments(parser: ArgumentParser) -> None:
    """The words, and the edition whose tiles spell them."""
    add_rules(parser)
    parser.add_argument("words", metavar="WORD", nargs="+", help="a word in any spelling")
    add_service(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Print each word and its tiles; not valid if a word cannot be laid."""
    with open_service(options, console) as service:
        spelled = service.spell(options.rules, options.words)
    if options.json:
        console.say_json(spelled)
    else:
        rows = [_row(word["text"], word["tiles"]) for word in spelled["words"]]
        for line in table(rows, right=[1]):
            console.say(line)
    return exit_code(valid=all(word["tiles"] for word in spelled["words"]))


def _row(text: str, tiles: list[str] | None) -> list[str]:
    return [text, "-", NO_TILE] if tiles is None else [text, str(len(tiles)), " ".join(tiles)]


COMMAND = Command(
    "spell",
    "how will these words be read? prints their tiles, judges nothing",
    "arbiter spell --rules fisc coŀlegi qüestió",
    arguments,
    run,
)
