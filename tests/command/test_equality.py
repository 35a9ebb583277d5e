"""Offline and online are one judge: what only translates must not change an answer or a refusal."""

from collections.abc import Callable

import pytest
from arbiter_client import ArbiterError, Client

from service.command.backend import Offline, Service
from service.command.local import local_judge

Question = Callable[[Service], object]

GCG = b"#player1 a Anna\n#player2 b Bruno\n>a: CIMIO 8F MICIO +18 18\n"
OVERDRAWN = {"drawn_over": 2, "on_rack": True}
QUESTIONS: dict[str, Question] = {
    "valid words": lambda asked: asked.challenge("figs", ("casa", "gatto")),
    "words that are not valid": lambda asked: asked.challenge("figs", ["casa", "xxxx"]),
    "a mistyped word": lambda asked: asked.challenge("frs", ["ca-să"]),
    "no edition": lambda asked: asked.challenge("none", ["casa"]),
    "spelling": lambda asked: asked.spell("fisc", ["coŀlegi", "straße"]),
    "a score": lambda asked: asked.score("figs", "H8 .ASA", before=["8F MICIO"], declared=5),
    "a wrong shape": lambda asked: asked.score("figs", "8F MICIO", declared=10**9),
    "a broken rule": lambda asked: asked.score("figs", "1A MICIO"),
    "a judgement": lambda asked: asked.judge("figs", "8F MICIO", contested=["MICIO"]),
    "a challenge taken back": lambda asked: asked.judge("frs", "8E MASA", retracted=True),
    "an unknown variant": lambda asked: asked.judge(
        "frs", "8E MASA", contested=["MASA"], variant="zzz"
    ),
    "a recount": lambda asked: asked.replay("figs", GCG),
    "a recount as GCG": lambda asked: asked.replay_as_gcg("figs", GCG),
    "a record that cannot be read": lambda asked: asked.replay("figs", b"nonsense"),
    "a result": lambda asked: asked.settle(
        "frs", scores=[380, 350], racks=["", "RA?"], ended_by="out"
    ),
    "the incidents": lambda asked: asked.incidents("fisc"),
    "a ruling": lambda asked: asked.incident("frs", "too_many_drawn", OVERDRAWN),
    "a fact that is missing": lambda asked: asked.incident("frs", "too_many_drawn", {}),
    "a fact that is too long": lambda asked: asked.incident(
        "frs", "start_draw", {"first": "A" * 99}
    ),
    "no incident": lambda asked: asked.incident("frs", "flood", {}),
    "the editions": lambda asked: asked.rules(),
    "an edition": lambda asked: asked.edition("figs"),
    "the lexicons": lambda asked: asked.lexicons(),
}


def answer(asked: Service, question: Question) -> object:
    """The answer to a question, or the exception that came instead."""
    try:
        return question(asked)
    except ArbiterError as fault:
        return type(fault), fault.code, fault.detail, getattr(fault, "errors", None)


@pytest.mark.usefixtures("local_files")
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_gets_the_same_answer_offline(name: str, url: str) -> None:
    with Client(url) as online:
        assert answer(Offline(local_judge()), QUESTIONS[name]) == answer(online, QUESTIONS[name])
