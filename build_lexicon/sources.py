"""Where the files of a source are, and that they are the very ones the recipe was written for.

Dictionaries come as installed Python packages that we never import: `importlib.metadata` says where
their files lie, and each file must have the SHA-256 that the recipe names.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.recipe import Recipe, Source
from service import places


@dataclass(frozen=True, slots=True)
class Sources:
    """The checked files of a recipe."""

    recipe: Recipe
    files: Mapping[tuple[str, str], Path]  # (source id, file name as in the recipe) -> path

    def path(self, source: str, ending: str = "") -> Path:
        """The one file of a source whose name ends so."""
        found = [
            path
            for (id_, name), path in self.files.items()
            if id_ == source and name.endswith(ending)
        ]
        if len(found) != 1:
            raise BuildError(
                f"recipe {self.recipe.id}: {len(found)} files *{ending} in {source!r}, not one"
            )
        return found[0]


def open_sources(recipe: Recipe) -> Sources:
    """Find and check every file that the recipe names."""
    return Sources(
        recipe,
        {
            (source.id, name): path
            for source in recipe.sources.values()
            for name, path in _located(recipe, source).items()
        },
    )


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _located(recipe: Recipe, source: Source) -> dict[str, Path]:
    folder = _installed(source) if source.distribution else recipe.folder
    paths = {name: folder / name for name in source.files}
    for name, path in paths.items():
        _check(source, path, source.files[name])
    return paths


def _installed(source: Source) -> Path:
    try:
        distribution = metadata.distribution(source.distribution)
    except metadata.PackageNotFoundError:
        raise BuildError(
            f"package {source.distribution}=={source.version} is not installed: "
            f"pip install --no-deps --require-hashes -r {places.dictionaries()}"
        ) from None
    if distribution.version != source.version:
        raise BuildError(
            f"package {source.distribution} is {distribution.version}, "
            f"the recipe wants {source.version}"
        )
    return Path(str(distribution.locate_file("")))


def _check(source: Source, path: Path, expected: str) -> None:
    try:
        found = sha256_of(path)
    except OSError as error:
        raise BuildError(f"source {source.id}: cannot read {path}: {error.strerror}") from None
    if expected and found != expected:
        raise BuildError(
            f"source {source.id}: {path.name} has SHA-256 {found}, the recipe says {expected}"
        )
