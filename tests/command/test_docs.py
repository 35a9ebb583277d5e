"""What the documents for people show is what happens."""

import doctest
import re
import shlex

import pytest
from arbiter_client import Client

from tests.command.running import ROOT, run

DESK = (ROOT / "docs/desk.md").read_text(encoding="utf-8")
CHECK = (ROOT / "docs/check-a-rule.md").read_text(encoding="utf-8")
PYTHON = (ROOT / "docs/api-python.md").read_text(encoding="utf-8")


def shown_commands(text: str = DESK) -> list[tuple[str, str]]:
    """The commands of a document, each with the output that it shows."""
    lines = [
        line
        for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
    ]
    found: list[tuple[str, str]] = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), ""))
        else:
            command, output = found.pop()
            found.append((command, f"{output}{line}\n"))
    return found


@pytest.mark.parametrize(
    ("command", "output"), [one for one in shown_commands() if one[1]], ids=lambda text: text[:30]
)
def test_commands_print_what_the_document_shows(command: str, output: str, url: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "arbiter"
    assert run(*arguments, ARBITER_URL=url, ARBITER_RULES="frs-2019").out == output


def test_a_word_that_the_document_shows_refused_is_none() -> None:
    refused = [command.split()[-1] for command, out in shown_commands() if out == "no vàlida\n"]
    bad = (ROOT / "tests/words/ca.bad").read_text(encoding="utf-8")
    known = {line.partition("#")[0].strip().upper() for line in bad.splitlines()}
    assert refused
    assert known.issuperset(refused)


def test_a_rule_is_printed_as_the_document_quotes_it() -> None:
    printed = run("rules", "frs-2019", "--offline").out
    quoted = re.findall(r"   ```\n(.*?)   ```", CHECK, re.DOTALL)
    assert quoted
    for block in quoted:
        assert re.sub("^   ", "", block, flags=re.MULTILINE) in printed


def test_the_python_examples_are_true(url: str) -> None:
    text = PYTHON.replace("http://127.0.0.1:8000", url)
    example = doctest.DocTestParser().get_doctest(text, {}, "api-python.md", None, 0)
    result = doctest.DocTestRunner().run(example)
    assert result.attempted > 8
    assert result.failed == 0


def test_every_method_of_the_client_has_an_example_that_runs() -> None:
    methods = [name for name in vars(Client) if not name.startswith("_")]
    assert [name for name in methods if f"arbiter.{name}(" not in PYTHON] == []
