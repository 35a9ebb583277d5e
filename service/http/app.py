"""The application: rules and lexicons loaded, parts mounted; it refuses to exist half-ready."""

from wsgiref.types import WSGIApplication

from flask import Flask, Request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

from service.http.access import install_access
from service.http.judging import install_judge
from service.http.languages import install_languages
from service.http.operations import operations
from service.http.pages import install_pages, pages
from service.http.problems import install_problems
from service.http.telemetry import Envelope
from service.http.views import v1
from service.settings import Settings, read_settings


class Service(Flask):
    """Flask that finds a route without asking which host was meant."""

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Find a route by path and method: any host is as good, and no link is made of one.

        Flask's own way, which also heeds SERVER_NAME and TRUSTED_HOSTS, takes a sixth of the time
        that this process spends on a challenge.
        """
        if request is None:
            return None
        nowhere, root = "localhost", "/"
        path, method = request.path, request.method
        return MapAdapter(self.url_map, nowhere, root, "", "http", path, method)


def create_app(settings: Settings | None = None) -> Flask:
    """The service; rules or lexicons that cannot be used are a `StartError`."""
    settings = settings or read_settings()
    app = Service("service", static_folder=None)
    app.url_map.merge_slashes = False
    judge = install_judge(app, settings)
    install_languages(app, settings)
    install_pages(app)
    install_access(app, settings)
    install_problems(app)
    for part in (v1, pages, operations):
        app.register_blueprint(part)
    wsgi: WSGIApplication = Envelope(app.wsgi_app, settings, judge.names())
    if settings.proxies:
        wsgi = ProxyFix(wsgi, x_for=settings.proxies)
    app.wsgi_app = wsgi  # type: ignore[assignment,method-assign]  # the way that Flask documents
    return app
