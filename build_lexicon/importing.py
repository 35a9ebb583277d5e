"""A federation's own list: read in whatever form it comes, checked line by line, made a lexicon."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.manifest import Manifest, manifest, publish_lexicon
from build_lexicon.trie import written_trie
from build_lexicon.words import LONGEST, SHORTEST
from service.engine.errors import SpellingError
from service.engine.tiles import Alphabet

# Where the bytes are not UTF-8: the encoding with the fewest unreadable lines, the first of equals.
LEGACY = ("cp1252", "latin-1", "cp1250")
# What Ş and ş of cp1250 look like in the other two, and what tiles would fold into A and O.
ORDINALS = frozenset("ªº")
# Letters that Unicode names without their script.
NAMELESS = {"MASCULINE", "FEMININE", "MICRO", "MODIFIER"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line that holds something."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A line that gives no word, and why."""

    line: Line
    reason: str

    def __str__(self) -> str:
        """As a maintainer reads it."""
        return f"line {self.line.number}: {self.line.text!r}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Listing:
    """What was read from a list."""

    encoding: str
    lines: int
    keys: Sequence[str]
    rejected: Sequence[Rejected]
    repeated: Sequence[Rejected]


def read_listing(
    path: Path, alphabet: Alphabet, codes: Mapping[str, str], most_repeats: int
) -> Listing:
    """Read a list; `codes` are letters that stand for a tile, `most_repeats` is in percent."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BuildError(f"cannot read {path}: {error.strerror}") from None
    readings = [_read(text, encoding, alphabet, codes) for text, encoding in _decoded(data)]
    best = min(readings, key=lambda listing: len(listing.rejected))
    _refuse_what_is_no_list(best, path, most_repeats)
    return best


def import_list(
    listing: Listing,
    place: Path,
    identity: Mapping[str, object],
    source: Mapping[str, object],
) -> Manifest:
    """Write trie and manifest of an imported list, like those of the open build."""
    keys = list(listing.keys)
    layers = {"base": len(keys), "enclitics": 0, "short": 0, "added": 0, "dropped": 0}
    with written_trie(keys, place) as trie:
        content = manifest(identity, keys=keys, layers=layers, sources=[dict(source)], trie=trie)
        # There is no recipe: the list alone decides.
        content["recipe"] = source["sha256"]
        publish_lexicon(content, trie, place)
    return content


def _decoded(data: bytes) -> Iterator[tuple[str, str]]:
    try:
        yield data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        for encoding in LEGACY:
            yield data.decode(encoding, errors="replace"), encoding


def _read(text: str, encoding: str, alphabet: Alphabet, codes: Mapping[str, str]) -> Listing:
    table = str.maketrans({case: codes[code] for code in codes for case in _cases(code)})
    lines = list(_lines(text))
    first: dict[str, Line] = {}
    keys: set[str] = set()
    rejected, repeated = [], []
    for line in lines:
        plain = unicodedata.normalize("NFC", line.text).casefold()
        if plain in first:
            repeated.append(Rejected(line, f"repeats line {first[plain].number}"))
            continue
        first[plain] = line
        try:
            keys.add(_key(line.text.translate(table), alphabet))
        except SpellingError as error:
            rejected.append(Rejected(line, str(error)))
    return Listing(encoding, len(lines), sorted(keys), rejected, repeated)


def _lines(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        if word := line.partition("#")[0].strip():
            yield Line(number, word)


def _key(word: str, alphabet: Alphabet) -> str:
    if not ORDINALS.isdisjoint(word):
        raise SpellingError("an ordinal sign is no letter")
    key = alphabet.key(word)
    if not SHORTEST <= len(key) <= LONGEST:
        raise SpellingError(f"{len(key)} tiles, not {SHORTEST} to {LONGEST}")
    return key


def _cases(code: str) -> tuple[str, str]:
    return code.lower(), code.upper()


def _refuse_what_is_no_list(listing: Listing, path: Path, most_repeats: int) -> None:
    for line in listing.rejected:
        if script := _foreign_script(line.line.text):
            raise BuildError(f"{path}: mixed alphabets, {script} letters in {line}")
    repeats = len(listing.repeated)
    # One repeated line is a slip of the hand, however short the list.
    if repeats > 1 and repeats * 100 > listing.lines * most_repeats:
        raise BuildError(
            f"{path}: {repeats} of {listing.lines} lines are repeated, more than {most_repeats} %; "
            f"the first is {listing.repeated[0]}"
        )
    if not listing.keys:
        raise BuildError(f"{path}: no words in {listing.lines} lines")


def _foreign_script(text: str) -> str:
    """The first script in a text that is not Latin."""
    for character in filter(str.isalpha, text):
        script = unicodedata.name(character, "LATIN").split()[0]
        if script != "LATIN" and script not in NAMELESS:
            return script.title()
    return ""
