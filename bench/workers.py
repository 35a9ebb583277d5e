"""Which worker class, and how many threads and workers: measured, with the default among them."""

from contextlib import ExitStack

from bench import questions
from bench.lexicons import editions
from bench.load import pace
from bench.questions import Vocabulary
from bench.report import Section, Table
from bench.samples import ratios
from bench.serving import Server
from bench.setting import Setting
from bench.throughput import Contender, summary, take_turns

_DEFAULT = "gthread, 2 workers × 4 threads"
_CONFIGURATIONS = {
    "sync, 2 workers": {"WORKER_CLASS": "sync", "WORKERS": "2"},
    "sync, 4 workers": {"WORKER_CLASS": "sync", "WORKERS": "4"},
    "gthread, 1 worker × 4 threads": {"WORKERS": "1", "THREADS": "4"},
    "gthread, 2 workers × 1 thread": {"WORKERS": "2", "THREADS": "1"},
    "gthread, 2 workers × 2 threads": {"WORKERS": "2", "THREADS": "2"},
    _DEFAULT: {"WORKERS": "2", "THREADS": "4"},
    "gthread, 2 workers × 8 threads": {"WORKERS": "2", "THREADS": "8"},
    "gthread, 4 workers × 4 threads": {"WORKERS": "4", "THREADS": "4"},
}
_LOAD = ("ratio", "p50 ms", "p90 ms", "p99 ms", "CPU µs", "errors")
_COLUMNS = ("configuration", *_LOAD, "half load p50", "half load p99", "PSS MiB")
_NOTE = (
    "8-word challenges, 16 connections, ratio to the default. Half load is open loop; a sync worker"
    " closes every connection, which the open-loop generator cannot pace."
)


def measure(setting: Setting) -> Section:
    """Let the configurations take turns."""
    words = Vocabulary(editions()["figs"], setting.lexicons)
    question = questions.challenge("figs", words, 8)
    with ExitStack() as running:
        contenders = [
            Contender(name, running.enter_context(setting.ours(name, **variables)), question)
            for name, variables in _CONFIGURATIONS.items()
        ]
        rounds = take_turns(contenders, setting, setting.scale.side_rounds)
        default = [load.rate for load in rounds[_DEFAULT]]
        rows = []
        for one in contenders:
            loads = rounds[one.name]
            rates = [load.rate for load in loads]
            half = _half(one.server, question, min(rates) / 2, setting)
            memory = one.server.pss()
            rows.append((one.name, ratios(rates, default), *summary(loads), *half, memory))
    return Section((Table("Worker classes, threads and workers", _COLUMNS, tuple(rows), _NOTE),))


def _half(
    server: Server, question: questions.Question, rate: float, setting: Setting
) -> tuple[float | None, float | None]:
    if server.name.startswith("sync"):
        return None, None
    seconds = setting.scale.slice
    load = pace(server, question, setting.folder, connections=64, rate=rate, seconds=seconds)
    return load.p50, load.p99
