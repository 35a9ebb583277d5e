"""Whether a list is in its language: most of its words should be in an open lexicon of that."""

from collections.abc import Sequence
from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.library import Built, open_built
from build_lexicon.listing import Listing
from build_lexicon.recipe import read_recipe
from build_lexicon.words import Kit
from service.rulebook import Rulebook

LEAST_WORDS = 1000  # A shorter list may be of rare words only.


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
