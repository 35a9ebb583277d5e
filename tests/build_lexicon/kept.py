"""What takes a recipe many seconds is made once, and kept on disk for every process of the tests.

It is kept under the hash of all that it is made of, so a change makes it anew.
"""

import fcntl
import hashlib
import pickle
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from tests.build_lexicon.running import LEXICONS, ROOT

FOLDER = ROOT / ".pytest_cache" / "forms"
MADE_OF = (
    (ROOT / "build_lexicon", "*.py"),
    (ROOT / "service/rulebook/tiles", "*.toml"),
    (ROOT / "requirements", "dictionaries.lock"),
    (ROOT / "tests/build_lexicon", "*.toml"),
    (LEXICONS, "*.toml"),
    (LEXICONS, "*.tsv"),
)
T = TypeVar("T")


def kept(name: str, make: Callable[[], T]) -> T:
    """What `make` gives, or gave when everything was as it is now."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}-{state()}"
    with (FOLDER / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # Another process may be at it.
        if not path.is_file():
            for older in FOLDER.glob(f"{name}-*"):
                older.unlink()
            path.write_bytes(pickle.dumps(make()))
        found: T = pickle.loads(path.read_bytes())
    return found


@cache
def state() -> str:
    """The hash of recipes, lists, tiles, dictionaries and the code that reads them."""
    digest = hashlib.sha256()
    for folder, pattern in MADE_OF:
        for path in sorted(folder.rglob(pattern)):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]
