"""What is refused before the application sees it: the same problem+json that it would write."""

import json

from service.http.logs import new_request_id
from service.serving.wsgi import Answer

_WHY = {
    408: ("http", "The request could not be read: it took too long."),
    414: ("http", "The request could not be read: URI Too Long."),
    431: ("http", "The request could not be read: Request Header Fields Too Large."),
    503: ("not_ready", "There is no time or memory for this now; ask again."),
}


def refusal(status: int) -> Answer:
    """The problem with this status."""
    code, detail = _WHY[status]
    identity = new_request_id()
    problem = {
        "type": f"/docs#{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": detail,
        "code": code,
        "request_id": identity,
    }
    body = json.dumps(problem, separators=(",", ":")).encode("ascii")
    headers = [
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("X-Request-Id", identity),
    ]
    return Answer(status, headers, body)
