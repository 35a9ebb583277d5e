"""What the sections share: the folder of a run, its scale, and how each contender is started."""

import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from bench.scale import Scale
from bench.serving import GUNICORN, Server, serve

OUR_CONFIGURATION = ("-c", "python:service.serving.gunicorn_conf")


@dataclass(frozen=True, slots=True)
class Setting:
    """A run: where its files are, how long it takes, and the folder of the lexicons."""

    folder: Path
    scale: Scale
    lexicons: Path

    def ours(self, name: str = "ours", **variables: str) -> AbstractContextManager[Server]:
        """The service as it is deployed, with other variables if need be."""
        command = (*GUNICORN, *OUR_CONFIGURATION)
        return self._serve(name, command, {"LEXICONS_PATH": str(self.lexicons), **variables})

    def under_our_gunicorn(self, peer: str, **variables: str) -> AbstractContextManager[Server]:
        """Another WSGI application under the same gunicorn configuration."""
        command = (*GUNICORN, *OUR_CONFIGURATION, f"bench.peers.{peer}:app")
        return self._serve(peer, command, variables)

    def under_plain_gunicorn(self, peer: str) -> AbstractContextManager[Server]:
        """Another WSGI application under gunicorn as anybody would start it."""
        command = (*GUNICORN, "--preload", "--workers=2", "--threads=4", "--bind=127.0.0.1:{port}")
        return self._serve(f"{peer} plain", (*command, f"bench.peers.{peer}:app"), {})

    def under_uvicorn(self, peer: str) -> AbstractContextManager[Server]:
        """An ASGI application under uvicorn with as many workers as gunicorn has here."""
        command = (sys.executable, "-m", "uvicorn", "--workers=2", "--port={port}")
        options = ("--no-access-log", "--log-level=warning")
        return self._serve(peer, (*command, *options, f"bench.peers.{peer}:app"), {})

    def ours_under_granian(self) -> AbstractContextManager[Server]:
        """The service under granian, which forks before it loads: each worker loads its own."""
        counted = self.folder / "granian"
        counted.mkdir()
        command = (sys.executable, "-m", "granian", "--interface=wsgi", "--workers=2")
        options = ("--blocking-threads=1", "--no-log", "--port={port}", "--factory")
        variables = {"LEXICONS_PATH": str(self.lexicons), "PROMETHEUS_MULTIPROC_DIR": str(counted)}
        return self._serve(
            "granian", (*command, *options, "service.http.app:create_app"), variables
        )

    def _serve(
        self, name: str, command: tuple[str, ...], variables: dict[str, str]
    ) -> AbstractContextManager[Server]:
        return serve(name, command, variables, self.folder / f"{name}.log")
