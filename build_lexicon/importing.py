"""A federation's own list: read in whatever form it comes, and checked line by line.

A zip is unpacked by the bytes that come out, not by what it claims of itself. UTF-8 and UTF-16 are
recognised for certain. An older encoding is recognised only by its letters: many lines must have
accents, not always the same, and nearly all of them must be letters that the language writes. A bad
byte in a list of UTF-8, or of plain letters, is damage, and its line is named; it does not turn the
whole list into another encoding. UTF-8 that was read as another encoding and saved again leaves a
fingerprint, and one such line is enough to refuse the list.

Every line is accounted for: it gives a word, or it is rejected with a reason, or it repeats an
earlier line, or its word has the tiles of an earlier one (*papa* and *papà*). What is no list at
all (a spreadsheet, a page) is refused with what it is.
"""

import codecs
import csv
import io
import re
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.words import Kit
from service.engine.errors import SpellingError
from service.engine.tiles import Alphabet, streamable

MOST_BYTES = 64 * 1024 * 1024  # of a list: ten times the longest that is played with
MOST_LINES, LONGEST_LINE = 5_000_000, 1000
LISTS = (".txt", ".csv", ".tsv", ".dic")
LEFTOVERS = re.compile(r"(^|/)(__MACOSX/|\._|\.DS_Store$|Thumbs\.db$)")  # of file managers
SHEETS = ("xl/", "content.xml", "word/")  # what only spreadsheets and documents hold


def read_packed(data: bytes, member: str | None = None) -> bytes:
    """The list in an archive, the one of this name or the only one; other data as it is."""
    if not data.startswith(b"PK"):
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpacked(archive, _chosen(archive, member))
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise BuildError("is an archive that breaks off or is damaged: load it again") from None
    except (NotImplementedError, RuntimeError):
        raise BuildError("is an archive with a password, or packed in an unusual way") from None


def _chosen(archive: zipfile.ZipFile, member: str | None) -> zipfile.ZipInfo:
    files = [
        entry
        for entry in archive.infolist()
        if not entry.is_dir() and not LEFTOVERS.search(entry.filename)
    ]
    if any(entry.filename.startswith(SHEETS) for entry in files):
        raise BuildError("is a spreadsheet or a document: save the words as CSV or text in UTF-8")
    lists = [entry for entry in files if entry.filename.lower().endswith(LISTS)]
    named = [entry for entry in lists if entry.filename.rpartition("/")[2] == member]
    chosen = named or lists
    if len(chosen) != 1:
        held = ", ".join(entry.filename for entry in files[:5]) or "nothing"
        told = f"is an archive without {member or 'one list'}; it holds {held}"
        raise BuildError(f"{told}: unpack it and give the text with the words" if lists else told)
    return chosen[0]


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BuildError(f"{entry.filename} is larger than {MOST_BYTES >> 20} MiB: no list is")
    return content


# Tried in this order; the first of equals is taken.
LEGACY = ("cp1252", "latin-1", "cp1250")
# What each language writes beside A to Z. Another language has to be in Unicode, or say --encoding.
LETTERS = {
    "ca": frozenset("àèéíïòóúüçŀ"),
    "it": frozenset("àèéìíîòóùú"),
    "ro": frozenset("ăâîșțşţ"),
}
# An older encoding is believed if so many lines have accents, with so many different letters.
FEWEST, SHARE, DIFFERENT = 10, 1, 2  # lines, percent of the lines, letters
STRANGE = 1  # percent of lines with accents that may have a letter of another language
STRAY = 1  # percent of lines with accents that may be UTF-8 in a list that is not
_ENDS = re.compile(rb"\r\n|\r|\n")
NO_TEXT = {
    b"PK": "an archive or a spreadsheet",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet or document",
    b"%PDF": "a PDF",
    b"\x1f\x8b": "a compressed file",
    b"{\\rtf": "a document",
}
PAGE = (b"<!doctype", b"<html", b"<?xml")
# How a byte of UTF-8 looks where it was read as an older encoding; some leave the undefined as is.
SEEN_AS = tuple(
    {bytes([byte]).decode(encoding, errors="ignore") or chr(byte): byte for byte in range(256)}
    for encoding in LEGACY
)
SAVE = "save the words as plain text in UTF-8, one a line"


@dataclass(frozen=True, slots=True)
class Text:
    """What a list says, how it was coded, and the lines (from 1) that are coded otherwise."""

    text: str
    encoding: str
    strays: frozenset[int] = frozenset()

    def lines(self) -> list[str]:
        """The lines, as the numbers of the strays count them."""
        return re.split("\r\n|\r|\n", self.text)


