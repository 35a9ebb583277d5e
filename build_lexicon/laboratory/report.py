"""The figures of the lexicons: against a yardstick, against lists of ours, against the past.

They can be put into the tables of a Markdown page, each after a line that names it; what was not
measured stays as it stands.

    <!-- table: lexicons -->
    | id | … |
"""

import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from build_lexicon.building import Bar, ensure_index, layer_words, look_up
from build_lexicon.errors import BuildError
from build_lexicon.laboratory.play import Played, play_games, word_graph
from build_lexicon.laboratory.weighing import (
    MEASURED,
    Alone,
    ByPlay,
    Count,
    Weighed,
    Yardstick,
    brought_alone,
    by_play,
    judged,
    measure,
    open_yardstick,
    summary,
    told,
    weigh,
)
from build_lexicon.library import Built, compare, open_built, read_manifest, recipes
from build_lexicon.readers.lists import read_words
from build_lexicon.recipe import Layer, Recipe
from build_lexicon.words import read_reviewed
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


def print_reports(
    recipes: Iterable[Recipe], rulebook: Rulebook, asked: Asked, page: Path | None
) -> None:
    """Print the figures of some lexicons, and put them into the tables of a page."""
    measured = [_printed(report(recipe, rulebook, asked)) for recipe in recipes]
    if page is not None and measured:
        write_tables(page, measured, measured[0].recipe.folder)


def _printed(lines: Generator[str, None, Figures]) -> Figures:
    while True:
        try:
            print(next(lines), flush=True)
        except StopIteration as end:
            figures: Figures = end.value
            return figures


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


BANDS = {"4": (4, 4), "5–8": (5, 8), "9–15": (9, 15), "4–15": (4, 15)}
LAYERS = (Layer.BASE, "enclitics", "short", "added", "dropped")
_TABLE = re.compile(r"(<!-- table: (\w+) -->\n)((?:\|.*\n)*)")

Rows = list[list[str]]


def write_tables(page: Path, measured: Sequence[Figures], folder: Path) -> None:
    """Put the figures into the tables of a page."""
    tables = {"lexicons": _lexicons(folder), **_measured(measured)}
    try:
        text = page.read_text(encoding="utf-8")
        page.write_text(_TABLE.sub(lambda found: _anew(found, tables), text), encoding="utf-8")
    except OSError as error:
        raise BuildError(f"{page}: {error.strerror}") from None


def _anew(found: re.Match[str], tables: Mapping[str, Rows]) -> str:
    rows = tables.get(found[2])
    if not rows or len(rows) == 1:
        return found[0]
    head, *lines = rows
    marks = ["---:" if _is_number(cell) else "---" for cell in lines[0]]
    return found[1] + "".join(f"| {' | '.join(row)} |\n" for row in (head, marks, *lines))


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"[\d .%]+", cell))


def _lexicons(folder: Path) -> Rows:
    rows = [["id", "name", "version", "words", *LAYERS]]
    for recipe in recipes(folder, []):
        found = read_manifest(folder / f"{recipe.id}.json")
        counts = (found["words"], *(found["layers"].get(layer, 0) for layer in LAYERS))
        named = [f"`{recipe.id}`", found["name"], found["version"]]
        rows.append([*named, *map(_number, counts)])
    return rows


def _measured(measured: Iterable[Figures]) -> dict[str, Rows]:
    lengths = [["", "tiles", "precision", "recall", "F1"]]
    play = [["", "plays", "precision", "extra plays", "recall", "refused plays"]]
    alone = [["", "rule", "words alone", "precision"]]
    for figures in measured:
        id_ = f"`{figures.recipe.id}`"
        for band, (shortest, longest) in BANDS.items() if figures.counts else ():
            counts = (figures.counts[n] for n in range(shortest, longest + 1))
            count = sum(counts, start=Count())
            lengths.append([id_, band, *map(_share, (count.precision, count.recall, count.f1))])
        if found := figures.by_play:
            shares = (found.precision, found.extra, found.recall, found.refused)
            play.append([id_, _number(found.plays), *map(_share, shares)])
        for name, words, precision in figures.alone:
            alone.append([id_, name, _number(words), _share(precision)])
    return {"lengths": lengths, "play": play, "alone": alone}


def _number(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def _share(share: float) -> str:
    return f"{share:.3f}".removeprefix("0")
