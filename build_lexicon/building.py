"""From recipes to published lexicons; on any failure the old lexicon stays.

Several are built at a time, each in a process of its own; after a fault no further one is begun,
what is under way is finished, and then the fault is raised.

What every source says of every word may be kept beside a lexicon, so that `why` need not read it
anew. `<id>.why` is a zip of parts; the checksum of a key says in which part its forms are, one a
line: key, + or - for a form that a rule admits or keeps out, text, rule, source, origin. It is
never committed, and made anew when the recipe, its lists or the code that reads them have changed.
"""

import gc
import hashlib
import os
import sys
import time
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from build_lexicon.errors import BuildError
from build_lexicon.library import (
    Manifest,
    publish_lexicon,
    read_manifest,
    recipe_manifest,
    written_trie,
)
from build_lexicon.methods import method_of
from build_lexicon.recipe import Layer, Recipe, Sources, open_sources, sha256_of
from build_lexicon.words import Form, Kit, Words, gather, kit_of, read_reviewed
from service.rulebook import Rulebook


def show(title: str, step: str) -> None:
    """Say in a terminal which step a build is at, until something else is said."""
    if sys.stderr.isatty():
        _line(f"{title}: {step} …")


def _line(text: str) -> None:
    start = "\r\033[K" if sys.stderr.isatty() else ""
    print(f"{start}{text}", end="", file=sys.stderr, flush=True)


def collect(sources: Sources, kit: Kit) -> Words:
    """The words that the sources and rules of a recipe give."""
    recipe = sources.recipe
    show(recipe.id, "reading the sources")
    forms = method_of(recipe).forms(sources, kit.alphabet)
    return gather(forms, recipe, kit, read_reviewed(recipe, kit))


def build(recipe: Recipe, rulebook: Rulebook, folder: Path) -> Manifest:
    """Build one lexicon into a folder and return its manifest."""
    kit = kit_of(recipe.alphabet, rulebook)
    method_of(recipe)  # A wrong name is told at once.
    sources = open_sources(recipe)
    words = collect(sources, kit)
    keys = words.keys()
    if not keys:
        raise BuildError(f"{recipe.id}: the recipe gives no words")
    show(recipe.id, "writing")
    place = folder / f"{recipe.id}.marisa"
    place.parent.mkdir(parents=True, exist_ok=True)
    with written_trie(keys, place) as trie:
        built = recipe_manifest(sources, words, kit, trie)
        _compare_with_committed(built, recipe.folder / f"{recipe.id}.json")
        publish_lexicon(built, trie, place)
    return built


def layer_words(recipe: Recipe, rulebook: Rulebook, layer: str) -> Iterable[str]:
    """The words of one layer in plain spelling, gathered from the sources once more."""
    kit = kit_of(recipe.alphabet, rulebook)
    words = collect(open_sources(recipe), kit)
    if layer not in words.layers:
        raise BuildError(f"{recipe.id} has no layer {layer!r}: {', '.join(words.layers)}")
    keys = words.layers[layer]
    if layer == Layer.BASE:
        keys |= words.short | words.added
    return sorted(map(kit.spell, keys))


def is_built(recipe: Recipe, folder: Path) -> bool:
    """Whether the lexicon of a recipe is there, up to date and whole."""
    trie, described = (folder / f"{recipe.id}{ending}" for ending in (".marisa", ".json"))
    if not trie.is_file() or not described.is_file():
        return False
    found = read_manifest(described)
    return found.get("recipe") == recipe.sha256 and found.get("sha256") == sha256_of(trie)


def _compare_with_committed(built: Manifest, place: Path) -> None:
    """The same recipe must give the same bytes, here and everywhere."""
    if not place.is_file():
        return
    committed = read_manifest(place)
    if committed.get("recipe") != built["recipe"] or committed.get("sha256") == built["sha256"]:
        return
    if committed.get("tools") != built["tools"]:
        raise BuildError(
            f"{place.name} was made with {committed.get('tools')}, not {built['tools']}"
        )
    raise BuildError(
        f"{place.name} expects SHA-256 {committed.get('sha256')} from this recipe, "
        f"the build gave {built['sha256']}: raise the version in the recipe if that is meant"
    )


