"""Tries on disk: written beside the old one, verified, and only then put in its place."""

import contextlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import marisa_trie

from build_lexicon.errors import BuildError
from build_lexicon.sources import sha256_of

TOOL = "marisa-trie"


@dataclass(frozen=True, slots=True)
class Written:
    """A trie that was written and verified, but not yet put in place."""

    path: Path
    sha256: str
    size: int
    lengths: Mapping[int, int]  # how many keys have so many tiles


def tool_versions() -> dict[str, str]:
    """What the bytes of a trie depend on beside its keys."""
    return {TOOL: metadata.version(TOOL)}


@contextlib.contextmanager
def written_trie(keys: Sequence[str], place: Path) -> Iterator[Written]:
    """A verified trie next to its place; whatever happens, no other file is left behind."""
    new = place.with_suffix(".new")
    try:
        try:
            marisa_trie.Trie(keys).save(str(new))
            _verify(new, keys)
            lengths = Counter(map(len, keys))
            written = Written(new, sha256_of(new), new.stat().st_size, lengths)
        except (OSError, RuntimeError) as error:
            # marisa reports a full disk as a RuntimeError that names a C++ file.
            reason = error.strerror if isinstance(error, OSError) else "is the disk full?"
            raise BuildError(f"cannot write {new}: {reason}") from None
        yield written
    finally:
        new.unlink(missing_ok=True)


def open_trie(path: Path) -> marisa_trie.Trie:
    """A trie mapped into memory."""
    trie = marisa_trie.Trie()
    try:
        trie.mmap(str(path))
    except (OSError, RuntimeError):
        raise BuildError(f"{path}: no trie there, or not a readable one; build it first") from None
    return trie


def publish(new: Path, place: Path) -> None:
    """Put a finished file in its place in one step."""
    try:
        with new.open("rb") as file:
            os.fsync(file.fileno())
        new.replace(place)
    except OSError as error:
        raise BuildError(f"cannot write {place}: {error.strerror}") from None


def _verify(path: Path, keys: Sequence[str]) -> None:
    trie = open_trie(path)
    if len(trie) != len(keys) or not all(key in trie for key in keys):
        raise BuildError(f"{path} does not hold the {len(keys)} keys that were written")
