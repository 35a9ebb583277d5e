"""Manifests: the JSON beside a trie that says which words it holds, from where, and its hash."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from build_lexicon.errors import BuildError
from build_lexicon.recipe import Recipe
from build_lexicon.sources import Sources, sha256_of
from build_lexicon.trie import Written, publish, tool_versions
from build_lexicon.words import Kit, Words

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
        "tools": tool_versions(),
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
