"""The grammar of a GCG file, line by line: what a line says, not yet what it means.

    #player1 Ana Ana Pop          a pragma; lines without a mark go on with its text
    >Ana: AEILRST 8D RELATIS +66 66
    >Ana: AEILRST -AE +0 66       an exchange; a bare - is a pass
    >Ana: AEILRST -- -66 0        the play above, withdrawn
    >Ana: (challenge) +5 71       also (time), (cambio_secco), or the tiles left on a rack

Words after the running total are a remark of whoever wrote the file. A line that is neither an
event nor a pragma is refused with its number.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from service.engine.errors import NotationError

_LINE = re.compile(
    r"""
    >(?P<nick>[^:]+):\s*
    (?:(?P<rack>[^\s()+-]\S*)\s+)?
    (?:
        (?P<play>(?:\d{1,2}[A-Za-z]|[A-Za-z]\d{1,2})\s+\S+)
      | (?P<withdrawn>--)
      | -(?P<exchanged>\S*)
      | \((?P<remark>[^()]*)\)
    )
    (?:
        \s+(?P<score>[+-]{0,2}\d{1,6})\s+(?P<total>-?\d{1,6})(?:\s+(?P<more>\S.*))?
      | \s+(?P<alone>\+-?\d{1,6})
    )?
    """,
    re.VERBOSE,
)
_PRAGMA = re.compile(r"#(?P<name>[A-Za-z][\w-]*)\s*(?P<value>.*)")
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "------")


class Kind(StrEnum):
    """What an event line is about."""

    PLAY = "play"
    PASS = "pass"
    EXCHANGE = "exchange"
    FREE_EXCHANGE = "cambio_secco"
    WITHDRAWN = "withdrawn"
    CHALLENGE = "challenge"
    TIME = "time"
    RACK = "rack"


# Racks are written in capitals, so (TIME) is a rack and (time) is not.
_REMARKS = {
    "challenge": Kind.CHALLENGE,
    "time": Kind.TIME,
    "cambio_secco": Kind.FREE_EXCHANGE,
    "cambio secco": Kind.FREE_EXCHANGE,
}


@dataclass(frozen=True, slots=True)
class Line:
    """An event as written. `text` is the play, the tiles exchanged or those left on a rack.

    `more` are words that stand after the running total.
    """

    number: int
    nick: str
    kind: Kind
    rack: str
    text: str
    score: int | None
    total: int | None
    more: str = ""


@dataclass(frozen=True, slots=True)
class Pragma:
    """A line that starts with #, and the lines that go on with it."""

    number: int
    name: str
    value: str


def read_lines(text: str) -> Iterator[Line | Pragma]:
    """The events and pragmas of a file."""
    pragma: Pragma | None = None
    more: list[str] = []
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        written = raw.strip()
        if not written:
            continue
        if pragma is not None and written[0] not in "#>":
            more.append(written)
            continue
        if pragma is not None:
            yield _with_lines(pragma, more)
            pragma, more = None, []
        if written[0] == "#":
            pragma = _read_pragma(written, number)
        else:
            yield _read_line(written, number)
    if pragma is not None:
        yield _with_lines(pragma, more)


def unreadable(number: int, reason: str) -> NotationError:
    """The refusal of a line."""
    return NotationError(f"line {number}: {reason}", "unreadable", line=number)


def _read_pragma(written: str, number: int) -> Pragma | None:
    """The pragma of a line; a # before anything but a name is a remark of no consequence."""
    match = _PRAGMA.fullmatch(written)
    return Pragma(number, match["name"].lower(), match["value"]) if match else None


def _with_lines(pragma: Pragma, more: list[str]) -> Pragma:
    return Pragma(pragma.number, pragma.name, "\n".join((pragma.value, *more)))


def _read_line(written: str, number: int) -> Line:
    match = _LINE.fullmatch(written if written.isascii() else written.translate(_DASHES))
    if not match:
        raise unreadable(number, f"{written[:60]!r} is not an event")
    kind, text = _read_event(match)
    score = match["score"] or match["alone"]
    return Line(
        number=number,
        nick=match["nick"].strip(),
        kind=kind,
        rack=match["rack"] or "",
        text=text,
        score=None if score is None else _read_score(score),
        total=None if match["total"] is None else int(match["total"]),
        more=match["more"] or "",
    )


def _read_event(match: re.Match[str]) -> tuple[Kind, str]:
    if match["play"] is not None:
        return Kind.PLAY, match["play"]
    if match["withdrawn"] is not None:
        return Kind.WITHDRAWN, ""
    if match["exchanged"] is not None:
        return (Kind.EXCHANGE if match["exchanged"] else Kind.PASS), match["exchanged"]
    remark = match["remark"].strip()
    return _REMARKS.get(remark, Kind.RACK), remark


def _read_score(written: str) -> int:
    """Some writers put both signs: "+-10" is minus ten."""
    number = int(written.lstrip("+-"))
    return -number if "-" in written else number


_NAMED = re.compile(rb"^#character-encoding[ \t]+(\S+)", re.MULTILINE | re.IGNORECASE)
# Files that claim Latin-1 are often really cp1252. The list is our own because Python remembers
# for ever every name that it is asked for and does not know.
_NAMES = {
    "utf-8": """utf8 utf u8 utf8ucs2 utf8ucs4 cp65001 ascii usascii us 646 iso646us iso646irv1991
        isoir6 ansix341968 ansix341986 cp367 ibm367 csascii""",
    "cp1252": """cp1252 windows1252 1252 iso88591 iso885911987 iso8859 8859 latin1 latin l1 isoir100
        cp819 ibm819 csisolatin1""",
    "iso8859-2": "iso88592 iso885921987 latin2 l2 isoir101 csisolatin2",
    "cp1250": "cp1250 windows1250 1250",
    "iso8859-15": "iso885915 latin9 l9",
    "iso8859-16": "iso885916 iso8859162001 latin10 l10 isoir226",
}
_KNOWN = {name: encoding for encoding, names in _NAMES.items() for name in names.split()}
"""The encodings we read, by their names in small letters without punctuation."""

_LONGEST_NAME = 40


def decode(file: bytes) -> str:
    """The text of a file, whatever program wrote it."""
    file = file.removeprefix(codecs.BOM_UTF8)
    named = _NAMED.search(file)
    if named is None:
        return _decode_unnamed(file)
    encoding = _known(named[1].decode("ascii", "replace"))
    try:
        return file.decode(encoding)
    except UnicodeDecodeError as fault:
        if encoding == "cp1252":
            return file.decode("iso8859-1")
        line = file.count(b"\n", 0, fault.start) + 1
        raise NotationError(
            f"line {line}: not {encoding}, as the file says it is", "unreadable", line=line
        ) from None


def _decode_unnamed(file: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return file.decode(encoding)
        except UnicodeDecodeError:
            continue
    return file.decode("iso8859-1")


def _known(name: str) -> str:
    written = name[:_LONGEST_NAME]
    encoding = _KNOWN.get(re.sub(r"[\W_]", "", written).lower())
    if encoding is None or written != name:
        raise NotationError(f"the character encoding {written!r} is not one we read")
    return encoding
