"""What a recipe file may say: `lexicons/<id>.toml` read into a frozen value, refused if wrong.

A recipe names its sources with version and SHA-256, its rules with their articles, the reviewed
lists that override the sources, and the date that the manifest carries. It may extend another one
beside it and say only what differs: a key, an option, a whole source or a whole rule.

    language = "ca"          # what the service calls the language
    alphabet = "catalan"     # a tiles file of the rule book
    version = "open-2026.1"
    name = "Lèxic català obert"
    official = false
    built = 2026-01-15       # a date of the recipe, not of the clock: builds are reproducible
    method = "catalan"       # who reads the sources: see methods.py
    short = "short/ca.tsv"   # decides all two- and three-tile words
    reviewed = "…"           # optional: decides the words that it names, of any length
    extends = "…"            # optional: the recipe whose keys stand where this one is silent

    [options]                # optional: what the method may be told
    [sources.ID]             # title, licence, files = {name = sha256}; distribution and version
                             # (files of ours have the version of the recipe)
    [rules.ID]               # article, says; layer = "base", "excluded" or one of the method's

Dictionaries come as installed Python packages that we never import: `importlib.metadata` says where
their files lie, and each file must have the SHA-256 that the recipe names.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from build_lexicon.errors import BuildError
from service import places
from service.lexicon import is_sendable

T = TypeVar("T")

Option = str | int | bool | tuple[str, ...]

REQUIRED = {"language", "alphabet", "version", "name", "official", "built", "method"}
OPTIONAL = {"short", "reviewed", "options", "sources", "rules"}
TABLES = ("options", "sources", "rules")


class Layer(StrEnum):
    """Where the words of a rule are counted; a method may have further layers of its own.

    Excluded words are only explained.
    """

    BASE = "base"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class Source:
    """Files of an installed distribution, or of the recipe's own folder, with their checksums."""

    id: str
    title: str
    licence: str
    version: str
    distribution: str  # "" for files of ours, found beside the recipe
    files: Mapping[
        str, str
    ]  # file name -> SHA-256; "" for files of ours, which the recipe hash covers


@dataclass(frozen=True, slots=True)
class Rule:
    """A reason to admit or to exclude a form, with the article that it follows."""

    id: str
    article: str
    says: str
    layer: Layer | str


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides what a lexicon contains."""

    id: str
    folder: Path
    language: str
    alphabet: str
    version: str
    name: str
    official: bool
    built: date
    method: str
    short: str
    reviewed: str
    options: Mapping[str, Option]
    sources: Mapping[str, Source]
    rules: Mapping[str, Rule]
    sha256: str  # of the recipe and of every file of ours that it names

    @property
    def layers(self) -> tuple[str, ...]:
        """The base, then every other layer as the rules name them."""
        return tuple(dict.fromkeys([Layer.BASE, *(rule.layer for rule in self.rules.values())]))


def read_recipe(path: Path) -> Recipe:
    """Read one recipe; anything unknown, missing or of the wrong type is an error."""
    table = _read_table(path)
    extends = [str(table.pop("extends"))] if "extends" in table else []
    try:
        for name in extends:
            table = _extended(_read_table(path.parent / name), table)
        if missing := REQUIRED - table.keys():
            raise ValueError(f"missing {', '.join(sorted(missing))}")
        if unknown := table.keys() - REQUIRED - OPTIONAL:
            raise ValueError(f"unknown key {', '.join(sorted(unknown))}")
        return _recipe(path, table, extends)
    except (BuildError, KeyError, TypeError, ValueError) as error:
        raise BuildError(f"{path}: {error}") from None


def _read_table(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BuildError(f"no recipe {path}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BuildError(f"{path}: {error}") from None


def _extended(base: dict[str, object], own: dict[str, object]) -> dict[str, object]:
    """What a recipe says itself, and what the one it extends says elsewhere."""
    tables = {key: {**_table(base, key), **_table(own, key)} for key in TABLES}
    return {**base, **own, **tables}


def _recipe(path: Path, table: Mapping[str, object], extends: list[str]) -> Recipe:
    version = _text(table, "version")
    sources = {
        id_: _source(id_, _typed(row, dict), version)
        for id_, row in _table(table, "sources").items()
    }
    short, reviewed = _text(table, "short", ""), _text(table, "reviewed", "")
    ours = [name for source in sources.values() if not source.distribution for name in source.files]
    return Recipe(
        id=path.stem,
        folder=path.parent,
        language=sendable("language", _text(table, "language")),
        alphabet=_text(table, "alphabet"),
        version=sendable("version", version),
        name=_text(table, "name"),
        official=_typed(table["official"], bool),
        built=_typed(table["built"], date),
        method=_text(table, "method"),
        short=short,
        reviewed=reviewed,
        options={name: _option(value) for name, value in _table(table, "options").items()},
        sources=sources,
        rules={id_: _rule(id_, _typed(row, dict)) for id_, row in _table(table, "rules").items()},
        sha256=_recipe_hash(path, [name for name in (short, reviewed, *ours, *extends) if name]),
    )


def sendable(what: str, text: str) -> str:
    """A text that the header of an answer, a file name and a setting can all carry."""
    if not is_sendable(text):
        raise BuildError(
            f"{what} {text!r}: write letters from a to z, digits, points and hyphens, up to 64"
        )
    return text


def _source(id_: str, row: Mapping[str, object], version: str) -> Source:
    distribution = _text(row, "distribution", "")
    listed = row.get("files", ())
    files = (
        {str(name): str(sha256) for name, sha256 in listed.items()}
        if isinstance(listed, dict)
        else dict.fromkeys(map(str, _typed(listed, list)), "")
    )
    if not files or (distribution and not all(files.values())):
        raise ValueError(f"source {id_} needs files, each with its SHA-256")
    return Source(
        id=id_,
        title=_text(row, "title"),
        licence=_text(row, "licence"),
        version=_text(row, "version", None if distribution else version),
        distribution=distribution,
        files=files,
    )


def _rule(id_: str, row: Mapping[str, object]) -> Rule:
    named = _text(row, "layer", Layer.BASE)
    layer = Layer(named) if named in set(Layer) else named
    return Rule(id_, _text(row, "article"), _text(row, "says"), layer)


def _recipe_hash(path: Path, ours: list[str]) -> str:
    digest = hashlib.sha256(path.read_bytes())
    for name in sorted(ours):
        try:
            digest.update(hashlib.sha256((path.parent / name).read_bytes()).digest())
        except OSError:
            raise BuildError(f"cannot read {name}") from None
    return digest.hexdigest()


def _option(value: object) -> Option:
    if isinstance(value, list):
        return tuple(_typed(item, str) for item in value)
    if isinstance(value, str | int | bool):
        return value
    raise TypeError(f"an option is text, a number, true, false or a list of texts, not {value!r}")


def _table(table: Mapping[str, object], key: str) -> Mapping[str, object]:
    return _typed(table.get(key, {}), dict)


def _text(table: Mapping[str, object], key: str, default: str | None = None) -> str:
    if key not in table and default is not None:
        return default
    return _typed(table[key], str)


def _typed(value: object, kind: type[T]) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, not {value!r}")
    return value


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
