"""What a source says about one word: the value that flows from the readers to the trie."""

from typing import NamedTuple


class Form(NamedTuple):
    """A spelling, and why it is (or is not) a word of the lexicon."""

    text: str  # as the source spells it
    rule: str  # id of the rule of the recipe that admits or excludes it
    source: str  # ids of the sources of the recipe, joined by "+"
    origin: str  # the lemma, dictionary entry or paradigm it comes from
