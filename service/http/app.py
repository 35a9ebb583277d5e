"""The application: rules and lexicons loaded, parts mounted; it refuses to exist half-ready."""

from wsgiref.types import WSGIApplication

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.http.access import check_access, install_access
from service.http.enrolment import enrolment, install_enrolment
from service.http.judging import install_judge
from service.http.languages import install_languages
from service.http.operations import operations
from service.http.pages import install_pages, pages
from service.http.problems import install_problems
from service.http.shortcut import Shortcut
from service.http.telemetry import Envelope
from service.http.views import v1
from service.settings import Settings, read_settings


def create_app(settings: Settings | None = None) -> Flask:
    """The service; rules or lexicons that cannot be used are a `StartError`."""
    settings = settings or read_settings()
    app = Flask("service", static_folder=None)
    app.url_map.merge_slashes = False  # A path is taken as it was written.
    judge = install_judge(app, settings)
    install_languages(app, settings)
    install_pages(app)
    install_access(app, settings)
    install_enrolment(app, settings)
    install_problems(app)
    for part in (v1, enrolment, pages, operations):
        app.register_blueprint(part)
    check_access(app)
    wsgi: WSGIApplication = app.wsgi_app
    if settings.shortcut:
        wsgi = Shortcut(app, [name for name in app.view_functions if name.startswith("v1.")])
    wsgi = Envelope(wsgi, settings, judge.names())
    if settings.proxies:
        wsgi = ProxyFix(wsgi, x_for=settings.proxies)
    app.wsgi_app = wsgi  # type: ignore[method-assign]  # the way that Flask documents
    return app
