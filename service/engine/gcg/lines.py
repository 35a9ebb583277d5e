"""The grammar of a GCG file, line by line: what a line says, not yet what it means.

    #player1 Ana Ana Pop          a pragma; lines without a mark go on with its text
    >Ana: AEILRST 8D RELATIS +66 66
    >Ana: AEILRST -AE +0 66       an exchange; a bare - is a pass
    >Ana: AEILRST -- -66 0        the play above, withdrawn
    >Ana: (challenge) +5 71       also (time), (cambio_secco), or the tiles left on a rack

A line that is neither is refused with its number.
"""

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
    (?:\s+(?P<score>[+-]{0,2}\d{1,6})\s+(?P<total>-?\d{1,6}) | \s+(?P<alone>\+-?\d{1,6}))?
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
    """An event as written. `text` is the play, the tiles exchanged or those left on a rack."""

    number: int
    nick: str
    kind: Kind
    rack: str
    text: str
    score: int | None
    total: int | None


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
    return NotationError(f"line {number}: {reason}")


def _read_pragma(written: str, number: int) -> Pragma | None:
    """The pragma of a line; a # before anything but a name is a remark of no consequence."""
    match = _PRAGMA.fullmatch(written)
    return Pragma(number, match["name"].lower(), match["value"]) if match else None


def _with_lines(pragma: Pragma, more: list[str]) -> Pragma:
    return Pragma(pragma.number, pragma.name, "\n".join((pragma.value, *more)))


def _read_line(written: str, number: int) -> Line:
    match = _LINE.fullmatch(written.translate(_DASHES))
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
