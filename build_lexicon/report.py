"""The figures of the lexicons: against a yardstick, against lists of ours, against the past."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from build_lexicon.building import collect, kit_of
from build_lexicon.classes import Alone, brought_alone
from build_lexicon.comparing import compare
from build_lexicon.errors import BuildError
from build_lexicon.index import ensure_index, look_up
from build_lexicon.library import Built, open_built
from build_lexicon.play.games import Played, play_games
from build_lexicon.play.graph import word_graph
from build_lexicon.play.weighing import (
    MEASURED,
    ByPlay,
    Weighed,
    by_play,
    judged,
    summary,
    told,
    weigh,
)
from build_lexicon.progress import Bar, Progress
from build_lexicon.readers.plain import read_words
from build_lexicon.recipe import Layer, Recipe
from build_lexicon.sources import open_sources
from build_lexicon.words import read_reviewed
from build_lexicon.yardstick import Count, Yardstick, measure, open_yardstick
from service.rulebook import Rulebook

REGULATION = "example of the regulation"  # what a probe's reason says if a regulation gives it
MOST = 40  # words of one kind that are printed


class Asked(NamedTuple):
    """What a report is to look at."""

    probes: Path
    yardsticks: Path | None = None
    since: Path | None = None
    games: int = 0

    @property
    def measures(self) -> bool:
        """Whether the words of the base are looked at one by one."""
        return self.yardsticks is not None or self.games > 0


@dataclass(slots=True)
class Figures:
    """What was measured of a lexicon."""

    recipe: Recipe
    counts: Mapping[int, Count] = field(default_factory=dict)  # by number of tiles
    by_play: ByPlay | None = None
    alone: list[Alone] = field(default_factory=list)


def report(recipe: Recipe, rulebook: Rulebook, asked: Asked) -> Generator[str, None, Figures]:
    """Everything that can be measured about one lexicon, line by line, and the figures."""
    built, figures = open_built(recipe.id, recipe.folder, rulebook), Figures(recipe)
    yield f"{recipe.id}: {built.title}, {built.manifest['words']} words"
    yield "  layers: " + ", ".join(f"{k} {n}" for k, n in built.manifest["layers"].items())
    yardstick = None
    base = list(layer_words(recipe, rulebook, Layer.BASE)) if asked.measures else []
    if asked.yardsticks is not None:
        yield from (f"  {line}" for line in measure(base, asked.yardsticks, recipe.language))
        yardstick = open_yardstick(asked.yardsticks, recipe.language)
    if yardstick is not None:
        figures.counts = yardstick.counts(base)
        yield from _rules(figures, built, yardstick)
    if asked.games:
        played = _played(recipe, map(built.kit.key, base), rulebook, asked.games)
        words = _weighed(recipe, built, played)
        yield from summary(played, words)
        if yardstick is not None:
            stands = judged(words, yardstick, built.kit)
            recalls = {n: count.recall for n, count in figures.counts.items()}
            figures.by_play = by_play(played, stands, words, recalls)
            yield from told(figures.by_play, stands, built.kit)
    yield from _probed(built, asked.probes, recipe.language)
    yield from _changed(built, asked.since, rulebook)
    yield ""
    return figures


def _rules(figures: Figures, built: Built, yardstick: Yardstick) -> Iterator[str]:
    recipe = figures.recipe
    ensure_index(recipe, built.kit, recipe.folder)
    figures.alone = brought_alone(recipe, built.kit, recipe.folder, yardstick)
    yield f"  what a rule alone brings in, of {MEASURED} tiles and more:"
    for name, words, precision in figures.alone:
        yield f"    {words:7} by {name}: precision {precision:.3f}"


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


def _played(recipe: Recipe, keys: Iterable[str], rulebook: Rulebook, games: int) -> Played:
    """Games over the base of a lexicon by the newest rules that play with it."""
    fitting = [r for r in rulebook.editions.values() if r.alphabet.name == recipe.alphabet]
    if not fitting:
        raise BuildError(f"no edition has {recipe.alphabet} tiles, so nobody can play")
    users = [rules for rules in fitting if rules.lexicon == recipe.id]
    rules = max(users or fitting, key=lambda rules: rules.sequence)
    played, bar = Played(), Bar(games)
    for played in play_games(word_graph(sorted(keys)), rules, games):
        bar.show(recipe.id, f"game {played.games}", len(played.plays))
    bar.give_up(recipe.id)
    return played


def _weighed(recipe: Recipe, built: Built, played: Played) -> list[Weighed]:
    """The words that were played, and what they rest on."""
    ensure_index(recipe, built.kit, recipe.folder)
    evidence = look_up(played.words, recipe, recipe.folder)
    return weigh(played, recipe, read_reviewed(recipe, built.kit), evidence)


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
