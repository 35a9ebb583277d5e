"""The application: rules and lexicons loaded, parts mounted; it refuses to exist half-ready."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Blueprint, Flask, Request, Response
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter, Rule
from werkzeug.wsgi import get_path_info

from service.http.access import admit, check_access, install_access
from service.http.context import ROUTE, SERVICE
from service.http.enrolment import enrolment, install_enrolment
from service.http.judging import install_judge
from service.http.languages import install_languages
from service.http.operations import operations
from service.http.pages import install_pages, pages
from service.http.problems import install_problems
from service.http.telemetry import Envelope
from service.http.views import v1
from service.settings import Settings, read_settings


class Route(MapAdapter):
    """Where one path and method lead; looked up once, because the same few are asked all day."""

    @cached_property
    def found(self) -> tuple[Rule, Mapping[str, Any]] | None:
        """The rule and its arguments, if the route leads anywhere."""
        try:
            return super().match(return_rule=True)
        except HTTPException:
            return None

    def match(self, *args: Any, **named: Any) -> Any:
        """The same as Flask asks for it; what leads nowhere is looked up again, to say why."""
        if self.found and not args and named == {"return_rule": True}:
            return self.found
        return super().match(*args, **named)


class Service(Flask):
    """Flask that finds a route by path and method, and answers questions without ado."""

    def __init__(self) -> None:
        """Serve no files but those of the pages, and take every path as it was written."""
        super().__init__("service", static_folder=None)
        self.url_map.merge_slashes = False
        self.questions: dict[str, Callable[..., Response]] = {}
        self._route = lru_cache(maxsize=256)(self._new_route)

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Let the view of a question answer, and Flask everything else.

        Those views need nothing of what Flask sets up for a request: session, globals, signals and
        functions to call before and after it, which are 30 of the 70 microseconds that a challenge
        takes in this process. What is refused becomes a problem by Flask's error handlers.
        """
        method = environ["REQUEST_METHOD"].upper()
        path = "/" + get_path_info(environ).lstrip("/")  # As Flask reads it.
        environ[SERVICE] = self
        environ[ROUTE] = found = self._route(path, method).found
        view = self.questions.get(found[0].endpoint) if found else None
        if not found or not view or method == "OPTIONS":
            return super().wsgi_app(environ, start_response)
        try:
            admit(environ, view)
            response = view(**found[1])
        except Exception as fault:
            response = self._refuse(fault, environ)
        return response(environ, start_response)

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Find the route, the same one for all who ask the same.

        Flask's own way, which heeds SERVER_NAME and TRUSTED_HOSTS and looks every path up anew,
        takes a third of the time that this process spends on a challenge.
        """
        return None if request is None else self._route(request.path, request.method)

    def _new_route(self, path: str, method: str) -> Route:
        nowhere, root = "localhost", "/"
        return Route(self.url_map, nowhere, root, "", "http", path, method)

    def _refuse(self, fault: Exception, environ: WSGIEnvironment) -> Response:
        """The problem that a fault becomes, or the one that came of it."""
        with self.request_context(environ):
            try:
                return self.make_response(self.handle_user_exception(fault))
            except Exception as worse:
                return self.handle_exception(worse)


def create_app(settings: Settings | None = None) -> Flask:
    """The service; rules or lexicons that cannot be used are a `StartError`."""
    settings = settings or read_settings()
    app = Service()
    judge = install_judge(app, settings)
    install_languages(app, settings)
    install_pages(app)
    install_access(app, settings)
    install_enrolment(app, settings)
    install_problems(app)
    for part in (v1, enrolment, pages, operations):
        app.register_blueprint(part)
    check_access(app)
    app.questions = _views_of(v1, app)
    wsgi: WSGIApplication = Envelope(app.wsgi_app, settings, judge.names())
    if settings.proxies:
        wsgi = ProxyFix(wsgi, x_for=settings.proxies)
    app.wsgi_app = wsgi  # type: ignore[assignment,method-assign]  # the way that Flask documents
    return app


def _views_of(part: Blueprint, app: Flask) -> dict[str, Any]:
    """The views of a part by their endpoints."""
    views = app.view_functions.items()
    return {name: view for name, view in views if name.startswith(f"{part.name}.")}
