"""A real service for the browser, with a key for a device and one for the arbiter."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from tests.serving import serve

DEVICE_KEY = "a-device-key-for-tests"
ARBITER_KEY = "an-arbiter-key-for-tests"


@contextmanager
def service(lexicons: Path) -> Iterator[str]:
    """Serve the lexicons of a folder; the value is the address, without a slash at its end."""
    keys = [f"device:{_digest(DEVICE_KEY)}", f"arbiter:{_digest(ARBITER_KEY)}"]
    settings = {"WORKERS": "1", "RATE_LIMIT": "off", "API_KEYS": ",".join(keys)}
    with serve(lexicons / "log", LEXICONS_PATH=str(lexicons), **settings) as server:
        yield server.url


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()
