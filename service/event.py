"""What a hall keeps of its event: the director's document, and the results that tables report.

    documents/000017.json   a document as it came, and by which rules the event is played
    reports.jsonl           one report a line

Neither is ever written over, and a document goes before another by its number. A report is of one
game: a round, a table and the two who met there. What becomes of it is worked out from the document
and from all reports on that game, by functions that open nothing; the folder adds a lock and the
disk. The signed form stays the record: a report fills the director's row and is never final.
"""

import hmac
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from threading import Lock
from typing import Any

from service.devices import ClosedFolderError, settle, write_private
from service.engine.tournament.document import EndedBy
from service.schemas.problems import ProblemError

Document = dict[str, Any]
Score = tuple[int, int]
PLAYED = (None, EndedBy.OUT, EndedBy.SCORELESS, EndedBy.TOTAL_TIME, EndedBy.ROUND_TIME)
"""Endings after which two sums are the result; of any other an arbiter decides."""
MOST_REPORTS = 20
"""Reports of one game from one device or form: whoever says more than that says nothing."""
_HIGH, _LOW, _FAR = 700, 150, 300


class State(StrEnum):
    """What becomes of a report."""

    AGREED = "agreed"
    """Both players confirmed it, and nothing speaks against it."""
    HALF = "half"
    """The other player has not confirmed it yet."""
    WAITING = "waiting"
    """The director has to look: it contradicts another, or is not what games usually end with."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a table says of its game; `players` are the two who met, where that is known."""

    round: int
    table: int
    scores: Score
    confirmed: tuple[bool, bool]
    ended_by: EndedBy | None = None
    players: tuple[str, ...] = ()

    def is_of(self, other: "Report") -> bool:
        """Whether both are of the same game."""
        return (self.round, self.table, self.players) == (other.round, other.table, other.players)


@dataclass(frozen=True, slots=True)
class Entry:
    """A report as it was put on record, with what was to become of it then."""

    n: int
    at: str
    by: str
    report: Report
    state: State


@dataclass(frozen=True, slots=True)
class Kept:
    """A document as it was put on record."""

    n: int
    at: str
    rules: str
    document: Document
    names: str = "whole"
    """How players are called on their pages."""

    @property
    def version(self) -> int:
        """Which version of the document it is."""
        return int(self.document.get("version", 0))


def is_odd(scores: Score) -> bool:
    """Whether somebody should look at the sums again: far apart, or beyond what is played."""
    high, low = max(scores), min(scores)
    return high > _HIGH or low < _LOW or high - low > _FAR


def game_at(document: Document, number: int, table: int) -> Document | None:
    """The game of two at a table in a round."""
    games = (game for game in document.get("games", ()) if len(game["players"]) == 2)
    return next((g for g in games if (g["round"], g.get("table")) == (number, table)), None)


def where_of(report: Report) -> str:
    """Which game a report is of, in words."""
    return f"round {report.round}, table {report.table}"


def placed(report: Report, document: Document | None) -> Report:
    """The report with the two whom it is of; one that cannot be of this event is refused."""
    if document is None:
        return report
    latest = max((game["round"] for game in document.get("games", ())), default=0)
    where = where_of(report)
    if report.round < latest:
        detail = f"{where}: round {latest} is paired already; tell the director what was wrong."
        raise ProblemError(409, "too_late", detail)
    game = game_at(document, report.round, report.table)
    if game is None:
        raise ProblemError(422, "no_such_game", f"{where}: nobody was paired to play there.")
    players = tuple(game["players"])
    if report.players not in ((), players):
        raise ProblemError(409, "other_pairing", f"{where}: others play there now; look again.")
    return replace(report, players=players)


def state_of(report: Report, earlier: Iterable[Report], document: Document | None) -> State:
    """What becomes of a report after those that were there before it."""
    same = [report, *(other for other in earlier if other.is_of(report))]
    game = game_at(document, report.round, report.table) if document else None
    known = tuple(game["scores"]) if game and game.get("scores") else report.scores
    told = {(other.scores, other.ended_by) for other in same}
    if len(told) > 1 or known != report.scores or (game and game.get("ended_by")):
        return State.WAITING
    if report.ended_by not in PLAYED or is_odd(report.scores):
        return State.WAITING
    both = all(any(other.confirmed[side] for other in same) for side in (0, 1))
    return State.AGREED if both else State.HALF


def recorded(report: Report, by: str, entries: Sequence[Entry], document: Document | None) -> Entry:
    """The entry of a report: the one there is, where the same was said before, or the next one."""
    try:
        whole = placed(report, document)
    except ProblemError:
        same = (e for e in entries if report in (e.report, replace(e.report, players=())))
        again = next(same, None)
        if again is None:
            raise
        return again
    known = next((entry for entry in entries if entry.report == whole), None)
    if known:
        return known
    if sum(e.by == by and e.report.is_of(whole) for e in entries) >= MOST_REPORTS:
        raise OftenReportedError(f"{where_of(whole)}: the director has to look at what was said.")
    number = max((entry.n for entry in entries), default=0) + 1
    state = state_of(whole, [entry.report for entry in entries], document)
    return Entry(number, "", by, whole, state)


