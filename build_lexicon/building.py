"""The pipeline from a recipe to a published lexicon; on any failure the old lexicon stays."""

from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.manifest import Manifest, publish_lexicon, read_manifest, recipe_manifest
from build_lexicon.methods import admitted_forms
from build_lexicon.progress import Progress
from build_lexicon.recipe import Recipe
from build_lexicon.sources import Sources, open_sources, sha256_of
from build_lexicon.trie import written_trie
from build_lexicon.words import Words, gather, read_reviewed
from service.engine.tiles import Alphabet
from service.rulebook import Rulebook

STEPS = ("sources", "forms", "keys", "trie")


def alphabet_of(name: str, rulebook: Rulebook) -> Alphabet:
    """The tiles that a recipe or a manifest names."""
    try:
        return rulebook.alphabets[name]
    except KeyError:
        raise BuildError(
            f"no tiles {name!r} in the rule book, only {', '.join(sorted(rulebook.alphabets))}"
        ) from None


def collect(sources: Sources, alphabet: Alphabet, progress: Progress) -> Words:
    """The words that the sources and rules of a recipe give."""
    recipe = sources.recipe
    reviewed = read_reviewed(recipe, alphabet)
    return gather(progress.counted(admitted_forms(sources, alphabet)), recipe, alphabet, reviewed)


def build(recipe: Recipe, rulebook: Rulebook, progress: Progress) -> Manifest:
    """Build one lexicon into the folder of its recipe and return its manifest."""
    alphabet = alphabet_of(recipe.alphabet, rulebook)
    progress.step("sources")
    sources = open_sources(recipe)
    progress.step("forms")
    words = collect(sources, alphabet, progress)
    progress.step("keys")
    keys = words.keys()
    if not keys:
        raise BuildError(f"{recipe.id}: the recipe gives no words")
    progress.step("trie")
    place = recipe.folder / f"{recipe.id}.marisa"
    with written_trie(keys, place) as trie:
        built = recipe_manifest(sources, words, keys, trie)
        _compare_with_committed(built, place.with_suffix(".json"))
        publish_lexicon(built, trie, place)
    return built


def is_built(recipe: Recipe) -> bool:
    """Whether the lexicon of a recipe is there, up to date and whole."""
    trie, described = (recipe.folder / f"{recipe.id}{ending}" for ending in (".marisa", ".json"))
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
