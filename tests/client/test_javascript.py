"""The JavaScript client: installed as an app does, typed, and asked against the real service."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import ROOT
from tests.support.serving import Server, serve
from tests.support.tools import tool

PROGRAM = """
import { connect, Refused, Unreachable } from "./client.js";
const arbiter = connect("", { url: process.argv[2] });
const faults = [];
for (const attempt of [
  () => arbiter.challenge("frs", ["CA SĂ"]),
  () => arbiter.challenge("klingon", ["CASĂ"]),
  () => connect("", { url: "http://127.0.0.1:9" }).rules(),
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
  faults,
}));
"""


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


def test_every_operation_answers_an_app(package: Path, server: Server) -> None:
    (package / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (package / "program.js").write_text(PROGRAM, encoding="utf-8")
    node = tool("node", "nodejs")
    run = subprocess.run(
        [node, "program.js", server.url], cwd=package, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    answers = json.loads(run.stdout)
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
        "faults": [
            ["Refused", "not_a_word"],
            ["Refused", "no_such_edition"],
            ["Unreachable", ""],
        ],
    }


def test_an_app_gets_the_types(package: Path) -> None:
    if not (ROOT / "node_modules/typescript").is_dir():
        tool("tsc", "npm ci in the root")
    types = (package / "client.d.ts").read_text(encoding="utf-8")
    assert "challenge: (rules: string, words: string[])" in types
    assert "Promise<PlayScore>" in types
