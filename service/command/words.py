"""Words and the lists that they are judged by: challenge, spell, check, lexicons.

A verdict is one for all the words, and nothing about any one of them.
"""

from argparse import ArgumentParser, Namespace

from arbiter_client.catalogue import Edition, LexiconInfo

from service.command.answers import (
    STANDINGS,
    grouped,
    hash_lines,
    lexicon_name,
    standing,
    verdict_line,
)
from service.command.backend import Offline, Service, open_service, whom
from service.command.base import Command, CommandError, Exit, Joined, add_rules, add_service, show
from service.command.local import in_force_by
from service.command.output import Console, Ink, table


def words_arguments(parser: ArgumentParser) -> None:
    """The words, and the edition that judges or spells them."""
    add_rules(parser)
    parser.add_argument("words", metavar="WORD", nargs="+", help="every word, in any spelling")
    add_service(parser)


def challenge(options: Namespace, console: Console) -> Exit:
    """Print the edition's word for yes or no."""
    with open_service(options, console) as service:
        verdict = service.challenge(options.rules, options.words)
        edition = service.edition(options.rules)
    valid = verdict["valid"]
    return show(verdict, [verdict_line(edition, console, valid=valid)], console, valid=valid)


NO_TILE = "no tile shows one of its letters"


def spell(options: Namespace, console: Console) -> Exit:
    """Print each word and its tiles; not valid if a word cannot be laid."""
    with open_service(options, console) as service:
        spelled = service.spell(options.rules, options.words)
    rows = [_spelled(word["text"], word["tiles"]) for word in spelled["words"]]
    laid = all(word["tiles"] for word in spelled["words"])
    return show(spelled, table(rows, right=[1]), console, valid=laid)


def _spelled(text: str, tiles: list[str] | None) -> list[str]:
    return [text, "-", NO_TILE] if tiles is None else [text, str(len(tiles)), " ".join(tiles)]


_SHORTEST = 12
_HEX = frozenset("0123456789abcdef")


def check_arguments(parser: ArgumentParser) -> None:
    """The edition whose lexicon is in question, and the hash that was announced."""
    add_rules(parser)
    add_expect(parser)
    add_service(parser)


def check(options: Namespace, console: Console) -> Exit:
    """Print what answers; an error if it is not what was announced."""
    with open_service(options, console) as service:
        status = _status(service)
        edition = service.edition(options.rules)
    if options.expect is not None:
        check_announced(edition, options.expect)
    lexicon = edition["lexicon"]
    rows = [
        ["asked", f"{whom(options)}: {status}"],
        ["edition", f"{edition['id']}  {edition['title']}"],
        ["lexicon", f"{lexicon_name(lexicon)}  {grouped(lexicon['words'])} words"],
        *zip(("sha256", ""), hash_lines(lexicon["sha256"]), strict=True),
    ]
    if options.offline and (reason := in_force_by(edition["lexicon"]["id"])):
        rows.append(["in force", f"by {reason}"])
    lines = table(rows)
    if options.expect is not None:
        lines.append(console.ink("the lexicon is the one announced", Ink.GOOD))
    answer = {"status": status, "rules": edition["id"], "lexicon": lexicon}
    return show(answer, lines, console)


def add_expect(parser: ArgumentParser) -> None:
    """The hash that the federation announced."""
    parser.add_argument(
        "--expect",
        metavar="HASH",
        nargs="+",
        action=Joined,
        help=f"the announced SHA-256, or its first {_SHORTEST} digits or more, in groups or not",
    )


def check_announced(edition: Edition, announced: str) -> None:
    """Refuse a lexicon that is not the announced one."""
    check_hash(lexicon_name(edition["lexicon"]), edition["lexicon"]["sha256"], announced)


def check_hash(name: str, found: str, announced: str) -> None:
    """Refuse a hash that does not begin as the announced one, which may be written in groups."""
    wanted = "".join(announced.split()).lower()
    if not _SHORTEST <= len(wanted) <= len(found) or not _HEX.issuperset(wanted):
        raise CommandError(
            f"--expect {announced}: give the {len(found)} hexadecimal digits that were announced,"
            f" or the first {_SHORTEST} of them at least"
        )
    if not found.startswith(wanted):
        raise CommandError(
            f"lexicon {name} is {found}, announced was {wanted}:"
            " do not judge with it, install the announced one"
        )


def _status(service: Service) -> str:
    """Up and ready, or an error of the client."""
    if isinstance(service, Offline):
        return "files verified"
    service.healthz()
    service.readyz()
    return "up and ready"


def lexicons(options: Namespace, console: Console) -> Exit:
    """Print a table of the lexicons."""
    with open_service(options, console) as service:
        lexicons = service.lexicons()
    head = ["id", "version", "status", "words", "built"]
    first, *rows = table([head, *map(_listed, lexicons["lexicons"])], right=[3])
    lines: list[str] = [console.ink(first, Ink.FAINT)]
    for row, lexicon in zip(rows, lexicons["lexicons"], strict=True):
        lines += [row, "  sha256 {}\n         {}".format(*hash_lines(lexicon["sha256"]))]
    return show(lexicons, lines, console)


def _listed(lexicon: LexiconInfo) -> list[str]:
    status, words = STANDINGS[standing(lexicon)], grouped(lexicon["words"])
    return [lexicon["id"], lexicon["version"], status, words, lexicon["built"]]


COMMANDS = {
    "challenge": Command(words_arguments, challenge),
    "spell": Command(words_arguments, spell),
    "check": Command(check_arguments, check),
    "lexicons": Command(add_service, lexicons),
}
