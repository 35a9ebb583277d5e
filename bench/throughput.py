"""How many answers a second, next to a bare Flask route under the same gunicorn."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from statistics import median

from bench import questions
from bench.lexicons import editions
from bench.load import Load, press, warm_up
from bench.questions import HELLO, Question, Vocabulary
from bench.report import Section, Table, Target
from bench.samples import Spread, ratios
from bench.serving import Server
from bench.setting import Setting

COLUMNS = ("contender", "ratio", "CPU ratio", "p50 ms", "p90 ms", "p99 ms", "CPU µs", "errors")
_BARE = "bare Flask route"
_PLAIN = "the same under gunicorn's own threads"
_NOTE = (
    "Ratio: answers a second to those of the bare route in the same round (16 connections, closed"
    " loop), median and quartiles. CPU: of all server processes, an answer."
)


@dataclass(frozen=True, slots=True)
class Contender:
    """Someone who takes part: a server and what it is asked."""

    name: str
    server: Server
    question: Question


def measure(setting: Setting) -> Section:
    """Let all contenders take turns."""
    with ExitStack() as running:
        contenders = _contenders(setting, running)
        rounds = take_turns(contenders, setting, setting.scale.rounds)
    bare = rounds[_BARE]
    compared = {name: _ratio(loads, bare) for name, loads in rounds.items()}
    plain = _ratio(rounds["challenge, 8 words"], rounds[_PLAIN])
    rows = tuple((name, *compared[name], *summary(loads)) for name, loads in rounds.items())
    on_gunicorn = rounds["challenge, 8 words"]
    granian = _ratio(rounds["challenge, 8 words, on granian"], on_gunicorn)[0]
    targets = (
        _at_least("8-word challenge / bare route", compared["challenge, 8 words"], 0.85, 1.0),
        _at_least("the same / bare route, gunicorn's own threads", plain, 0.85, 1.0),
        _at_least("score one play / bare route", compared["score, 1 play"], 0.75, 0.9),
        _at_least("recount of 25 plays / bare route", compared["recount, 25 plays"], 0.35, 0.5),
        Target("8-word challenge on granian / on gunicorn", granian, 0, 1.6, at_least=True),
    )
    return Section((Table("Throughput", COLUMNS, rows, _NOTE),), targets)


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


def _contenders(setting: Setting, running: ExitStack) -> list[Contender]:
    start = running.enter_context
    ours, bare = start(setting.ours()), start(setting.under_our_gunicorn("bare_flask"))
    known = editions()
    italian = Vocabulary(known["figs"], setting.lexicons)
    eight = questions.challenge("figs", italian, 8)
    catalan = questions.challenge("fisc", Vocabulary(known["fisc"], setting.lexicons), 8)
    return [
        Contender(_BARE, bare, HELLO),
        Contender(_PLAIN, start(setting.under_plain_gunicorn("bare_flask")), HELLO),
        Contender("Flask route that reads JSON", bare, replace(eight, path="/read")),
        Contender("raw WSGI", start(setting.under_our_gunicorn("raw_wsgi")), HELLO),
        Contender("challenge, 1 word", ours, questions.challenge("figs", italian, 1)),
        Contender("challenge, 8 words", ours, eight),
        Contender("challenge, 8 Catalan words", ours, catalan),
        Contender("score, 1 play", ours, questions.score("figs", 0)),
        Contender("score, 1 play after 12", ours, questions.score("figs", 12)),
        Contender("judge, 1 play", ours, questions.judge("figs")),
        Contender("recount, 25 plays", ours, questions.replay("figs", 25)),
        Contender("challenge, 8 words, on granian", start(setting.ours_under_granian()), eight),
        Contender("FastAPI on uvicorn", start(setting.under_uvicorn("fastapi_hello")), HELLO),
        Contender("Starlette on uvicorn", start(setting.under_uvicorn("starlette_hello")), HELLO),
    ]


def _ratio(loads: Sequence[Load], bases: Sequence[Load]) -> tuple[Spread, Spread]:
    rate = ratios([load.rate for load in loads], [load.rate for load in bases])
    return rate, ratios([load.cpu for load in loads], [load.cpu for load in bases])


def _at_least(name: str, ratio: tuple[Spread, Spread], bound: float, stretch: float) -> Target:
    return Target(name, ratio[0], bound, stretch, at_least=True)
