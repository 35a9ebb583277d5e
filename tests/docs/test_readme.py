"""The README's calls, as printed, against the real service with the real lexicons."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import ROOT, ended
from tests.support.serving import Server, serve

README = (ROOT / "README.md").read_text(encoding="utf-8")
CALLS = re.findall(r"```console\n\$ (.+?)\n(.*?)```", README, re.DOTALL)
LINKS = [
    (page, target)
    for page in [
        ROOT / "README.md",
        *sorted(ROOT.glob("docs/**/*.md")),
        *sorted(ROOT.glob("*/README.md")),
    ]
    for target in re.findall(r"\]\(([^)#]+?)\)", page.read_text(encoding="utf-8"))
    if "://" not in target
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("readme") / "log") as server:
        yield server


def run(command: str, server: Server) -> str:
    """A command of the README, sent to the service of this test."""
    there = command.replace("http://127.0.0.1:8000", server.url)
    done = ended(["bash", "-c", there])
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("command", "answer"), [call for call in CALLS if call[1]], ids=["challenge", "score"]
)
def test_a_call_answers_as_printed(command: str, answer: str, server: Server) -> None:
    assert run(command, server).strip() == answer.strip()


def test_the_recount_finds_the_error_as_printed(server: Server) -> None:
    (command,) = [command for command, answer in CALLS if not answer]
    (printed,) = re.findall(r'```json\n"disagreements":(.*?)\n```', README)
    assert json.loads(run(command, server))["disagreements"] == json.loads(printed)


def test_nobody_is_sent_to_the_arbiter_of_a_package_index() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("*/README.md"), *ROOT.glob("docs/**/*.md")]
    sources = [*pages, *ROOT.glob("service/**/*.py")]
    asks = re.compile(r"pip install[^\n`]* ['\"]?arbiter(\[|\b(?![-_/]))")
    assert [path for path in sources if asks.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    ("page", "target"), LINKS, ids=[f"{page.name} {target}" for page, target in LINKS]
)
def test_every_link_leads_somewhere(page: Path, target: str) -> None:
    assert (page.parent / target).exists()


def test_the_walks_lead_through_modules_that_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    walks = text.partition("## Where a challenge goes")[2]
    named = re.findall(r"`([a-z_]+(?:/[a-z_]+)+)`", walks)
    assert named
    missing = {n for n in named if not any((ROOT / "service").glob(f"{n}*"))}
    assert not missing
