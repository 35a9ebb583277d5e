"""Text and tiles: which letters a set of tiles can show, and how a word is cut into tiles.

The same functions write the keys of a lexicon when it is built and read a player's word when it
is judged, so the two can never disagree. Nothing here knows a language: the faces printed on the
tiles decide which marks survive. `Ç` stays where there is a Ç tile; `É`, `ș` and `ş` lose their
marks where there is none, and so does `ά` where the tiles are Greek.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NewType

from service.engine.errors import NotAWordError, NoTileError

Face = NewType("Face", str)
"""What is printed on a tile: "A", "L·L", "NY"."""


LONGEST_TEXT = 1000
"""The most characters of a word, a play or a rack, however it is typed."""

BLANK = Face("?")
"""How a blank is written in a rack."""

COVERED = "."
"""How tile notation writes a square that is already covered."""

BOUNDARY = "|"
"""Where a tile ends, if cutting from the left would be wrong: víz|szint is Z and SZ."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile as it lies. A blank keeps the face it stands for.

    `kind` is what it is in the bag, where a blank has no face. `text` is how it is written, a blank
    in small letters, and `sign` the same in brackets if it has several letters.
    """

    face: Face
    blank: bool = False
    kind: Face = field(init=False, repr=False, compare=False)
    text: str = field(init=False, repr=False, compare=False)
    sign: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Write down once what is asked of a tile again and again."""
        object.__setattr__(self, "kind", BLANK if self.blank else self.face)
        text = self.face.lower() if self.blank else self.face
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "sign", f"[{text}]" if len(text) > 1 else text)


Tiles = tuple[Laid, ...]
"""Tiles in the order in which they are held or read."""


@dataclass(frozen=True, slots=True)
class Through:
    """A square that is already covered, by this face: a letter in parentheses."""

    face: Face


Put = Laid | Through | None
"""What a play says of a square: a tile laid on it, the face it shows already, or only that."""

