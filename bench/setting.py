"""What the sections share: the folder of a run, its scale, and how each contender is started."""

import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from bench.scale import Scale
from bench.serving import Server, serve
from tests.support.serving import SERVER

_GUNICORN = (sys.executable, "-m", "gunicorn", "--bind=127.0.0.1:{port}")
_UVICORN = (sys.executable, "-m", "uvicorn", "--port={port}", "--no-access-log")
_GRANIAN = (sys.executable, "-m", "granian", "--port={port}", "--no-access-log")
WORKERS = 2


@dataclass(frozen=True, slots=True)
class Setting:
    """A run: where its files are, how long it takes, and the folder of the lexicons."""

    folder: Path
    scale: Scale
    lexicons: Path

    def ours(self, name: str = "ours", **variables: str) -> AbstractContextManager[Server]:
        """The service as it is deployed, with other variables if need be."""
        given = {"LEXICONS_PATH": str(self.lexicons), "WORKERS": str(WORKERS), **variables}
        return self._serve(name, SERVER, given)

    def yardstick(self, workers: int = WORKERS) -> AbstractContextManager[Server]:
        """What everything is compared with: a bare Flask route on gunicorn's stock threads."""
        return self.on_threads("bare_flask", workers)

    def on_threads(self, peer: str, workers: int = WORKERS) -> AbstractContextManager[Server]:
        """A WSGI application on gunicorn's stock threaded worker, as anybody would start it."""
        options = ("--preload", f"--workers={workers}", "--worker-class=gthread", "--threads=4")
        return self._serve(peer, (*_GUNICORN, *options, f"bench.peers.{peer}:app"))

    def on_loop(self, peer: str) -> AbstractContextManager[Server]:
        """An ASGI application on gunicorn's stock event loop."""
        options = ("--preload", f"--workers={WORKERS}", "--worker-class=asgi")
        return self._serve(f"{peer} asgi", (*_GUNICORN, *options, f"bench.peers.{peer}:app"))

    def on_uvicorn(self, peer: str) -> AbstractContextManager[Server]:
        """An ASGI application under uvicorn."""
        options = (f"--workers={WORKERS}", "--log-level=warning")
        return self._serve(f"{peer} uvicorn", (*_UVICORN, *options, f"bench.peers.{peer}:app"))

    def on_granian(self, peer: str) -> AbstractContextManager[Server]:
        """A WSGI application under granian."""
        options = ("--interface=wsgi", f"--workers={WORKERS}", "--log-level=warning")
        return self._serve(f"{peer} granian", (*_GRANIAN, *options, f"bench.peers.{peer}:app"))

    def _serve(
        self, name: str, command: tuple[str, ...], variables: dict[str, str] | None = None
    ) -> AbstractContextManager[Server]:
        return serve(name, command, variables or {}, self.folder / f"{name}.log")