def decode(data: bytes, language: str, encoding: str | None = None) -> Text:
    """The text of a list in a language; a given encoding is obeyed."""
    _refuse_what_is_no_text(data)
    if encoding is not None:
        return _as_told(data, encoding)
    wide = _wide(data)
    if b"\0" in data if wide is None else "\0" in wide.text:
        raise BuildError(f"holds zero bytes, so it is no text: {SAVE}")
    if wide is not None:
        return wide
    try:
        return Text(data.decode("utf-8-sig"), "utf-8")
    except UnicodeDecodeError:
        return _legacy(data, language)


def _refuse_what_is_no_text(data: bytes) -> None:
    for magic, what in NO_TEXT.items():
        if data.startswith(magic):
            raise BuildError(f"is {what}, not a list: {SAVE}")
    if data.lstrip()[:9].lower().startswith(PAGE):
        raise BuildError("is a web page, not a list: load the file that the page offers")


def twice_encoded(text: str) -> str:
    """What a line says whose UTF-8 was read as an older encoding and saved again; "" if it is no
    such line.
    """
    for bytes_of in SEEN_AS:
        if not text.isascii() and all(sign in bytes_of for sign in text):
            once = bytes(bytes_of[sign] for sign in text)
            if _is_utf8(once):
                return once.decode()
    return ""


def _as_told(data: bytes, encoding: str) -> Text:
    try:
        return Text(data.decode(encoding), codecs.lookup(encoding).name)
    except LookupError:
        raise BuildError(f"--encoding {encoding}: there is no such encoding") from None
    except UnicodeDecodeError as error:
        line = len(_ENDS.findall(data, 0, error.start)) + 1
        raise BuildError(f"line {line} is not {encoding}") from None


