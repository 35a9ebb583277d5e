"""The application: rules and lexicons loaded, parts mounted; it refuses to exist half-ready."""

from functools import lru_cache
from typing import Any
from wsgiref.types import WSGIApplication

from flask import Flask, Request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

from service.http.access import install_access
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

    _found: Any = None

    def match(self, *args: Any, **named: Any) -> Any:
        """The rule and its arguments, as Flask asks; what leads nowhere is looked up each time."""
        if args or named != {"return_rule": True}:
            return super().match(*args, **named)
        if self._found is None:
            self._found = super().match(return_rule=True)
        return self._found


class Service(Flask):
    """Flask that finds a route by path and method: any host is as good, no link is made of one."""

    def __init__(self) -> None:
        """Serve no files but those of the pages, and take every path as it was written."""
        super().__init__("service", static_folder=None)
        self.url_map.merge_slashes = False
        self._route = lru_cache(maxsize=256)(self._new_route)

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Find the route, the same one for all who ask the same.

        Flask's own way, which heeds SERVER_NAME and TRUSTED_HOSTS and looks every path up anew,
        takes a third of the time that this process spends on a challenge.
        """
        return None if request is None else self._route(request.path, request.method)

    def _new_route(self, path: str, method: str) -> Route:
        nowhere, root = "localhost", "/"
        return Route(self.url_map, nowhere, root, "", "http", path, method)


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
    wsgi: WSGIApplication = Envelope(app.wsgi_app, settings, judge.names())
    if settings.proxies:
        wsgi = ProxyFix(wsgi, x_for=settings.proxies)
    app.wsgi_app = wsgi  # type: ignore[assignment,method-assign]  # the way that Flask documents
    return app
