"""Whether a list is whole and in its language, by the open lexicons of that."""

from collections.abc import Sequence
from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.library import Built, open_built
from build_lexicon.listing import Listing
from build_lexicon.recipe import read_recipe
from build_lexicon.words import Kit
from service.rulebook import Rulebook

LEAST_WORDS = 1000  # A shorter list may be of rare words only.
LEAST_SIZE = 10  # percent of an open lexicon: less is a part of a list


def open_lexicons(
    language: str, kit: Kit, folders: Sequence[Path], rulebook: Rulebook
) -> list[Built]:
    """The lexicons of a language with the same tiles that have a recipe and are built."""
    ids = {
        recipe.id
        for folder in folders
        for recipe in map(read_recipe, sorted(folder.glob("*.toml")))
        if (recipe.language, recipe.alphabet) == (language, kit.alphabet.name)
    }
    return [
        open_built(id_, folder, rulebook)
        for id_ in sorted(ids)
        for folder in folders
        if (folder / f"{id_}.marisa").is_file() and (folder / f"{id_}.json").is_file()
    ]


def refuse_fragment(listing: Listing, lexicons: Sequence[Built]) -> None:
    """Refuse a list that is too short to be a whole one."""
    smallest = min(lexicons, key=lambda built: len(built.trie), default=None)
    words, whole = len(listing.keys), len(smallest.trie) if smallest else 0
    if smallest and words * 100 < whole * LEAST_SIZE:
        raise BuildError(
            f"{words} words are less than {LEAST_SIZE} % of the {whole} of {smallest.title}: is it "
            "the whole list? If it is meant to be short, say --fragment"
        )


def likeness(listing: Listing, lexicons: Sequence[Built], least: int) -> str:
    """How many words of a list an open lexicon has, in a sentence; too few are refused."""
    shares = {sum(key in built.trie for key in listing.keys): built.title for built in lexicons}
    if not shares or len(listing.keys) < LEAST_WORDS:
        return ""
    most = max(shares)
    percent = 100 * most // len(listing.keys)
    told = f"{most} of its {len(listing.keys)} words ({percent} %) are in {shares[most]}"
    if percent < least:
        raise BuildError(
            f"{told}, less than {least} %: is it a list of that language? If it is, say "
            "--least-shared 0"
        )
    return told
