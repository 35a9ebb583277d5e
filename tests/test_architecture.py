"""Who may import whom, and what the engine must not know."""

import ast
import re
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.data import table

ROOT = Path(__file__).parent.parent
CLIENT = "clients/python/src/arbiter_client"
ENGINE = sorted((ROOT / "service/engine").rglob("*.py"))
NAMES = [str(path.relative_to(ROOT)) for path in ENGINE]

MAY_IMPORT = {module: set(names) for module, names in table("arrows.toml").items()}


def modules() -> list[tuple[str, Path]]:
    found = []
    for package in (ROOT / "service", ROOT / "build_lexicon", ROOT / CLIENT):
        for path in sorted(package.rglob("*.py")):
            parts = path.relative_to(package.parent).with_suffix("").parts
            found.append((".".join(parts).removesuffix(".__init__"), path))
    return found


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
    return names


def allowed(module: str, name: str) -> bool:
    own = max((prefix for prefix in MAY_IMPORT if _below(module, prefix)), key=len)
    if name.partition(".")[0] in sys.stdlib_module_names:
        return True
    if own != "service" and _below(name, own):
        return True
    may = MAY_IMPORT[own]
    if "*service" in may and _below(name, "service"):
        return not _below(name, "service.command") and not _below(name, "arbiter_client")
    return any(name == entry if entry == "service" else _below(name, entry) for entry in may)


def _below(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(prefix + ".")


@pytest.mark.parametrize(("module", "path"), modules(), ids=[name for name, _ in modules()])
def test_imports_follow_the_arrows(module: str, path: Path) -> None:
    wrong = {name for name in imported(path) if not allowed(module, name)}
    assert not wrong, f"{module} must not import {sorted(wrong)}"


def reached(start: str) -> dict[str, str]:
    """Every module that an import leads to from a start, however far, and who imports it."""
    paths = dict(modules())
    found, waiting = {start: ""}, [start]
    for module in waiting:
        if module not in paths:
            continue
        for name in sorted(imported(paths[module]) | _members(paths[module], paths)):
            if name not in found:
                found[name] = module
                waiting.append(name)
    return found


def test_no_module_needs_itself_before_it_is_there() -> None:
    paths = dict(modules())
    needs: dict[str, set[str]] = {name: set() for name in paths}
    for name, path in paths.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                parts = {f"{node.module}.{alias.name}" for alias in node.names} & paths.keys()
                needs[name] |= (parts or {str(node.module)}) - {name}
    TopologicalSorter(needs).prepare()  # It names a cycle.


def _members(path: Path, paths: dict[str, Path]) -> set[str]:
    """The modules among what a module takes from packages, and the packages above them all."""
    taken = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    } & paths.keys()
    names = {*taken, *imported(path)}
    return taken | {name.rpartition(".")[0] for name in names if name.startswith("service.")}


LEXICONS = {"marisa_trie", "service.lexicon", "service.judge", "build_lexicon"}


@pytest.mark.parametrize("module", ["counting", "directing"])
def test_what_counts_cannot_reach_a_lexicon_however_far_one_follows(module: str) -> None:
    found = reached(f"service.{module}")
    assert {"service.engine.scoring", "service.schemas.fields", "marshmallow"} <= found.keys()
    assert {name: found[name] for name in LEXICONS & found.keys()} == {}


def test_the_imports_of_what_judges_do_lead_to_a_lexicon() -> None:
    assert {"marisa_trie", "service.lexicon"} <= reached("service.judge").keys()


@pytest.mark.parametrize("path", ENGINE, ids=NAMES)
def test_no_federation_is_named_in_engine_code(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    }
    for node in ast.walk(tree):
        names = [getattr(node, field, None) for field in ("id", "name", "attr", "arg", "value")]
        for text in (name for name in names if isinstance(name, str) and name not in docstrings):
            assert not re.search("(?<![a-z])(figs|fisc|frs)(?![a-z])", text.lower())


@pytest.mark.parametrize("path", ENGINE, ids=NAMES)
def test_the_engine_does_no_input_or_output(path: Path) -> None:
    forbidden = {"os", "sys", "io", "pathlib", "time", "datetime", "random", "socket", "logging"}
    assert not {name.partition(".")[0] for name in imported(path)} & forbidden
    calls = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]
    assert not {call.func.id for call in calls if isinstance(call.func, ast.Name)} & {
        "open",
        "print",
        "input",
    }
