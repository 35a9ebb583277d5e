"""Which server, and how many workers: the same service on each, with the default among them."""

from contextlib import ExitStack

from bench import questions
from bench.lexicons import editions
from bench.load import KEPT, pace
from bench.questions import HELLO, Vocabulary
from bench.report import Section, Table
from bench.setting import Setting
from bench.throughput import BARE, Contender, against_best, summary, take_turns

_CONFIGURATIONS = {
    "gunicorn, 2 workers": {},
    "gunicorn, 1 worker": {"WORKERS": "1"},
    "gunicorn, 3 workers": {"WORKERS": "3"},
    "uvicorn, 2 workers": {"SERVER": "uvicorn"},
    "granian, 2 workers": {"SERVER": "granian"},
}
_LOAD = ("ratio", "p50 ms", "p90 ms", "p99 ms", "CPU µs", "errors")
_COLUMNS = ("server", *_LOAD, "half load p50", "half load p99", "PSS MiB")
_NOTE = (
    "8-word challenges, 16 connections; ratio to the bare Flask route on gunicorn's stock threads"
    " in its best round. Half load is open loop, 64 connections."
)


def measure(setting: Setting) -> Section:
    """Let the servers take turns."""
    words = Vocabulary(editions()["figs"], setting.lexicons)
    question = questions.challenge("figs", words, 8)
    with ExitStack() as running:
        start = running.enter_context
        contenders = [
            Contender(name, start(setting.ours(name, **KEPT, **variables)), question)
            for name, variables in _CONFIGURATIONS.items()
        ]
        contenders.append(Contender(BARE, start(setting.yardstick()), HELLO))
        rounds = take_turns(contenders, setting, setting.scale.side_rounds)
        rows = []
        for one in contenders:
            loads = rounds[one.name]
            half = pace(
                one.server,
                one.question,
                setting.folder,
                connections=64,
                rate=min(load.rate for load in loads) / 2,
                seconds=setting.scale.slice,
            )
            memory = one.server.pss()
            times = (half.p50, half.p99)
            ratio, _ = against_best(loads, rounds[BARE])
            rows.append((one.name, ratio, *summary(loads), *times, memory))
    return Section((Table("Servers and workers", _COLUMNS, tuple(rows), _NOTE),))
