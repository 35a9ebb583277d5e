"""One run from beginning to end: every section, the targets, results.json and the two charts.

`python -m bench.publish` then writes the figures into the pages.
"""

import argparse
import json
import os
import platform
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bench import (
    engine,
    footprint,
    graphs,
    growth,
    instructions,
    latency,
    leak,
    profiles,
    servers,
    throughput,
    tournaments,
)
from bench.lexicons import put_lexicons
from bench.load import check_tools
from bench.plot import Chart, draw, draw_bars
from bench.report import (
    Section,
    Table,
    Target,
    table_fields,
    target_fields,
    targets_table,
    write_table,
)
from bench.scale import FULL, QUICK
from bench.serving import BenchError
from bench.setting import Setting
from tests.support.processes import ROOT

_HERE = ROOT / "bench"


def main() -> int:
    """Run, print and write down."""
    parser = argparse.ArgumentParser("python -m bench", description="Measure the service.")
    parser.add_argument("--quick", action="store_true", help="less than a minute instead of nine")
    parser.add_argument("--into", type=Path, default=_HERE, help="folder of results and charts")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        check_tools()
        with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
            _run(Path(folder), options.into, quick=options.quick)
        print("Into the pages with them: python -m bench.publish")
    except BenchError as fault:
        print(f"bench: {fault}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _run(folder: Path, into: Path, *, quick: bool) -> None:
    scale = QUICK if quick else FULL
    into.mkdir(parents=True, exist_ok=True)
    lexicons = folder / "lexicons"
    lexicons.mkdir()
    built = put_lexicons(lexicons, scale.sizes[0])
    setting = Setting(folder, scale, lexicons)
    about = _about(built)
    print("\n".join(f"{name}: {value}" for name, value in about.items()), "\n", flush=True)
    started = time.monotonic()
    tables: list[Table] = []
    targets: list[Target] = []
    for section in _sections(setting, into):
        tables += section.tables
        targets += section.targets
        for table in section.tables:
            print(write_table(table), flush=True)
    print(write_table(targets_table(targets)))
    about |= {"minutes": round((time.monotonic() - started) / 60, 1), "load after": _load()}
    results = {"about": about, "targets": [target_fields(target) for target in targets]}
    results["tables"] = [table_fields(table) for table in tables]
    text = json.dumps(results, ensure_ascii=False, indent=1)
    (into / "results.json").write_text(text + "\n", encoding="utf-8")


def _sections(setting: Setting, into: Path) -> Iterator[Section]:
    section, bars = throughput.measure(setting)
    title = "Answers a second, a bare Flask route on gunicorn = 1"
    note = "Green: Arbiter, with the whole question read and judged. Grey: a constant answer."
    (into / "peers.svg").write_text(draw_bars(title, note, bars), encoding="utf-8")
    yield section
    yield latency.measure(setting)
    section, lines = growth.measure(setting)
    chart = Chart("What an answer costs, by its size", "words or plays", "CPU µs", lines)
    (into / "cost.svg").write_text(draw(chart), encoding="utf-8")
    yield section
    yield engine.measure(setting)
    yield leak.measure(setting)
    yield footprint.measure(setting)
    if setting.scale.sides:
        yield servers.measure(setting)
        yield tournaments.measure()
        yield graphs.measure(setting)
        yield instructions.measure(setting)
        yield profiles.measure(setting)


def _about(built: bool) -> dict[str, object]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    packages = ("flask", "gunicorn", "marisa-trie", "marshmallow", "uvicorn", "granian")
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{len(os.sched_getaffinity(0))} cores, {memory:.0f} GiB",
        "python": platform.python_version(),
        "packages": ", ".join(f"{name} {version(name)}" for name in packages),
        "lexicons": "as built" if built else "made up, because they are not built",
        "load before": _load(),
    }


def _load() -> str:
    return " ".join(f"{load:.1f}" for load in os.getloadavg())


if __name__ == "__main__":
    sys.exit(main())
