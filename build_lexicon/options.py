"""The options of an import, which `python -m build_lexicon` and `arbiter lexicon` share."""

import argparse
from datetime import date
from pathlib import Path

GUARDED = "as agreed with the owner of the list"  # a licence that lets nobody pass the words on


def add_import(command: argparse.ArgumentParser) -> None:
    """What an import has to know, and what it may be told."""
    command.add_argument("list", type=Path, help="text, one word a line, or a zip with such a text")
    command.add_argument("--language", required=True, help="it, ca, ro, …")
    command.add_argument("--version", required=True, help="of the list, as you announce it")
    command.add_argument("--source", required=True, help="who made the list, in words")
    command.add_argument("--official", action="store_true", help="the federation's own list")
    command.add_argument(
        *("--code",),
        type=_code,
        action="append",
        default=[],
        metavar="W=L·L",
        help="a letter of the list that stands for a tile",
    )
    command.add_argument("--id", help="file name of the lexicon; LANGUAGE-VERSION unless given")
    command.add_argument("--name", help="what people see; the source unless given")
    command.add_argument("--licence", default=GUARDED, help="of the words; guarded unless given")
    command.add_argument("--alphabet", help="name of the tiles, if no recipe has the language")
    command.add_argument("--date", type=date.fromisoformat, help="of the list; YYYY-MM-DD")
    command.add_argument("--encoding", help="if the list does not show it: cp1250, latin-1, …")
    command.add_argument("--column", help="of a table: number or heading of the words' column")
    command.add_argument(
        "--yes-it-is-odd",
        metavar="REASON",
        dest="odd",
        help="why a list is unlike a healthy one of its language, or only a part of one",
    )
    command.add_argument("--dry-run", action="store_true", help="read and count, write nothing")
    command.add_argument("--replace", action="store_true", help="another list of this version")


def add_guarded(command: argparse.ArgumentParser) -> None:
    """To print words that their owner keeps."""
    command.add_argument(
        "--guarded", action="store_true", help="print words that their owner has not published"
    )


def _code(text: str) -> tuple[str, str]:
    letter, _, tile = text.partition("=")
    if len(letter) != 1 or not tile:
        raise argparse.ArgumentTypeError(f"{text!r} is not LETTER=TILE")
    return letter, tile
