"""Built lexicons on disk: a trie and the JSON beside it, its manifest, which says what it holds.

Both are written beside the old ones, verified, and only then put in their places.
"""

import contextlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import marisa_trie

from build_lexicon.errors import BuildError
from build_lexicon.recipe import Recipe, Sources, read_recipe, sha256_of
from build_lexicon.words import Kit, Words, kit_of
from service.rulebook import Rulebook

TOOL = "marisa-trie"


@dataclass(frozen=True, slots=True)
class Written:
    """A trie that was written and verified, but not yet put in place."""

    path: Path
    sha256: str
    size: int
    lengths: Mapping[int, int]  # how many keys have so many tiles


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


Manifest = dict[str, Any]


def recipe_manifest(sources: Sources, words: Words, kit: Kit, trie: Written) -> Manifest:
    """The manifest of a lexicon that was built from a recipe."""
    recipe = sources.recipe
    return manifest(
        identity={
            "language": recipe.language,
            "alphabet": recipe.alphabet,
            "tiles": kit.alphabet.coding,
            "version": recipe.version,
            "name": recipe.name,
            "official": recipe.official,
        },
        layers=words.counts(),
        sources=list(_source_rows(recipe, sources)),
        trie=trie,
    ) | {"recipe": recipe.sha256, "built": recipe.built.isoformat()}


def manifest(
    identity: Mapping[str, object],
    *,
    layers: Mapping[str, int],
    sources: list[dict[str, object]],
    trie: Written,
) -> Manifest:
    """What every manifest says, whether the words were built or imported."""
    return {
        **identity,
        "words": sum(trie.lengths.values()),
        "lengths": {str(length): trie.lengths[length] for length in sorted(trie.lengths)},
        "layers": dict(layers),
        "sources": sources,
        "licences": sorted({str(source["licence"]) for source in sources}),
        "sha256": trie.sha256,
        "size": trie.size,
        "tools": {TOOL: metadata.version(TOOL)},  # The bytes of a trie depend on it.
    }


def read_manifest(path: Path) -> Manifest:
    """A manifest from its file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BuildError(f"no manifest {path}") from None
    except (OSError, ValueError) as error:
        raise BuildError(f"{path}: not a manifest: {error}") from None
    if not isinstance(found, dict):
        raise BuildError(f"{path}: not a manifest")
    return found


def publish_lexicon(content: Manifest, trie: Written, place: Path) -> None:
    """Put a trie and its manifest in their places, once both are written whole."""
    described = place.with_suffix(".json")
    new = place.with_suffix(".json.new")
    try:
        new.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        publish(trie.path, place)
        publish(new, described)
    except OSError as error:
        raise BuildError(f"cannot write {described}: {error.strerror}") from None
    finally:
        new.unlink(missing_ok=True)


def _source_rows(recipe: Recipe, sources: Sources) -> Iterable[dict[str, object]]:
    for source in recipe.sources.values():
        for name, expected in source.files.items():
            yield {
                "name": source.title,
                "distribution": source.distribution,
                "file": name,
                "version": source.version,
                "licence": source.licence,
                "sha256": expected or sha256_of(sources.files[source.id, name]),
            }


@dataclass(frozen=True, slots=True)
class Built:
    """A lexicon that was built or imported."""

    id: str
    manifest: Manifest
    kit: Kit
    trie: marisa_trie.Trie

    @property
    def title(self) -> str:
        """Its name, which always says whether it claims to be official."""
        closed = "not official" if self.manifest.get("guarded") else "open, not official"
        status = "said to be official" if self.manifest["official"] else closed
        return f"{self.manifest['name']} {self.manifest['version']} ({status})"

    def words(self) -> Iterator[str]:
        """Every word in plain spelling, in alphabetical order."""
        return iter(sorted(map(self.kit.spell, self.trie)))


def open_built(name: str, folder: Path, rulebook: Rulebook) -> Built:
    """The lexicon with an id in a folder, or at the path of its manifest."""
    path = Path(name) if name.endswith(".json") else folder / f"{name}.json"
    manifest = read_manifest(path)
    kit = kit_of(str(manifest.get("alphabet")), rulebook)
    return Built(path.stem, manifest, kit, open_trie(path.with_suffix(".marisa")))


def recipes(folder: Path, ids: list[str]) -> list[Recipe]:
    """The recipes with these ids, or all recipes of a folder."""
    paths = [folder / f"{id_}.toml" for id_ in ids] or sorted(folder.glob("*.toml"))
    if not paths:
        raise BuildError(f"no recipes in {folder}")
    return [read_recipe(path) for path in paths]


def alphabet_of_language(language: str, folder: Path, rulebook: Rulebook) -> str:
    """The tiles of the recipes of a language."""
    names = {recipe.alphabet for recipe in recipes(folder, []) if recipe.language == language}
    if len(names) != 1:
        known = ", ".join(sorted(rulebook.alphabets))
        raise BuildError(f"no recipe says which tiles {language!r} has: --alphabet, one of {known}")
    return names.pop()


@dataclass(frozen=True, slots=True)
class Difference:
    """Words in plain spelling, each list in alphabetical order."""

    added: list[str]
    removed: list[str]

    def lines(self) -> Iterator[str]:
        """One word a line, marked + or -."""
        yield from (f"+ {word}" for word in self.added)
        yield from (f"- {word}" for word in self.removed)

    def summary(self) -> str:
        """How many words either list has alone."""
        return f"{len(self.added)} added, {len(self.removed)} removed"


def compare(old: Built, new: Built) -> Difference:
    """What the new lexicon has and the old had not, and the other way round."""
    ours, theirs = old.kit.alphabet, new.kit.alphabet
    if ours.name != theirs.name:
        raise BuildError(f"{old.id} has {ours.name} tiles, {new.id} {theirs.name}")
    return Difference(
        sorted(new.kit.spell(key) for key in new.trie if key not in old.trie),
        sorted(old.kit.spell(key) for key in old.trie if key not in new.trie),
    )


def check_guard(lexicons: Sequence[Built], *, allowed: bool) -> None:
    """Refuse to print words that their owner keeps, unless whoever asks may."""
    for built in lexicons:
        if built.manifest.get("guarded") and not allowed:
            raise BuildError(
                f"{built.id} is guarded: its owner has not published the words; if you may print "
                "them, say --guarded"
            )
