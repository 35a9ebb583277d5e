"""`make mutants`: how many small faults, put into the code by lot, do the nearest tests find?

    python -m tests.mutants --number 200 [room]

Each fault is one change in one place of a copy of the tree: a comparison turned round, a sum made
a difference, a condition denied, a number one larger. Whatever lives is printed, for it is either
a test that is missing or a line that is not needed.
"""

import argparse
import ast
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
AT_ONCE = 2
LONGEST = 900  # Seconds after which a fault that never ends counts as found.
LEFT_OUT = shutil.ignore_patterns(".*", "node_modules", "__pycache__")
ROOMS = {
    "tournament": ("service/engine/tournament", ("tests/tournament",)),
    "engine": ("service/engine", ("tests/engine", "tests/replay", "tests/incidents")),
    "schemas": ("service/schemas", ("tests/http", "tests/tournament", "tests/replay")),
    "http": ("service/http", ("tests/http", "tests/laws/test_calls.py")),
}
SIGNS = "Lt <=,LtE <,Gt >=,GtE >,Eq !=,NotEq ==,In not in,NotIn in,Is is not,IsNot is,Add -,Sub +"
SIGNS += ",Mult +,FloorDiv *,Mod *,And or,Or and"
TURNED = {getattr(ast, pair.split()[0]): pair.split(" ", 1)[1] for pair in SIGNS.split(",")}


class Mutant(NamedTuple):
    """A place of a file, and what stands there instead."""

    room: str
    path: str
    line: int
    begin: int
    end: int
    text: str


def mutants(room: str) -> Iterator[Mutant]:
    """Every mutant of a room; a room in another one is not part of it."""
    folder, _ = ROOMS[room]
    inside = [other for name, (other, _) in ROOMS.items() if name != room]
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if any(name.startswith(f"{one}/") and one.startswith(folder) for one in inside):
            continue
        text = path.read_bytes()
        starts = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
        tree = ast.parse(text)
        made = [one for node in ast.walk(tree) for one in getattr(node, "decorator_list", ())]
        apart = {part for one in made for part in ast.walk(one)}  # How a class is made is no rule.
        for node in (node for node in ast.walk(tree) if node not in apart):
            for first, last, new in changes(node):
                begin, end = (starts[line - 1] + column for line, column in (first, last))
                yield Mutant(room, name, first[0], begin, end, new)


Place = tuple[int, int]


def changes(node: ast.AST) -> Iterator[tuple[Place, Place, str]]:
    """What may stand in the place of a part of the code."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in TURNED:
            yield joined(node, node.left, TURNED[type(operator)], node.comparators[0])
        case ast.BinOp(op=operator) if type(operator) in TURNED:
            yield joined(node, node.left, TURNED[type(operator)], node.right)
        case ast.BoolOp(values=[first, second]):
            yield joined(node, first, TURNED[type(node.op)], second)
        case ast.If() | ast.IfExp() | ast.While():
            yield (*span(node.test), f"(not ({ast.unparse(node.test)}))")
        case ast.Constant(value=bool()):
            yield (*span(node), str(not node.value))
        case ast.Constant(value=int() as number):
            yield (*span(node), str(number + 1))
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield (*span(value), "None")


def joined(node: ast.expr, left: ast.expr, sign: str, right: ast.expr) -> tuple[Place, Place, str]:
    """The same two, with another sign between them."""
    return (*span(node), f"(({ast.unparse(left)}) {sign} ({ast.unparse(right)}))")


def span(node: ast.expr) -> tuple[Place, Place]:
    """Where a part begins and ends."""
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


def is_found(mutant: Mutant, tree: Path) -> bool:
    """Whether a test fails."""
    path = tree / mutant.path
    before = path.read_bytes()
    path.write_bytes(before[: mutant.begin] + mutant.text.encode() + before[mutant.end :])
    command = (sys.executable, "-m", "pytest", "-xqp", "no:xdist", *ROOMS[mutant.room][1])
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, timeout=LONGEST, check=False)
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_bytes(before)


def main() -> None:
    """Draw, try, and print what lives and how many were found in each room."""
    parser = argparse.ArgumentParser("python -m tests.mutants", description="Do the tests bite?")
    parser.add_argument("--number", type=int, default=200, help="how many faults, of all rooms")
    parser.add_argument("--seed", type=int, default=1, help="another one draws others")
    parser.add_argument("room", nargs="*", choices=[[], *ROOMS], help="only these rooms")
    options = parser.parse_args()
    lots, rooms = Random(options.seed), options.room or list(ROOMS)
    each = options.number // len(rooms)
    drawn = [mutant for room in rooms for mutant in lots.sample([*mutants(room)], each)]
    trees, found = SimpleQueue[Path](), Counter[str]()

    def trial(mutant: Mutant) -> None:
        tree = trees.get()
        if is_found(mutant, tree):
            found[mutant.room] += 1
        elif mutant.text:
            print(f"lives: {mutant.path}:{mutant.line}: {mutant.text}", flush=True)
        trees.put(tree)

    with TemporaryDirectory(prefix="arbiter-") as name, ThreadPoolExecutor(AT_ONCE) as pool:
        for number in range(AT_ONCE):
            trees.put(shutil.copytree(ROOT, Path(name) / str(number), ignore=LEFT_OUT))
        # Where a test fails as it is, every fault would count as found.
        list(pool.map(trial, [Mutant(room, "Makefile", 0, 0, 0, "") for room in rooms]))
        if found:
            sys.exit(f"tests of {', '.join(found)} fail before anything is changed")
        list(pool.map(trial, drawn))
    for room in rooms:
        print(f"{room}: {found[room]} of {each} found, {100 * found[room] / each:.0f} %")


if __name__ == "__main__":
    main()
