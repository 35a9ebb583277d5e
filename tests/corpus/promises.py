"""What is promised of every request there is, and what a request looks like in a file."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from arbiter_client.errors import ProblemError
from flask import Flask
from flask.testing import FlaskClient

from service.command.backend import Offline
from service.http.app import create_app
from service.judge import Judge
from service.lexicon import Lexicons
from service.rulebook import load_rulebook
from service.settings import Settings
from tests.http.test_contract import SPEC, check

FAILURES = Path(__file__).parent / "failures"
GCG = "text/plain"
OFFLINE = ("challenge", "spell", "score", "judge", "settle", "replay", "standings", "check")
NAMED = {"challenge": "words", "spell": "words", "score": "play", "judge": "play"}


class Request(NamedTuple):
    """A question as it is sent."""

    path: str
    kind: str
    body: bytes

    @property
    def rules(self) -> str:
        """The edition that is asked."""
        return self.path.split("/")[2]

    @property
    def name(self) -> str:
        """What is asked."""
        return self.path.rpartition("/")[2]

    def written(self) -> bytes:
        """As it stands in a file: a line that says where it goes, then its body."""
        return f"{self.path} {self.kind}\n".encode() + self.body


def read_request(path: Path) -> Request:
    """A request from its file."""
    head, _, body = path.read_bytes().partition(b"\n")
    where, kind = head.decode().split(" ", 1)
    return Request(where, kind, body)


class Promises:
    """A service, asked over HTTP and off line, and what must be true of both."""

    def __init__(self, lexicons: Path) -> None:
        """Set a service up with these lexicons."""
        self.app: Flask = create_app(Settings(lexicons_path=(lexicons,)))
        self.client: FlaskClient = self.app.test_client()
        book = load_rulebook()
        self.offline = Offline(Judge(book, Lexicons(book.editions.values(), (lexicons,), {})))

    def hold(self, request: Request) -> tuple[str, int, str]:
        """Hold every promise; what kind of answer it was."""
        online = self.post(request)
        told = online.get_json(silent=True) if online.is_json else None
        self.what_is_answered_is_in_the_contract(request, online.status_code, told)
        self.what_is_refused_stays_refused(request, online.status_code)
        self.what_is_written_is_what_was_read(request, online.status_code)
        self.off_line_is_answered_as_on_line(request, online.status_code, told)
        return request.path, online.status_code, (told or {}).get("code", "")

    def post(self, request: Request, accept: str = "*/*") -> Any:
        """Send a request over HTTP."""
        given = {"content_type": request.kind, "headers": {"Accept": accept}}
        return self.client.post(request.path, data=request.body, **given)

    def what_is_answered_is_in_the_contract(self, request: Request, status: int, told: Any) -> None:
        """Whatever is sent, the contract foresees the answer, and a refusal is a problem."""
        asked = re.sub("incidents/.*", "incidents/{incident}", request.path.split("/", 3)[3])
        operation = SPEC["paths"][f"/v1/{{rules}}/{asked}"]["post"]
        assert str(status) in operation["responses"], (status, told)
        if status != 200:
            check({"$ref": "#/components/schemas/Problem"}, told)

    def what_is_refused_stays_refused(self, request: Request, status: int) -> None:
        """No play that is refused can be judged or settled, however it is asked."""
        if status == 200:
            return
        if request.name == "replay":
            assert self.post(request, accept=GCG).status_code == status
        if request.name == "score" and isinstance(asked := _json(request.body), dict):
            judged = {"contested": ["CASA"], **asked}
            judged.pop("declared", None)
            again = Request(f"/v1/{request.rules}/judge", request.kind, json.dumps(judged).encode())
            assert "declared" in asked or self.post(again).status_code != 200

    def what_is_written_is_what_was_read(self, request: Request, status: int) -> None:
        """A game that was counted is the same game after it was written and read again."""
        if request.name != "replay" or status != 200:
            return
        written = self.post(request, accept=GCG)
        again = request._replace(kind=GCG, body=written.data)
        assert self.post(again, accept=GCG).data == written.data

    def off_line_is_answered_as_on_line(self, request: Request, status: int, told: Any) -> None:
        """The command answers and refuses off line what the service answers and refuses."""
        body, name = _json(request.body), request.name
        if name not in OFFLINE or not isinstance(body, dict) or status in (400, 413, 415):
            return
        named = NAMED.get(name)
        if named and (named not in body or (named == "words" and type(body["words"]) is not list)):
            return
        value = body.pop(named) if named else body
        ask: Callable[..., Any] = partial(getattr(self.offline, name), request.rules, value)
        try:
            answer = ask(**body) if named else ask()
        except ProblemError as fault:
            answer = {"status": fault.status, "code": fault.code}
            told = {at: told[at] for at in answer}
        answer.pop("lexicon", None)
        assert json.loads(json.dumps(answer)) == told


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
