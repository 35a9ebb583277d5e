"""Where the time goes: an answer and a start, by the part of the program that spends it.

For reading beside a target that was missed. A profiler makes every call dearer, so these are
shares, not times.
"""

import cProfile
import pstats
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping

from bench.counted import answering, asked
from bench.report import Section, Table
from bench.setting import Setting
from tests.support.processes import ROOT
from tests.support.serving import environment

_TIMES = 300
_ASKED = ("challenge, 8 words", "score, 1 play", "recount, 25 plays")
_FRAMEWORK = ("flask", "werkzeug", "blinker", "click", "jinja2", "itsdangerous", "markupsafe")
_OURS = re.compile(r"(?:^|/)service[/.](engine|schemas|http|serving|rulebook|\w+)")
_PACKAGE = re.compile(r"site-packages/(\w+)")
_LINE = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s*([\w.]+)")
_LEAST = 0.03
_START = "from service.serving import application; application.create()"
_SMALL = "everything else"


def measure(setting: Setting) -> Section:
    """Profile what is asked, and the imports of a start."""
    known = asked(setting.lexicons)
    answers = {name: _answer(*known[name]) for name in _ASKED}
    tables = [_table(f"Where a {name} goes", "part", share) for name, share in answers.items()]
    tables.append(_table("Where the imports of a start go", "package", _imports()))
    return Section(tuple(tables))


def _answer(*of: object) -> dict[str, float]:
    answer = answering(*of)  # type: ignore[arg-type]  # an application and a question
    answer(20)
    profile = cProfile.Profile()
    profile.runcall(answer, _TIMES)
    shares: dict[str, float] = defaultdict(float)
    for (file, _, name), (_, _, spent, _, _) in _stats(profile).items():
        shares[_part(file, name)] += spent
    return shares


def _stats(
    profile: cProfile.Profile,
) -> Mapping[tuple[str, int, str], tuple[int, int, float, float, object]]:
    return pstats.Stats(profile).stats  # type: ignore[attr-defined,no-any-return]  # untyped


def _part(file: str, name: str) -> str:
    if ours := _OURS.search(file):
        return f"service/{ours[1]}"
    if package := _PACKAGE.search(file):
        return "Flask" if package[1] in _FRAMEWORK else package[1]
    if "json" in file or "json" in name or "scanner" in name:
        return "JSON"
    return "marisa" if "marisa" in name else "Python itself"


def _imports() -> dict[str, float]:
    """Microseconds of every package's own modules, as `-X importtime` tells them."""
    environ = environment()
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    command = (sys.executable, "-X", "importtime", "-c", _START)
    said = subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True
    )
    shares: dict[str, float] = defaultdict(float)
    for spent, module in _LINE.findall(said.stderr):
        package = module.partition(".")[0]
        known = {"service": "service", "marshmallow": "marshmallow"}
        known |= {"prometheus_client": "prometheus_client"} | dict.fromkeys(_FRAMEWORK, "Flask")
        shares[known.get(package, "Python itself")] += int(spent)
    return shares


def _table(title: str, part: str, spent: dict[str, float]) -> Table:
    total = sum(spent.values())
    ordered = sorted(spent.items(), key=lambda item: -item[1])
    large = {name: n / total for name, n in ordered if n / total >= _LEAST}
    rows = [(name, f"{share:.0%}") for name, share in large.items()]
    rest = 1 - sum(large.values())
    return Table(
        title, (part, "share"), (*rows, *([(_SMALL, f"{rest:.0%}")] if rest > 0.005 else []))
    )