_BLANKS = {str(BLANK): Laid(BLANK, blank=True)}
_LATIN = frozenset((*range(0x41, 0x250), *range(0x1E00, 0x1F00)))
_ALL = range(0x41, 0x3000)
_ENDING = {"ς": "σ"}
_MARKS = range(0x300, 0x370)
_LETTERS = {"Lu", "Ll", "Lt", "Lo"}
_BRACKETS = frozenset("[]()")
_MOST_MARKS = 30
_SYMBOLS = re.compile("[\u2100-\u218f\u2460-\u24ff\u3200-\u33ff]")


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile: its face, how many there are and what one is worth.

    `key` is the one character that stands for the tile in a lexicon; `spellings` are the other
    ways in which people write it ("L.L" for "L·L").
    """

    face: Face
    count: int
    value: int
    key: str
    spellings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alphabet:
    """A set of tiles and the text that can be laid with it.

    `blank_only` are letters that no tile shows but a blank may stand for. `bag` counts the tiles of
    each kind, blanks last, and `worth` is what they score. `single` are the signs of tile notation
    that mean the same whatever follows them: a small letter is a blank, and a point a square that
    is already covered; `held` are those of a rack.
    """

    name: str
    tiles: tuple[Tile, ...]
    blanks: int
    blank_value: int
    blank_only: tuple[Face, ...]
    values: dict[Face, int] = field(init=False)
    counts: dict[Face, int] = field(init=False)
    bag: dict[Face, int] = field(init=False)
    worth: dict[Face, int] = field(init=False)
    single: dict[str, Laid | None] = field(init=False)
    held: dict[str, Laid] = field(init=False)
    _faces: dict[str, Face] = field(init=False)
    _keys: dict[Face, str] = field(init=False)
    _fold: dict[int, str] = field(init=False)
    _plain: re.Pattern[str] = field(init=False)
    _plain_rows: re.Pattern[str] = field(init=False)
    _cut: re.Pattern[str] = field(init=False)
    _cut_either_case: re.Pattern[str] = field(init=False)
    _cut_any_case: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        """Prepare the tables that reading a word needs."""
        spelled = {text: t.face for t in self.tiles for text in (t.face, *t.spellings)}
        spelled |= {str(face): face for face in self.blank_only}
        keys = {t.face: t.key for t in self.tiles} | {f: str(f) for f in self.blank_only}
        longest_first = sorted(spelled, key=len, reverse=True)
        letters = {c for text in spelled for c in text}
        begin = {text[0] for text in spelled if len(text) > 1}
        alone = {c: face for c, face in spelled.items() if len(c) == 1 and c not in begin}
        plain = "".join(re.escape(c) for c, face in alone.items() if c == keys[face])
        latin = all(ord(c) in _LATIN for c in letters if c.isalpha())
        codes = _LATIN if latin else _ALL
        table = {code: _folded(chr(code), letters) for code in codes}
        table |= dict.fromkeys(_MARKS, "")
        values = {t.face: t.value for t in self.tiles}
        counts = {t.face: t.count for t in self.tiles}
        single = _single(alone, self.tiles)
        prepared = {
            "values": values,
            "counts": counts,
            "bag": {**counts, BLANK: self.blanks},
            "worth": {**values, BLANK: self.blank_value},
            "single": single,
            "held": {s: t for s, t in single.items() if t and not t.blank} | _BLANKS,
            "_faces": spelled,
            "_keys": keys,
            "_fold": table,
            "_plain": re.compile(f"[{plain}]+"),
            "_plain_rows": re.compile(f"[{plain}]+(?:\n[{plain}]+)*"),
            "_cut": _pattern(longest_first),
            "_cut_either_case": _pattern([c for t in longest_first for c in (t, t.lower())]),
            "_cut_any_case": re.compile(_pattern(longest_first).pattern, re.IGNORECASE),
        }
        for name, value in prepared.items():
            object.__setattr__(self, name, value)

    def fold(self, text: str) -> str:
        """The text in one form of Unicode and without marks that no tile has; case is kept.

        Text with a symbol stays as it is: ™ is not the word TM.
        """
        check_length(text)
        if text.isascii() or _SYMBOLS.search(text):
            return text
        return unicodedata.normalize("NFKC", streamable(text)).translate(self._fold)

    def tokenise(self, text: str) -> tuple[Face, ...]:
        """The faces that spell the word, longest first: NY is one tile, never N and Y."""
        if BOUNDARY in text:
            check_length(text)
            parts = text.split(BOUNDARY)
            return tuple(face for part in parts for face in self.tokenise(part))
        capitals = self.fold(text).upper()
        pieces = self._cut.findall(capitals)
        if sum(map(len, pieces)) != len(capitals) or not pieces or _starts_with_mark(text):
            raise self._fault(text, self._cut.sub("", capitals))
        return tuple(map(self._faces.__getitem__, pieces))

    def written(self, text: str) -> list[tuple[Face, bool]]:
        """The faces of tile notation, each with whether small letters make it a blank.

        A face is all capitals or all small: `ny` is a blank NY. `Qu` is refused, because nobody can
        tell whether QU is meant or Q and a blank U, which would stand in brackets: Q[u].
        """
        folded = self.fold(text)
        pieces = self._cut_either_case.findall(folded)
        if sum(map(len, pieces)) != len(folded) or not pieces or _starts_with_mark(text):
            raise self._fault(text, self._cut_either_case.sub("", folded))
        for piece in self._cut_any_case.findall(folded):
            if piece not in (piece.upper(), piece.lower()):
                tile, blank = piece.upper(), piece.lower()
                told = f"{piece!r} in {text!r} is neither the tile {tile!r} nor a blank, {blank!r}"
                raise NotAWordError(told, "mixed", text=text, tile=tile, blank=blank)
        return [(self._faces[piece.upper()], piece != piece.upper()) for piece in pieces]

    def key(self, text: str) -> str:
        """The word as the lexicon stores it: one character a tile.

        Most words need no cutting: each of their letters is a tile, and the same in the lexicon.
        """
        capitals = self.fold(text).upper()
        if self._plain.fullmatch(capitals) and not _starts_with_mark(text):
            return capitals
        return self.key_of(self.tokenise(text))

    def plain_keys(self, words: Iterable[str]) -> list[str]:
        """The keys of words of which none needs folding or cutting, read at once; or nothing."""
        rows = "\n".join(words)
        if not rows.isascii() or len(rows) > LONGEST_TEXT:
            return []
        capitals = rows.upper()
        return capitals.split("\n") if self._plain_rows.fullmatch(capitals) else []

    def key_of(self, faces: Iterable[Face]) -> str:
        """The lexicon key of a row of tiles."""
        return "".join(map(self._keys.__getitem__, faces))

    def spell(self, key: str) -> str:
        """The plain spelling of a lexicon key."""
        by_key = {key: face for face, key in self._keys.items()}
        return "".join(by_key[character] for character in key)

    @property
    def coding(self) -> str:
        """How faces become keys: lexicons and tiles that differ here do not fit each other."""
        keys = sorted(self._keys.items())
        return " ".join(face if face == key else f"{face}={key}" for face, key in keys)

    def _fault(self, text: str, rest: str) -> NotAWordError | NoTileError:
        if not text:
            return NotAWordError("an empty text is not a word", "empty")
        if _starts_with_mark(text):
            told = f"{text!r} starts with a mark that has no letter"
            return NotAWordError(told, "sign", text=text, sign=text[0])
        signs = [c for c in rest if unicodedata.category(c) not in _LETTERS]
        word = "".join(c for c in text if c not in _BRACKETS)
        if word and signs and _BRACKETS.issuperset(signs):
            told = f"{text!r} has brackets: a word is written without them, {word!r}"
            return NotAWordError(told, "brackets", text=text, word=word)
        if signs:
            sign = next((c for c in text if signs[0] in self.fold(c).upper()), signs[0])
            told = f"{sign!r} in {text!r} is not a letter"
            return NotAWordError(told, "sign", text=text, sign=sign)
        told = f"no tile for {rest[0]!r} in {text!r}"
        return NoTileError(told, "letter", text=text, letter=rest[0])


def check_length(text: str) -> None:
    """Refuse a text that no word, play or rack needs, before anything is done with it.

    Bringing marks into order takes the square of their number, so nothing unbounded may come here.
    """
    if len(text) > LONGEST_TEXT:
        told = f"{text[:20]!r}… has {len(text)} characters, {LONGEST_TEXT} are the most"
        raise NotAWordError(told, "long", count=len(text), most=LONGEST_TEXT)


def streamable(text: str) -> str:
    """The text with no more marks in a row than any writing has (Unicode's stream-safe format)."""
    if len(text) <= _MOST_MARKS:
        return text
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def folded(text: str) -> str:
    """A text to be compared with what people type: no capitals, no marks."""
    letters = unicodedata.normalize("NFD", streamable(text.casefold()))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _pattern(spellings: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, spellings)))


def _single(alone: dict[str, Face], tiles: tuple[Tile, ...]) -> dict[str, Laid | None]:
    faces = {tile.face for tile in tiles}
    signs: dict[str, Laid | None] = {COVERED: None}
    signs |= {text.lower(): Laid(face, blank=True) for text, face in alone.items()}
    return signs | {text: Laid(face) for text, face in alone.items() if face in faces}


def _starts_with_mark(text: str) -> bool:
    return bool(text) and unicodedata.combining(text[0]) != 0


def _folded(character: str, letters: set[str]) -> str:
    """The letter without the marks that no tile shows; C + ¸ stays Ç where Ç is a tile."""
    decomposed = unicodedata.normalize("NFD", character)
    base = decomposed[0]
    for mark in decomposed[1:]:
        composed = unicodedata.normalize("NFC", base + mark)
        if composed.upper() in letters:
            base = composed
    # ß would become SS in capitals: it is one letter, and no tile shows it.
    return _ENDING.get(base, base) if len(base.upper()) == 1 else "ẞ"
