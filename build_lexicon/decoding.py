"""From the bytes of a list to its text: which encoding, and never a guess that invents words.

UTF-8 and UTF-16 are recognised for certain. An older encoding is recognised only by its letters:
many lines must have accents, not always the same, and nearly all of them must be letters that the
language writes. A bad byte in a list of UTF-8, or of plain letters, is damage, and its line is
named; it does not turn the whole list into another encoding. What is no text at all (a spreadsheet,
a page) is refused with what it is.
"""

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from build_lexicon.errors import BuildError

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
    if wide is not None:
        return wide
    if b"\0" in data:
        raise BuildError(f"holds zero bytes, so it is no text: {SAVE}")
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
