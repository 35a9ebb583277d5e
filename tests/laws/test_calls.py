"""A careless change must not make a request dear: it is counted in calls and memory, not in time.

The bounds are a little above what the service needs today: whoever passes one on purpose may raise
it, whoever passes one by accident has found out in time.
"""

import gc
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from bench.questions import find_rules, recorded_game
from service.engine.game.record import Record
from service.engine.game.recount import recount
from service.http.app import create_app
from service.lexicon import Lexicon
from service.schemas.game import read_game
from service.settings import Settings

GOOD = ("CASA", "CASE", "GATTO", "MICIO", "OSSA", "POSTE", "RE", "SI")
BAD = ("BASA", "BASE", "BATTO", "BICIO", "BSSA", "BOSTE", "BE", "BI")
FIGS = find_rules("figs")
MICIO = {"start": "F8", "direction": "across", "tiles": "MICIO"}

Body = Mapping[str, Any]
Calls = Counter[CodeType]


@pytest.fixture(scope="module")
def app(lexicons: Path) -> Flask:
    return create_app(Settings(lexicons_path=(lexicons,)))


def ask(app: Flask, path: str, body: Body) -> Calls:
    """How often each Python function is called for one request, once everything is warm."""
    _counted(app, path, body)
    return _counted(app, path, body)


def _counted(app: Flask, path: str, body: Body) -> Calls:
    environ = EnvironBuilder(path, method="POST", json=body).get_environ()
    statuses: list[str] = []

    def start_response(status: str, *_: object) -> Any:
        statuses.append(status)

    calls = called(lambda: app(environ, start_response))
    assert statuses == ["200 OK"]
    return calls


def called(do: Callable[[], object]) -> Calls:
    """How often each Python function is called meanwhile."""
    calls: Calls = Counter()

    def count(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            calls[frame.f_code] += 1

    gc.disable()  # Whoever listens to the collector would be counted too.
    sys.setprofile(count)
    try:
        do()
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


def lookups(calls: Calls) -> int:
    """How often a lexicon was asked for a word."""
    return calls[Lexicon.__contains__.__code__]


def challenge(app: Flask, words: Sequence[str]) -> Calls:
    """The calls of a challenge."""
    return ask(app, "/v1/figs/challenge", {"words": list(words)})


@pytest.mark.parametrize("number", range(1, 9))
def test_each_word_is_looked_up_once_whatever_the_others_give(app: Flask, number: int) -> None:
    good, bad = GOOD[:number], BAD[:number]
    for words in (good, bad, (bad[0], *good[1:]), (*good[1:], bad[0])):
        assert lookups(challenge(app, words)) == number


@pytest.mark.parametrize(
    "words",
    [BAD, (BAD[0], *GOOD[1:]), (*GOOD[:7], BAD[7])],
    ids=["all bad", "bad first", "bad last"],
)
def test_the_calls_do_not_tell_which_words_failed_nor_how_many(
    app: Flask, words: Sequence[str]
) -> None:
    assert challenge(app, words) == challenge(app, (*GOOD[:3], BAD[3], *GOOD[4:]))


def test_a_challenge_costs_little(app: Flask) -> None:
    assert challenge(app, GOOD[:1]).total() <= 100


def test_seven_further_words_cost_little(app: Flask) -> None:
    assert challenge(app, GOOD).total() - challenge(app, GOOD[:1]).total() <= 16


def test_scoring_a_play_costs_little_and_opens_no_lexicon(app: Flask) -> None:
    calls = ask(app, "/v1/figs/score", {"before": [], "play": MICIO})
    assert calls.total() <= 140
    assert lookups(calls) == 0


def test_judging_a_play_costs_little_and_looks_up_what_is_contested(app: Flask) -> None:
    body = {"before": [], "play": MICIO, "contested": ["MICIO"]}
    calls = ask(app, "/v1/figs/judge", body)
    assert calls.total() <= 280
    assert lookups(calls) == 1


def test_recounting_costs_little_a_play_and_opens_no_lexicon(app: Flask) -> None:
    short, long = (ask(app, "/v1/figs/replay", recorded_game(plays)) for plays in (8, 33))
    assert (long.total() - short.total()) / 25 <= 59
    assert lookups(long) == 0


def test_a_play_leaves_no_copy_of_the_game_behind() -> None:
    early, late = (kept(read_game(recorded_game(plays), FIGS)) for plays in (8, 33))
    assert (late - early) / 25 <= 1100


def kept(record: Record) -> int:
    """The bytes that a recount holds, its record aside."""
    recount(record, FIGS)
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        counted = recount(record, FIGS)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert len(counted.game.counted) == len(record.events)
    return held


def test_the_engine_needs_few_calls_a_play_however_late_it_comes() -> None:
    records = (read_game(recorded_game(plays), FIGS) for plays in (8, 33))
    early, late = (called(partial(recount, record, FIGS)).total() for record in records)
    assert (late - early) / 25 <= 34
