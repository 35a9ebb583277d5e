"""A steady load of questions whose answers are known, and what became of each.

Two releases of small lexicons lie there, and a link names the one in force, as deploy/README.md
tells operators to do it. An answer names the lexicon it was judged with, so it can be checked even
while both are in force: it must be right for the one it names.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import count, pairwise
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import NamedTuple

from tests.support.small_lexicons import WORDS, small_lexicons

_TIMEOUT, _CALLERS = 15.0, 8
_SHA256 = re.compile(r"[^;]+; sha256=([0-9a-f]{64})")
RELEASES = {
    "old": {**WORDS, "ro": ["casă", "masă", "vechi"]},
    "new": {**WORDS, "ro": ["casă", "masă", "nou"]},
}
ASKED = (
    ("frs", "ro", ("casă",)),
    ("frs", "ro", ("vechi", "masă")),
    ("frs", "ro", ("nou",)),
    ("frs", "ro", ("casă", "masă", "nimic")),
    ("fisc", "ca", ("col·legi", "canya")),
    ("figs", "it", ("gatto", "nessuno")),
)


@dataclass(frozen=True, slots=True)
class Question:
    """A challenge, and the right verdict by the SHA-256 of each lexicon that may be in force."""

    rules: str
    words: tuple[str, ...]
    verdicts: Mapping[str, bool]

    def is_right(self, named: str, body: bytes) -> bool:
        """Whether this is the answer that the lexicon it names gives."""
        lexicon = _SHA256.fullmatch(named)
        if not lexicon or lexicon[1] not in self.verdicts:
            return False
        return body == b'{"valid":%s}' % (b"true" if self.verdicts[lexicon[1]] else b"false")


@dataclass(frozen=True, slots=True)
class Releases:
    """Two releases of the lexicons, and the link to the one in force."""

    folder: Path

    @property
    def current(self) -> Path:
        """What the service is told to read."""
        return self.folder / "current"

    def put_in_force(self, name: str) -> None:
        """Point to a release, in one step."""
        link = self.folder / "next"
        link.unlink(missing_ok=True)
        link.symlink_to(self.folder / name)
        link.replace(self.current)

    def sha256(self, release: str, lexicon: str) -> str:
        """The hash of a lexicon of a release."""
        content = (self.folder / release / f"{lexicon}.marisa").read_bytes()
        return hashlib.sha256(content).hexdigest()

    def questions(self) -> list[Question]:
        """Questions and their right answers under both releases."""
        found = []
        for rules, lexicon, words in ASKED:
            good = {name: set(words) <= set(listed[lexicon]) for name, listed in RELEASES.items()}
            verdicts = {self.sha256(name, lexicon): stands for name, stands in good.items()}
            found.append(Question(rules, words, verdicts))
        return found


def make_releases(folder: Path) -> Releases:
    """Both releases, the old one in force."""
    for release, words in RELEASES.items():
        small_lexicons(folder / release, words, version=release)
    releases = Releases(folder)
    releases.put_in_force("old")
    return releases


class Outcome(NamedTuple):
    """What became of a question: when that was known, after how long, and what was remarkable."""

    at: float
    took: float
    status: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of all questions."""

    outcomes: list[Outcome] = field(default_factory=list)

    def number(self, status: str) -> int:
        """How many questions were answered, answered wrongly, or lost."""
        return sum(outcome.status == status for outcome in self.outcomes)

    @property
    def sent(self) -> int:
        """How many were asked."""
        return len(self.outcomes)

    @property
    def answered(self) -> int:
        """How many were answered, and rightly."""
        return self.number("answered")

    @property
    def is_whole(self) -> bool:
        """Whether there were questions, and each was answered rightly."""
        return self.answered == self.sent > 0

    @property
    def remarks(self) -> list[str]:
        """What is to be said of those that were not."""
        return [outcome.remark for outcome in self.outcomes if outcome.remark]

    def took(self, share: float) -> float:
        """How long the given share of the answers took at most, in seconds."""
        times = sorted(outcome.took for outcome in self.outcomes if outcome.status != "lost")
        return times[min(len(times) - 1, int(share * len(times)))] if times else 0.0

    @property
    def longest_gap(self) -> float:
        """The longest time in which nobody got an answer, in seconds."""
        times = sorted(outcome.at for outcome in self.outcomes if outcome.status != "lost")
        return max((b - a for a, b in pairwise(times)), default=0.0)


@dataclass(frozen=True, slots=True)
class Load:
    """Who asks what, and how often: so many questions a second, of all callers together."""

    host: str
    port: int
    questions: Sequence[Question]
    key: str = ""
    rate: float = 100.0

    @contextmanager
    def asking(self) -> Iterator[Tally]:
        """Ask until the block ends; only then does the tally hold what was counted."""
        tally, stop, start = Tally(), Event(), monotonic()
        threads = [
            Thread(target=self._ask_steadily, args=(number, start, stop, tally), daemon=True)
            for number in range(_CALLERS)
        ]
        for thread in threads:
            thread.start()
        try:
            yield tally
        finally:
            stop.set()
            for thread in threads:
                thread.join(_TIMEOUT + 5)

    def ask_for(self, seconds: float) -> Tally:
        """What becomes of the questions of some seconds."""
        with self.asking() as tally:
            sleep(seconds)
        return tally

    def _ask_steadily(self, number: int, start: float, stop: Event, tally: Tally) -> None:
        connection = HTTPConnection(self.host, self.port, timeout=_TIMEOUT)
        for turn in count(number, _CALLERS):
            if stop.wait(max(0.0, start + turn / self.rate - monotonic())):
                break
            question, began = self.questions[turn % len(self.questions)], monotonic()
            status, remark = self._ask(connection, question)
            tally.outcomes.append(Outcome(monotonic(), monotonic() - began, status, remark))
        connection.close()

    def _ask(self, connection: HTTPConnection, question: Question) -> tuple[str, str]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"}
        asked = json.dumps({"words": question.words}, ensure_ascii=False).encode()
        try:
            connection.request("POST", f"/v1/{question.rules}/challenge", asked, headers)
            response = connection.getresponse()
            body = response.read()
        except (OSError, HTTPException) as fault:
            connection.close()
            return "lost", f"lost: {type(fault).__name__}: {fault}"
        named = response.getheader("Lexicon", "")
        if response.status != 200:
            return "lost", f"lost: {response.status} {body[:200]!r}"
        if not question.is_right(named, body):
            return "wrong", f"wrong: {question.words} {named} {body[:200]!r}"
        return "answered", ""
