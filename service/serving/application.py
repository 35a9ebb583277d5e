"""The service as a server loads it: behind the bridge, and kept where forked workers find it."""

from collections.abc import Callable

from service.http.access import at_once
from service.http.app import create_app
from service.http.problems import EXHAUSTED
from service.serving.bridge import Bridge
from service.settings import read_settings

_loaded: list[Bridge] = []


def _go_on() -> None:
    """Where nobody would replace this process, it goes on as well as it can."""


def create(exhausted: Callable[[], None] = _go_on) -> Bridge:
    """The service under the settings of the environment; a `StartError` if it must not run.

    `exhausted` is what a process does once it lacked memory.
    """
    settings = read_settings()
    app = create_app(settings)
    app.extensions[EXHAUSTED] = exhausted
    renewed = settings.keepalive_requests
    return Bridge(app, settings.threads, at_once(settings), renewed, exhausted)


def load(exhausted: Callable[[], None] = _go_on) -> None:
    """Load the service in place of the one that was loaded before, if it may run."""
    _loaded[:] = [create(exhausted)]


def loaded() -> Bridge:
    """The service that this process, or the one it was forked from, has loaded."""
    return _loaded[0]
