"""The application: rules and lexicons loaded, parts mounted; it refuses to exist half-ready."""

from collections.abc import Sequence
from logging import getLogger

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.engine.rules import Rules
from service.http.access import check_access, install_access
from service.http.bodies import calling, install_problems
from service.http.hall import install_hall
from service.http.pages import install_languages, install_pages, pages
from service.http.rates import CHALLENGES
from service.http.shortcut import take_shortcut
from service.http.telemetry import Envelope, count_verdict
from service.http.views import JUDGE, operations, v1
from service.judge import Judge, Observer, Shelf
from service.lexicon import LexiconError, Lexicons
from service.rulebook import RulebookError, load_rulebook
from service.settings import Settings, StartError, read_settings

_log = getLogger("service.tables")


def create_app(settings: Settings | None = None, shelf: Shelf | None = None) -> Flask:
    """The service; rules or lexicons that cannot be used are a `StartError`.

    Lexicons come from a shelf, if one is given, instead of the folders of the settings.
    """
    settings = settings or read_settings()
    app = Flask("service", static_folder=None)
    app.url_map.merge_slashes = False  # A path is taken as it was written.
    judge = install_judge(app, settings, shelf)
    install_languages(app, settings)
    install_pages(app)
    install_access(app, settings)
    install_problems(app)
    for part in (v1, pages, operations):
        app.register_blueprint(part)
    install_hall(app, settings)
    check_access(app)
    if settings.shortcut:
        take_shortcut(app)
    envelope = Envelope(app.wsgi_app, settings, judge.names())
    wsgi = ProxyFix(envelope, x_for=settings.proxies) if settings.proxies else envelope
    app.wsgi_app = wsgi  # type: ignore[method-assign]  # the way that Flask documents
    return app


class Counter(Observer):
    """Counts challenges against their caller's rate and verdicts by edition, without a word.

    Where devices are enrolled, the organiser is told at which table there was which verdict.
    """

    def __init__(self, app: Flask, *, tells: bool) -> None:
        """Count for an application, and tell who got a verdict or not."""
        self._counts, self._tells = app.extensions, tells

    def challenged(self, rules: Rules, keys: Sequence[str]) -> None:
        """Count a challenge, or refuse one too many."""
        if count := self._counts.get(CHALLENGES):
            count(calling(), rules.id, keys)

    def judged(self, rules: Rules, *, stands: bool) -> None:
        """Count a verdict."""
        count_verdict(rules.id, stands=stands)
        if self._tells:
            _log.info("judged", extra={"label": calling().label, "valid": stands})


def install_judge(app: Flask, settings: Settings, shelf: Shelf | None = None) -> Judge:
    """Load the rules and every lexicon that they name; a fault in one stops the start."""
    try:
        rulebook = load_rulebook(*settings.rulebook_path)
        if shelf is None:
            shelf = Lexicons(
                rulebook.editions.values(),
                settings.lexicons_path,
                settings.lexicons,
                settings.chosen,
                settings.official,
            )
        judge = Judge(rulebook, shelf, Counter(app, tells=settings.devices is not None))
        judge.open_lexicons()
    except (RulebookError, LexiconError) as fault:
        raise StartError(str(fault)) from None
    app.extensions[JUDGE] = judge
    return judge
