"""`arbiter check`: is the service up, and does it judge with the lexicon that was announced?"""

from argparse import ArgumentParser, Namespace

from arbiter_client import Client
from arbiter_client.catalogue import Edition

from service.command.answers import grouped, hash_lines, lexicon_name
from service.command.backend import Service, open_service, whom
from service.command.base import Command, CommandError, Exit
from service.command.local import in_force_by
from service.command.options import Joined, add_rules, add_service
from service.command.output import Console, Ink, table

_SHORTEST = 12
_HEX = frozenset("0123456789abcdef")


def arguments(parser: ArgumentParser) -> None:
    """The edition whose lexicon is in question, and the hash that was announced."""
    add_rules(parser)
    add_expect(parser)
    add_service(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Print what answers; an error if it is not what was announced."""
    with open_service(options, console) as service:
        status = _status(service)
        edition = service.edition(options.rules)
    if options.expect is not None:
        check_announced(edition, options.expect)
    if options.json:
        console.say_json({"status": status, "rules": edition["id"], "lexicon": edition["lexicon"]})
        return Exit.VALID
    lexicon = edition["lexicon"]
    rows = [
        ["asked", f"{whom(options)}: {status}"],
        ["edition", f"{edition['id']}  {edition['title']}"],
        ["lexicon", f"{lexicon_name(lexicon)}  {grouped(lexicon['words'])} words"],
        *zip(("sha256", ""), hash_lines(lexicon["sha256"]), strict=True),
    ]
    if options.offline and (reason := in_force_by(edition["lexicon"]["id"])):
        rows.append(["in force", f"by {reason}"])
    for line in table(rows):
        console.say(line)
    if options.expect is not None:
        console.say(console.ink("the lexicon is the one announced", Ink.GOOD))
    return Exit.VALID


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
    if not isinstance(service, Client):
        return "files verified"
    service.healthz()
    service.readyz()
    return "up and ready"


COMMAND = Command(
    "check",
    "is the service up, and does it judge with the announced lexicon?",
    "arbiter check --rules frs --expect 0123456789ab",
    arguments,
    run,
)
