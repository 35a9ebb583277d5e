"""Lexicons: word lists that were checked against their manifest and are held in memory.

`<id>.json` is the manifest, `<id>.marisa` the trie. A trie trusts its bytes, so their SHA-256 is
compared first, and the very bytes that were compared are used: whatever becomes of the file later,
a verdict does not change. Workers share them, because they are read before the workers fork.

A lexicon says whether it holds all of some keys, and what it is; nothing here can list, complete or
count words. All keys are looked up, whatever the first gives. How long that takes depends a little
on how far into the trie each leads: SECURITY.md says what the clock can tell.
"""

import hashlib
import json
import re
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_origin

from service.engine.challenge import keys_stand
from service.engine.rules import Rules

if TYPE_CHECKING:
    import marisa_trie


class LexiconError(Exception):
    """A lexicon that cannot be used; the message names its file."""


class MissingLexiconError(LexiconError):
    """A lexicon that is not there; the open ones can be built."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A set of lexicon keys with an identity."""

    id: str
    language: str
    alphabet: str
    tiles: str
    version: str
    name: str
    official: bool
    guarded: bool
    words: int
    lengths: dict[str, int]
    sources: list[Mapping[str, Any]]
    licences: list[str]
    built: str
    sha256: str
    trie: "marisa_trie.Trie"

    def __contains__(self, key: object) -> bool:
        """Whether the key is one of the words."""
        return key in self.trie

    def holds(self, keys: Sequence[str]) -> bool:
        """Whether all of the keys are words."""
        return keys_stand(keys, self)

    def about(self) -> dict[str, object]:
        """What the manifest says, for those who want to know where the words come from."""
        told = (name for name in ("id", *_FACTS) if name not in _TILES)
        return {name: getattr(self, name) for name in told}

    @property
    def identity(self) -> str:
        """What a verdict names as its source."""
        return f"{self.language}/{self.version}; sha256={self.sha256}"


class Lexicons(dict[str, Lexicon]):
    """Lexicons by the names that editions use, each verified and read when it is first needed."""

    def __init__(
        self,
        editions: Collection[Rules],
        folders: Sequence[Path],
        renamed: Mapping[str, str],
        chosen: Mapping[str, str] | None = None,
        official: Container[str] = (),
    ) -> None:
        """Look in these folders, for some names under others; only for names that are used.

        `chosen` is what the machine has put in force, perhaps for editions that are not there now.
        `official` are the SHA-256 of lists that the operator vouches for: a manifest may say
        anything of itself, and is believed only for these.
        """
        super().__init__()
        self._editions, self._folders, self._official = editions, folders, official
        self._renamed = {**(chosen or {}), **renamed}
        for name in renamed:
            if all(name != rules.lexicon for rules in editions):
                raise LexiconError(f"LEXICONS: no edition uses a lexicon called {name!r}")

    def __missing__(self, name: str) -> Lexicon:
        """Open a lexicon; one that cannot be used is a `LexiconError`."""
        users = [rules for rules in self._editions if rules.lexicon == name]
        if not users:
            raise KeyError(name)
        lexicon = open_lexicon(self._renamed.get(name, name), self._folders)
        for rules in users:
            check_fit(lexicon, rules)
        vouched = lexicon.official and lexicon.sha256 in self._official
        self[name] = found = replace(lexicon, official=vouched)
        return found


def open_lexicon(name: str, folders: Sequence[Path]) -> Lexicon:
    """The lexicon with this id in the first folder that has its manifest, verified and read."""
    folder = next((folder for folder in folders if (folder / f"{name}.json").is_file()), None)
    if folder is None:
        looked = ", ".join(map(str, folders))
        raise MissingLexiconError(f"lexicon {name}: there is no {name}.json in {looked}")
    # Only here: who asks a service need not have the packages of one.
    import marisa_trie

    facts = read_manifest(folder / f"{name}.json")
    path = folder / f"{name}.marisa"
    content = _read_verified(path, facts["sha256"])
    trie = marisa_trie.Trie()
    try:
        trie.frombytes(content)
    except RuntimeError:
        raise LexiconError(f"{path}: is not a marisa trie") from None
    if len(trie) != facts["words"]:
        raise LexiconError(f"{path}: holds {len(trie)} words, its manifest says {facts['words']}")
    if not len(trie):
        raise LexiconError(f"{path}: holds no words")
    return Lexicon(name, **facts, trie=trie)


def is_sendable(text: str) -> bool:
    """Whether the header of an answer can carry the language or version of a lexicon."""
    return _SENDABLE.fullmatch(text) is not None


def check_fit(lexicon: Lexicon, rules: Rules) -> None:
    """Refuse a lexicon of another language, or one whose keys mean other tiles."""
    if lexicon.language != rules.language:
        raise LexiconError(
            f"lexicon {lexicon.id} is in {lexicon.language!r}, {rules.id} is played in"
            f" {rules.language!r}: choose another one for {rules.lexicon!r}"
        )
    alphabet = rules.alphabet
    if lexicon.alphabet != alphabet.name or lexicon.tiles not in ("", alphabet.coding):
        raise LexiconError(
            f"lexicon {lexicon.id} was made for {lexicon.alphabet} tiles that are not those of"
            f" {rules.id} ({alphabet.name}): import it anew"
        )


_FACTS: dict[str, Any] = {
    field.name: get_origin(field.type) or field.type
    for field in fields(Lexicon)
    if field.name not in ("id", "trie")
}
"""What a manifest has to say, each of its type."""
_TILES = ("alphabet", "tiles")  # what the keys are made of, of no interest to callers
# An older manifest does not say how its keys were made, that of an open list not that it is open.
_UNSAID: dict[str, Any] = {"tiles": "", "guarded": False}
# Language and version go into the header of every verdict.
_SENDABLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")


def read_manifest(path: Path) -> dict[str, Any]:
    """What the manifest of a lexicon says of it."""
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise LexiconError(f"{path}: cannot be read: {fault}") from None
    if not isinstance(manifest, dict):
        raise LexiconError(f"{path}: is not a manifest")
    manifest = _UNSAID | manifest
    for key, kind in _FACTS.items():
        if type(manifest.get(key)) is not kind:
            raise LexiconError(f"{path}: {key} is missing or of the wrong kind")
    for key in ("language", "version"):
        if not is_sendable(manifest[key]):
            raise LexiconError(f"{path}: no header can carry the {key} {manifest[key]!r}")
    return {key: manifest[key] for key in _FACTS}


def _read_verified(path: Path, sha256: str) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError as fault:
        raise MissingLexiconError(f"{path}: cannot be read: {fault.strerror}") from None
    except OSError as fault:
        raise LexiconError(f"{path}: cannot be read: {fault.strerror}") from None
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise LexiconError(
            f"{path}: its SHA-256 is {found}, its manifest says {sha256}: the file is damaged. Copy"
            " it there again; or make it anew: a list of your own with `arbiter lexicon import`, an"
            " open one with `arbiter serve` where LEXICONS_PATH is not set"
        )
    return content