PARTS = 256
TOGETHER = 2000  # lines of a part that are packed at once
IN, OUT = "+", "-"


class Evidence(NamedTuple):
    """The different forms of a key that rules admit, and those that rules keep out."""

    admitted: list[Form]
    excluded: list[Form]


def by_basis(forms: Iterable[Form], recipe: Recipe) -> dict[str, list[Form]]:
    """Forms by their rule and the packages that have them together, as "I14 by hunspell"."""
    by_rule: defaultdict[str, list[Form]] = defaultdict(list)
    for form in forms:
        by_rule[form.rule].append(form)
    return {f"{rule} by {_packages(own, recipe)}": own for rule, own in by_rule.items()}


def _packages(forms: Iterable[Form], recipe: Recipe) -> str:
    ids = {id_ for form in forms for id_ in form.source.split("+")}
    named = sorted(
        source.id for source in recipe.sources.values() if source.distribution and source.id in ids
    )
    return "+".join(named) or "hand"


def _packed(lines: Iterable[tuple[str, str]]) -> Iterator[tuple[int, bytes]]:
    """Lines with their keys, sorted into parts and packed as they come: the whole never lies in
    memory unpacked.
    """
    waiting: list[list[str]] = [[] for _ in range(PARTS)]
    # A small window: there are hundreds of these at once.
    packers = [zlib.compressobj(1, zlib.DEFLATED, 12, 5) for _ in range(PARTS)]
    packed = [bytearray() for _ in range(PARTS)]
    for key, line in lines:
        part = _part(key)
        waiting[part].append(line)
        if len(waiting[part]) >= TOGETHER:
            packed[part] += packers[part].compress("".join(waiting[part]).encode())
            waiting[part].clear()
    for part, packer in enumerate(packers):
        packed[part] += packer.compress("".join(waiting[part]).encode())
        yield part, bytes(packed[part] + packer.flush())


def _evidence_lines(recipe: Recipe, kit: Kit) -> Iterator[tuple[str, str]]:
    """What every source says, a line for each form, with its key."""
    sources, method = open_sources(recipe), method_of(recipe)
    for sign, forms in (
        (IN, method.forms(sources, kit.alphabet)),
        (OUT, method.excluded(sources, kit.alphabet)),
    ):
        for form in forms:
            key = kit.key_or_none(form.text)
            if key is not None:
                yield key, "\t".join((key, sign, *form)) + "\n"


def write_index(recipe: Recipe, kit: Kit, folder: Path) -> Path:
    """Read all sources and keep what they say."""
    show(recipe.id, "indexing")
    path = _place(recipe, folder)
    new = path.with_suffix(".why.new")
    try:
        with zipfile.ZipFile(new, "w") as archive:
            archive.writestr("of", _identity(recipe, kit))
            for part, data in _packed(_evidence_lines(recipe, kit)):
                archive.writestr(str(part), data)
        new.replace(path)
    except OSError as error:
        raise BuildError(f"cannot write {new}: {error.strerror}") from None
    finally:
        new.unlink(missing_ok=True)
    return path


def ensure_index(recipe: Recipe, kit: Kit, folder: Path) -> None:
    """Make an index if there is none, and show how far that is: the next question takes no time."""
    if is_indexed(recipe, kit, folder):
        return
    print(f"reading the sources of {recipe.id}; the next time they are known", file=sys.stderr)
    write_index(recipe, kit, folder)
    _line("")


def is_indexed(recipe: Recipe, kit: Kit, folder: Path) -> bool:
    """Whether there is an index of this very recipe, read by this very code."""
    try:
        with zipfile.ZipFile(_place(recipe, folder)) as archive:
            return archive.read("of").decode() == _identity(recipe, kit)
    except (OSError, KeyError, zipfile.BadZipFile):
        return False


