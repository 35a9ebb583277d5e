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
    ask = "…"                       # the federation to ask, by its name
    federation = "…"                # what its rules say of the list
    built = 2026-01-01              # of the list, or when this was written
    [words]                         # how many words it must have: least, most
    [lengths]                       # optional: tiles = [least, most]
    [versions."6.0"]                # optional, all of it: words, sha256 of the file, built, note;
    official = "…"                  # who says that this version is official,
    since = 2026-01-01              # and since when, or when that was read

What cannot be known is left out. Nothing is fetched before somebody asks for it.
"""

import hashlib
import queue
import threading
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import requests

from build_lexicon.adopting import About
from build_lexicon.errors import BuildError
from build_lexicon.importing import Listing, ListOptions, listed, read_limited, read_packed
from build_lexicon.options import GUARDED
from build_lexicon.words import SHORTEST, Kit

MOST_BYTES = 32 * 1024 * 1024
CONNECT, READ, ALL = 10, 30, 180  # seconds: until there is a connection, between bytes, in all
CHUNK, HOPS = 1 << 16, 5
LOOPBACK = {"127.0.0.1", "::1", "localhost"}  # this machine needs no https with itself


class FetchError(BuildError):
    """An address gives no list."""


class UnreachableError(FetchError):
    """The way to it is broken: another machine, or another day, may get it."""


def fetch(url: str) -> bytes:
    """The bytes at an address, or why there are none, before the time is up."""
    told: queue.Queue[bytes | FetchError] = queue.Queue()
    threading.Thread(target=lambda: told.put(_fetched(url)), daemon=True).start()
    try:
        found = told.get(timeout=ALL)
    except queue.Empty:
        raise UnreachableError(f"{_host(url)} sends too slowly") from None
    if isinstance(found, FetchError):
        raise found
    return found


def _fetched(url: str) -> bytes | FetchError:
    try:
        return _followed(url)
    except FetchError as error:
        return error
    except requests.Timeout:
        return UnreachableError(f"{_host(url)} takes too long to answer")
    except requests.exceptions.ChunkedEncodingError:
        return UnreachableError(f"{_host(url)} breaks off in the middle")
    except requests.ConnectionError:
        return UnreachableError(f"{_host(url)} cannot be reached")
    except (requests.RequestException, ValueError) as error:
        return FetchError(f"{_host(url)} gives no file: {error}")


def _followed(url: str) -> bytes:
    """The bytes where an address leads to, each step of the way checked like the first."""
    for _ in range(HOPS):
        _check_address(url)
        with requests.get(url, stream=True, timeout=(CONNECT, READ), allow_redirects=False) as got:
            if got.is_redirect:
                url = urljoin(url, got.headers["Location"])
                continue
            if got.status_code != requests.codes.ok:
                raise FetchError(f"{url} answers {got.status_code} {got.reason}")
            content = bytearray()
            for chunk in got.iter_content(CHUNK):
                content += chunk
                if len(content) > MOST_BYTES:
                    raise FetchError(f"{url} is larger than {MOST_BYTES >> 20} MiB: no list is")
            return bytes(content)
    raise FetchError(f"{_host(url)} leads from one address to another {HOPS} times")


def _check_address(url: str) -> None:
    """Nothing is taken over a connection that anybody on the way could alter."""
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
        raise FetchError(f"{url} is not an https address")


def _host(url: str) -> str:
    return urlsplit(url).hostname or url


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
    ask: str
    federation: str
    built: date
    words: Mapping[str, int]
    lengths: Mapping[str, tuple[int, int]]
    versions: Mapping[str, Mapping[str, Any]]

    def address(self, version: str) -> str:
        """Where a version is fetched."""
        return self.url.replace("{version}", version)

    def known(self, version: str) -> Mapping[str, Any]:
        """What is known of a version alone."""
        return self.versions.get(version, {})

    def is_official(self, version: str) -> bool:
        """Whether somebody says so; what nobody says it of is published only."""
        return "official" in self.known(version)

    def standing(self, version: str) -> str:
        """What a person is told of a version before it is loaded."""
        known = self.known(version)
        said = (
            f"official: {known['official']} ({known['since']})"
            if self.is_official(version)
            else "published, not official"
        )
        return "; ".join([said, *([known["note"]] if "note" in known else [])])


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
    for name, row in table["versions"].items():
        _check_version(row, f"{path}: [versions] {name}")
    words = table["words"]
    for name, between in {
        "words": [words.get("least"), words.get("most")],
        **{f"[lengths] {tiles}": table["lengths"][tiles] for tiles in table["lengths"]},
    }.items():
        if not _is_range(between):
            raise BuildError(f"{path}: {name} is {between!r}, not the least and the most number")
    return Published(**table)


def _check_version(row: object, title: str) -> None:
    kinds = {
        "words": int,
        "sha256": str,
        "built": date,
        "note": str,
        "official": str,
        "since": date,
    }
    if not isinstance(row, dict):
        raise BuildError(f"{title} is {row!r}, not a table")
    for name, value in row.items():
        if type(value) is not kinds.get(name):
            raise BuildError(f"{title}: {name} is {value!r}, which is no {' or '.join(kinds)}")
    if ("official" in row) != ("since" in row):
        raise BuildError(f"{title}: official says who says so, and since says since when")


def all_published(folder: Path) -> list[Published]:
    """Every description in a folder."""
    return [read_published(path) for path in sorted(folder.glob("*.toml"))]


def load(source: Published, version: str, file: Path | None) -> bytes:
    """The file of a version: fetched, or from a disk; as it was when it was described."""
    data = fetch(source.address(version)) if file is None else read_limited(file)
    expected = source.known(version).get("sha256")
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
    known = source.known(version).get("words")
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
        official=source.is_official(version),
        built=source.known(version).get("built", source.built),
        published=source.published,
        sha256=hashlib.sha256(data).hexdigest(),
    )
