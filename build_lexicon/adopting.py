"""A list that was read becomes a lexicon: looked over, named, guarded against mistakes, written.

What a healthy list of a language looks like is known from the open lexicons of the language: which
words it has, how many of each length and first letter, how often each letter stands in a word and
at its end. A list that is unlike all of them is refused, unless somebody says why it is as it is;
that is kept in its manifest.

The open lexicons cannot be replaced by an import, and a version that exists cannot become another
list unawares: what was announced with a hash stays what it was.
"""

from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import NamedTuple, TypeVar

from build_lexicon.errors import BuildError
from build_lexicon.importing import Listing, ListOptions, is_odd, read_listing, spoilt
from build_lexicon.library import (
    Built,
    Manifest,
    alphabet_of_language,
    manifest,
    open_built,
    publish_lexicon,
    read_manifest,
    written_trie,
)
from build_lexicon.options import GUARDED
from build_lexicon.recipe import read_recipe, sendable, sha256_of
from build_lexicon.words import Kit, kit_of
from service.rulebook import Rulebook, load_rulebook


@dataclass(frozen=True, slots=True)
class About:
    """What a list is, beside its words."""

    id: str
    language: str
    version: str
    name: str
    source: str
    licence: str
    official: bool
    built: date
    sha256: str  # of the file that was read
    odd: str = ""  # why it is unlike a healthy list, if somebody had to say so
    published: bool = False  # whether anybody may load it, without its being open

    def __post_init__(self) -> None:
        """Refuse what no header, setting or file name could carry."""
        for what in ("id", "language", "version"):
            sendable(what, getattr(self, what))

    @property
    def guarded(self) -> bool:
        """Whether the owner of the words has to agree before they are printed."""
        return self.licence == GUARDED


