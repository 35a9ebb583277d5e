"""How many answers a second, next to a bare Flask route on gunicorn's stock threads."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from statistics import median

from bench import questions
from bench.lexicons import editions
from bench.load import Load, press, warm_up
from bench.plot import Bar
from bench.questions import HELLO, Question, Vocabulary
from bench.report import Section, Table, Target
from bench.samples import Spread, spread
from bench.serving import Server
from bench.setting import Setting

COLUMNS = ("contender", "ratio", "CPU ratio", "p50 ms", "p90 ms", "p99 ms", "CPU µs", "errors")
BARE = "bare Flask route"
_OURS = ("challenge", "score", "judge", "recount", "standings")
_EIGHT = "challenge, 8 words"
_ON_UVICORN, _ON_GRANIAN = f"{_EIGHT}, on uvicorn", f"{_EIGHT}, on granian"
_STANDINGS = "standings, 40 players, 8 rounds"
_FASTAPI = "FastAPI on uvicorn"
_NOTE = (
    "Ratio: answers a second to those of the bare route in its best round (16 connections, closed"
    " loop), median and quartiles. CPU: of all server processes, an answer."
)


@dataclass(frozen=True, slots=True)
class Contender:
    """Someone who takes part: a server and what it is asked."""

    name: str
    server: Server
    question: Question


def measure(setting: Setting) -> tuple[Section, list[Bar]]:
    """Let all contenders take turns; also how each compares, to be drawn."""
    with ExitStack() as running:
        contenders = _needed(setting, running)
        if setting.scale.sides:
            contenders += _others(setting, running, {one.name: one.server for one in contenders})
        rounds = take_turns(contenders, setting, setting.scale.rounds)
    bare = rounds[BARE]
    compared = {name: against_best(loads, bare) for name, loads in rounds.items()}
    rows = tuple((name, *compared[name], *summary(loads)) for name, loads in rounds.items())
    granian = rounds[_ON_GRANIAN]
    targets = (
        _at_least("8-word challenge / bare Flask route", compared[_EIGHT], 1.3),
        _at_least("8-word challenge on granian / bare Flask route", compared[_ON_GRANIAN], 2.1),
        _at_least(
            "the same / FastAPI hello on uvicorn", against_best(granian, rounds[_FASTAPI]), 1.0
        ),
        _at_least("score one play / bare Flask route", compared["score, 1 play"], 1.1),
        _at_least("recount of 25 plays / bare Flask route", compared["recount, 25 plays"], 0.35),
        _at_least(f"{_STANDINGS} / bare Flask route", compared[_STANDINGS], 0.35),
    )
    bars = [
        Bar(name, ratio.middle, name.startswith(_OURS)) for name, (ratio, _) in compared.items()
    ]
    return Section((Table("Throughput", COLUMNS, rows, _NOTE),), targets), bars


def take_turns(
    contenders: Sequence[Contender], setting: Setting, rounds: int
) -> dict[str, list[Load]]:
    """Every contender warmed up, then asked once a round, each round beginning with another."""
    for one in contenders:
        warm_up(one.server, one.question, setting.folder)
    found: dict[str, list[Load]] = {one.name: [] for one in contenders}
    for number in range(rounds):
        first = number % len(contenders)
        for one in (*contenders[first:], *contenders[:first]):
            load = press(one.server, one.question, setting.folder, seconds=setting.scale.slice)
            found[one.name].append(load)
    return found


def summary(loads: Sequence[Load]) -> tuple[float | int, ...]:
    """The columns from p50 to errors."""
    times = (median(getattr(load, name) for load in loads) for name in ("p50", "p90", "p99"))
    return (*times, median(load.cpu for load in loads), sum(load.errors for load in loads))


def _needed(setting: Setting, running: ExitStack) -> list[Contender]:
    """Those that the targets are about."""
    start = running.enter_context
    eight = questions.challenge("figs", _vocabulary("figs", setting), 8)
    ours = start(setting.ours())
    return [
        Contender(_EIGHT, ours, eight),
        Contender("score, 1 play", ours, questions.score("figs", 0)),
        Contender("recount, 25 plays", ours, questions.replay("figs", 25)),
        Contender(_STANDINGS, ours, questions.standings("fisc", 40, 8)),
        Contender(_ON_GRANIAN, start(setting.ours("on granian", SERVER="granian")), eight),
        Contender(BARE, start(setting.yardstick()), HELLO),
        Contender(_FASTAPI, start(setting.on_uvicorn("fastapi_hello")), HELLO),
    ]


def _others(setting: Setting, running: ExitStack, servers: Mapping[str, Server]) -> list[Contender]:
    """Other questions to the service, and what others need for a constant answer."""
    start = running.enter_context
    ours, bare = servers[_EIGHT], servers[BARE]
    italian, catalan = _vocabulary("figs", setting), _vocabulary("fisc", setting)
    eight = questions.challenge("figs", italian, 8)
    reads = replace(questions.score("figs", 0), path="/read")
    peers = {
        "bare Flask route behind our bridge": setting.on_loop("bridged_flask"),
        "raw WSGI on gunicorn's threads": setting.on_threads("raw_wsgi"),
        "raw ASGI on gunicorn's loop": setting.on_loop("raw_asgi"),
        "raw ASGI on uvicorn": setting.on_uvicorn("raw_asgi"),
        "raw WSGI on granian": setting.on_granian("raw_wsgi"),
        "bare Flask route on granian": setting.on_granian("bare_flask"),
        "Starlette on uvicorn": setting.on_uvicorn("starlette_hello"),
    }
    return [
        Contender("challenge, 1 word", ours, questions.challenge("figs", italian, 1)),
        Contender("challenge, 8 Catalan words", ours, questions.challenge("fisc", catalan, 8)),
        Contender("score, 1 play after 12", ours, questions.score("figs", 12)),
        Contender("judge, 1 play", ours, questions.judge("figs")),
        Contender(_ON_UVICORN, start(setting.ours("on uvicorn", SERVER="uvicorn")), eight),
        Contender("Flask route that reads JSON", bare, reads),
        *(Contender(name, start(server), HELLO) for name, server in peers.items()),
    ]


def _vocabulary(edition: str, setting: Setting) -> Vocabulary:
    return Vocabulary(editions()[edition], setting.lexicons)


def against_best(loads: Sequence[Load], bases: Sequence[Load]) -> tuple[Spread, Spread]:
    """Rate and cost of the rounds, as parts of those of the best round of another contender.

    The best one, because stock threads have two paces: in rounds in which the connections fall to
    one of the two workers they do half as much, and nobody should look good beside that.
    """
    pace, cost = max(load.rate for load in bases), min(load.cpu for load in bases)
    return spread(load.rate / pace for load in loads), spread(load.cpu / cost for load in loads)


def _at_least(name: str, ratio: tuple[Spread, Spread], bound: float) -> Target:
    return Target(name, ratio[0], bound, at_least=True)
