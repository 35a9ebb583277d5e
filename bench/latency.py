"""How long an answer takes under load: steady load, many connections, and beside long recounts."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from statistics import median

from bench import questions
from bench.lexicons import editions
from bench.load import KEPT, Load, pace, press, warm_up
from bench.questions import HELLO, Vocabulary
from bench.quiet import undisturbed
from bench.report import Section, Table, Target
from bench.samples import ratios, spread
from bench.setting import Setting
from bench.throughput import Contender

CONNECTIONS = 64
_HALF = 0.5
_ASKING = 0.2  # of the peak, while recounts are pressed
_RECOUNTING = 2  # connections
_TRIES = 2
_OURS, _BARE = "challenge, 8 words", "bare Flask route"
_STEADY = ("contender", "load", "asked/s", "p50 ms", "p90 ms", "p99 ms", "p99/p50", "errors")
_MANY = ("contender", "connections", "p50 ms", "p90 ms", "p99 ms", "errors")


def measure(setting: Setting) -> Section:
    """All three."""
    with ExitStack() as running:
        start = running.enter_context
        words = Vocabulary(editions()["figs"], setting.lexicons)
        ours = Contender(_OURS, start(setting.ours(**KEPT)), questions.challenge("figs", words, 8))
        bare = Contender(_BARE, start(setting.yardstick()), HELLO)
        peaks = {one.name: _peak(one, setting) for one in (ours, bare)}
        steady = _under_load((ours, bare), peaks, setting)
        many = _many_connections((ours, bare), setting)
        mixed = _beside_recounts(ours, peaks[_OURS] * _ASKING, setting)
    halves = {name: loads[_HALF] for name, loads in steady.items()}
    quotients = [load.p99 / load.p50 for load in halves[_OURS]]
    tails = ratios(quotients, [load.p99 / load.p50 for load in halves[_BARE]])
    errors = sum(load.errors for load in many.values())
    targets = (
        Target("challenge at half of peak: p99 / p50", spread(quotients), 5, 4),
        Target("the same / the bare route's", tails, 1),
        Target("errors at 64 and 512 connections", errors, 0),
    )
    tables = (_steady_table(steady), _many_table(many), mixed)
    return Section(tables, targets)


def _peak(one: Contender, setting: Setting) -> float:
    warm_up(one.server, one.question, setting.folder)
    seconds = setting.scale.steady_seconds
    return press(
        one.server, one.question, setting.folder, connections=CONNECTIONS, seconds=seconds
    ).rate


Steady = dict[str, dict[float, list[Load]]]


def _under_load(
    contenders: Sequence[Contender], peaks: Mapping[str, float], setting: Setting
) -> Steady:
    """Half of the peak is asked in every round, the other loads once."""
    loads: Steady = {one.name: {part: [] for part in setting.scale.loads} for one in contenders}
    for number in range(setting.scale.side_rounds):
        for part in setting.scale.loads if number == 0 else (_HALF,):
            for one in contenders:
                asked = partial(
                    pace,
                    one.server,
                    one.question,
                    setting.folder,
                    connections=CONNECTIONS,
                    rate=peaks[one.name] * part,
                    seconds=setting.scale.steady_seconds,
                )
                loads[one.name][part].append(undisturbed(asked, _TRIES))
    return loads


def _many_connections(
    contenders: Sequence[Contender], setting: Setting
) -> dict[tuple[str, int], Load]:
    found = {}
    for connections in (CONNECTIONS, 8 * CONNECTIONS):
        for one in contenders:
            found[one.name, connections] = press(
                one.server,
                one.question,
                setting.folder,
                connections=connections,
                seconds=setting.scale.slice,
            )
    return found


def _beside_recounts(ours: Contender, rate: float, setting: Setting) -> Table:
    """Challenges at a steady rate, alone and while others have long games recounted."""
    seconds, folder = setting.scale.steady_seconds, setting.folder
    long = questions.replay("figs", 99)

    def asked() -> Load:
        return pace(ours.server, ours.question, folder, connections=16, rate=rate, seconds=seconds)

    def asked_beside() -> tuple[Load, Load]:
        with ThreadPoolExecutor(1) as beside:
            recounts = beside.submit(
                press, ours.server, long, folder, connections=_RECOUNTING, seconds=seconds + 1
            )
            return asked(), recounts.result()

    alone = undisturbed(asked, _TRIES)
    mixed, recounts = undisturbed(asked_beside, _TRIES)
    rows = (
        ("challenges alone", rate, alone.p50, alone.p90, alone.p99, alone.errors),
        ("challenges beside recounts", rate, mixed.p50, mixed.p90, mixed.p99, mixed.errors),
        ("the recounts", *_recounted(recounts)),
    )
    note = f"{_RECOUNTING} connections have a whole game recounted again and again meanwhile."
    columns = ("what", "asked/s", "p50 ms", "p90 ms", "p99 ms", "errors")
    return Table("Challenges beside long recounts", columns, rows, note)


def _recounted(load: Load) -> tuple[float | int, ...]:
    return (load.rate, load.p50, load.p90, load.p99, load.errors)


def _steady_table(steady: Steady) -> Table:
    rows = []
    for name, by_part in steady.items():
        for part, loads in by_part.items():
            middle = [median(getattr(load, key) for load in loads) for key in ("rate", "p50")]
            tail = [median(getattr(load, key) for load in loads) for key in ("p90", "p99")]
            quotient = ratios([load.p99 for load in loads], [load.p50 for load in loads])
            errors = sum(load.errors for load in loads)
            rows.append((name, f"{part:.0%}", *middle, *tail, quotient, errors))
    note = (
        f"Open loop: {CONNECTIONS} connections ask at fixed times; load is a part of the peak. "
        f"The quietest of up to {_TRIES} tries, by how often the host took a processor away."
    )
    return Table("Latency at a steady load", _STEADY, tuple(rows), note)


def _many_table(many: Mapping[tuple[str, int], Load]) -> Table:
    rows = tuple((*who, one.p50, one.p90, one.p99, one.errors) for who, one in many.items())
    return Table("Many connections, closed loop", _MANY, rows)
