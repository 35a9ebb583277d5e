"""`arbiter rules`: the editions, or one edition with every value, its article and our reading."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping

from arbiter_client.catalogue import Edition, Editions

from service.command.answers import hash_lines, lexicon_name
from service.command.backend import open_service
from service.command.base import Command, Exit
from service.command.options import add_service, offer_editions
from service.command.output import Console, Ink, padded, table, wrapped

_KEY_WIDTH = 22
_STEP = "  "


def arguments(parser: ArgumentParser) -> None:
    """Which edition, if only one is wanted."""
    edition = parser.add_argument(
        "rules", metavar="EDITION", nargs="?", help="frs-2019, or frs for the newest; none for all"
    )
    offer_editions(edition)
    add_service(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Print the list of editions, or one of them."""
    answer: Editions | Edition
    lines: Iterable[str]
    with open_service(options, console) as service:
        if options.rules is None:
            answer = service.rules()
            lines = _list(answer)
        else:
            answer = service.edition(options.rules)
            lines = _edition(answer, console)
    if options.json:
        console.say_json(answer)
        return Exit.VALID
    for line in lines:
        console.say(line)
    return Exit.VALID


def _list(editions: Editions) -> list[str]:
    rows = [
        [rules["id"], rules["language"], "newest" if rules["newest"] else "", rules["title"]]
        for rules in editions["rules"]
    ]
    return table(rows)


def _edition(edition: Edition, console: Console) -> Iterator[str]:
    yield console.ink(f"{edition['id']}  {edition['title']}", Ink.STRONG)
    words = edition["verdicts"]
    rows = [
        ["lexicon", lexicon_name(edition["lexicon"])],
        *zip(("sha256", ""), hash_lines(edition["lexicon"]["sha256"]), strict=True),
        ["verdicts", f"{words['valid']} / {words['invalid']}"],
        ["procedures", ", ".join(edition["procedures"])],
        ["variants", ", ".join(edition["variants"])],
        ["tiles", f"{edition['tile_total']}, of which {edition['blank']['count']} blanks"],
    ]
    yield from (*table(rows), "", *_tiles(edition), "", *edition["board"]["rows"])
    for name, section in edition["sections"].items():
        yield ""
        yield from _section(name, section, "", console)


def _tiles(edition: Edition) -> list[str]:
    rows = [
        [tile["face"], f"{tile['count']} x", str(tile["value"]), " ".join(tile["spellings"])]
        for tile in edition["tiles"]
    ]
    return table(rows, right=[1, 2])


def _section(
    name: str, section: Mapping[str, object], indent: str, console: Console
) -> Iterator[str]:
    """A rule: its article first, then its values, then how we read it."""
    inner = indent + _STEP
    head = padded(indent + name, _KEY_WIDTH) + _article(section)
    yield console.ink(head.rstrip(), Ink.STRONG)
    nested = {key: value for key, value in section.items() if isinstance(value, Mapping)}
    for key, value in section.items():
        if key not in ("article", "reading") and key not in nested:
            yield padded(inner + key, _KEY_WIDTH) + _plain(value)
    if reading := section.get("reading"):
        yield from wrapped(f"reading: {reading}", console.width, inner)
    for key, value in nested.items():
        yield from _section(key, value, inner, console)


def _article(section: Mapping[str, object]) -> str:
    """Where the rule stands; an edition that does not say is told apart from article numbers."""
    match section.get("article"):
        case None:
            return ""
        case "silent":
            return "the regulation is silent"
        case article:
            return f"art. {article}"


def _plain(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return "; ".join(f"{key} {_plain(item)}" for key, item in value.items())
        case list():
            return ", ".join(map(_plain, value)) or "none"
        case _:
            return str(value)


COMMAND = Command(
    "rules",
    "which editions are there? or one of them: every value with its article and our reading",
    "arbiter rules figs-2012",
    arguments,
    run,
)
