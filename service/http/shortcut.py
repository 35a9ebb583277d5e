"""The short way to a verdict: questions of /v1 without what Flask sets up for a request.

Request context, session, signals and hooks take half of the time that this process spends on a
challenge, and the views of /v1 need none of them. So this WSGI middleware finds a view by Flask's
own map, lets it answer in an application context, and has Flask's error handlers say what is
refused. Take it away (SHORTCUT=0): every answer stays the same, to the byte; a test asks both ways.

What it would pass by stops the start, so that a hook runs on every route or not at all. A view of
/v1 reads `bodies.asking()`: on this way there is no `flask.request`.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, Response, request_finished, request_started, request_tearing_down
from werkzeug.exceptions import HTTPException
from werkzeug.wsgi import get_path_info

from service.http.access import admit, admit_request
from service.http.bodies import ROUTE
from service.settings import StartError

_HOOKS = ("before_request", "after_request", "teardown_request", "url_value_preprocessor")
_SIGNALS = (request_started, request_finished, request_tearing_down)


class Shortcut:
    """An application that answers some endpoints itself and leaves all others to Flask."""

    def __init__(self, app: Flask, endpoints: Collection[str]) -> None:
        """Answer these endpoints of an application that is complete."""
        self._app, self._flask, self._checked = app, app.wsgi_app, False
        self._views = {name: app.ensure_sync(app.view_functions[name]) for name in endpoints}
        self._route = lru_cache(maxsize=256)(app.url_map.bind("localhost").match)
        check(app, endpoints)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a question, or have Flask answer."""
        if not self._checked:
            check(self._app, self._views)  # Once more: much is added to an application late.
            self._checked = True
        method = environ["REQUEST_METHOD"]
        try:
            rule, arguments = self._route(get_path_info(environ), method, return_rule=True)
        except HTTPException:
            return self._flask(environ, start_response)
        view = self._views.get(rule.endpoint)
        if view is None or method not in ("GET", "POST"):
            return self._flask(environ, start_response)
        environ[ROUTE] = rule, arguments
        with self._app.app_context() as context:
            context.g.asking = environ
            try:
                admit(self._app, environ, view)
                answer = self._app.make_response(view(**arguments))
            except Exception as fault:
                answer = self._refuse(fault, environ)
        start_response(answer.status, list(answer.headers))
        return list(answer.iter_encoded())

    def _refuse(self, fault: Exception, environ: WSGIEnvironment) -> Response:
        """The problem that a fault becomes, or the one that came of it."""
        with self._app.request_context(environ):
            try:
                return self._app.make_response(self._app.handle_user_exception(fault))
            except Exception as worse:
                return self._app.handle_exception(worse)


def check(app: Flask, endpoints: Collection[str]) -> None:
    """Refuse an application in which something would be passed by."""
    if passed := ", ".join(sorted(_passed_by(app, endpoints))):
        raise StartError(f"SHORTCUT: it would pass by {passed}; set SHORTCUT=0")


def _passed_by(app: Flask, endpoints: Collection[str]) -> Iterator[str]:
    scopes = {None, *(name.rpartition(".")[0] for name in endpoints)}
    for kind in _HOOKS:
        by_scope = getattr(app, f"{kind}s" if kind.endswith("r") else f"{kind}_funcs")
        for hook in (hook for scope in scopes for hook in by_scope.get(scope, ())):
            if hook is not admit_request:
                yield f"the {kind} {hook.__qualname__}"
    yield from (f"whoever listens to {signal.name}" for signal in _SIGNALS if signal.receivers)
    yield from (f"the extension {name}" for name in app.extensions if "arbiter." not in name)