def adopt(
    listing: Listing, about: About, kit: Kit, folder: Path, *, replace: bool = False
) -> Manifest:
    """Write trie and manifest of a list, like those of the open build."""
    place = folder / f"{about.id}.marisa"
    keys = list(listing.keys)
    layers = {"base": len(keys), "short": 0, "added": 0, "dropped": 0}
    source: dict[str, object] = {
        "name": about.source,
        "version": about.version,
        "licence": about.licence,
        "sha256": about.sha256,
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BuildError(f"cannot make {folder}: {error.strerror}") from None
    with written_trie(keys, place) as trie:
        content = manifest(_identity(about, kit), layers=layers, sources=[source], trie=trie)
        # There is no recipe: the list alone decides.
        content |= {"recipe": about.sha256, "guarded": about.guarded}
        content |= {"odd": about.odd} if about.odd else {}
        content |= {"published": True} if about.published else {}
        refuse_to_replace(about.id, trie.sha256, folder, replace=replace)
        publish_lexicon(content, trie, place)
    return content


def refuse_to_replace(id_: str, sha256: str, folder: Path, *, replace: bool) -> None:
    """Whether the name is free, or taken by the very same words."""
    refuse_open_name(id_, folder)
    described = folder / f"{id_}.json"
    if replace or not described.is_file():
        return
    there = read_manifest(described).get("sha256")
    if there != sha256:
        raise BuildError(
            f"{id_} exists and has other words (SHA-256 {_grouped(str(there))}, this list "
            f"{_grouped(sha256)}): give this list another --version, or --replace the old one"
        )


def refuse_open_name(id_: str, recipes: Path) -> None:
    """Whether the name is no open lexicon's, wherever that lies: one would hide the other."""
    if (recipes / f"{id_}.toml").is_file():
        raise BuildError(f"{id_} is an open lexicon with a recipe: give the list another --id")


def try_name(listing: Listing, about: About, folder: Path, *, replace: bool) -> None:
    """Refuse the name of other words, as an import would, and write nothing in the folder."""
    if not (folder / f"{about.id}.json").is_file():
        return
    with TemporaryDirectory() as elsewhere:
        place = Path(elsewhere) / f"{about.id}.marisa"
        with written_trie(list(listing.keys), place) as trie:
            refuse_to_replace(about.id, trie.sha256, folder, replace=replace)


def told(id_: str, made: Manifest) -> Iterator[str]:
    """What whoever imported a list announces."""
    yield f"{id_}  {made['name']}, version {made['version']}"
    half = len(made["sha256"]) // 2
    yield f"sha256  {_grouped(made['sha256'][:half])}"
    yield f"        {_grouped(made['sha256'][half:])}"


def next_steps(id_: str, made: Manifest) -> Iterator[str]:
    """What comes next where the list is looked for."""
    yield "Announce this hash before a round. The list is not in force yet:"
    yield f"    arbiter lexicon use {id_}"
    if made["official"]:
        yield "It is said to be official; `use` vouches for it, on a server OFFICIAL does."


def _grouped(sha256: str) -> str:
    """A hash as all of Arbiter prints it, in groups of four."""
    return " ".join(wrap(sha256, 4))


def _identity(about: About, kit: Kit) -> dict[str, object]:
    return {
        "language": about.language,
        "alphabet": kit.alphabet.name,
        "tiles": kit.alphabet.coding,
        "version": about.version,
        "name": about.name,
        "official": about.official,
        "built": about.built.isoformat(),
    }


LEAST_WORDS = 1000  # Fewer tell nothing: they may be rare ones only.
LEAST_SHARED = 70  # percent of its words that an open lexicon of the language has
LEAST_COVERED = 33  # percent of the words of an open lexicon: less is a part of a list
LEAST_PART = 10  # percent of as many as it has with a first letter, or of a length
# Letters are counted in words of these lengths: longer ones are inflected, or have pronouns at
# their ends, in some lists and not in others.
COUNTED = range(4, 7)
COMMON = 300  # of those words have a letter: fewer are loanwords, which a list may lack
COMMON_LAST = 2  # percent of them end in it, in the list or in the lexicon
FEWER, MORE = 70, 170  # percent of as many words with a letter as the lexicon has
FEWER_LAST, MORE_LAST = 40, 250
THIN = 80  # percent from which it is only told


T = TypeVar("T", str, int)


class Part(NamedTuple):
    """The words of one kind: how many a list and a lexicon have."""

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
    initials: Sequence[Part]
    lengths: Sequence[Part]
    letters: Mapping[str, int]  # letter -> percent of what the lexicon leads one to expect
    last: Mapping[str, int]  # the same for the last letters of words
    cut: str  # the last line, if nothing ends it and the lexicon has no such word

    def lack(self) -> str:
        """Why the list cannot be whole, if it cannot."""
        if self.words < LEAST_WORDS:
            return ""
        if self.shared * 100 < self.words * LEAST_COVERED:
            return f"it has {self.shared} of the {self.words} words of {self.title}"
        for parts in (self.initials, self.lengths):
            missing = [part for part in parts if part.listed * 100 < part.words * LEAST_PART]
            if missing:
                names = ", ".join(part.name for part in missing)
                listed = sum(part.listed for part in missing)
                words = sum(part.words for part in missing)
                return f"it has {listed} words {names}, where {self.title} has {words}"
        if self.cut:
            return f"nothing ends the last line ({self.cut!r}), no word of {self.title}"
        return ""

    def odd(self) -> Iterator[str]:
        """What no healthy list of the language is like."""
        if self.listed < LEAST_WORDS:
            return
        if self.shared * 100 < self.listed * LEAST_SHARED:
            yield (
                f"only {self.shared} of its {self.listed} words are in {self.title}: is it of that "
                "language?"
            )
        for what, shares, fewer, more in (
            ("words with", self.letters, FEWER, MORE),
            ("words that end in", self.last, FEWER_LAST, MORE_LAST),
        ):
            for letter, share in shares.items():
                if share < fewer:
                    yield f"it lacks {100 - share} % of the {what} {letter}"
                elif share > more:
                    yield f"it has {share} % of the {what} {letter} that one expects"

    def told(self) -> str:
        """What the two share, and which parts of the lexicon the list has fewer of than others."""
        share, covered = 100 * self.shared // self.listed, 100 * self.shared // self.words
        thin = [
            f"{100 * part.listed // part.words} % of its words {part.name}"
            for part in (*self.initials, *self.lengths)
            if part.listed * self.words * 2 < self.listed * part.words
        ]
        thin += [f"{s} % of its words with {name}" for name, s in self.letters.items() if s < THIN]
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


def look_over(listing: Listing, lexicons: Sequence[Built], odd: str | None) -> list[str]:
    """What a list and the open lexicon next to it share; a list that is odd is refused, unless
    there is a reason.
    """
    found = [_cover(listing, built) for built in lexicons]
    nearest = max(found, key=lambda cover: cover.shared, default=None)
    lacks = [cover.lack() for cover in found]
    faults = [*spoilt(listing), *(nearest.odd() if nearest else [])]
    if lacks and all(lacks):
        faults.insert(0, f"{lacks[0]}: is it the whole list?")
    if faults and not (odd or "").strip():
        raise BuildError(is_odd(faults))
    told = [nearest.told()] if nearest and nearest.listed >= LEAST_WORDS else []
    return [*told, *(f"odd: {fault}" for fault in faults)]


def _cover(listing: Listing, built: Built) -> Cover:
    trie, last, spell = built.trie, listing.unfinished, built.kit.alphabet.spell
    ending = built.kit.key_or_none(last.text) if last else None
    counted = [[key for key in words if len(key) in COUNTED] for words in (listing.keys, trie)]
    inside = [Counter(tile for key in keys for tile in set(key)) for keys in counted]
    ends = [Counter(key[-1] for key in keys) for keys in counted]
    listed, words = map(len, counted)
    common = {tile for tile, number in inside[1].items() if number >= COMMON}
    closing = {
        tile
        for found, keys in zip(ends, counted, strict=True)
        for tile, number in found.items()
        if number * 100 >= len(keys) * COMMON_LAST
    }

    def shares(found: Sequence[Counter[str]], tiles: set[str]) -> dict[str, int]:
        return {
            spell(tile): 100 * found[0][tile] * words // (max(1, found[1][tile]) * max(1, listed))
            for tile in sorted(tiles)
            if words >= LEAST_WORDS
        }

    def parts(of: Callable[[str], T], name: Callable[[T], str]) -> list[Part]:
        ours, theirs = (Counter(map(of, words)) for words in (listing.keys, trie))
        large = sorted(kind for kind in theirs if theirs[kind] >= LEAST_WORDS)
        return [Part(name(kind), ours[kind], theirs[kind]) for kind in large]

    return Cover(
        built.title,
        words=len(trie),
        listed=len(listing.keys),
        shared=sum(key in trie for key in listing.keys),
        initials=parts(lambda key: key[0], lambda first: f"in {spell(first)}"),
        lengths=parts(len, lambda length: f"of {length} tiles"),
        letters=shares(inside, common),
        last=shares(ends, closing),
        cut=last.text if last and ending and ending not in trie else "",
    )


class Imported(NamedTuple):
    """What is told of an import: lines that gave no word, the sum, and what comes next."""

    notes: list[str]
    lines: list[str]
    steps: list[str]


def imported(given: Namespace, recipes_folder: Path, folder: Path) -> Imported:
    """Read a list as the options say and, unless it is a dry run, make a lexicon of it."""
    rulebook = load_rulebook(*given.rulebook)
    name = given.alphabet or alphabet_of_language(given.language, recipes_folder, rulebook)
    kit = kit_of(name, rulebook)
    listing = read_listing(given.list, kit, _options(given))
    about = About(
        id=given.id or f"{given.language}-{given.version}",
        language=given.language,
        version=given.version,
        name=given.name or given.source,
        source=given.source,
        licence=given.licence,
        official=given.official,
        built=given.date or datetime.fromtimestamp(given.list.stat().st_mtime, tz=UTC).date(),
        sha256=sha256_of(given.list),
        odd=given.odd or "",
    )
    refuse_open_name(about.id, recipes_folder)
    lexicons = open_lexicons(given.language, kit, (folder, recipes_folder), rulebook)
    sums = [listing.summary(), *look_over(listing, lexicons, given.odd)]
    if given.dry_run:
        try_name(listing, about, folder, replace=given.replace)
        return Imported(listing.notes(), [*sums, "nothing was written"], [])
    made = adopt(listing, about, kit, folder, replace=given.replace)
    lines = [*sums, *told(about.id, made)]
    return Imported(listing.notes(), lines, list(next_steps(about.id, made)))


def _options(given: Namespace) -> ListOptions:
    return ListOptions(
        given.language,
        dict(given.code),
        given.encoding,
        given.column,
        odd=given.odd is not None,
    )
