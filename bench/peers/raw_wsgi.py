"""A WSGI callable that answers a constant: the price of gunicorn alone."""

from wsgiref.types import StartResponse, WSGIEnvironment

_BODY = b'{"valid":true}'
_HEADERS = [("Content-Type", "application/json"), ("Content-Length", str(len(_BODY)))]


def app(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Answer every request alike."""
    start_response("200 OK", list(_HEADERS))
    return [_BODY]
