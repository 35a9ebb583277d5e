"""How the organiser's PIN travels in a table's code: sealed, so that no camera shows it.

The page seals a PIN in the same way (service/web/js/fingerprint.js) and compares. It is no
cryptography, because a browser offers none on a network without HTTPS; but a million rounds make
six digits take hours to guess, which is longer than anybody is alone with a tablet.
"""

import secrets

ROUNDS = 1_000_000
_WORD = 0xFFFFFFFF
_PRIME = 0x01000193
_OTHER = 0x85EBCA6B


def seal_pin(pin: str) -> str:
    """A salt and the print of a PIN, joined by a dot."""
    salt = secrets.token_hex(8)
    return f"{salt}.{_print(pin, salt)}"


def opens(pin: str, seal: str) -> bool:
    """Whether this is the PIN that was sealed."""
    salt, _, printed = seal.partition(".")
    return _print(pin, salt) == printed


def _print(pin: str, salt: str) -> str:
    one, other = _hash(f"{salt}:{pin}"), _hash(f"{pin}:{salt}")
    for _ in range(ROUNDS):
        one = (one ^ other) * _PRIME & _WORD
        other = ((other << 13 | other >> 19) ^ one) * _OTHER & _WORD
    return f"{one:x}-{other:x}"


def _hash(text: str) -> int:
    """FNV-1a, in 32 bits."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * _PRIME & _WORD
    return value
