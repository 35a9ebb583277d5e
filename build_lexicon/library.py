"""Built lexicons on disk, found by id: the manifest, the tiles it is written with, the trie."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import marisa_trie

from build_lexicon.building import kit_of
from build_lexicon.errors import BuildError
from build_lexicon.manifest import Manifest, read_manifest
from build_lexicon.recipe import Recipe, read_recipe
from build_lexicon.trie import open_trie
from build_lexicon.words import Kit
from service.rulebook import Rulebook


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
