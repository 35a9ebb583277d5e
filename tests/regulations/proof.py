"""`make provisions`: does each provision name a case that fails when the provision is dropped?

A value is dropped by what its line says (`drop`), or by another legal value in its place of the
edition file; a rule of the code, and a print, by the change of that name in `drops.toml`. The case
runs in a process of its own then: that it breaks down there proves nothing. A line that is its own
case (`is`, `holds`, words) fails in test_coverage.py, or as a probe of the lexicon.
"""

import gc
import importlib
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache, partial, reduce
from operator import getitem
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any

import pytest

from service.engine.errors import RuleError
from service.engine.rules import Rules
from service.engine.tiles import Alphabet
from service.rulebook import PACKAGED, RulebookError
from service.rulebook.editions import make_edition
from service.rulebook.files import read_table
from tests.data import RULEBOOK, table
from tests.mutants import LEFT_OUT, ROOT
from tests.regulations.coverage import EDITIONS, read_provisions

DROPS = table("regulations/drops.toml")
FOLDERS = [f"tests/{name}" for name in ("engine", "replay", "tournament")]
KINDS = [kind for kind in StrEnum.__subclasses__() if kind.__module__.startswith("service.engine")]
Run = Callable[[], object]
Row = dict[str, Any]


def drops(edition: str, row: Row) -> Iterator[Run]:
    """Every way to play by an edition without what a line has as a value."""
    if (change := DROPS.get(str(row.get("drop")))) is not None:
        if change["was"] not in (ROOT / change["path"]).read_text("utf-8"):
            sys.exit(f"drops.toml: {row['drop']}: {change['path']} has no such text any more")
        yield partial(change_code, **change)
        return
    file = PACKAGED / f"editions/{edition}.toml"
    whole: Any = read_table(file)
    path: Any = [int(name) if name.isdecimal() else name for name in row["value"].split(".")]
    for other in others(reduce(getitem, path, whole), row.get("drop")):
        whole = read_table(file)
        reduce(getitem, path[:-1], whole)[path[-1]] = other
        try:
            rules = make_edition(file, whole, RULEBOOK.plans, RULEBOOK.alphabets)
        except RulebookError:
            continue
        yield partial(change_rules, rules)


def others(value: Any, drop: Any) -> list[Any]:
    """What may stand there instead: a list or a table without an item, or another value."""
    match value, drop:
        case list(), str():
            return [[item for item in value if item != drop]]
        case dict(), str():
            return [{name: item for name, item in value.items() if name != drop}]
        case dict(), dict():
            return [{"article": value["article"], "reading": "Dropped."} | drop]
        case bool(), None:
            return [not value]
        case int(), None:
            return [value + 1, value - 1]
        case _, None:
            return [word for kind in KINDS if value in list(kind) for word in kind if word != value]
    return [drop]


def change_rules(rules: Rules) -> None:
    """Let an edition be so wherever it is held."""
    for one in held(Rules):
        for part in fields(one) if one.id == rules.id else ():
            object.__setattr__(one, part.name, getattr(rules, part.name))


@cache
def held(kind: type) -> list[Any]:
    """Every value of a type, once all cases are there."""
    return [one for one in gc.get_objects() if isinstance(one, kind)]


def change_code(path: str, was: str, now: str) -> None:
    """Let the functions of a module do what they do with another text in the place of this one."""
    text = (ROOT / path).read_text("utf-8")
    old = vars(importlib.import_module(path.removesuffix(".py").replace("/", ".")))
    new = dict(old)
    exec(compile(text.replace(was, now), path, "exec"), new)
    made = {one for one in old.values() if isinstance(one, type) and one not in new.values()}
    pairs = [(old, new), *((vars(one), vars(new[one.__name__])) for one in made)]
    for before, after in pairs:
        for name, function in before.items():
            if isinstance(function, FunctionType) and not function.__code__.co_freevars:
                function.__code__ = after[name].__code__
    for alphabet in held(Alphabet):
        alphabet.__post_init__()


def fails(drop: Run, cases: Sequence[Run]) -> bool:
    """Whether a case fails where this is dropped."""
    if child := os.fork():
        return os.waitpid(child, 0)[1] == 0
    try:
        drop()
        for case in cases:
            try:
                case()
            except (AssertionError, RuleError, pytest.fail.Exception):
                os._exit(0)
    finally:
        os._exit(1)


def prints(row: Row) -> bool:
    """Whether the test of a print fails in a copy of the tree without a part of the script."""
    with TemporaryDirectory(prefix="arbiter-") as name:
        tree = shutil.copytree(ROOT, Path(name) / "tree", ignore=LEFT_OUT)
        path, was, now = DROPS[row["drop"]].values()
        command = (sys.executable, "-m", "pytest", "-qp", "no:xdist", row["print"])
        text = (tree / path).read_text("utf-8")
        codes = []
        for shown in (text, text.replace(was, now)):
            (tree / path).write_text(shown, "utf-8")
            codes.append(subprocess.run(command, cwd=tree, check=False).returncode)
        return codes == [0, 1]


@dataclass
class Proof:
    """Holds every line to its case, once pytest has found the cases."""

    unproved: list[str] = field(default_factory=list)
    cases: dict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every line instead of running the tests."""
        for item in session.items:
            given = item.callspec.params.values() if hasattr(item, "callspec") else ()
            rules = [one["rule"] for one in given if isinstance(one, dict) and "rule" in one]
            self.cases[rules[0] if rules else item.nodeid.partition("[")[0]].append(item)
        for kind in (Rules, Alphabet):
            held(kind)
        for edition in EDITIONS:
            for row in read_provisions(edition):
                if not self.holds(edition, row):
                    self.unproved.append(f"{edition} {row['article']}: {row['says']}")
        return True

    def holds(self, edition: str, row: Row) -> bool:
        """Whether a line has a case that holds, and that fails without what it says."""
        if "case" not in row:
            return "print" not in row or "--quick" in sys.argv or prints(row)
        found = self.cases[row["case"]]
        own = [item for item in found if edition in item.name] or found
        given = (item.callspec.params if hasattr(item, "callspec") else {} for item in own)
        cases = [partial(item.obj, **params) for item, params in zip(own, given, strict=True)]
        return not fails(bool, cases) and any(fails(drop, cases) for drop in drops(edition, row))


if __name__ == "__main__":
    proof = Proof()
    done = pytest.main(["-qqp", "no:xdist", "-p", "no:cacheprovider", *FOLDERS], plugins=[proof])
    sys.exit("\n".join(proof.unproved) or done)