def look_up(keys: Iterable[str], recipe: Recipe, folder: Path) -> dict[str, Evidence]:
    """What the index has of each key."""
    wanted = set(keys)
    found = {
        key: evidence
        for key, evidence in read_index(recipe, folder, set(map(_part, wanted)))
        if key in wanted
    }
    return {key: found.get(key, Evidence([], [])) for key in wanted}


def read_index(
    recipe: Recipe, folder: Path, parts: Iterable[int] = range(PARTS)
) -> Iterator[tuple[str, Evidence]]:
    """Every key of some parts of the index, with what it has of it."""
    path = _place(recipe, folder)
    try:
        with zipfile.ZipFile(path) as archive:
            for part in sorted({str(part) for part in parts} & set(archive.namelist())):
                rows: defaultdict[str, list[list[str]]] = defaultdict(list)
                for line in zlib.decompress(archive.read(part)).decode().splitlines():
                    row = line.split("\t")
                    rows[row[0]].append(row)
                for key, found in rows.items():
                    yield key, Evidence(_forms(found, IN), _forms(found, OUT))
    except (OSError, zipfile.BadZipFile, zlib.error) as error:
        raise BuildError(f"{path}: cannot be read: {error}") from None


def _forms(rows: Iterable[list[str]], sign: str) -> list[Form]:
    return list(dict.fromkeys(Form(*row[2:]) for row in rows if row[1] == sign))


def _part(key: str) -> int:
    return zlib.crc32(key.encode()) % PARTS


def _place(recipe: Recipe, folder: Path) -> Path:
    return folder / f"{recipe.id}.why"


def _identity(recipe: Recipe, kit: Kit) -> str:
    """The recipe with its lists, the tiles, and the code that reads the sources."""
    digest = hashlib.sha256(f"{recipe.sha256} {kit.alphabet.coding} {kit.longest}".encode())
    code = sorted(Path(__file__).parent.rglob("*.py"))
    own = getattr(method_of(recipe), "__file__", None)
    for path in [*code, *([Path(own)] if own else [])]:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


AT_ONCE = min(2, os.cpu_count() or 1)  # One takes up to 800 MB; all should fit in 2 GB.


def build_all(
    recipes: Sequence[Recipe], rulebook: Rulebook, folder: Path, *, index: bool = False
) -> None:
    """Build every lexicon into a folder, perhaps with its index, and say which is there."""
    begun = time.monotonic()
    waiting, running, faults = list(recipes), dict[Future[Manifest], str](), list[str]()
    with ProcessPoolExecutor(AT_ONCE, initializer=_follow) as pool:
        while running or (waiting and not faults):
            while waiting and not faults and len(running) < AT_ONCE:
                recipe = waiting.pop(0)
                running[pool.submit(_build, recipe, rulebook, folder, index)] = recipe.id
            for ended in wait(running, return_when=FIRST_COMPLETED).done:
                title = running.pop(ended)
                try:
                    made = ended.result()
                except (BuildError, BrokenProcessPool, MemoryError) as fault:
                    ended_early = "the build ended before its time; is there enough memory?"
                    is_told = isinstance(fault, BuildError)
                    faults.append(str(fault) if is_told else f"{title}: {ended_early}")
                    _line("")
                else:
                    words = f"{made['words']:,}".replace(",", " ")
                    seconds = time.monotonic() - begun
                    _line(
                        f"{title:8} {words} words, {made['sha256'][:12]}, after {seconds:.0f} s\n"
                    )
    if faults:
        raise BuildError(faults[0])


def _follow() -> None:
    """End with whoever began the builds, who may be killed: nobody else would end this process."""

    def follow() -> None:
        if begun := parent_process():
            begun.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()


def _build(recipe: Recipe, rulebook: Rulebook, folder: Path, index: bool) -> Manifest:
    """Build one lexicon, perhaps with what `why` looks up; this happens in another process."""
    gc.collect()  # What the build before left behind.
    gc.disable()  # As in main: the process may have begun anew.
    made = build(recipe, rulebook, folder)
    if index:
        write_index(recipe, kit_of(recipe.alphabet, rulebook), folder)
    return made
