"""The short way to a verdict: questions of /v1 without what Flask sets up for a request.

SHORTCUT=0 takes it away, and every answer stays the same. What it would pass by stops the start.
"""

from collections.abc import Iterable
from functools import lru_cache
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, request_finished, request_started, request_tearing_down
from werkzeug.exceptions import HTTPException
from werkzeug.wsgi import get_path_info

from service.http.access import FAULT, admit, admit_request
from service.http.bodies import ROUTE, as_sent
from service.settings import StartError


def take_shortcut(app: Flask) -> None:
    """Answer questions of /v1 in front of a complete application, found by its own map."""
    check(app)
    flask, complete = app.wsgi_app, lru_cache(maxsize=1)(check)
    ours = {n: app.ensure_sync(view) for n, view in app.view_functions.items() if n[:3] == "v1."}
    views = {(name, method): view for name, view in ours.items() for method in ("GET", "POST")}
    route = lru_cache(maxsize=256)(app.url_map.bind("localhost").match)

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        complete(app)  # Once more: much is added to an application late.
        path, method = get_path_info(environ), environ["REQUEST_METHOD"]
        try:
            environ[ROUTE] = rule, arguments = route(path, method, return_rule=True)
            view = views[rule.endpoint, method]
        except (HTTPException, KeyError):
            return flask(environ, start_response)
        with app.app_context():
            try:
                admit(app, environ, view)
                status, headers, body = as_sent(app, view(**arguments))
            except Exception as fault:
                environ[FAULT] = fault
                return flask(environ, start_response)
        start_response(status, headers)
        return [body]

    app.wsgi_app = answer  # type: ignore[method-assign]  # the way that Flask documents


def check(app: Flask) -> None:
    """Refuse an application in which something would be passed by."""
    before, after = app.before_request_funcs, app.after_request_funcs
    kinds = (before, after, app.teardown_request_funcs, app.url_value_preprocessors)
    hooks = [hook for kind in kinds for name in (None, "v1") for hook in kind.get(name, ())]
    passed = [f"the hook {hook.__qualname__}" for hook in hooks if hook is not admit_request]
    signals = request_started, request_finished, request_tearing_down
    passed += [f"whoever listens to {signal.name}" for signal in signals if signal.receivers]
    passed += [f"the extension {name}" for name in app.extensions if "arbiter." not in name]
    if passed:
        raise StartError(f"SHORTCUT: it would pass by {', '.join(passed)}; set SHORTCUT=0")
