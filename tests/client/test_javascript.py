"""The JavaScript client: installed as an app does, typed, and asked against the real service."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.contract import contract
from tests.client.scripted import problem, scripted
from tests.support.processes import ROOT, ended
from tests.support.serving import Server, serve
from tests.support.tools import tool

PROGRAM = """
import { connect, Refused, Unreachable } from "./client.js";
import { readFile, writeFile } from "./files.js";
const arbiter = connect("", { url: process.argv[2] });
const faults = [];
for (const attempt of [
  () => arbiter.challenge("frs", ["CA SĂ"]),
  () => arbiter.challenge("klingon", ["CASĂ"]),
]) {
  try { await attempt(); } catch (fault) { faults.push([fault.constructor.name, fault.code]); }
}
console.log(JSON.stringify({
  verdict: (await arbiter.challenge("frs", ["CASĂ"])).body,
  tiles: (await arbiter.spell("fisc", ["coŀlegi"]))[0].tiles,
  score: (await arbiter.score("figs", { play: "8F MICIO", declared: 16 })).agrees,
  judged: (await arbiter.judge("frs", { play: "8H CASA", contested: ["CASA"] })).valid,
  settled: (await arbiter.settle("frs", {
    scores: [380, 350], racks: ["", "CA"], ended_by: "out", player: 0 })).final,
  counted: (await arbiter.replayGcg(
    "figs", ">Ada: 8F MICIO +18 18\\n>Ugo: - +0 0\\n")).disagreements,
  again: (await arbiter.replay("figs", { players: ["A", "B"], events: [] })).totals,
  editions: (await arbiter.rules()).length,
  lexicons: (await arbiter.lexicons()).length,
  title: (await arbiter.edition("frs")).id,
  handbook: (await arbiter.incidents("fisc")).incidents.some(({ id }) => id === "late_player"),
  seen: (await arbiter.incident(
    "fisc", "too_many_drawn", { drawn_over: 2, on_rack: true })).numbers.seen,
  read: (await readFile(arbiter, "frs", "a list.csv", "Ana;1520,4")).document.players[0].rating,
  written: (await (await writeFile(
    arbiter, "frs", "tsh", { rounds: 1, players: [{ id: "ana" }] })).text()).slice(0, 3),
  faults,
}));
"""

FAULT = """
import { connect, Unreachable } from "./client.js";
const fault = await connect("", { url: process.argv[2] }).rules().catch((fault) => fault);
const { message, code, retryAfter } = fault;
console.log(JSON.stringify([fault instanceof Unreachable, message, code, retryAfter]));
"""
README = (ROOT / "clients/js/README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```js\n(.*?)```", README, re.DOTALL)
TYPED = {
    "settle": ("Finish", "Result"),
    "replay": ("Game", "Recount"),
    "score": ("ScoreQuestion", "PlayScore"),
    "judge": ("JudgeQuestion", "Judgement"),
    **{
        f"tournament/{name}": (f'TournamentQuestions["{name}"]', f'TournamentAnswers["{name}"]')
        for name in ("standings", "pairings", "schedule", "check", "enter")
    },
}
"""What the types call the question and the answer of an operation."""
NAMES = sorted({name.partition("[")[0] for pair in TYPED.values() for name in pair})
APP = """
import { connect } from "scrabble-arbiter";
const arbiter = connect();
const cup = { rounds: 3, players: [{ id: "ana" }] };
"""
MISTYPED = [
    'arbiter.settle("frs", { scores: [1, 2], racks: ["", "A"], endedBy: "out" })',
    'arbiter.settle("frs", { scores: [1, 2], racks: ["", "A"], ended_by: "gone" })',
    'const { finl } = await arbiter.settle("frs", {} as any)',
    'arbiter.replay("frs", { playrs: [], events: [] })',
    'const { disagrements } = await arbiter.replayGcg("frs", "")',
    'arbiter.tournament("frs", "standings", { ...cup, playes: [] })',
    'arbiter.tournament("frs", "pairings", cup)',
    'arbiter.tournament("frs", "standing", cup)',
    'for (const row of (await arbiter.tournament("frs", "standings", cup)).rows) row',
    "(await arbiter.rules())[0].name",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("javascript") / "log") as server:
        yield server


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as npm gets it, made in a copy so that the checkout stays as it is."""
    copy = tmp_path_factory.mktemp("checkout")
    for part in ("clients/js", "service/web/js"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("dist"))
    if (ROOT / "node_modules").is_dir():
        (copy / "node_modules").symlink_to(ROOT / "node_modules")
    node = tool("node", "nodejs")
    subprocess.run([node, "prepare.js"], cwd=copy / "clients/js", check=True)
    return copy / "clients/js/dist"