def merged(document: Document, entries: Iterable[Entry]) -> Document:
    """The document with every result that both players confirmed, a version later if there is one.

    What waits for the director stays out, and so does a report on another pairing.
    """
    last = {
        (entry.report.round, entry.report.table): entry
        for entry in entries
        if not entry.report.players or _is_paired(entry.report, document)
    }
    games = []
    for game in document.get("games", ()):
        entry = last.get((game["round"], game.get("table")))
        is_open = "scores" not in game and "ended_by" not in game
        agreed = entry is not None and entry.state is State.AGREED and len(game["players"]) == 2
        known = entry.report.scores if entry is not None and is_open and agreed else None
        games.append(game if known is None else {**game, "scores": list(known)})
    if games == document.get("games", []):
        return document
    return {**document, "games": games, "version": document.get("version", 0) + 1}


def check_newer(document: Document, rules: str, held: Kept | None, over: int | None) -> bool:
    """Whether a document is to be kept: not again, and never over a newer one unasked.

    `over` is the version that it may replace, whatever its own is: somebody has looked at both.
    """
    if held is None:
        return True
    if (document, rules) == (held.document, held.rules):
        return False
    version = int(document.get("version", 0))
    if over == held.version or (over is None and version > held.version):
        return True
    detail = f"Version {held.version} is kept here, and version {version} would replace it."
    raise ProblemError(409, "newer_document", detail)


def _is_paired(report: Report, document: Document) -> bool:
    game = game_at(document, report.round, report.table)
    return game is not None and tuple(game["players"]) == report.players


class OftenReportedError(Exception):
    """One game was reported in too many ways."""


class Folder:
    """The folder, as every process that serves from it sees it at this moment."""

    def __init__(self, path: Path) -> None:
        """Keep documents and reports in a folder."""
        self.path = path
        self._reports = path / "reports.jsonl"
        self._lock = Lock()

    def kept(self) -> Kept | None:
        """The document in force; of one that is damaged the one before."""
        for path in sorted((self.path / "documents").glob("[0-9]*.json"), reverse=True):
            with suppress(OSError, ValueError, TypeError):
                return Kept(**json.loads(path.read_text(encoding="utf-8")))
        return None

    def keep(
        self, document: Document, rules: str, over: int | None = None, names: str = ""
    ) -> Kept:
        """Put a document on record and in force, unless a newer one is."""
        with self._alone():
            held = self.kept()
            rules = rules or (held.rules if held else "")
            names = names or (held.names if held else "whole")
            if not check_newer(document, rules, held, over) and held and held.names == names:
                return held
            kept = Kept(held.n + 1 if held else 1, _now(), rules, document, names)
            path = self.path / "documents" / f"{kept.n:06}.json"
            write_private(path, json.dumps(asdict(kept), ensure_ascii=True))
            return kept

    def report(self, report: Report, by: str) -> Entry:
        """Put a report on record; the same again is the entry that there is."""
        with self._alone():
            held, entries = self.kept(), self.entries()
            entry = recorded(report, by, entries, held.document if held else None)
            if entry not in entries:
                entry = replace(entry, at=_now())
                self._append(json.dumps(write_entry(entry)))
            return entry

    def code(self, game: Document, side: int) -> str:
        """What stands on a form for one of its two players: it is good for this game alone."""
        place = self.path / "secret"
        if not place.exists():
            with self._alone():
                if not place.exists():
                    write_private(place, secrets.token_hex(32))
        about = json.dumps([game["round"], game.get("table"), game["players"], side])
        return hmac.digest(place.read_bytes(), about.encode(), "sha256").hex()[:20]

    def entries(self, after: int = 0) -> list[Entry]:
        """The reports on record after one of them; what the power cut off is none."""
        try:
            lines = self._reports.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        found = [entry for line in lines if (entry := _entry(line))]
        return [entry for entry in found if entry.n > after]

    def _append(self, line: str) -> None:
        """Write a line that outlasts the power, whole or not at all."""
        opened = os.open(self._reports, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(opened, "r+b") as file:
            end = file.seek(0, os.SEEK_END)
            begun = end and not _ends_a_line(file)
            try:
                file.write(b"\n" * bool(begun) + line.encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                with suppress(OSError):
                    os.ftruncate(file.fileno(), end)
                raise
        if not end:
            settle(self.path)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep every other process out, and say in one way that nothing can be put on record."""
        try:
            with self._lock, open(self.path / "lock", "ab") as lock:
                with suppress(ImportError):  # Windows has no such lock, and one process only.
                    import fcntl

                    fcntl.flock(lock, fcntl.LOCK_EX)
                yield
        except OSError as fault:
            raise ClosedFolderError(fault.strerror) from None


def _ends_a_line(file: Any) -> bool:
    file.seek(-1, os.SEEK_END)
    return bool(file.read(1) == b"\n")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def write_entry(entry: Entry) -> dict[str, Any]:
    """A report on record, as its line has it and as the director is told."""
    about = {"n": entry.n, "at": entry.at, "by": entry.by, "state": entry.state}
    return {**about, **asdict(entry.report)}


def _entry(line: bytes) -> Entry | None:
    """The entry of a line, unless it is damaged."""
    try:
        said = json.loads(line)
        ended = EndedBy(said["ended_by"]) if said["ended_by"] else None
        one, two = said["scores"]
        mine, other = said["confirmed"]
        report = Report(
            said["round"], said["table"], (one, two), (mine, other), ended, tuple(said["players"])
        )
        return Entry(said["n"], said["at"], said["by"], report, State(said["state"]))
    except (ValueError, KeyError, TypeError):
        return None
