"""Which words belong together, by how Romanian derives them.

*lucrez* is a verb; its kin are *lucrat*, *lucrare* and *lucra*.
"""

import re
from typing import NamedTuple

ENDINGS = (
    (r"(?<=[aăâeou])iesc$", "i"),  # loc-u-iesc: locui; but pusti-esc: pustii
    (r"esc$", "i"),
    (r"ăsc$", "î"),
)


class Family(NamedTuple):
    """The kin of a verb: participle, long infinitive, infinitive."""

    participle: str
    long_infinitive: str
    infinitive: str


def verb_family(stem: str, flags: str) -> Family:
    """The kin of a verb that is entered by its first person (*lucrez*, *citesc*, *aflu*)."""
    if stem.endswith("ez"):
        radical = stem[:-2]  # lucr-ez, march-ez: marca
        return _family(radical[:-1] if radical.endswith(("ch", "gh")) else radical, "a")
    for ending, vowel in ENDINGS:
        if re.search(ending, stem):
            return _family(re.sub(ending, "", stem), vowel)
    return _family(stem[:-1], "i") if "I" in flags else _family(stem.removesuffix("u"), "a")


def infinitive_of(stem: str) -> str:
    """The infinitive that a participle or a long infinitive belongs to, or ""."""
    for ending in ("are", "ire", "at", "it"):
        if stem.endswith(ending):
            return stem.removesuffix(ending) + ending[0]
    return ""


def _family(radical: str, vowel: str) -> Family:
    inner = "â" if vowel == "î" else vowel  # î is written â inside a word
    long_vowel = "e" if radical.endswith("i") and vowel == "a" else inner  # copia, copiere
    return Family(f"{radical}{inner}t", f"{radical}{long_vowel}re", radical + vowel)
