"""The pipeline from a recipe to a published lexicon; on any failure the old lexicon stays."""

from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.manifest import Manifest, publish_lexicon, read_manifest, recipe_manifest
from build_lexicon.methods import method_of
from build_lexicon.progress import Progress
from build_lexicon.recipe import Recipe
from build_lexicon.sources import Sources, open_sources, sha256_of
from build_lexicon.trie import written_trie
from build_lexicon.words import Kit, Words, gather, read_reviewed
from service.rulebook import Rulebook

STEPS = ("sources", "forms", "keys", "trie")


def kit_of(name: str, rulebook: Rulebook) -> Kit:
    """The tiles that a recipe or a manifest names, and the longest word of the boards they lie on.

    Tiles that no edition plays with yet may be meant for any board that there is.
    """
    if name not in rulebook.alphabets:
        raise BuildError(
            f"no tiles {name!r} in the rule book, only {', '.join(sorted(rulebook.alphabets))}"
        )
    plans = [r.plan for r in rulebook.editions.values() if r.alphabet.name == name]
    longest = max(max(plan.rows, plan.cols) for plan in plans or rulebook.plans.values())
    return Kit(rulebook.alphabets[name], longest)


def collect(sources: Sources, kit: Kit, progress: Progress) -> Words:
    """The words that the sources and rules of a recipe give."""
    recipe = sources.recipe
    forms = method_of(recipe).forms(sources, kit.alphabet)
    return gather(progress.counted(forms), recipe, kit, read_reviewed(recipe, kit))


def build(recipe: Recipe, rulebook: Rulebook, folder: Path, progress: Progress) -> Manifest:
    """Build one lexicon into a folder and return its manifest."""
    kit = kit_of(recipe.alphabet, rulebook)
    method_of(recipe)  # A wrong name is told at once.
    progress.step("sources")
    sources = open_sources(recipe)
    progress.step("forms")
    words = collect(sources, kit, progress)
    progress.step("keys")
    keys = words.keys()
    if not keys:
        raise BuildError(f"{recipe.id}: the recipe gives no words")
    progress.step("trie")
    place = folder / f"{recipe.id}.marisa"
    place.parent.mkdir(parents=True, exist_ok=True)
    with written_trie(keys, place) as trie:
        built = recipe_manifest(sources, words, kit, trie)
        _compare_with_committed(built, recipe.folder / f"{recipe.id}.json")
        publish_lexicon(built, trie, place)
    return built


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