def _wide(data: bytes) -> Text | None:
    """UTF-16, which spreadsheets call Unicode text; without a mark, by where its zeros stand."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif data[1::2].count(0) * 2 > len(data) // 2:
        encoding = "utf-16-le"
    elif data[0::2].count(0) * 2 > len(data) // 2:
        encoding = "utf-16-be"
    else:
        return None
    try:
        return Text(data.decode(encoding), encoding)
    except UnicodeDecodeError:
        raise BuildError("is UTF-16 that breaks off or is damaged: save it again") from None


def _legacy(data: bytes, language: str) -> Text:
    """An older encoding, if the lines with accents agree on it."""
    lines = _ENDS.split(data)
    marked = {number: line for number, line in enumerate(lines, 1) if not line.isascii()}
    strays = frozenset(number for number, line in marked.items() if _is_utf8(line))
    broken = [number for number in marked if number not in strays]
    if len(strays) * 100 > len(marked) * STRAY:
        first = broken[0]
        raise BuildError(
            f"line {first} is not UTF-8 ({lines[first - 1].strip()!r}), {len(strays)} other lines "
            f"are: correct {_these(broken)}, or load the list anew if it breaks off there"
        )
    filled = sum(1 for line in lines if line.strip())
    best = _encoding({number: marked[number] for number in broken}, filled, language)
    return Text(data.decode(best, errors="replace"), best, strays)


def _encoding(marked: Mapping[int, bytes], filled: int, language: str) -> str:
    """The encoding that the lines with accents, of so many in all, are convincing evidence of."""
    own = LETTERS.get(language)
    first, read = min(marked), list(marked.values())
    if own is None:
        raise BuildError(f"is not UTF-8 (line {first}): {SAVE}, or say --encoding")
    best = min(LEGACY, key=lambda encoding: _strange(read, encoding, own))
    strange = _strange(read, best, own) * 100 > len(read) * STRANGE
    letters = own.intersection(b"".join(read).decode(best, errors="replace").lower())
    few = len(read) < FEWEST or len(read) * 100 < filled * SHARE
    if few or (len(letters) < DIFFERENT and not strange):
        raise BuildError(
            f"line {first} is not UTF-8 ({marked[first].strip()!r}), and accents in {len(read)} of "
            f"{filled} lines do not tell another encoding: correct {_these(list(marked))}, or name "
            f"the encoding ({', '.join(LEGACY)}) with --encoding"
        )
    if strange:
        raise BuildError(
            f"is not UTF-8 (line {first}), and no other encoding gives the letters that "
            f"{language!r} writes: {SAVE}, or say --encoding"
        )
    return best


def _strange(lines: Sequence[bytes], encoding: str, own: frozenset[str]) -> int:
    """How many lines have a letter that the language does not write."""
    texts = (line.decode(encoding, errors="replace").lower() for line in lines)
    return sum(any(_is_strange(letter, own) for letter in text) for text in texts)


def _is_strange(letter: str, own: frozenset[str]) -> bool:
    # Ordinal signs are what ş of cp1250 looks like elsewhere; no text has control characters.
    foreign = letter.isalpha() or letter in "ªº\ufffd" or "\x80" <= letter <= "\x9f"
    return not letter.isascii() and foreign and letter not in own


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _these(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return "it"
    shown = ", ".join(map(str, numbers[:5]))
    return f"lines {shown}" + (f" and {len(numbers) - 5} more" if len(numbers) > 5 else "")


MOST_TOLD = 40  # lines of one kind
MOST_FAULTS = 3  # of a list that is odd


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
    """What was read from a list; keys, rejected, repeated and merged make up its lines."""

    encoding: str
    lines: int
    keys: Sequence[str]
    rejected: Sequence[Rejected]
    repeated: Sequence[Rejected]
    merged: int  # words with the tiles of an earlier one
    foreign: Sequence[tuple[str, Line]] = ()  # letters that the language does not write
    unfinished: Line | None = None  # the last line, if nothing ends it
    head: Line | None = None  # the first line, if it names the columns

    def summary(self) -> str:
        """The sum of the lines."""
        return (
            f"{len(self.keys)} words + {self.merged} spelled with the same tiles + "
            f"{len(self.rejected)} rejected + {len(self.repeated)} repeated = {self.lines} lines"
            f" ({self.encoding})"
        )

    def notes(self) -> list[str]:
        """The lines that gave no word, how often each reason rejected one, and what looks odd."""
        kinds = Counter(line.reason.partition(" in ")[0] for line in self.rejected)
        reasons = [f"rejected: {count} × {kind}" for kind, count in kinds.most_common(MOST_TOLD)]
        notes = [*_some(self.rejected), *_some(self.repeated), *reasons]
        if self.head is not None:
            notes.insert(0, f"line {self.head.number} is a head, no word: {self.head.text!r}")
        if self.unfinished is not None:
            last = f"line {self.unfinished.number}, {self.unfinished.text!r}"
            notes.append(f"nothing ends the last line ({last}): is the list whole?")
        return notes


def _some(lines: Sequence[Rejected]) -> list[str]:
    more = len(lines) - MOST_TOLD
    return [*map(str, lines[:MOST_TOLD]), *([f"and {more} more"] if more > 0 else [])]


# What tiles would fold into A and O.
ORDINALS = frozenset("ªº")
# Letters that Unicode names without their script.
NAMELESS = {"MASCULINE", "FEMININE", "MICRO", "MODIFIER"}
SEPARATORS = "\t;,"
BLANK = f"{SEPARATORS} "  # at the end of a line this separates nothing
MOST_REJECTED, MOST_REPEATS = 5, 10  # percent of the lines of a list
MOST_SPOILT, FEW = (
    1,
    20,
)  # lines in a thousand with the same sign that is no letter; fewer tell nothing
USUAL = frozenset(" '’-./0123456789")  # in phrases, elisions and compounds
SAMPLE = 1000  # lines that tell whether the first one is a head
# What people write over columns, without marks; a language that is not here is known by numbers.
_HEADS = """
    id n no nr num number word words form forms lemma lemmas category length
    numero parola parole vocabolo vocaboli lemmi categoria lunghezza
    paraula paraules mot mots leximot leximots forma formes lema lemes longitud
    numar cuvant cuvinte forme leme categorie lungime
"""
HEADS = frozenset(_HEADS.split())


@dataclass(frozen=True, slots=True)
class ListOptions:
    """How a list is to be read, where it does not say so itself."""

    language: str
    codes: Mapping[str, str] = field(default_factory=dict)  # one letter -> the tile it stands for
    encoding: str | None = None
    column: str | None = None  # the number of the words' column, or its heading
    odd: bool = False  # whether somebody has said that the list is meant to be as it is


def read_listing(path: Path, kit: Kit, options: ListOptions) -> Listing:
    """Read the list in a file, or in an archive that holds nothing else."""
    data = read_limited(path)
    try:
        return listed(read_packed(data), kit, options)
    except BuildError as error:
        raise BuildError(f"{path}: {error}") from None


def read_limited(path: Path) -> bytes:
    """The bytes of a file that is no larger than a list can be."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BuildError(f"cannot read {path}: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise BuildError(f"{path} is larger than {MOST_BYTES >> 20} MiB: no list is")
    return data


