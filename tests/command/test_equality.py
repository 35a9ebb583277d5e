"""Offline and online are one judge: what only translates must not change an answer or a refusal."""

from typing import Any

import pytest
from arbiter_client import ArbiterError, Client

from service.command.backend import Offline, Service
from service.command.local import local_judge
from tests.data import by_rule, table


def answer(asked: Service, question: dict[str, Any]) -> object:
    """The answer to a question, or the exception that came instead."""
    given = question["given"]
    if question["ask"].startswith("replay"):
        given = [given[0], given[1].encode()]
    try:
        return getattr(asked, question["ask"])(*given, **question.get("named", {}))
    except ArbiterError as fault:
        return type(fault), fault.code, fault.detail, getattr(fault, "errors", None)


@pytest.mark.usefixtures("local_files")
@pytest.mark.parametrize("question", by_rule(table("command/questions.toml")["question"]))
def test_a_question_gets_the_same_answer_offline(question: dict[str, Any], url: str) -> None:
    with Client(url) as online:
        assert answer(Offline(local_judge()), question) == answer(online, question)
