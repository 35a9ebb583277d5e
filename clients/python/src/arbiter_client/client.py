"""Every operation of the contract as a method, and nothing else.

A method builds the question and names the answer; how a question travels is transport.py's
business. One client is one connection pool: share it, but not between threads.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Self, Unpack
from urllib.parse import quote, urlencode

import requests

from arbiter_client.answers import (
    Judgement,
    LexiconUsed,
    PlayScore,
    Recount,
    Result,
    Spelled,
    Verdict,
)
from arbiter_client.catalogue import Edition, Editions, Lexicons, PinTry, Place, Status
from arbiter_client.events import EventTable, KeptDocument, Reported, ReportEntry, Reports
from arbiter_client.handbook import Facts, Incidents, Ruling
from arbiter_client.questions import Finish, Game, JudgeOptions, Play, ScoreOptions, Words
from arbiter_client.tournaments import (
    Checked,
    Entered,
    FileRead,
    FileWritten,
    Pairings,
    Schedule,
    Standings,
)
from arbiter_client.transport import Key, Patience, ask, read_answer

_ENCODING = re.compile(r"^#character-encoding\b.*\n?", re.MULTILINE | re.IGNORECASE)
"""What a text no longer needs: it is sent as UTF-8."""
_LEXICON = re.compile(r"([^/]+)/(.+); sha256=([0-9a-f]{64})")


class Client:
    """The service at an address, asked with a key."""

    def __init__(self, url: str, key: str = "", patience: Patience | None = None) -> None:
        """Prepare to ask; nothing is sent yet."""
        self.url = url.rstrip("/")
        self._patience = patience or Patience()
        self._at_once = replace(self._patience, attempts=1)
        self._session = requests.Session()
        self._session.auth = Key(key)
        self._session.headers["User-Agent"] = "scrabble-arbiter-client"

    def __enter__(self) -> Self:
        """The client itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the connections go."""
        self.close()

    def close(self) -> None:
        """Let the connections go."""
        self._session.close()

    def challenge(self, rules: str, words: Words) -> Verdict:
        """Whether all the words are valid: yes or no, and never which one is not."""
        response = self._post(rules, "challenge", {"words": _listed(words)})
        verdict = read_answer(response, Verdict)
        if used := _lexicon_used(response):
            verdict["lexicon"] = used
        return verdict

    def spell(self, rules: str, words: Words) -> Spelled:
        """How each entry will be read, tile by tile."""
        return read_answer(self._post(rules, "spell", {"words": _listed(words)}), Spelled)

    def score(self, rules: str, play: Play, **options: Unpack[ScoreOptions]) -> PlayScore:
        """What a play scores.

        Options (`ScoreOptions`): `before` or `position`, `placement`, `declared`, `sums`.
        """
        return read_answer(self._post(rules, "score", {"play": play, **options}), PlayScore)

    def judge(self, rules: str, play: Play, **options: Unpack[JudgeOptions]) -> Judgement:
        """The verdict on a challenged play, and what it costs whom.

        Options (`JudgeOptions`): `contested`, `before` or `position`, `placement`, `variant`,
        `prior_unfounded`, `retracted`, `conditions`.
        """
        response = self._post(rules, "judge", {"play": play, **options})
        judgement = read_answer(response, Judgement)
        if used := _lexicon_used(response):
            judgement["lexicon"] = used
        return judgement

    def replay(self, rules: str, game: Game | bytes | str, *, record: bool = False) -> Recount:
        """A game counted again: as the contract's JSON, or a GCG file as its bytes or its text.

        With `record` the answer has the game that was read as JSON, so that it can be changed.
        """
        return read_answer(self._replay(rules, game, "application/json", record), Recount)

    def replay_as_gcg(self, rules: str, game: Game | bytes | str) -> str:
        """A game counted again, written as a GCG file with the scores as they should have been."""
        return self._replay(rules, game, "text/plain").content.decode()

    def settle(self, rules: str, **finish: Unpack[Finish]) -> Result:
        """The result of a finished game.

        Options (`Finish`): `scores`, `racks`, `ended_by`, `player`, `overtime_seconds`,
        `remaining_seconds`, `excused`, `called`, `conditions`.
        """
        return read_answer(self._post(rules, "settle", finish), Result)

    def incidents(self, rules: str, about: str = "") -> Incidents:
        """What the handbook of an edition has entries for, or what it says about something."""
        asked = f"?about={quote(about, safe='')}" if about else ""
        return read_answer(self._get(f"/v1/{_in_path(rules)}/incidents{asked}"), Incidents)

    def incident(self, rules: str, incident: str, facts: Facts) -> Ruling:
        """What the regulation says about an incident, given the facts."""
        operation = f"incidents/{_in_path(incident)}"
        return read_answer(self._post(rules, operation, dict(facts)), Ruling)

    def standings(self, rules: str, question: Mapping[str, object]) -> Standings:
        """A tournament's classification; the question is the document and what is wanted of it."""
        return read_answer(self._post(rules, "tournament/standings", question), Standings)

    def pairings(self, rules: str, question: Mapping[str, object]) -> Pairings:
        """A tournament's next round; the question is the document, the `round` and how to pair."""
        return read_answer(self._post(rules, "tournament/pairings", question), Pairings)

    def schedule(self, rules: str, question: Mapping[str, object]) -> Schedule:
        """Rounds that are known in advance; the question is the `players` and the `system`."""
        return read_answer(self._post(rules, "tournament/schedule", question), Schedule)

    def check(self, rules: str, question: Mapping[str, object]) -> Checked:
        """Everything that is wrong with a tournament, or with a round `proposed` for it."""
        return read_answer(self._post(rules, "tournament/check", question), Checked)

    def read_file(self, rules: str, name: str, content: bytes) -> FileRead:
        """The tournament, or the list of players, in another program's file called `name`."""
        url = f"{self.url}/v1/{_in_path(rules)}/tournament/read"
        request = requests.Request("POST", url, params={"name": name}, data=content)
        return read_answer(ask(self._session, request, self._patience), FileRead)

    def enter(self, rules: str, document: Mapping[str, object], players: str) -> Entered:
        """A tournament with the players of a list entered, one a line, nobody twice."""
        question = {"document": document, "list": players}
        return read_answer(self._post(rules, "tournament/enter", question), Entered)

    def write_file(self, rules: str, form: str, document: Mapping[str, object]) -> FileWritten:
        """A tournament as another program's file, in a format of the contract, such as `xlsx`."""
        url = f"{self.url}/v1/{_in_path(rules)}/tournament/write"
        request = requests.Request("POST", url, params={"format": form}, json=document)
        response = ask(self._session, request, self._patience)
        return FileWritten(response.content, json.loads(response.headers.get("Remarks", "[]")))

    def rules(self) -> Editions:
        """Every edition."""
        return read_answer(self._get("/v1/rules"), Editions)

    def edition(self, rules: str) -> Edition:
        """One edition in full."""
        return read_answer(self._get(f"/v1/rules/{_in_path(rules)}"), Edition)

    def lexicons(self) -> Lexicons:
        """Every lexicon."""
        return read_answer(self._get("/v1/lexicons"), Lexicons)

    def enrol(self, code: str, key: str) -> Place:
        """Put a key of one's own making in force: a one-time code is exchanged for it."""
        return read_answer(self._send("/v1/devices", {"code": code, "key": key}), Place)

    def try_pin(self, pin: str) -> PinTry:
        """Whether this is the organiser's PIN; asked once, each wrong one makes the next wait."""
        answer = self._send("/v1/devices/pin", {"pin": pin}, self._at_once)
        return read_answer(answer, PinTry)

    def report(self, report: Mapping[str, object]) -> Reported:
        """Say how the game at a table ended; the same again is harmless."""
        return read_answer(self._send("/v1/event/results", report), Reported)

    def reports(self, after: int = 0) -> list[ReportEntry]:
        """What tables have reported since."""
        return read_answer(self._get(f"/v1/event/results?after={after}"), Reports)["results"]

    def table(self, table: int = 0) -> EventTable:
        """Who plays at a table; the own one, unless the key is for none."""
        return read_answer(self._get(f"/v1/event/table?table={table}"), EventTable)

    def keep_document(
        self, rules: str, document: Mapping[str, object], over: int | None = None
    ) -> KeptDocument:
        """Leave the director's document; an older one only over the version that is named."""
        asked = {"rules": rules} | ({} if over is None else {"over": str(over)})
        url = f"{self.url}/v1/event/document?{urlencode(asked)}"
        request = requests.Request("PUT", url, json=document)
        return read_answer(ask(self._session, request, self._patience), KeptDocument)

    def document(self) -> dict[str, Any]:
        """The director's document that is kept."""
        document: dict[str, Any] = self._get("/v1/event/document").json()
        return document

    def healthz(self) -> Status:
        """Whether the process is alive; asked once, a refusal is the answer."""
        return read_answer(self._get("/healthz", self._at_once), Status)

    def readyz(self) -> Status:
        """Whether the lexicons are verified and loaded; asked once, a refusal is the answer."""
        return read_answer(self._get("/readyz", self._at_once), Status)

    def metrics(self) -> str:
        """The counters, as Prometheus reads them."""
        return self._get("/metrics").text

    def openapi(self) -> str:
        """The contract, as YAML."""
        return self._get("/openapi.yaml").content.decode()

    def _post(self, rules: str, operation: str, body: object) -> requests.Response:
        return self._send(f"/v1/{_in_path(rules)}/{operation}", body)

    def _send(self, path: str, body: object, patience: Patience | None = None) -> requests.Response:
        request = requests.Request("POST", self.url + path, json=body)
        return ask(self._session, request, patience or self._patience)

    def _replay(
        self, rules: str, game: Game | bytes | str, wanted: str, record: bool = False
    ) -> requests.Response:
        url = f"{self.url}/v1/{_in_path(rules)}/replay{'?record=1' if record else ''}"
        headers = {"Accept": wanted}
        if isinstance(game, str):
            game = _ENCODING.sub("", game).encode()
        if isinstance(game, bytes):
            headers["Content-Type"] = "text/plain"
            request = requests.Request("POST", url, headers, data=game)
        else:
            request = requests.Request("POST", url, headers, json=game)
        return ask(self._session, request, self._patience)

    def _get(self, path: str, patience: Patience | None = None) -> requests.Response:
        request = requests.Request("GET", self.url + path)
        return ask(self._session, request, patience or self._patience)


def _in_path(rules: str) -> str:
    """A name as a part of a path; half a character, which no name has, becomes a question mark."""
    return quote(rules, safe="", errors="replace")


def _listed(words: Words) -> list[str]:
    """The words as JSON takes them; one text would be asked letter by letter."""
    if isinstance(words, str):
        raise TypeError(f"give a list of words, not one text: [{words!r}]")
    return list(words)


def _lexicon_used(response: requests.Response) -> LexiconUsed | None:
    """The lexicon that the answer's header names."""
    match = _LEXICON.fullmatch(response.headers.get("Lexicon", ""))
    return LexiconUsed(language=match[1], version=match[2], sha256=match[3]) if match else None
