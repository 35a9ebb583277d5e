"""A federation's own list: read in whatever form it comes, checked line by line, made a lexicon.

Every line is accounted for: it gives a word, or it is rejected with a reason, or it repeats an
earlier line, or its word has the tiles of an earlier one (*papa* and *papà*). What looks like
something else than a whole list is refused, and nothing is written.
"""

import csv
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from build_lexicon.archives import read_packed
from build_lexicon.decoding import Text, decode
from build_lexicon.errors import BuildError
from build_lexicon.listing import Line, Listing, Rejected
from build_lexicon.options import MOST_REJECTED, MOST_REPEATS
from build_lexicon.words import Kit
from service.engine.errors import SpellingError
from service.engine.tiles import Alphabet, streamable

# What tiles would fold into A and O.
ORDINALS = frozenset("ªº")
# Letters that Unicode names without their script.
NAMELESS = {"MASCULINE", "FEMININE", "MICRO", "MODIFIER"}
SEPARATORS = "\t;,"


@dataclass(frozen=True, slots=True)
class ListOptions:
    """How a list is to be read, where it does not say so itself."""

    language: str
    codes: Mapping[str, str] = field(default_factory=dict)  # one letter -> the tile it stands for
    encoding: str | None = None
    column: str | None = None  # the number of the words' column, or its heading
    most_rejected: int = MOST_REJECTED
    most_repeats: int = MOST_REPEATS


def read_listing(path: Path, kit: Kit, options: ListOptions) -> Listing:
    """Read the list in a file, or in an archive that holds nothing else."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BuildError(f"cannot read {path}: {error.strerror}") from None
    try:
        listing = listed(read_packed(data), kit, options)
    except BuildError as error:
        raise BuildError(f"{path}: {error}") from None
    return listing


def listed(data: bytes, kit: Kit, options: ListOptions) -> Listing:
    """The words of a list, if it is one."""
    _check_codes(options.codes, kit.alphabet)
    text = decode(data, options.language, options.encoding)
    lines = list(_lines(text, options.column))
    listing = _read(lines, text, kit, options)
    _refuse_what_is_no_list(listing, kit.alphabet, options)
    return listing


def _read(lines: Sequence[Line], text: Text, kit: Kit, options: ListOptions) -> Listing:
    codes = options.codes
    table = str.maketrans({case: codes[code] for code in codes for case in _cases(code)})
    first: dict[str, int] = {}
    keys: set[str] = set()
    rejected, repeated, merged = [], [], 0
    for line in lines:
        plain = unicodedata.normalize("NFC", streamable(line.text)).casefold()
        if plain in first:
            repeated.append(Rejected(line, f"repeats line {first[plain]}"))
            continue
        first[plain] = line.number
        try:
            key = _key(line, text, kit, table)
        except SpellingError as error:
            rejected.append(Rejected(line, str(error)))
        else:
            merged += key in keys
            keys.add(key)
    unfinished = lines[-1] if lines and not text.text.endswith(("\n", "\r")) else None
    return Listing(text.encoding, len(lines), sorted(keys), rejected, repeated, merged, unfinished)


def _lines(text: Text, column: str | None) -> Iterator[Line]:
    """The lines with their words; of a table, the words of a column."""
    rows = text.lines()
    separator = _separator(rows)
    if column is None and separator:
        shown = next(row for row in rows if separator in row)
        raise BuildError(
            f"is a table, not a list ({shown!r}): say which --column has the words, by its number "
            "from 1 or by its heading"
        )
    place, skipped = _column(rows, separator, column) if column else (0, 0)
    for number, row in enumerate(rows[skipped:], skipped + 1):
        cells = [row.partition("#")[0]]
        if separator:
            cells = next(csv.reader(cells, delimiter=separator), [])
        if place < len(cells) and (word := _unquoted(cells[place].strip())):
            yield Line(number, word)


def _separator(rows: Sequence[str]) -> str:
    """What stands between the columns of a table; nothing in a list."""
    filled = [row for row in rows if row.strip() and not row.startswith("#")]
    counts = {sign: sum(sign in row for row in filled) for sign in SEPARATORS}
    best = max(counts, key=lambda sign: counts[sign])
    return best if counts[best] * 2 > len(filled) else ""


def _unquoted(text: str) -> str:
    """A cell of a table with one column, as some programs write it."""
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == '"' else text


def _column(rows: Sequence[str], separator: str, column: str) -> tuple[int, int]:
    """Which column has the words, and how many lines are its heading."""
    if column.isdecimal() and int(column) > 0:
        return int(column) - 1, 0
    headings = next(csv.reader(rows[:1], delimiter=separator or ","), [])
    if column not in headings:
        raise BuildError(f"--column {column}: the first line has only {', '.join(headings)}")
    return headings.index(column), 1


def _key(line: Line, text: Text, kit: Kit, table: Mapping[int, str]) -> str:
    if line.number in text.strays:
        raise SpellingError(f"is UTF-8, the other lines are {text.encoding}")
    if not ORDINALS.isdisjoint(line.text):
        raise SpellingError("an ordinal sign is no letter")
    return kit.key(line.text.translate(table))


def _cases(code: str) -> tuple[str, str]:
    return code.lower(), code.upper()


def _check_codes(codes: Mapping[str, str], alphabet: Alphabet) -> None:
    for letter, tile in codes.items():
        try:
            tiles = alphabet.tokenise(tile)
        except SpellingError:
            tiles = ()
        if len(tiles) != 1:
            raise BuildError(f"--code {letter}={tile}: {alphabet.name} has no tile {tile!r}")


def _refuse_what_is_no_list(listing: Listing, alphabet: Alphabet, options: ListOptions) -> None:
    own = {_script(letter) for tile in alphabet.tiles for letter in tile.face if letter.isalpha()}
    for line in listing.rejected:
        for letter in filter(str.isalpha, line.line.text):
            if _script(letter) not in own | NAMELESS:
                name = _script(letter).title()
                raise BuildError(f"mixed alphabets, {name} letters in {line}")
    for what, lines, most in (
        ("repeated", listing.repeated, options.most_repeats),
        ("rejected", listing.rejected, options.most_rejected),
    ):
        # One line is a slip of the hand, however short the list.
        if len(lines) > 1 and len(lines) * 100 > listing.lines * most:
            raise BuildError(
                f"{len(lines)} of {listing.lines} lines are {what}, more than {most} %; "
                f"the first is {lines[0]}"
            )
    if not listing.keys:
        first = f"; {listing.rejected[0]}" if listing.rejected else ""
        raise BuildError(f"no words in {listing.lines} lines{first}")


def _script(letter: str) -> str:
    return unicodedata.name(letter, "LATIN").split()[0]
