"""A steady load of questions whose answers are known, and what became of each.

An answer names the lexicon it was judged with, so it can be checked even while two lexicons are in
force: it must be right for the one it names.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from itertools import count, pairwise
from threading import Event, Thread
from time import monotonic, sleep

_TIMEOUT = 15.0
_SHA256 = re.compile(r"[^;]+; sha256=([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Question:
    """A challenge, and the right verdict under each lexicon that may be in force."""

    rules: str
    words: tuple[str, ...]
    verdicts: Mapping[str, bool]
    """By the SHA-256 of the lexicon."""

    @property
    def path(self) -> str:
        """Where it is asked."""
        return f"/v1/{self.rules}/challenge"

    @property
    def body(self) -> bytes:
        """How it is asked."""
        return json.dumps({"words": self.words}, ensure_ascii=False).encode()

    def is_right(self, named: str, body: bytes) -> bool:
        """Whether this is the answer that the lexicon it names gives."""
        lexicon = _SHA256.fullmatch(named)
        if not lexicon or lexicon[1] not in self.verdicts:
            return False
        return body == b'{"valid":%s}' % (b"true" if self.verdicts[lexicon[1]] else b"false")


@dataclass(slots=True)
class Tally:
    """What became of the questions."""

    sent: int = 0
    answered: int = 0
    wrong: int = 0
    lost: int = 0
    answers: list[tuple[float, float]] = field(default_factory=list)
    """When each answer came, and how long it took, in seconds."""
    remarks: list[str] = field(default_factory=list)
    lexicons: set[str] = field(default_factory=set)

    def add(self, other: "Tally") -> None:
        """Add what another counted."""
        self.sent += other.sent
        self.answered += other.answered
        self.wrong += other.wrong
        self.lost += other.lost
        self.answers += other.answers
        self.remarks += other.remarks
        self.lexicons |= other.lexicons

    def took(self, share: float) -> float:
        """How long the given share of the answers took at most, in seconds."""
        times = sorted(took for _, took in self.answers)
        return times[min(len(times) - 1, int(share * len(times)))] if times else 0.0

    @property
    def longest_gap(self) -> float:
        """The longest time in which nobody got an answer, in seconds."""
        times = sorted(when for when, _ in self.answers)
        return max((b - a for a, b in pairwise(times)), default=0.0)


@dataclass(frozen=True, slots=True)
class Load:
    """Who asks what, and how often."""

    host: str
    port: int
    questions: Sequence[Question]
    key: str = ""
    rate: float = 100.0
    """Questions a second, of all callers together."""
    callers: int = 8

    @contextmanager
    def asking(self) -> Iterator[Tally]:
        """Ask until the block ends; only then does the tally hold what was counted."""
        total, stop = Tally(), Event()
        tallies = [Tally() for _ in range(self.callers)]
        start = monotonic()
        threads = [
            Thread(target=self._ask_steadily, args=(number, start, stop, tally), daemon=True)
            for number, tally in enumerate(tallies)
        ]
        for thread in threads:
            thread.start()
        try:
            yield total
        finally:
            stop.set()
            for thread in threads:
                thread.join(_TIMEOUT + 5)
            for tally in tallies:
                total.add(tally)

    def _ask_steadily(self, number: int, start: float, stop: Event, tally: Tally) -> None:
        connection = HTTPConnection(self.host, self.port, timeout=_TIMEOUT)
        for turn in count(number, self.callers):
            if stop.wait(max(0.0, start + turn / self.rate - monotonic())):
                break
            self._ask(connection, self.questions[turn % len(self.questions)], tally)
        connection.close()

    def _ask(self, connection: HTTPConnection, question: Question, tally: Tally) -> None:
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        tally.sent += 1
        began = monotonic()
        try:
            connection.request("POST", question.path, question.body, headers)
            response = connection.getresponse()
            body = response.read()
        except (OSError, HTTPException) as fault:
            connection.close()
            tally.lost += 1
            tally.remarks.append(f"lost: {type(fault).__name__}: {fault}")
            return
        _judge(question, response, body, tally)
        tally.answers.append((monotonic(), monotonic() - began))


def _judge(question: Question, response: HTTPResponse, body: bytes, tally: Tally) -> None:
    named = response.getheader("Lexicon", "")
    if response.status != 200:
        tally.lost += 1
        tally.remarks.append(f"lost: {response.status} {body[:200]!r}")
    elif question.is_right(named, body):
        tally.answered += 1
        tally.lexicons.add(named)
    else:
        tally.wrong += 1
        tally.remarks.append(f"wrong: {question.words} {named} {body[:200]!r}")


def ask_for(load: Load, seconds: float) -> Tally:
    """What became of the questions of some seconds."""
    with load.asking() as tally:
        sleep(seconds)
    return tally
