"""The figures of the lexicons: against a yardstick, against lists of ours, against the past."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from build_lexicon.building import collect, kit_of
from build_lexicon.comparing import compare
from build_lexicon.errors import BuildError
from build_lexicon.library import Built, open_built
from build_lexicon.progress import Bar, Progress
from build_lexicon.readers.plain import read_words
from build_lexicon.recipe import Layer, Recipe
from build_lexicon.sources import open_sources
from service.rulebook import Rulebook

REGULATION = "example of the regulation"  # what a probe's reason says if a regulation gives it
MOST = 40  # words of one kind that are printed


def report(
    recipe: Recipe, rulebook: Rulebook, *, probes: Path, yardsticks: Path | None, since: Path | None
) -> Iterator[str]:
    """Everything that can be measured about one lexicon, line by line."""
    built = open_built(recipe.id, recipe.folder, rulebook)
    yield f"{recipe.id}: {built.title}, {built.manifest['words']} words"
    yield "  layers: " + ", ".join(f"{k} {n}" for k, n in built.manifest["layers"].items())
    if yardsticks is not None:
        yield from _measured(recipe, rulebook, yardsticks)
    yield from _probed(built, probes, recipe.language)
    yield from _changed(built, since, rulebook)
    yield ""


def layer_words(recipe: Recipe, rulebook: Rulebook, layer: str) -> Iterable[str]:
    """The words of one layer in plain spelling, gathered from the sources once more."""
    kit = kit_of(recipe.alphabet, rulebook)
    bar = Bar(1)
    words = collect(open_sources(recipe), kit, Progress(partial(bar.show, recipe.id)))
    if layer not in words.layers:
        raise BuildError(f"{recipe.id} has no layer {layer!r}: {', '.join(words.layers)}")
    keys = words.layers[layer]
    if layer == Layer.BASE:
        keys |= words.short | words.added
    return sorted(map(kit.spell, keys))


def _measured(recipe: Recipe, rulebook: Rulebook, yardsticks: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{recipe.id}.txt")
        path.write_text("\n".join(layer_words(recipe, rulebook, "base")) + "\n", encoding="utf-8")
        done = subprocess.run(
            [sys.executable, str(yardsticks / "measure.py"), recipe.language, str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise BuildError(f"{yardsticks}/measure.py: {done.stderr.strip() or done.stdout.strip()}")
    yield from (f"  {line}" for line in done.stdout.splitlines())


def _probed(built: Built, probes: Path, language: str) -> Iterator[str]:
    for kind, wanted in (("good", True), ("bad", False)):
        path = probes / f"{language}.{kind}"
        if not path.is_file():
            yield f"  no probes {path.name}"
            continue
        words = list(read_words(path))
        wrong = [word for word in words if (_found(word, built)) is not wanted]
        yield f"  {path.name}: {len(words) - len(wrong)} of {len(words)} as they should be"
        yield from _listed("wrong", wrong)
        examples = [line for line in path.read_text("utf-8").splitlines() if REGULATION in line]
        if examples:
            yield f"    among them {len(examples)} examples of the regulation"


def _found(word: str, built: Built) -> bool:
    key = built.kit.key_or_none(word)
    return key is not None and key in built.trie


def _changed(built: Built, since: Path | None, rulebook: Rulebook) -> Iterator[str]:
    if since is None or not (since / f"{built.id}.json").is_file():
        yield "  no earlier release to compare with"
        return
    old = open_built(built.id, since, rulebook)
    difference = compare(old, built)
    yield f"  since {old.manifest['version']}:"
    yield from _listed("added", difference.added)
    yield from _listed("removed", difference.removed)


def _listed(what: str, words: list[str]) -> Iterator[str]:
    if words:
        more = f" and {len(words) - MOST} more" if len(words) > MOST else ""
        yield f"    {what} {len(words)}: {' '.join(words[:MOST])}{more}"
