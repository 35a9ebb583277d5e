"""What it takes to run: memory of each worker, time to start, bytes a word."""

import json
from statistics import median

from bench import questions
from bench.lexicons import editions, lexicon_ids
from bench.load import press
from bench.questions import HELLO, Question, Vocabulary
from bench.report import Section, Table, Target
from bench.samples import Spread, ratios, spread
from bench.serving import Server
from bench.setting import Setting

_MOST_WORKERS = 4
_TRIES, _BUSY = 5, 0.05  # Seconds of a processor that a worker takes once it has callers.
_SHARED = (
    "Every worker has answered: one that nobody called has three to four MiB less of its own, the"
    " pages that only counting references makes private."
)


def measure(setting: Setting) -> Section:
    """Memory, start and lexicons."""
    memory, further = _memory(setting)
    started = _starts(setting)
    start = ratios(started["the service"], started["a bare Flask app"])
    lexicons = _lexicons(setting)
    fattest = max(float(row[3]) for row in lexicons)
    start_rows = tuple((name, median(seconds)) for name, seconds in started.items())
    tables = (
        memory,
        Table("Start to the first answer of /readyz", ("what", "seconds"), start_rows),
        Table("Lexicons", ("lexicon", "words", "bytes", "bytes a word"), lexicons),
    )
    targets = (
        Target("PSS of each further worker, MiB", further, 8, 7.4),
        Target("start to /readyz / bare Flask app", start, 1.5),
        Target("bytes a word, largest of the lexicons", fattest, 2.6, 2.3),
    )
    return Section(tables, targets)


def _memory(setting: Setting) -> tuple[Table, Spread]:
    """PSS by the number of workers, all in use, and what each one after the first adds."""
    words = questions.challenge("figs", Vocabulary(editions()["figs"], setting.lexicons), 8)
    used: dict[str, list[tuple[float, float]]] = {}
    for _ in range(setting.scale.memories):
        for workers in (1, _MOST_WORKERS):
            with setting.ours(WORKERS=str(workers)) as server:
                _note(used, f"the service, {workers}", _used(server, words, setting))
            with setting.yardstick(workers) as server:
                _note(used, f"a bare Flask app, {workers}", _used(server, HELLO, setting))
    rows = tuple(
        (name, spread(pss for pss, _ in found), spread(private for _, private in found))
        for name, found in used.items()
    )
    few, many = (used[f"the service, {workers}"] for workers in (1, _MOST_WORKERS))
    further = [
        (more[0] - one[0]) / (_MOST_WORKERS - 1) for one, more in zip(few, many, strict=True)
    ]
    columns = ("what, workers", "PSS MiB", "private MiB a worker")
    return Table("Memory, master included", columns, rows, _SHARED), spread(further)


def _note(
    used: dict[str, list[tuple[float, float]]], name: str, found: tuple[float, float]
) -> None:
    used.setdefault(name, []).append(found)


def _used(server: Server, question: Question, setting: Setting) -> tuple[float, float]:
    """PSS and what is private, once every worker has answered."""
    for _ in range(_TRIES):
        press(server, question, setting.folder, connections=64)
        if min(server.worker_seconds()) > _BUSY:
            break
    return server.pss(), server.private()


def _starts(setting: Setting) -> dict[str, list[float]]:
    """Seconds from the start of the process, in turns; the first of each only warms up."""
    seconds: dict[str, list[float]] = {"the service": [], "a bare Flask app": []}
    for number in range(setting.scale.starts + 1):
        with setting.ours("start") as ours, setting.yardstick() as bare:
            if number:
                seconds["the service"].append(ours.start_seconds)
                seconds["a bare Flask app"].append(bare.start_seconds)
    return seconds


def _lexicons(setting: Setting) -> tuple[tuple[str, int, int, float], ...]:
    rows = []
    for lexicon in lexicon_ids():
        path = setting.lexicons / f"{lexicon}.json"
        manifest = json.loads(path.read_text(encoding="utf-8"))
        size = path.with_suffix(".marisa").stat().st_size
        rows.append((lexicon, manifest["words"], size, size / manifest["words"]))
    return tuple(rows)