def listed(data: bytes, kit: Kit, options: ListOptions) -> Listing:
    """The words of a list, if it is one."""
    _check_codes(options.codes, kit.alphabet)
    text = decode(data, options.language, options.encoding)
    rows = text.lines()
    _check_rows(rows, text)
    head, lines = _lines(rows, options.column)
    listing = replace(_read(lines, text, kit, options), head=head)
    _refuse_what_is_no_list(listing, kit.alphabet)
    found = list(spoilt(listing))
    if found and not options.odd:
        raise BuildError(is_odd(found))
    return listing


def _read(lines: Sequence[Line], text: Text, kit: Kit, options: ListOptions) -> Listing:
    codes, own = options.codes, LETTERS.get(options.language)
    table = str.maketrans(
        {case: codes[code] for code in codes for case in (code.lower(), code.upper())}
    )
    first: dict[str, int] = {}
    keys: set[str] = set()
    rejected, repeated, foreign, merged = [], [], [], 0
    for line in lines:
        plain = unicodedata.normalize("NFC", streamable(line.text)).casefold()
        if plain in first:
            repeated.append(Rejected(line, f"repeats line {first[plain]}"))
            continue
        first[plain] = line.number
        if own and not plain.isascii():
            foreign += [(letter, line) for letter in plain if _is_strange(letter, own)][:1]
        try:
            key = _key(line, text, kit, table)
        except SpellingError as error:
            rejected.append(Rejected(line, str(error)))
        else:
            merged += key in keys
            keys.add(key)
    unfinished = lines[-1] if lines and not text.text.endswith(("\n", "\r")) else None
    told = (sorted(keys), rejected, repeated, merged, foreign)
    return Listing(text.encoding, len(lines), *told, unfinished)


def _check_rows(rows: Sequence[str], text: Text) -> None:
    """Refuse more or longer lines than a list has, and text that was encoded twice."""
    if len(rows) > MOST_LINES:
        raise BuildError(f"has {len(rows)} lines, more than {MOST_LINES}: no list has")
    twice = []
    for number, row in enumerate(rows, 1):
        if len(row) > LONGEST_LINE:
            raise BuildError(f"line {number} has {len(row)} characters: {SAVE}")
        if number not in text.strays and (once := twice_encoded(row)):
            twice.append((number, row, once))
    if twice:
        number, row, once = twice[0]
        raise BuildError(
            f"is encoded twice: line {number} reads {row.strip()!r} and must have been "
            f"{once.strip()!r}, as in {len(twice)} lines. Somebody opened the UTF-8 text as "
            "another encoding and saved it: take the text from before that"
        )


def _lines(rows: Sequence[str], column: str | None) -> tuple[Line | None, list[Line]]:
    """The head, if there is one, and the lines with their words; of a table, those of a column."""
    separator = _separator(rows)
    if column is None and separator:
        shown = next(row for row in rows if separator in row)
        raise BuildError(
            f"is a table, not a list ({shown!r}): say which --column has the words, by its number "
            "from 1 or by its heading"
        )
    cut = ((number, _cells(row, separator)) for number, row in enumerate(rows, 1))
    filled = [(number, cells) for number, cells in cut if any(cells)]
    place, headed = _column([cells for _, cells in filled[:SAMPLE]], column)
    head = Line(filled[0][0], rows[filled[0][0] - 1].strip()) if headed else None
    lines = [
        Line(number, cells[place])
        for number, cells in filled[headed:]
        if place < len(cells) and cells[place]
    ]
    return head, lines


def _cells(row: str, separator: str) -> list[str]:
    """What stands in the columns of a line, without a remark."""
    cells = [row.partition("#")[0].rstrip(BLANK)]
    if separator:
        cells = next(csv.reader(cells, delimiter=separator), [])
    return [_unquoted(cell.strip()) for cell in cells]


def _separator(rows: Sequence[str]) -> str:
    """What stands between the columns of a table; nothing in a list."""
    filled = [row.rstrip(BLANK) for row in rows if row.strip() and not row.startswith("#")]
    counts = {sign: sum(sign in row for row in filled) for sign in SEPARATORS}
    best = max(counts, key=lambda sign: counts[sign])
    return best if counts[best] * 2 > len(filled) else ""


