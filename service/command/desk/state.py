"""What happens at the desk, as a value and its transitions: no screen, no clock, no network.

    TYPING ── Enter, spelled ──▶ CHECKED ── Enter, judged ──▶ VERDICT ── time ──▶ TYPING
       ◀────────── any change of the words ──────────┘

No verdict comes before the tiles of every word have been shown (FRS 5.11.1 g, 5.11.5 g). Words of
a table that waits in the queue are kept, but never shown while another table is at the desk.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from arbiter_client.answers import Spelling

_BETWEEN_WORDS = re.compile(r"[\s,;]+")


class Stage(StrEnum):
    """Where a challenge has got to."""

    TYPING = "typing"
    CHECKED = "checked"
    VERDICT = "verdict"


@dataclass(frozen=True, slots=True)
class Entry:
    """What was typed for a table."""

    table: str = ""
    text: str = ""

    @property
    def words(self) -> list[str]:
        """The words, one by one; commas and semicolons part them as spaces do."""
        return [word for word in _BETWEEN_WORDS.split(self.text) if word]


@dataclass(frozen=True, slots=True)
class Desk:
    """The desk at one moment; `message` is for the arbiter, or the name of a text that is.

    `waited` is whether its table was called back; `dropping`, whether to throw that away is asked.
    """

    stage: Stage = Stage.TYPING
    entry: Entry = Entry()
    echo: tuple[Spelling, ...] = ()
    valid: bool = False
    queue: tuple[Entry, ...] = ()
    message: str = ""
    busy: bool = False
    leaving: bool = False
    waited: bool = False
    dropping: bool = False

    @property
    def asks(self) -> bool:
        """Whether only yes or no counts now."""
        return self.leaving or self.dropping


def typed(desk: Desk, entry: Entry) -> Desk:
    """The desk after a change of what is typed: what was checked must be checked again."""
    if entry == desk.entry:
        return desk
    return replace(desk, stage=Stage.TYPING, entry=entry, echo=(), message="")


def asking(desk: Desk) -> Desk:
    """The desk while an answer is awaited."""
    return replace(desk, busy=True, message="")


def spelled(desk: Desk, echo: Sequence[Spelling]) -> Desk:
    """The desk with the tiles of every word on show."""
    return replace(desk, stage=Stage.CHECKED, echo=tuple(echo), busy=False)


def judged(desk: Desk, *, valid: bool) -> Desk:
    """The desk with the verdict on show, and nothing else of the challenge."""
    return replace(desk, stage=Stage.VERDICT, valid=valid, echo=(), busy=False)


def failed(desk: Desk, message: str) -> Desk:
    """The desk when no answer came; what was typed stays, so that Enter asks again."""
    return replace(desk, busy=False, message=message)


def cleared(desk: Desk) -> Desk:
    """The desk ready for the next table."""
    return Desk(queue=desk.queue)


def parked(desk: Desk) -> Desk:
    """The desk with its table put at the end of the queue; a table waits in it once."""
    if not desk.entry.table:
        return replace(desk, message="terminal.needs_table")
    others = tuple(entry for entry in desk.queue if entry.table != desk.entry.table)
    return Desk(queue=(*others, desk.entry))


def recalled(desk: Desk, table: str) -> Desk:
    """The desk with a waiting table taken up again; the one that was here waits instead."""
    waiting = next((entry for entry in desk.queue if entry.table == table), None)
    if waiting is None:
        return desk
    others = tuple(entry for entry in desk.queue if entry is not waiting)
    if desk.entry.table not in ("", table):
        others = (*others, desk.entry)
    return Desk(entry=waiting, queue=others, waited=True)


def next_recalled(desk: Desk) -> Desk:
    """The desk with the table that has waited longest."""
    if not desk.queue:
        return replace(desk, message="terminal.none_waiting")
    return recalled(desk, desk.queue[0].table)


def escaped(desk: Desk) -> Desk:
    """The desk ready for the next table; what was called back is not thrown away unasked."""
    if desk.waited and desk.stage is not Stage.VERDICT:
        return replace(desk, dropping=True)
    return cleared(desk)


def numbered(desk: Desk) -> bool:
    """Whether what stands for a table can be one: a word typed there belongs below."""
    return not desk.entry.table or any(map(str.isdecimal, desk.entry.table))


def leaving(desk: Desk) -> Desk:
    """The desk asking whether to leave it."""
    return replace(desk, leaving=True)


def staying(desk: Desk) -> Desk:
    """The desk as it was before it asked."""
    return replace(desk, leaving=False, dropping=False)


def after_letter(before: str, faces: Sequence[str]) -> str:
    """What a full stop means after these letters: L. begins L·L where there is such a tile."""
    starts = [face.partition("·")[0] for face in faces if "·" in face]
    return "·" if starts and before.upper().endswith(tuple(starts)) else "."
