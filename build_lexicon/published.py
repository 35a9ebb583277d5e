"""Lists that others publish: `lexicons/published/<id>.toml` says where each is and on what terms.

    language = "ro"
    name = "LOC …"                  # what people see
    publisher = "…"                 # who offers it
    page = "https://…"              # where a person reads about it
    version = "6.0"                 # the one that is fetched unless another is asked for
    url = "https://…-{version}.zip"
    member = "…-{version}.txt"      # optional: the file in the archive
    encoding = "utf-8"              # optional
    licence = "…"                   # as the publisher states it
    published = true                # whether the words may be printed by whoever has them
    official = true                 # whether the federation plays with it
    federation = "…"                # what the federation says of it
    built = 2026-01-01              # of the list, or when this was written
    [words]                         # how many words it must have: least, most
    [lengths]                       # optional: tiles = [least, most]
    [versions."6.0"]                # optional: words, sha256 of the file

What cannot be known is left out. Nothing is fetched before somebody asks for it.
"""

import hashlib
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from typing import Any

from build_lexicon.adopting import About
from build_lexicon.archives import read_packed
from build_lexicon.errors import BuildError
from build_lexicon.fetching import fetch
from build_lexicon.importing import ListOptions, listed
from build_lexicon.listing import Listing
from build_lexicon.options import GUARDED
from build_lexicon.words import SHORTEST, Kit

OPTIONAL = {"member": "", "encoding": "", "lengths": {}, "versions": {}}


@dataclass(frozen=True, slots=True)
class Published:
    """A list that somebody offers, and what is known of it."""

    id: str
    language: str
    name: str
    publisher: str
    page: str
    version: str
    url: str
    member: str
    encoding: str
    licence: str
    published: bool
    official: bool
    federation: str
    built: date
    words: Mapping[str, int]
    lengths: Mapping[str, tuple[int, int]]
    versions: Mapping[str, Mapping[str, Any]]

    def address(self, version: str) -> str:
        """Where a version is fetched."""
        return self.url.replace("{version}", version)


def read_published(path: Path) -> Published:
    """The description in a file; anything unknown, missing or of the wrong type is an error."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BuildError(f"no description {path}") from None
    except (OSError, ValueError) as error:
        raise BuildError(f"{path}: {error}") from None
    table = {"id": path.stem} | OPTIONAL | table
    kinds: dict[str, Any] = {field.name: field.type for field in fields(Published)}
    for name in sorted(kinds.keys() ^ table.keys()):
        raise BuildError(f"{path}: {name} is {'missing' if name in kinds else 'unknown'}")
    for name, value in table.items():
        wanted = kinds[name] if kinds[name] in (str, bool, date) else dict
        if type(value) is not wanted:
            raise BuildError(f"{path}: {name} is {value!r}, not of the type {wanted.__name__}")
    words = table["words"]
    for name, between in {
        "words": [words.get("least"), words.get("most")],
        **{f"[lengths] {tiles}": table["lengths"][tiles] for tiles in table["lengths"]},
    }.items():
        if not _is_range(between):
            raise BuildError(f"{path}: {name} is {between!r}, not the least and the most number")
    return Published(**table)


def all_published(folder: Path) -> list[Published]:
    """Every description in a folder."""
    return [read_published(path) for path in sorted(folder.glob("*.toml"))]


def load(source: Published, version: str, file: Path | None) -> bytes:
    """The file of a version: fetched, or from a disk; as it was when it was described."""
    if file is None:
        data = fetch(source.address(version))
    else:
        try:
            data = file.read_bytes()
        except OSError as error:
            raise BuildError(f"cannot read {file}: {error.strerror}") from None
    expected = source.versions.get(version, {}).get("sha256")
    found = hashlib.sha256(data).hexdigest()
    if expected not in (None, found):
        raise BuildError(
            f"{source.id} {version} has changed: its SHA-256 is {found}, it was {expected}; ask "
            f"{source.publisher} ({source.page})"
        )
    return data


def read_list(source: Published, version: str, data: bytes, kit: Kit) -> Listing:
    """The words of a version, as many as it should have."""
    member = source.member.replace("{version}", version) or None
    options = ListOptions(source.language, encoding=source.encoding or None)
    try:
        listing = listed(read_packed(data, member), kit, options)
    except BuildError as error:
        raise BuildError(f"{source.id} {version}: {error}") from None
    known = source.versions.get(version, {}).get("words")
    total = (known, known) if known else (source.words["least"], source.words["most"])
    _check_number("words", len(listing.keys), total, f"{source.id} {version}", source.page)
    tiles = Counter(map(len, listing.keys))
    for length in range(SHORTEST, kit.longest + 1):
        if between := source.lengths.get(str(length)):
            what = f"words of {length} tiles"
            _check_number(what, tiles[length], between, f"{source.id} {version}", source.page)
    return listing


def _is_range(between: object) -> bool:
    match between:
        case [int(least), int(most)]:
            return 0 <= least <= most
    return False


def _check_number(what: str, found: int, between: tuple[int, int], title: str, page: str) -> None:
    least, most = between
    if not least <= found <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise BuildError(
            f"{title}: {found} {what}, there should be {wanted}; if it is another version, name it "
            f"with --version ({page})"
        )


def about(source: Published, version: str, data: bytes) -> About:
    """What the lexicon of a published list says of itself."""
    return About(
        id=f"{source.id}-{version}",
        language=source.language,
        version=f"{source.id.partition('-')[2]}-{version}",
        name=source.name,
        source=f"{source.publisher}, {source.page}",
        licence=source.licence if source.published else GUARDED,
        official=source.official,
        built=source.built,
        sha256=hashlib.sha256(data).hexdigest(),
    )
