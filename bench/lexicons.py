"""Lexicons to ask: the built ones if they are there, else made-up words in the same form."""

import hashlib
import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from random import Random

import marisa_trie

from service.engine.rules import Rules
from service.rulebook import load_rulebook
from tests.support.processes import ROOT

_ENDINGS = (
    *("A", "E", "I", "O", "IO", "IE", "ATA", "ATE", "ATI", "ATO", "AVA", "AVO", "ERA", "ERE"),
    *("ERO", "IAMO", "ANDO", "ENTE", "ENTI", "ISSI"),
)
_SOUNDS = [consonant + vowel for consonant in "BCDFGLMNPRSTV" for vowel in "AEIO"]


def editions() -> dict[str, Rules]:
    """The newest edition of each federation."""
    rulebook = load_rulebook()
    federations = sorted({rules.federation for rules in rulebook.editions.values()})
    found = {name: rulebook.find(name) for name in federations}
    return {name: rules for name, rules in found.items() if rules is not None}


def lexicon_ids() -> list[str]:
    """The lexicons that the editions name."""
    return sorted({rules.lexicon for rules in load_rulebook().editions.values()})


def put_lexicons(folder: Path, words: int) -> bool:
    """Put the lexicons into the folder; whether they are the built ones, or else made up.

    They are copied, so that a build meanwhile changes nothing for the run.
    """
    names = [f"{lexicon}.{ending}" for lexicon in lexicon_ids() for ending in ("json", "marisa")]
    built = all((ROOT / "lexicons" / name).is_file() for name in names)
    for name in names if built else ():
        shutil.copy(ROOT / "lexicons" / name, folder)
    for lexicon in () if built else lexicon_ids():
        make_up(folder, lexicon, words)
    return built


def make_up(folder: Path, lexicon: str, words: int) -> None:
    """Write a lexicon of made-up words: stems with endings, as natural words have them."""
    random = Random(words)
    stems: set[str] = set()
    while len(stems) < words // len(_ENDINGS):
        syllables = random.choices(_SOUNDS, k=random.choice((2, 3, 3, 4)))
        stems.add("".join(syllables) + random.choice("BCDFGLMNPRSTV"))
    _publish(folder, lexicon, (stem + ending for stem in stems for ending in _ENDINGS))


def _publish(folder: Path, lexicon: str, keys: Iterable[str]) -> None:
    trie = marisa_trie.Trie(keys)
    path = folder / f"{lexicon}.marisa"
    trie.save(str(path))
    data = path.read_bytes()
    language = lexicon.partition("-")[0]
    tiles = {rules.language: rules.alphabet for rules in load_rulebook().editions.values()}
    manifest = {
        "language": language,
        "alphabet": tiles[language].name,
        "tiles": tiles[language].coding,
        "version": "made-up",
        "name": "Made-up words for measuring",
        "official": False,
        "words": len(trie),
        "lengths": {},
        "sources": [],
        "licences": [],
        "built": "",
        "sha256": hashlib.sha256(data).hexdigest(),
        "size": len(data),
    }
    (folder / f"{lexicon}.json").write_text(json.dumps(manifest), encoding="utf-8")
