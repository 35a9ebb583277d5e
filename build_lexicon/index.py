"""What every source says of every word, kept beside a lexicon so that `why` need not read it anew.

`<id>.why` is a zip of parts; the checksum of a key says in which part its forms are, one a line:
key, + or - for a form that a rule admits or keeps out, text, rule, source, origin. It is never
committed, and made anew when the recipe, its lists or the code that reads them have changed.
"""

import hashlib
import sys
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError
from build_lexicon.evidence import Form
from build_lexicon.methods import method_of
from build_lexicon.progress import Bar, Progress
from build_lexicon.recipe import Recipe
from build_lexicon.sources import open_sources
from build_lexicon.words import Kit

PARTS = 256
TOGETHER = 2000  # lines of a part that are packed at once
IN, OUT = "+", "-"


class Evidence(NamedTuple):
    """The different forms of a key that rules admit, and those that rules keep out."""

    admitted: list[Form]
    excluded: list[Form]


@dataclass(slots=True)
class Packer:
    """Lines sorted into parts and packed as they come: the whole never lies in memory unpacked."""

    waiting: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    packers: dict[int, "zlib._Compress"] = field(default_factory=dict)
    packed: defaultdict[int, bytearray] = field(default_factory=lambda: defaultdict(bytearray))

    def add(self, key: str, line: str) -> None:
        """Put a line into the part of its key."""
        part = _part(key)
        self.waiting[part].append(line)
        if len(self.waiting[part]) >= TOGETHER:
            self._pack(part)

    def parts(self) -> Iterator[tuple[int, bytes]]:
        """Every part that holds something."""
        for part in sorted(self.waiting):
            self._pack(part)
            yield part, bytes(self.packed.pop(part) + self.packers[part].flush())

    def _pack(self, part: int) -> None:
        if part not in self.packers:
            # A small window: there are hundreds of these at once.
            self.packers[part] = zlib.compressobj(1, zlib.DEFLATED, 12, 5)
        data = "".join(self.waiting[part]).encode()
        self.waiting[part].clear()
        self.packed[part] += self.packers[part].compress(data)


def write_index(recipe: Recipe, kit: Kit, folder: Path, progress: Progress) -> Path:
    """Read all sources and keep what they say."""
    progress.step("index")
    sources, method = open_sources(recipe), method_of(recipe)
    packer = Packer()
    for sign, forms in (
        (IN, method.forms(sources, kit.alphabet)),
        (OUT, method.excluded(sources, kit.alphabet)),
    ):
        for form in progress.counted(forms):
            key = kit.key_or_none(form.text)
            if key is not None:
                packer.add(key, "\t".join((key, sign, *form)) + "\n")
    path = _place(recipe, folder)
    new = path.with_suffix(".why.new")
    try:
        with zipfile.ZipFile(new, "w") as archive:
            archive.writestr("of", _identity(recipe, kit))
            for part, data in packer.parts():
                archive.writestr(str(part), data)
        new.replace(path)
    except OSError as error:
        raise BuildError(f"cannot write {new}: {error.strerror}") from None
    finally:
        new.unlink(missing_ok=True)
    return path


def ensure_index(recipe: Recipe, kit: Kit, folder: Path) -> None:
    """Make an index if there is none, and show how far that is: the next question takes no time."""
    if is_indexed(recipe, kit, folder):
        return
    bar = Bar(1)
    print(f"reading the sources of {recipe.id}; the next time they are known", file=sys.stderr)
    write_index(recipe, kit, folder, Progress(partial(bar.show, recipe.id)))
    bar.give_up(recipe.id)


def is_indexed(recipe: Recipe, kit: Kit, folder: Path) -> bool:
    """Whether there is an index of this very recipe, read by this very code."""
    try:
        with zipfile.ZipFile(_place(recipe, folder)) as archive:
            return archive.read("of").decode() == _identity(recipe, kit)
    except (OSError, KeyError, zipfile.BadZipFile):
        return False


def look_up(keys: Iterable[str], recipe: Recipe, folder: Path) -> dict[str, Evidence]:
    """What the index has of each key."""
    wanted = set(keys)
    found = {
        key: evidence
        for key, evidence in read_index(recipe, folder, set(map(_part, wanted)))
        if key in wanted
    }
    return {key: found.get(key, Evidence([], [])) for key in wanted}


def read_index(
    recipe: Recipe, folder: Path, parts: Iterable[int] = range(PARTS)
) -> Iterator[tuple[str, Evidence]]:
    """Every key of some parts of the index, with what it has of it."""
    path = _place(recipe, folder)
    try:
        with zipfile.ZipFile(path) as archive:
            for part in sorted({str(part) for part in parts} & set(archive.namelist())):
                rows: defaultdict[str, list[list[str]]] = defaultdict(list)
                for line in zlib.decompress(archive.read(part)).decode().splitlines():
                    row = line.split("\t")
                    rows[row[0]].append(row)
                for key, found in rows.items():
                    yield key, Evidence(_forms(found, IN), _forms(found, OUT))
    except (OSError, zipfile.BadZipFile, zlib.error) as error:
        raise BuildError(f"{path}: cannot be read: {error}") from None


def _forms(rows: Iterable[list[str]], sign: str) -> list[Form]:
    return list(dict.fromkeys(Form(*row[2:]) for row in rows if row[1] == sign))


def _part(key: str) -> int:
    return zlib.crc32(key.encode()) % PARTS


def _place(recipe: Recipe, folder: Path) -> Path:
    return folder / f"{recipe.id}.why"


def _identity(recipe: Recipe, kit: Kit) -> str:
    """The recipe with its lists, the tiles, and the code that reads the sources."""
    digest = hashlib.sha256(f"{recipe.sha256} {kit.alphabet.coding} {kit.longest}".encode())
    code = sorted(Path(__file__).parent.rglob("*.py"))
    own = getattr(method_of(recipe), "__file__", None)
    for path in [*code, *([Path(own)] if own else [])]:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
