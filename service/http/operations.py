"""For those who run the service: is it alive, is it ready, what has it done."""

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST

from service.http.access import EVERYBODY, NO_DEVICE, open_to
from service.http.bodies import answer, respond
from service.http.judging import judge
from service.http.metrics import write_metrics
from service.http.rates import how_counted

operations = Blueprint("operations", __name__)


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
