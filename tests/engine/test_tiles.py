"""Text and tiles: what a word is, and how it is cut."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.errors import NotAWordError, NoTileError
from service.engine.notation import read_tiles
from service.engine.tiles import Alphabet, Face, Laid, Tile
from tests.data import RULEBOOK, table

SPELLING = table("cases/spelling.toml")
ALPHABETS = RULEBOOK.alphabets


def cases(name: str, key: str) -> list[object]:
    return [
        pytest.param(
            ALPHABETS[row["alphabet"]], word, row.get("tiles"), id=f"{row['rule']}: {word!a}"
        )
        for row in SPELLING[name]
        for word in row[key]
    ]


@pytest.mark.parametrize(("alphabet", "word", "tiles"), cases("spelling", "words"))
def test_spelling(alphabet: Alphabet, word: str, tiles: list[str]) -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert list(alphabet.tokenise(unicodedata.normalize(form, word))) == tiles
    assert len(alphabet.key(word)) == len(tiles)
    assert alphabet.spell(alphabet.key(word)) == "".join(tiles)


@pytest.mark.parametrize(("alphabet", "word", "_"), cases("no_tile", "only"))
def test_a_letter_without_a_tile(alphabet: Alphabet, word: str, _: None) -> None:
    with pytest.raises(NoTileError):
        alphabet.tokenise(word)


@pytest.mark.parametrize(("alphabet", "word", "_"), cases("no_word", "only"))
def test_text_that_is_no_word(alphabet: Alphabet, word: str, _: None) -> None:
    with pytest.raises(NotAWordError):
        alphabet.tokenise(word)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[NY]", "NY"),
        ("CA[ny]A", "CAnyA"),
        ("(CO)[L·L]EGI", "COL·LEGI"),
        ("[]", None),
        ("[4]", None),
        ("[la] casa", None),
    ],
)
def test_a_word_in_brackets_is_shown_without_them(text: str, word: str | None) -> None:
    with pytest.raises(NotAWordError) as fault:
        ALPHABETS["catalan"].tokenise(text)
    assert fault.value.values.get("word") == word
    assert fault.value.reason == ("brackets" if word else "sign")


FACES = {
    name: st.lists(st.sampled_from(list(a.counts)), min_size=1) for name, a in ALPHABETS.items()
}


@pytest.mark.parametrize("name", ALPHABETS)
@given(data=st.data())
def test_tokenise_then_join_is_the_word(name: str, data: st.DataObject) -> None:
    alphabet = ALPHABETS[name]
    text = "".join(data.draw(FACES[name]))
    faces = alphabet.tokenise(text)
    assert "".join(faces) == text
    assert alphabet.tokenise(text.lower()) == faces
    assert len(alphabet.key(text)) == len(faces)
    assert alphabet.spell(alphabet.key(text)) == text


@pytest.mark.parametrize("name", ALPHABETS)
@given(text=st.text())
def test_any_text_is_tiles_or_a_typed_error(name: str, text: str) -> None:
    alphabet = ALPHABETS[name]
    try:
        faces = alphabet.tokenise(text)
    except (NoTileError, NotAWordError):
        return
    assert alphabet.tokenise("".join(faces)) == faces


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("CANYA", [("C", False), ("A", False), ("NY", False), ("A", False)]),
        ("CAnyA", [("C", False), ("A", False), ("NY", True), ("A", False)]),
        ("CEl·lA", [("C", False), ("E", False), ("L·L", True), ("A", False)]),
        ("quI", [("QU", True), ("I", False)]),
        ("qI", [("QU", True), ("I", False)]),
        ("PLAçA", [("P", False), ("L", False), ("A", False), ("Ç", True), ("A", False)]),
    ],
)
def test_small_letters_are_blanks(text: str, written: list[tuple[str, bool]]) -> None:
    assert ALPHABETS["catalan"].written(text) == written


GREEK = Alphabet(
    "greek",
    tuple(Tile(Face(c), 4, 1, c) for c in "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"),
    blanks=2,
    blank_value=0,
    blank_only=(),
)


@pytest.mark.parametrize(
    "text",
    ["ΚΑΛΟΣ", "καλός", "Καλός", "ΚΑΛΌΣ", "καλο\u0301ς", "\u03ba\u03b1\u03bb\u1f79\u03c2"],
    ids=ascii,
)
def test_greek_loses_its_accents_and_its_final_sigma(text: str) -> None:
    assert "".join(GREEK.tokenise(text)) == GREEK.key(text) == "ΚΑΛΟΣ"


def test_a_small_greek_letter_is_a_blank_in_tile_notation() -> None:
    assert read_tiles("ΚΑΛΟς", GREEK)[-1] == Laid(Face("Σ"), blank=True)
    assert read_tiles("ΚάΛΟΣ", GREEK)[1] == Laid(Face("Α"), blank=True)


def test_a_latin_word_is_not_a_greek_one() -> None:
    with pytest.raises(NoTileError):
        GREEK.tokenise("kalos")