@pytest.fixture(scope="module")
def app(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An app that npm has installed the package in, as it does: by a link."""
    folder = tmp_path_factory.mktemp("app")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (folder / "node_modules").mkdir()
    (folder / "node_modules/scrabble-arbiter").symlink_to(package.parent)
    return folder


def test_every_operation_answers_an_app(package: Path, server: Server) -> None:
    answers = json.loads(node(package, PROGRAM, server.url))
    assert answers == {
        "verdict": {"valid": True},
        "tiles": ["C", "O", "L·L", "E", "G", "I"],
        "score": True,
        "judged": True,
        "settled": [382, 348],
        "counted": [{"n": 1, "declared": 18, "computed": 16}],
        "again": [0, 0],
        "editions": 5,
        "lexicons": 4,
        "title": "frs-2019",
        "handbook": True,
        "seen": {"value": 4, "unit": "tiles"},
        "read": 1520,
        "written": "ana",
        "faults": [
            ["Refused", "not_a_word"],
            ["Refused", "no_such_edition"],
        ],
    }


@pytest.mark.parametrize(
    ("wait", "seconds"), [("47", 47), ("Wed, 21 Oct 2026 07:28:00 GMT", None)], ids=str
)
def test_who_asks_too_often_is_told_when_to_come_back(
    package: Path, wait: str, seconds: int | None
) -> None:
    busy = problem(429, "too_many_requests", **{"Retry-After": wait})
    with scripted([busy]) as script:
        fault = json.loads(node(package, FAULT, script.url))
    assert fault == [True, "too_many_requests it is.", "too_many_requests", seconds]


def test_no_answer_says_where_and_what_may_be_the_matter(package: Path) -> None:
    unreachable, message, code, wait = json.loads(node(package, FAULT, "http://127.0.0.1:9"))
    assert (unreachable, code, wait) == (True, "", None)
    assert message.startswith("No answer from http://127.0.0.1:9/v1/rules: ")
    assert "CORS_ORIGINS" in message


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_prints_what_it_says(app: Path, server: Server, example: str) -> None:
    printed = node(app, example.replace("http://127.0.0.1:8000", server.url), name="example.mjs")
    assert printed.splitlines() == re.findall(r"console\.log\(.*\); // (.*)", example)


def test_the_readme_names_every_method() -> None:
    source = (ROOT / "service/web/js/core/client.js").read_text(encoding="utf-8")
    methods = re.findall(r"^    (\w+): (?:async )?\(", source, re.MULTILINE)
    assert len(methods) > 15
    assert [name for name in methods if f"`{name}(" not in README] == []


def test_the_types_know_every_example_of_the_contract(app: Path) -> None:
    lines = [f'import type {{ {", ".join(NAMES)} }} from "scrabble-arbiter/answers";']
    for operation, (question, answer) in TYPED.items():
        post = contract()["paths"][f"/v1/{{rules}}/{operation}"]["post"]
        for kind, part in ((question, post["requestBody"]), (answer, post["responses"]["200"])):
            examples = part["content"]["application/json"]["examples"].values()
            lines += [f"({json.dumps(each['value'])}) satisfies {kind};" for each in examples]
    assert len(lines) > 50
    assert compiled(app, "\n".join(lines)) == ""


def test_what_is_mistyped_does_not_compile(app: Path) -> None:
    told = compiled(app, "".join([APP, *(f"{wrong};\n" for wrong in MISTYPED)]))
    first = APP.count("\n") + 1
    lines = [int(line) for line in re.findall(r"^app\.ts\((\d+),.*error", told, re.MULTILINE)]
    assert lines == [first + i for i in range(len(MISTYPED))], told


def node(folder: Path, program: str, *arguments: str, name: str = "fault.js") -> str:
    """What a program prints in a folder."""
    (folder / name).write_text(program, encoding="utf-8")
    command = [tool("node", "nodejs"), name, *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=True, timeout=60
    ).stdout


def compiled(app: Path, program: str) -> str:
    """What the compiler has against a program of an app, at its strictest."""
    if not (ROOT / "node_modules/typescript").is_dir():
        tool("tsc", "npm ci in the root")
    (app / "app.ts").write_text(program, encoding="utf-8")
    compiler = str(ROOT / "node_modules/typescript/bin/tsc")
    options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext"]
    command = [tool("node", "nodejs"), compiler, *options, "app.ts"]
    return ended(command, cwd=app).stdout
