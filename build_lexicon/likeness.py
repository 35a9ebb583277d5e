"""Whether a list is whole and in its language, by the open lexicons of that."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError
from build_lexicon.library import Built, open_built
from build_lexicon.listing import Listing
from build_lexicon.recipe import read_recipe
from build_lexicon.words import Kit
from service.rulebook import Rulebook

LEAST_WORDS = 1000  # Fewer tell nothing: they may be rare ones only.
LEAST_COVERED = 33  # percent of the words of an open lexicon: less is a part of a list
LEAST_PART = 10  # percent of as many as it has with a first letter, or of a length


class Part(NamedTuple):
    """The words with one first letter or of one length: how many a list and a lexicon have."""

    name: str
    listed: int
    words: int


@dataclass(frozen=True, slots=True)
class Cover:
    """How much of an open lexicon a list has, in all and part by part."""

    title: str
    words: int  # of the lexicon
    listed: int  # words of the list
    shared: int
    letters: Sequence[Part]
    lengths: Sequence[Part]
    cut: str  # the last line, if nothing ends it and the lexicon has no such word

    def lack(self) -> str:
        """Why the list cannot be whole, if it cannot."""
        if self.words < LEAST_WORDS:
            return ""
        if self.shared * 100 < self.words * LEAST_COVERED:
            return f"it has {self.shared} of the {self.words} words of {self.title}"
        for parts in (self.letters, self.lengths):
            missing = [part for part in parts if part.listed * 100 < part.words * LEAST_PART]
            if missing:
                names = ", ".join(part.name for part in missing)
                listed = sum(part.listed for part in missing)
                words = sum(part.words for part in missing)
                return f"it has {listed} words {names}, where {self.title} has {words}"
        if self.cut:
            return f"nothing ends the last line ({self.cut!r}), no word of {self.title}"
        return ""

    def told(self) -> str:
        """What the two share, and which parts of the lexicon the list has fewer of than others."""
        share, covered = 100 * self.shared // self.listed, 100 * self.shared // self.words
        thin = [
            f"{100 * part.listed // part.words} % of its words {part.name}"
            for part in (*self.letters, *self.lengths)
            if part.listed * self.words * 2 < self.listed * part.words
        ]
        return (
            f"{self.shared} of its {self.listed} words ({share} %) are in {self.title}, of whose "
            f"{self.words} words they are {covered} %"
            + (f", but {', '.join(thin)}" if thin else "")
        )


def open_lexicons(
    language: str, kit: Kit, folders: Sequence[Path], rulebook: Rulebook
) -> list[Built]:
    """The lexicons of a language with the same tiles that have a recipe, where each is built."""
    ids = {
        recipe.id
        for folder in folders
        for recipe in map(read_recipe, sorted(folder.glob("*.toml")))
        if (recipe.language, recipe.alphabet) == (language, kit.alphabet.name)
    }
    places = {
        id_: folder
        for folder in reversed(folders)
        for id_ in ids
        if (folder / f"{id_}.marisa").is_file() and (folder / f"{id_}.json").is_file()
    }
    return [open_built(id_, places[id_], rulebook) for id_ in sorted(places)]


def covers(listing: Listing, lexicons: Sequence[Built]) -> list[Cover]:
    """How much of each open lexicon a list has."""
    return [_cover(listing, built) for built in lexicons]


def refuse_fragment(found: Sequence[Cover]) -> None:
    """Refuse a list that by every open lexicon is not whole."""
    lacks = [cover.lack() for cover in found]
    if lacks and all(lacks):
        raise BuildError(
            f"{lacks[0]}: is it the whole list? If it is meant to be as it is, say --fragment"
        )


def likeness(found: Sequence[Cover], least: int) -> str:
    """What a list and the open lexicon next to it share, in a sentence; too little is refused."""
    nearest = max(found, key=lambda cover: cover.shared, default=None)
    if nearest is None or nearest.listed < LEAST_WORDS:
        return ""
    told = nearest.told()
    if nearest.shared * 100 < nearest.listed * least:
        raise BuildError(
            f"{told}; less than {least} % of a list is too little: is it of that language? If it "
            "is, say --least-shared 0"
        )
    return told


def _cover(listing: Listing, built: Built) -> Cover:
    trie, last = built.trie, listing.unfinished
    ending = built.kit.key_or_none(last.text) if last else None
    ours, theirs = (Counter(key[0] for key in words) for words in (listing.keys, trie))
    our_lengths, their_lengths = (Counter(map(len, words)) for words in (listing.keys, trie))
    return Cover(
        built.title,
        words=len(trie),
        listed=len(listing.keys),
        shared=sum(key in trie for key in listing.keys),
        letters=[
            Part(f"in {built.kit.alphabet.spell(first)}", ours[first], theirs[first])
            for first in sorted(theirs)
            if theirs[first] >= LEAST_WORDS
        ],
        lengths=[
            Part(f"of {length} tiles", our_lengths[length], their_lengths[length])
            for length in sorted(their_lengths)
            if their_lengths[length] >= LEAST_WORDS
        ],
        cut=last.text if last and ending and ending not in trie else "",
    )
