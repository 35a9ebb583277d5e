"""The views of /v1, where each reads a body, asks the judge and writes the answer.

Beside them, for those who run the service: is it alive, is it ready, what has it done.

Which keys may ask what is said here, at the views; why, in access.py. To add a use case, describe
it in openapi.yaml, add it to the judge, then a view of this kind.
"""

from flask import Blueprint, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST

from service.http.access import EVERY_ROLE, EVERYBODY, NO_DEVICE, open_to
from service.http.bodies import (
    GAME_LIMIT,
    GCG,
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
from service.interchange.tables import (
    check_table,
    pairings_table,
    schedule_table,
    standings_table,
)
from service.judge import Judge

JUDGE = "arbiter.judge"

v1 = Blueprint("v1", __name__, url_prefix="/v1")
operations = Blueprint("operations", __name__)


def judge() -> Judge:
    """The judge of the application that answers."""
    found: Judge = current_app.extensions[JUDGE]
    return found


@v1.post("/<rules>/challenge")
@open_to(EVERY_ROLE)
def challenge(rules: str) -> Response:
    """Say whether every word is in the lexicon, and nothing else."""
    return verdict(judge().challenge(rules, json_body()))


@v1.post("/<rules>/judge")
@open_to(EVERY_ROLE)
def judge_play(rules: str) -> Response:
    """Say what a challenge does to the two players."""
    return verdict(judge().judge(rules, json_body()))


@v1.post("/<rules>/spell")
@open_to(EVERY_ROLE)
def spell(rules: str) -> Response:
    """Show how each entry is read as tiles."""
    return answer(judge().spell(rules, json_body()))


@v1.post("/<rules>/score")
@open_to(NO_DEVICE)
def score(rules: str) -> Response:
    """Score one play."""
    return answer(judge().score(rules, json_body()))


@v1.post("/<rules>/settle")
@open_to(NO_DEVICE)
def settle(rules: str) -> Response:
    """Give the result of a finished game."""
    return answer(judge().settle(rules, json_body()))


@v1.post("/<rules>/replay")
@open_to(NO_DEVICE)
def replay(rules: str) -> Response:
    """Count a recorded game again, and write it as it was asked for."""
    if prefers_gcg():
        written = judge().replay_as_gcg(rules, game_body())
        return respond(written.encode("utf-8", "replace"), f"{GCG}; charset=utf-8")
    return answer(judge().replay(rules, game_body()))


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
    return answer_as(judge().standings(rules, tournament_body()), standings_table)


@v1.post("/<rules>/tournament/pairings")
@open_to(NO_DEVICE)
def tournament_pairings(rules: str) -> Response:
    """Pair a tournament's next round."""
    return answer_as(judge().pairings(rules, tournament_body()), pairings_table)


@v1.post("/<rules>/tournament/schedule")
@open_to(NO_DEVICE)
def tournament_schedule(rules: str) -> Response:
    """Write the rounds that are known in advance."""
    return answer_as(judge().schedule(rules, tournament_body()), schedule_table)


@v1.post("/<rules>/tournament/check")
@open_to(NO_DEVICE)
def tournament_check(rules: str) -> Response:
    """Say everything that is wrong with a tournament."""
    return answer_as(judge().check(rules, tournament_body()), check_table)


@v1.post("/<rules>/tournament/read")
@open_to(NO_DEVICE)
def tournament_read(rules: str) -> Response:
    """Read a tournament, or a list of its players, from another program's file."""
    return answer(judge().read_file(rules, asked("name"), any_body()))


@v1.post("/<rules>/tournament/enter")
@open_to(NO_DEVICE)
def tournament_enter(rules: str) -> Response:
    """Enter the players of a list into a tournament, nobody twice."""
    return answer(judge().enter(rules, json_body(GAME_LIMIT)))


@v1.post("/<rules>/tournament/write")
@open_to(NO_DEVICE)
def tournament_write(rules: str) -> Response:
    """Write a tournament as another program's file."""
    return file_answer(judge().write_file(rules, asked("format", "csv"), tournament_body()))


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
