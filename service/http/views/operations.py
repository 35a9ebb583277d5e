"""For those who run the service: is it alive, is it ready, what has it done."""

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST

from service.http.bodies import answer
from service.http.editions import loaded_editions
from service.http.lexicons import loaded_lexicons
from service.http.metrics import write_metrics
from service.http.problems import RefusedError
from service.schemas.text import write_json

operations = Blueprint("operations", __name__)


@operations.get("/healthz")
def healthz() -> Response:
    """Say that the process answers."""
    return answer(write_json({"status": "ok"}))


@operations.get("/metrics")
def metrics() -> Response:
    """Show what was counted."""
    page = write_metrics(loaded_lexicons().values())
    return answer(page, CONTENT_TYPE_LATEST)


@operations.get("/readyz")
def readyz() -> Response:
    """Say whether every lexicon was verified and loaded."""
    lexicons = loaded_lexicons()
    if any(rules.lexicon not in lexicons for rules in loaded_editions().listed):
        raise RefusedError(503, "not_ready", "A lexicon is not loaded.")
    return answer(write_json({"status": "ready", "lexicons": sorted(lexicons)}))
