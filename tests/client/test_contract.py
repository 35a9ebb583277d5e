"""The client holds to openapi.yaml: every operation has its method and every field its name."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from arbiter_client import (
    ArbiterError,
    Client,
    answers,
    catalogue,
    events,
    handbook,
    questions,
    tournaments,
)

from service.contract import contract
from tests.client.scripted import Asked, Reply, scripted

CONTRACT = contract()
PAGES = {"/docs", "/tablet", "/arbiter", "/"}
"""For people with a browser, not for callers."""

BY_METHOD: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("calls.json").read_text(encoding="utf-8")
)
"""What each method of the client is given, with every field; by the method of HTTP."""
CALLS = {name: call for calls in BY_METHOD.values() for name, call in calls.items()}


def operations() -> list[tuple[str, str]]:
    return sorted(
        (method.upper(), path)
        for path, methods in CONTRACT["paths"].items()
        for method in methods
        if method in {"get", "post", "put", "patch", "delete"} and path not in PAGES
    )


def asked_by(call: Callable[[Client], object]) -> Asked:
    """What arrives at a server when the client calls; its answer does not matter here."""
    with scripted([Reply()]) as script, Client(script.url) as client, suppress(ArbiterError):
        call(client)
    return script.asked[0]


def asked_for(name: str) -> Asked:
    """What arrives when a method is called with all that it takes."""
    call = CALLS[name]
    return asked_by(lambda client: getattr(client, name)(*call["given"], **call.get("named", {})))


def template(asked: Asked) -> tuple[str, str]:
    """The operation of the contract that a request is."""
    for method, path in operations():
        pattern = re.sub(r"\\{\w+\\}", "frs", re.escape(path))
        if asked.method == method and re.fullmatch(pattern, asked.path.partition("?")[0]):
            return method, path
    raise AssertionError(f"the contract has no {asked.method} {asked.path}")


def test_every_operation_has_a_method() -> None:
    assert sorted(template(asked_for(name)) for name in CALLS) == operations()


def test_every_method_of_the_client_is_called_here() -> None:
    public = {name for name in vars(Client) if not name.startswith("_")}
    assert public - {"close", "replay_as_gcg"} == CALLS.keys()


@pytest.mark.parametrize("name", [name for name in BY_METHOD["POST"] if name != "read_file"])
def test_every_field_of_a_question_has_its_name(name: str) -> None:
    sent = asked_for(name)
    method, path = template(sent)
    content = resolved(CONTRACT["paths"][path][method.lower()]["requestBody"])["content"]
    fields = set(properties(content["application/json"]["schema"]))
    assert set(json.loads(sent.body)) == fields


def test_a_file_goes_as_it_is_with_its_name() -> None:
    sent = asked_for("read_file")
    assert (sent.body, sent.path) == (b"Ana;1500", "/v1/frs/tournament/read?name=a+list.csv")
    assert asked_for("write_file").path.endswith("?format=tsh")


def test_what_a_file_does_not_carry_comes_with_it() -> None:
    remark = {"line": None, "code": "clubs", "detail": "clubs"}
    reply = Reply(
        body="Ana", headers={"Content-Type": "text/plain", "Remarks": json.dumps([remark])}
    )
    with scripted([reply]) as script, Client(script.url) as client:
        written = client.write_file(*CALLS["write_file"]["given"])
    assert written == (b"Ana", [remark])


def test_a_gcg_file_goes_as_it_is() -> None:
    sent = asked_by(lambda client: client.replay_as_gcg("frs", b"#player1 \xc0na"))
    assert sent.body == b"#player1 \xc0na"
    assert sent.headers["Content-Type"] == sent.headers["Accept"] == "text/plain"
    content = resolved(CONTRACT["paths"]["/v1/{rules}/replay"]["post"]["requestBody"])["content"]
    assert "text/plain" in content


SAME = {
    questions: "Game Finish",
    answers: "Verdict Spelled WordScore PlayScore Judgement Adjustment Result Recount",
    handbook: "Incidents Incident Question Condition Decides Ruling",
    tournaments: "Standings StandingsRow SidePrize GamePlayed Pairings Schedule Checked FileRead"
    " Entered Unsaid",
    catalogue: "Editions Edition Lexicons Place PinTry",
    events: "Reported ReportEntry Reports EventPlayer EventTable KeptDocument",
}
"""The types that are called as their schemas are."""
TYPES = {name: getattr(part, name) for part, names in SAME.items() for name in names.split()}
TYPES |= {"Difference": answers.Disagreement, "LexiconIdentity": catalogue.EditionLexicon}


@pytest.mark.parametrize(("name", "kind"), TYPES.items(), ids=TYPES)
def test_a_type_has_the_fields_of_its_schema(name: str, kind: Any) -> None:
    schema = CONTRACT["components"]["schemas"][name]
    from_the_header = {"lexicon"} if kind in (answers.Verdict, answers.Judgement) else set()
    assert set(kind.__annotations__) - from_the_header == set(schema["properties"])
    assert kind.__required_keys__ == set(schema["required"])


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in part:
        target: Any = CONTRACT
        for key in part["$ref"].removeprefix("#/").split("/"):
            target = target[key]
        part = target
    return part


def properties(schema: dict[str, Any]) -> list[str]:
    schema = resolved(schema)
    own = list(schema.get("properties", ()))
    for several in ("allOf", "oneOf", "anyOf"):
        for part in schema.get(several, ()):
            own += properties(part)
    return own


@pytest.mark.parametrize("ask", [Client.challenge, Client.spell])
def test_one_text_is_not_a_list_of_words(ask: Callable[..., object]) -> None:
    with Client("http://127.0.0.1:9") as client, pytest.raises(TypeError, match="list of words"):
        ask(client, "frs", "CASA")


@pytest.mark.parametrize(
    ("method", "options"),
    [
        (Client.score, questions.ScoreOptions),
        (Client.judge, questions.JudgeOptions),
        (Client.settle, questions.Finish),
    ],
)
def test_help_on_a_method_names_its_options(method: Callable[..., object], options: Any) -> None:
    assert set(re.findall(r"`([a-z_]+)`", method.__doc__ or "")) == set(options.__annotations__)


def test_a_game_as_text_is_sent_as_utf_8_whatever_it_says_of_itself() -> None:
    text = "#character-encoding ISO-8859-2\n>Ana: 8F CASĂ +12 12\n"
    asked = asked_by(lambda client: client.replay("frs", text))
    assert asked.body == ">Ana: 8F CASĂ +12 12\n".encode()
