"""The service as a server loads it: behind the bridge, and kept where forked workers find it."""

from service.http.access import takes_long
from service.http.app import create_app
from service.serving.bridge import Bridge
from service.settings import read_settings

_loaded: list[Bridge] = []


def create() -> Bridge:
    """The service under the settings of the environment; a `StartError` if it must not run."""
    settings = read_settings()
    app = create_app(settings)
    return Bridge(app, settings.threads, takes_long(settings), settings.keepalive_requests)


def load() -> None:
    """Load the service in place of the one that was loaded before, if it may run."""
    _loaded[:] = [create()]


def loaded() -> Bridge:
    """The service that this process, or the one it was forked from, has loaded."""
    return _loaded[0]
