"""Answers requests in this process while valgrind counts its instructions.

    python -m bench.counted FOLDER

FOLDER holds the lexicons. A line names a question; once it is answered often enough to be warm,
that is said, and after another line it is answered `TIMES` times more.
"""

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIApplication

from bench import questions
from bench.lexicons import editions
from bench.peers import bare_flask, raw_wsgi
from bench.questions import HELLO, Question, Vocabulary
from service.http.app import create_app
from service.serving.wsgi import call
from service.settings import Settings

TIMES = 50
BARE = "bare Flask route"
_WARM = 20


def asked(lexicons: Path) -> dict[str, tuple[WSGIApplication, Question]]:
    """What is counted, by its name."""
    app = create_app(Settings(lexicons_path=(lexicons,)))
    italian = Vocabulary(editions()["figs"], lexicons)
    reads = Question("/read", questions.score("figs", 0).bodies)
    return {
        BARE: (bare_flask.app, HELLO),
        "raw WSGI": (raw_wsgi.app, HELLO),
        "Flask route that reads JSON": (bare_flask.app, reads),
        "challenge, 1 word": (app, questions.challenge("figs", italian, 1)),
        "challenge, 8 words": (app, questions.challenge("figs", italian, 8)),
        "score, 1 play": (app, questions.score("figs", 0)),
        "judge, 1 play": (app, questions.judge("figs")),
        "recount, 25 plays": (app, questions.replay("figs", 25)),
    }


def answering(app: WSGIApplication, question: Question) -> Callable[[int], None]:
    """Answers the question so many times, its bodies in turn."""

    def answer(times: int) -> None:
        for number in range(times):
            assert call(app, _environ(question, number)).status == 200

    return answer


def _environ(question: Question, number: int) -> dict[str, Any]:
    body = question.bodies[number % len(question.bodies)] if question.bodies else b""
    return {
        "REQUEST_METHOD": "POST" if question.bodies else "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": question.path,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def main() -> None:
    """Answer what is named, until nothing more is."""
    known = asked(Path(sys.argv[1]))
    print("ready", flush=True)
    while name := sys.stdin.readline().rstrip("\n"):
        answer = answering(*known[name])
        answer(_WARM)
        print("warm", flush=True)
        sys.stdin.readline()
        answer(TIMES)
        print("done", flush=True)


if __name__ == "__main__":
    main()
