"""The views of /v1, where each reads a body, asks the judge and writes the answer.

Beside them, for those who run the service: is it alive, is it ready, what has it done.

Which keys may ask what is said here, at the views; why, in access.py. To add a use case, describe
it in openapi.yaml, add it to counting.py, directing.py or the judge, then a view of this kind.
"""

from flask import Blueprint, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST

from service import counting, directing
from service.engine.rules import Rules
from service.http.access import EVERY_ROLE, EVERYBODY, NO_DEVICE, open_to
from service.http.bodies import (
    GAME_LIMIT,
    GCG,
    Answered,
    answer,
    answer_as,
    any_body,
    asked,
    file_answer,
    game_body,
    json_body,
    prefers_gcg,
    respond,
    tournament_body,
    verdict,
)
from service.http.rates import how_counted
from service.http.telemetry import write_metrics
from service.interchange.tables import check_table, pairings_table, schedule_table, standings_table
from service.judge import Judge

JUDGE = "arbiter.judge"

v1 = Blueprint("v1", __name__, url_prefix="/v1")
operations = Blueprint("operations", __name__)


def judge() -> Judge:
    """The judge of the application that answers."""
    found: Judge = current_app.extensions[JUDGE]
    return found


def edition(name: str) -> Rules:
    """The edition that a path names."""
    return judge().find(name)


@v1.post("/<rules>/challenge")
@open_to(EVERY_ROLE)
def challenge(rules: str) -> Answered:
    """Say whether every word is in the lexicon, and nothing else."""
    return verdict(judge().challenge(rules, json_body()))


@v1.post("/<rules>/judge")
@open_to(EVERY_ROLE)
def judge_play(rules: str) -> Answered:
    """Say what a challenge does to the two players."""
    return verdict(judge().judge(rules, json_body()))


@v1.post("/<rules>/spell")
@open_to(EVERY_ROLE)
def spell(rules: str) -> Response:
    """Show how each entry is read as tiles."""
    return answer(counting.spell(json_body(), edition(rules)))


@v1.post("/<rules>/score")
@open_to(NO_DEVICE)
def score(rules: str) -> Response:
    """Score one play."""
    return answer(counting.score(json_body(), edition(rules)))


@v1.post("/<rules>/settle")
@open_to(NO_DEVICE)
def settle(rules: str) -> Response:
    """Give the result of a finished game."""
    return answer(counting.settle(json_body(), edition(rules)))


@v1.post("/<rules>/replay")
@open_to(NO_DEVICE)
def replay(rules: str) -> Response:
    """Count a recorded game again, and write it as it was asked for."""
    if prefers_gcg():
        written = counting.replay_as_gcg(game_body(), edition(rules))
        return respond(written.encode("utf-8", "replace"), f"{GCG}; charset=utf-8")
    record = asked("record") == "1"
    return answer(counting.replay(game_body(), edition(rules), record=record))


@v1.get("/<rules>/incidents")
@open_to(EVERY_ROLE)
def list_incidents(rules: str) -> Response:
    """List what the handbook of an edition has entries for, or what it says about something."""
    return answer(judge().incidents(rules, asked("about")))


@v1.post("/<rules>/incidents/<incident>")
@open_to(EVERY_ROLE)
def rule_on_incident(rules: str, incident: str) -> Response:
    """Say what the regulation says about an incident."""
    return answer(judge().incident(rules, incident, json_body()))


@v1.post("/<rules>/tournament/standings")
@open_to(NO_DEVICE)
def tournament_standings(rules: str) -> Response:
    """Give a tournament's classification."""
    return answer_as(directing.standings(tournament_body(), edition(rules)), standings_table)


@v1.post("/<rules>/tournament/pairings")
@open_to(NO_DEVICE)
def tournament_pairings(rules: str) -> Response:
    """Pair a tournament's next round."""
    return answer_as(directing.pairings(tournament_body(), edition(rules)), pairings_table)


@v1.post("/<rules>/tournament/schedule")
@open_to(NO_DEVICE)
def tournament_schedule(rules: str) -> Response:
    """Write the rounds that are known in advance."""
    return answer_as(directing.schedule(tournament_body(), edition(rules)), schedule_table)


@v1.post("/<rules>/tournament/check")
@open_to(NO_DEVICE)
def tournament_check(rules: str) -> Response:
    """Say everything that is wrong with a tournament."""
    return answer_as(directing.check(tournament_body(), edition(rules)), check_table)


@v1.post("/<rules>/tournament/read")
@open_to(NO_DEVICE)
def tournament_read(rules: str) -> Response:
    """Read a tournament, or a list of its players, from another program's file."""
    return answer(directing.read_file(asked("name"), any_body(), edition(rules)))


@v1.post("/<rules>/tournament/enter")
@open_to(NO_DEVICE)
def tournament_enter(rules: str) -> Response:
    """Enter the players of a list into a tournament, nobody twice."""
    body = json_body(GAME_LIMIT)
    edition(rules)  # One that there is not is refused here, too.
    return answer(directing.enter(body))


@v1.post("/<rules>/tournament/write")
@open_to(NO_DEVICE)
def tournament_write(rules: str) -> Response:
    """Write a tournament as another program's file."""
    body, form = tournament_body(), asked("format", "csv")
    names = asked("names", "whole")
    return file_answer(directing.write_file(body, form, edition(rules), names))


@v1.get("/rules")
@open_to(EVERY_ROLE)
def list_rules() -> Response:
    """List the editions."""
    return answer(judge().rules())


@v1.get("/rules/<rules>")
@open_to(EVERY_ROLE)
def show_rules(rules: str) -> Response:
    """Show one edition."""
    return answer(judge().edition(rules))


@v1.get("/lexicons")
@open_to(EVERY_ROLE)
def list_lexicons() -> Response:
    """List the lexicons in use."""
    return answer(judge().lexicons())


@operations.get("/healthz")
@open_to(EVERYBODY)
def healthz() -> Response:
    """Say that the process answers."""
    return answer({"status": "ok"})


@operations.get("/metrics")
@open_to(NO_DEVICE)
def metrics() -> Response:
    """Show what was counted."""
    return respond(write_metrics(judge().open_lexicons().values()), CONTENT_TYPE_LATEST)


@operations.get("/readyz")
@open_to(EVERYBODY)
def readyz() -> Response:
    """Say whether every lexicon was verified and loaded, and how calls are counted meanwhile."""
    lexicons = list(judge().open_lexicons())
    return answer({"status": "ready", "lexicons": lexicons, "rates": how_counted()})
