"""A list that was read becomes a lexicon: named, guarded against mistakes, written.

The open lexicons cannot be replaced by an import, and a version that exists cannot become another
list unawares: what was announced with a hash stays what it was.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap

from build_lexicon.errors import BuildError
from build_lexicon.listing import Listing
from build_lexicon.manifest import Manifest, manifest, publish_lexicon, read_manifest
from build_lexicon.options import GUARDED
from build_lexicon.recipe import sendable
from build_lexicon.trie import written_trie
from build_lexicon.words import Kit


@dataclass(frozen=True, slots=True)
class About:
    """What a list is, beside its words."""

    id: str
    language: str
    version: str
    name: str
    source: str
    licence: str
    official: bool
    built: date
    sha256: str  # of the file that was read

    def __post_init__(self) -> None:
        """Refuse what no header, setting or file name could carry."""
        try:
            for what in ("id", "language", "version"):
                sendable(what, getattr(self, what))
        except ValueError as error:
            raise BuildError(str(error)) from None

    @property
    def guarded(self) -> bool:
        """Whether the owner of the words has to agree before they are printed."""
        return self.licence == GUARDED


def adopt(
    listing: Listing, about: About, kit: Kit, folder: Path, *, replace: bool = False
) -> Manifest:
    """Write trie and manifest of a list, like those of the open build."""
    place = folder / f"{about.id}.marisa"
    keys = list(listing.keys)
    layers = {"base": len(keys), "short": 0, "added": 0, "dropped": 0}
    source: dict[str, object] = {
        "name": about.source,
        "version": about.version,
        "licence": about.licence,
        "sha256": about.sha256,
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BuildError(f"cannot make {folder}: {error.strerror}") from None
    with written_trie(keys, place) as trie:
        content = manifest(_identity(about, kit), layers=layers, sources=[source], trie=trie)
        # There is no recipe: the list alone decides.
        content |= {"recipe": about.sha256, "guarded": about.guarded}
        refuse_to_replace(about.id, trie.sha256, folder, replace=replace)
        publish_lexicon(content, trie, place)
    return content


def refuse_to_replace(id_: str, sha256: str, folder: Path, *, replace: bool) -> None:
    """Whether the name is free, or taken by the very same words."""
    refuse_open_name(id_, folder)
    described = folder / f"{id_}.json"
    if replace or not described.is_file():
        return
    there = read_manifest(described).get("sha256")
    if there != sha256:
        raise BuildError(
            f"{id_} exists and has other words (SHA-256 {_grouped(str(there))}, this list "
            f"{_grouped(sha256)}): give this list another --version, or --replace the old one"
        )


def refuse_open_name(id_: str, recipes: Path) -> None:
    """Whether the name is no open lexicon's, wherever that lies: one would hide the other."""
    if (recipes / f"{id_}.toml").is_file():
        raise BuildError(f"{id_} is an open lexicon with a recipe: give the list another --id")


def try_name(listing: Listing, about: About, folder: Path, *, replace: bool) -> None:
    """Refuse the name of other words, as an import would, and write nothing in the folder."""
    if not (folder / f"{about.id}.json").is_file():
        return
    with TemporaryDirectory() as elsewhere:
        place = Path(elsewhere) / f"{about.id}.marisa"
        with written_trie(list(listing.keys), place) as trie:
            refuse_to_replace(about.id, trie.sha256, folder, replace=replace)


def told(id_: str, made: Manifest) -> Iterator[str]:
    """What whoever imported a list announces."""
    yield f"{id_}  {made['name']}, version {made['version']}"
    half = len(made["sha256"]) // 2
    yield f"sha256  {_grouped(made['sha256'][:half])}"
    yield f"        {_grouped(made['sha256'][half:])}"


def next_steps(id_: str, made: Manifest) -> Iterator[str]:
    """What comes next where the list is looked for."""
    yield "Announce this hash before a round. The list is not in force yet:"
    yield f"    arbiter lexicon use {id_}"
    if made["official"]:
        yield "It is said to be official; `use` vouches for it, on a server OFFICIAL does."


def _grouped(sha256: str) -> str:
    """A hash as all of Arbiter prints it, in groups of four."""
    return " ".join(wrap(sha256, 4))


def _identity(about: About, kit: Kit) -> dict[str, object]:
    return {
        "language": about.language,
        "alphabet": kit.alphabet.name,
        "tiles": kit.alphabet.coding,
        "version": about.version,
        "name": about.name,
        "official": about.official,
        "built": about.built.isoformat(),
    }