def _unquoted(text: str) -> str:
    """A cell of a table with one column, as some programs write it."""
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == '"' else text


def _column(rows: Sequence[Sequence[str]], column: str | None) -> tuple[int, bool]:
    """Which column has the words, and whether the first line is a head."""
    if column is None or (column.isdecimal() and int(column) > 0):
        return int(column or 1) - 1, _is_head(rows)
    headings = [_plain(cell) for cell in rows[0]] if rows else []
    if _plain(column) not in headings:
        shown = ", ".join(rows[0]) if rows else "nothing"
        raise BuildError(f"--column {column}: the first line has only {shown}")
    return headings.index(_plain(column)), True


def _is_head(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first line names what is below: in words that people write there, or because
    its cells are of another kind than all below them.
    """
    if len(rows) < 2:
        return False
    first, *others = ([_plain(cell) for cell in row] for row in rows)
    if len(first) == 1:
        # A word like these may begin a list; then it stands where its letters put it.
        return first[0] in HEADS and others[0][0] < first[0]
    if not HEADS.isdisjoint(first):
        return True
    columns = [[row[at] for row in others if at < len(row)] for at in range(len(first))]
    return any(
        column and all(map(str.isdecimal, column)) and not cell.isdecimal()
        for cell, column in zip(first, columns, strict=True)
    )


def _plain(text: str) -> str:
    """A heading without case and marks."""
    letters = unicodedata.normalize("NFD", streamable(text).strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _key(line: Line, text: Text, kit: Kit, table: Mapping[int, str]) -> str:
    if line.number in text.strays:
        raise SpellingError(f"is UTF-8, the other lines are {text.encoding}")
    if not ORDINALS.isdisjoint(line.text):
        raise SpellingError("an ordinal sign is no letter")
    return kit.key(line.text.translate(table))


def _check_codes(codes: Mapping[str, str], alphabet: Alphabet) -> None:
    for letter, tile in codes.items():
        try:
            tiles = alphabet.tokenise(tile)
        except SpellingError:
            tiles = ()
        if len(tiles) != 1:
            raise BuildError(f"--code {letter}={tile}: {alphabet.name} has no tile {tile!r}")


def _refuse_what_is_no_list(listing: Listing, alphabet: Alphabet) -> None:
    own = {_script(letter) for tile in alphabet.tiles for letter in tile.face if letter.isalpha()}
    for line in listing.rejected:
        for letter in filter(str.isalpha, line.line.text):
            if _script(letter) not in own | NAMELESS:
                name = _script(letter).title()
                raise BuildError(f"mixed alphabets, {name} letters in {line}")
    if not listing.keys:
        first = f"; {listing.rejected[0]}" if listing.rejected else ""
        raise BuildError(f"no words in {listing.lines} lines{first}")


def is_odd(faults: Sequence[str]) -> str:
    """What is odd about a list, and what to say if it is meant to be like that."""
    more = len(faults) - MOST_FAULTS
    joined = "; ".join(faults[:MOST_FAULTS]) + (f"; and {more} more like this" if more > 0 else "")
    end = "" if joined.endswith("?") else "."
    return f'{joined}{end} If it is meant to be like that, say --yes-it-is-odd "why"'


def spoilt(listing: Listing) -> Iterator[str]:
    """What is odd about the lines that gave no word, in sentences."""
    for what, lines, most in (
        ("repeated", listing.repeated, MOST_REPEATS),
        ("rejected", listing.rejected, MOST_REJECTED),
    ):
        # One line is a slip of the hand, however short the list.
        if len(lines) > 1 and len(lines) * 100 > listing.lines * most:
            yield (
                f"{len(lines)} of {listing.lines} lines are {what}, more than {most} %; "
                f"the first is {lines[0]}"
            )
    signs: dict[str, list[str]] = {}
    for sign, text in (
        *((line.reason[1], line.line.text) for line in listing.rejected if line.reason[0] in "'\""),
        *((letter, line.text) for letter, line in listing.foreign),
    ):
        if sign not in USUAL or text.endswith("-"):
            signs.setdefault(sign, []).append(text)
    for sign, texts in signs.items():
        if len(texts) > FEW and len(texts) * 1000 > listing.lines * MOST_SPOILT:
            yield (
                f"{len(texts)} of its lines are unreadable in the same way: they have {sign!r}, as "
                f"in {texts[0]!r}, where a letter was"
            )


def _script(letter: str) -> str:
    return unicodedata.name(letter, "LATIN").split()[0]
