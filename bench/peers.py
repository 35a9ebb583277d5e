"""The others. Each reads the same body, looks its words up in the same trie with keys, and answers.

None of them knows keys, rates, metrics, ids of requests or the tiles of a language: they do less.
A maker is called by the server that runs it.
"""

import os
from functools import cache
from typing import Any

import marisa_trie
import orjson
from flask import Flask, Response, request

YES, NO = b'{"valid":true}', b'{"valid":false}'
TYPE = "application/json"
PATH = "/v1/figs/challenge"
LEXICON = "BENCH_LEXICON"
"""The variable that names the folder of the lexicon."""


@cache
def trie() -> Any:
    """The Italian lexicon."""
    return marisa_trie.Trie().load(f"{os.environ[LEXICON]}/it.marisa")


def judge(body: bytes) -> bytes:
    """The same job: the words of a body, all looked up."""
    words = orjson.loads(body)["words"]
    found = [word.upper() in trie() for word in words]
    return YES if all(found) else NO


def ready() -> dict[str, bool]:
    """Answer whoever waits for the start."""
    return {"ready": True}


def flask_hello() -> Flask:
    """One Flask route that answers a constant."""
    app = Flask(__name__)
    app.add_url_rule(PATH, "hello", lambda: {"valid": True}, methods=["POST"])
    app.add_url_rule("/readyz", "ready", ready)
    return app


def flask_words() -> Flask:
    """Flask as its documentation shows it."""
    app = Flask(__name__)

    def view() -> Response:
        return Response(judge(request.get_data()), mimetype=TYPE)

    app.add_url_rule(PATH, "words", view, methods=["POST"])
    app.add_url_rule("/readyz", "ready", ready)
    return app


def fastapi_words() -> Any:
    """FastAPI with a model of the body, as its documentation shows it."""
    from fastapi import FastAPI
    from pydantic import BaseModel

    class Asked(BaseModel):
        words: list[str]

    async def view(asked: Asked) -> dict[str, bool]:
        found = [word.upper() in trie() for word in asked.words]
        return {"valid": all(found)}

    app = FastAPI()
    app.add_api_route(PATH, view, methods=["POST"])
    app.add_api_route("/readyz", ready)
    return app


def falcon_words() -> Any:
    """Falcon, a small WSGI framework in compiled code."""
    import falcon

    class Words:
        def on_post(self, req: Any, resp: Any) -> None:
            resp.data, resp.content_type = judge(req.bounded_stream.read()), TYPE

        def on_get(self, _req: Any, resp: Any) -> None:
            resp.data = b"{}"

    app = falcon.App()
    app.add_route(PATH, Words())
    app.add_route("/readyz", Words())
    return app


def blacksheep_words() -> Any:
    """BlackSheep, an ASGI framework in compiled code."""
    from blacksheep import Application, Content, Request
    from blacksheep import Response as Answer

    app = Application()

    async def view(request: Request) -> Answer:
        return Answer(200, None, Content(TYPE.encode(), judge(await request.read() or b"")))

    async def started() -> Answer:
        return Answer(200)

    app.router.add_post(PATH, view)
    app.router.add_get("/readyz", started)
    return app


def raw_wsgi() -> Any:
    """No framework: what server, JSON and trie cost alone."""

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        length = int(environ.get("CONTENT_LENGTH") or 0)
        answer = judge(environ["wsgi.input"].read(length)) if length else b"{}"
        start_response("200 OK", [("Content-Type", TYPE), ("Content-Length", str(len(answer)))])
        return [answer]

    return app


def raw_asgi() -> Any:
    """The same in the other form."""

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        assert scope["type"] == "http"  # Of a lifespan it wants to know nothing.
        body = (await receive())["body"]
        answer = judge(body) if body else b"{}"
        head = [(b"content-type", TYPE.encode()), (b"content-length", b"%d" % len(answer))]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": answer})

    return app
