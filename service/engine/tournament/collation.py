"""The order of names: by an edition's alphabet, letters with unknown marks as their base letter."""

import unicodedata
from functools import lru_cache

_SAME = str.maketrans("şţŞŢ’‘‐‑–—", "șțȘȚ''----")
"""Romanian s and t are typed with a cedilla as often as with a comma, and signs in many ways."""


@lru_cache(maxsize=4096)
def name_key(name: str, alphabet: str) -> tuple[int, ...]:
    """What a name is sorted by; capitals and small letters are alike."""
    composed = unicodedata.normalize("NFC", name).translate(_SAME).casefold()
    return tuple(_place(letter, alphabet) for letter in composed)


def _place(letter: str, alphabet: str) -> int:
    """Spaces and signs come first, then the alphabet, then letters of other scripts."""
    place = alphabet.find(letter)
    if place < 0:
        place = alphabet.find(unicodedata.normalize("NFD", letter)[0])
    if place >= 0:
        return 128 + place
    return 1024 + ord(letter) if letter.isalpha() else min(ord(letter), 127)
