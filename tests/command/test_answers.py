"""The command against a real service, and the same command without one."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command.running import Call, Ran, run
from tests.data import table

ALL = table("command/answers.toml")["case"]
CASES = [pytest.param(case, id=case["rule"]) for case in ALL]
ANSWERED = [pytest.param(case, id=case["rule"]) for case in ALL if case["exit"] < 2]
IN_A_PROCESS = [
    pytest.param(next(case for case in ALL if case["exit"] == code), id=f"exit code {code}")
    for code in (0, 1, 2)
]


@pytest.mark.parametrize("case", IN_A_PROCESS)
def test_the_real_command_answers_online(case: dict[str, Any], url: str) -> None:
    check(case, run(*case["run"], "--url", url))


@pytest.mark.parametrize("case", IN_A_PROCESS)
def test_the_real_command_answers_offline(case: dict[str, Any], lexicons: Path) -> None:
    check(case, run(*case["run"], "--offline", LEXICONS_PATH=str(lexicons)))


@pytest.mark.parametrize("case", CASES)
def test_answers_online(case: dict[str, Any], url: str, call: Call) -> None:
    check(case, call(*case["run"], "--url", url))


@pytest.mark.parametrize("case", CASES)
def test_answers_offline(case: dict[str, Any], lexicons: Path, call: Call) -> None:
    check(case, call(*case["run"], "--offline", LEXICONS_PATH=str(lexicons)))


@pytest.mark.parametrize("case", ANSWERED)
def test_json_is_the_same_online_and_offline(
    case: dict[str, Any], url: str, lexicons: Path, call: Call
) -> None:
    online = call(*case["run"], "--json", "--url", url)
    offline = call(*case["run"], "--json", "--offline", LEXICONS_PATH=str(lexicons))
    assert json.loads(online.out) == json.loads(offline.out)
    assert online.code == offline.code == case["exit"]


def check(case: dict[str, Any], ran: Ran) -> None:
    if "err_says" in case:
        assert (ran.out, ran.err.count("\n")) == ("", 1), ran.err
        assert case["err_says"] in ran.err
    else:
        assert ran.err == case.get("err", "")
    assert ran.code == case["exit"]
    if "out" in case:
        assert ran.out == case["out"].removeprefix("\n")
    assert [line for line in case.get("says", ()) if line not in ran.out.splitlines()] == []
    assert [part for part in case.get("says_part", ()) if part not in ran.out] == []
