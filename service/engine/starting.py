"""Who begins, when both players draw a tile for it: the nearest to A; where the blank stands."""

import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from service.engine.errors import ImpossibleFactError, SpellingError
from service.engine.tiles import BLANK, Alphabet, Face


class BlankPlace(StrEnum):
    """Where a regulation puts the blank in the alphabet for this draw."""

    FIRST = "first"
    LAST = "last"
    DRAWN_AGAIN = "drawn_again"


class Start(StrEnum):
    """Who begins, or who has to draw again."""

    FIRST = "first"
    SECOND = "second"
    BOTH_AGAIN = "both_again"
    FIRST_AGAIN = "first_again"
    SECOND_AGAIN = "second_again"


def possible_starts(place: BlankPlace) -> list[Start]:
    """What a draw can come to."""
    again = [Start.FIRST_AGAIN, Start.SECOND_AGAIN] if place == BlankPlace.DRAWN_AGAIN else []
    return [Start.FIRST, Start.SECOND, Start.BOTH_AGAIN, *again]


def first_to_play(drawn: Sequence[str], place: BlankPlace, alphabet: Alphabet) -> Start:
    """What two drawn tiles come to."""
    one, two = (_place(text, place, alphabet) for text in drawn)
    if one == two:
        return Start.BOTH_AGAIN
    if place == BlankPlace.DRAWN_AGAIN and not (one and two):
        return Start.SECOND_AGAIN if one else Start.FIRST_AGAIN
    return Start.FIRST if one < two else Start.SECOND


def _place(text: str, place: BlankPlace, alphabet: Alphabet) -> tuple[str, ...]:
    """Where a tile stands in the alphabet: Ç after C, L·L after L, NY after N; () is a blank."""
    if text != BLANK:
        face = _face(text, alphabet)
        letters = [c for c in unicodedata.normalize("NFD", face) if c.isalpha()]
        return ("".join(letters), face)
    match place:
        case BlankPlace.FIRST | BlankPlace.DRAWN_AGAIN:
            return ()
        case BlankPlace.LAST:
            return ("\U0010ffff",)
        case _:
            assert_never(place)


def _face(text: str, alphabet: Alphabet) -> Face:
    try:
        faces = alphabet.tokenise(text)
    except SpellingError:
        faces = ()
    if len(faces) != 1 or faces[0] not in alphabet.counts:
        raise ImpossibleFactError(f"there is no tile {text[:20]!r}")
    return faces[0]
