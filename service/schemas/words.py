"""Lists of words: what a challenge asks and how a spelling is shown."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from service.engine.challenge import keys
from service.engine.errors import NotAWordError, NoTileError
from service.engine.rules import Rules
from service.engine.tiles import LONGEST_TEXT, Alphabet, Face
from service.schemas.fields import (
    Checked,
    Fault,
    Fields,
    ObjectSchema,
    ShapeError,
    listed,
    load,
    text,
)


class NotWordsError(ShapeError):
    """Entries with something in them that is not a letter: mistyped, not misspelt."""

    code = "not_a_word"


class Spelling(NamedTuple):
    """An entry and the tiles that spell it; `None` where a letter has no tile."""

    text: str
    tiles: tuple[Face, ...] | None


@cache
def _schema(most: int) -> ObjectSchema:
    class _WordsSchema(ObjectSchema):
        words = Checked(listed(text(LONGEST_TEXT), 1, most), required=True)

    return _WordsSchema()


def read_challenge(body: object, rules: Rules) -> list[str]:
    """The lexicon keys of a challenge; a letter without a tile gives a key no lexicon holds."""
    words = _read_words(body, rules)
    return read_keys(words, rules.alphabet, "/words")


def read_keys(words: Sequence[str], alphabet: Alphabet, pointer: str) -> list[str]:
    """The lexicon keys of some words; every entry that is not a word is reported."""
    try:
        return keys(words, alphabet)
    except NotAWordError:
        raise NotWordsError(_not_words(words, alphabet, pointer)) from None


def read_spell(body: object, rules: Rules) -> list[Spelling]:
    """The entries with the tiles that spell them."""
    words = _read_words(body, rules)
    read_keys(words, rules.alphabet, "/words")
    return [Spelling(word, _tiles(word, rules.alphabet)) for word in words]


def write_verdict(*, stands: bool) -> Fields:
    """Yes or no: nothing else may be told about a challenge."""
    return {"valid": stands}


def write_spell(spellings: Iterable[Spelling]) -> Fields:
    """How each entry is read."""
    return {"words": [_spelling(*spelling) for spelling in spellings]}


def most_words(rules: Rules) -> int:
    """How many words a play can form: one along it and one across each of its tiles."""
    return rules.rack.size + 1


def _read_words(body: object, rules: Rules) -> list[str]:
    words: list[str] = load(_schema(most_words(rules)), body)["words"]
    return words


def _spelling(text: str, tiles: tuple[Face, ...] | None) -> Fields:
    return {"text": text, "tiles": None if tiles is None else list(tiles)}


def _tiles(word: str, alphabet: Alphabet) -> tuple[Face, ...] | None:
    try:
        return alphabet.tokenise(word)
    except NoTileError:
        return None


def _not_words(words: Sequence[str], alphabet: Alphabet, pointer: str) -> list[Fault]:
    faults = []
    for index, word in enumerate(words):
        try:
            _tiles(word, alphabet)
        except NotAWordError as fault:
            values = {"entry": index + 1, **fault.values}
            faults.append(Fault(f"{pointer}/{index}", str(fault), fault.reason, values))
    return faults
