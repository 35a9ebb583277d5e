"""Tables of ours: tab-separated lines with a fixed number of columns and `#` comments."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError


class Row(NamedTuple):
    """A line of a table and its number, for messages."""

    number: int
    fields: tuple[str, ...]


def read_rows(path: Path, columns: int) -> Iterator[Row]:
    """The rows of a table; blank lines and lines that begin with # are skipped."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BuildError(f"{path}: {error}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = tuple(field.strip() for field in line.split("\t"))
        if len(fields) != columns or not all(fields):
            raise BuildError(f"{path}:{number}: expected {columns} columns: {line!r}")
        yield Row(number, fields)
