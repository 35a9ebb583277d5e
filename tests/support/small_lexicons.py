"""Small lexicons for tests: the same two files as a built one, from a few words."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import marisa_trie

from service.rulebook import load_rulebook

ALPHABETS = {"it": "italian", "ca": "catalan", "ro": "romanian", "en": "english"}

WORDS: Mapping[str, Sequence[str]] = {
    "it": ["casa", "case", "gatto", "micio", "ossa", "poste", "re", "sì"],
    "it-2008": ["casa", "gatto", "micio", "re"],
    "ca": ["canya", "casa", "col·legi", "llenya", "qüestió", "plaça"],
    "ro": ["casă", "masă", "știință", "țară"],
}


def small_lexicons(
    folder: Path,
    words: Mapping[str, Sequence[str]] = WORDS,
    *,
    version: str = "test-1",
    rulebook: Sequence[Path] = (),
) -> Path:
    """Write `<id>.marisa` and `<id>.json` into the folder for each lexicon id, and return it.

    The part of an id before the first `-` is its language: it, it-2008, ca, ro (and en, with a
    rulebook that has English tiles).
    """
    folder.mkdir(parents=True, exist_ok=True)
    alphabets = load_rulebook(*rulebook).alphabets
    for lexicon, listed in words.items():
        language = lexicon.split("-")[0]
        alphabet = alphabets[ALPHABETS[language]]
        keys = sorted({alphabet.key(word) for word in listed})
        identity = {
            "language": language,
            "alphabet": alphabet.name,
            "tiles": alphabet.coding,
            "version": version,
        }
        _publish(folder, lexicon, identity, keys)
    return folder


def _publish(folder: Path, lexicon: str, identity: Mapping[str, str], keys: list[str]) -> None:
    new = folder / f"{lexicon}.new"
    marisa_trie.Trie(keys).save(str(new))
    data = new.read_bytes()
    sha256 = hashlib.sha256(data).hexdigest()
    lengths = Counter(map(len, keys))
    manifest = {
        **identity,
        "name": f"A few words for tests ({lexicon})",
        "official": False,
        "words": len(keys),
        "lengths": {str(length): lengths[length] for length in sorted(lengths)},
        "layers": {},
        "sources": [{"name": "tests", "version": "1", "licence": "MIT", "sha256": sha256}],
        "licences": ["MIT"],
        "recipe": "tests",
        "sha256": sha256,
        "size": len(data),
        "tools": {},
        "built": "2026-01-01",
    }
    new.replace(folder / f"{lexicon}.marisa")
    text = json.dumps(manifest, ensure_ascii=False, indent=2)
    (folder / f"{lexicon}.json").write_text(text + "\n", encoding="utf-8")
