"""The figures of the lexicons: against a yardstick, and in games.

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

from build_lexicon.building import ensure_index, layer_words, look_up, show
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
    open_yardstick,
    summary,
    told,
    weigh,
)
from build_lexicon.library import Built, open_built, read_manifest, recipes
from build_lexicon.recipe import Layer, Recipe
from build_lexicon.words import read_reviewed
from service.rulebook import Rulebook


class Asked(NamedTuple):
    """What a report is to look at."""

    yardsticks: Path | None = None
    games: int = 0

    @property
    def measures(self) -> bool:
        """Whether the words of the base are looked at one by one."""
        return self.yardsticks is not None or self.games > 0


@dataclass(slots=True)
class Against:
    """What was measured of a lexicon against one yardstick."""

    name: str
    yardstick: Yardstick
    counts: Mapping[int, Count]  # by number of tiles
    alone: list[Alone]
    by_play: ByPlay | None = None


@dataclass(slots=True)
class Figures:
    """What was measured of a lexicon."""

    recipe: Recipe
    against: list[Against] = field(default_factory=list)


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
    base = list(layer_words(recipe, rulebook, Layer.BASE)) if asked.measures else []
    for name in _yardsticks(asked.yardsticks, recipe.language):
        yield from _measured_against(name, base, figures, built, asked)
    if asked.games:
        played = _played(recipe, map(built.kit.key, base), rulebook, asked.games)
        words = _weighed(recipe, built, played)
        yield from summary(played, words)
        for against in figures.against:
            stands = judged(words, against.yardstick, built.kit)
            recalls = {n: count.recall for n, count in against.counts.items()}
            against.by_play = by_play(played, stands, words, recalls)
            yield f"  against {against.name}:"
            yield from told(against.by_play, stands, built.kit)
    yield ""
    return figures


def _yardsticks(folder: Path | None, language: str) -> list[str]:
    """The yardsticks of a language, such as ca and ca-fisc."""
    if folder is None:
        return []
    return [language, *sorted(path.stem for path in folder.glob(f"{language}-*.half"))]


def _measured_against(
    name: str, base: list[str], figures: Figures, built: Built, asked: Asked
) -> Iterator[str]:
    """The figures against one yardstick, and what each rule brings in by it."""
    assert asked.yardsticks is not None
    recipe, yardstick = figures.recipe, open_yardstick(asked.yardsticks, name)
    if yardstick is None:
        return
    counts = yardstick.counts(base)
    yield f"  against {name}, by tiles: words, precision, recall, F1"
    for band, count in _banded(counts):
        shares = map(_share, (count.precision, count.recall, count.f1))
        yield f"    {band:5} {count.ours:7} {' '.join(shares)}"
    ensure_index(recipe, built.kit, recipe.folder)
    alone = brought_alone(recipe, built.kit, recipe.folder, yardstick)
    figures.against.append(Against(name, yardstick, counts, alone))
    yield f"  what a rule alone brings in, of {MEASURED} tiles and more:"
    for rule, words, precision in alone:
        yield f"    {words:7} by {rule}: precision {precision:.3f}"


def _banded(counts: Mapping[int, Count]) -> Iterator[tuple[str, Count]]:
    for band, (shortest, longest) in BANDS.items():
        yield band, sum((counts[n] for n in range(shortest, longest + 1)), start=Count())


def _played(recipe: Recipe, keys: Iterable[str], rulebook: Rulebook, games: int) -> Played:
    """Games over the base of a lexicon by the newest rules that play with it."""
    fitting = [r for r in rulebook.editions.values() if r.alphabet.name == recipe.alphabet]
    if not fitting:
        raise BuildError(f"no edition has {recipe.alphabet} tiles, so nobody can play")
    users = [rules for rules in fitting if rules.lexicon == recipe.id]
    rules = max(users or fitting, key=lambda rules: rules.sequence)
    played = Played()
    for played in play_games(word_graph(sorted(keys)), rules, games):
        show(recipe.id, f"game {played.games} of {games}")
    show(recipe.id, "weighing")
    return played


def _weighed(recipe: Recipe, built: Built, played: Played) -> list[Weighed]:
    """The words that were played, and what they rest on."""
    ensure_index(recipe, built.kit, recipe.folder)
    evidence = look_up(played.words, recipe, recipe.folder)
    return weigh(played, recipe, read_reviewed(recipe, built.kit), evidence)


BANDS = {"4": (4, 4), "5–8": (5, 8), "9–15": (9, 15), "4–15": (4, 15)}
SURE = 0.95  # classes that are right so often are not shown in the table
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
    for recipe, against in ((each.recipe, one) for each in measured for one in each.against):
        usual = against.name == recipe.language
        name = f"`{recipe.id}`" if usual else f"`{recipe.id}` by `{against.name}`"
        for band, count in _banded(against.counts):
            lengths.append([name, band, *map(_share, (count.precision, count.recall, count.f1))])
        if found := against.by_play:
            shares = (found.precision, found.extra, found.recall, found.refused)
            play.append([name, _number(found.plays), *map(_share, shares)])
        for rule, words, precision in against.alone:
            if precision < SURE:
                alone.append([name, rule, _number(words), _share(precision)])
    return {"lengths": lengths, "play": play, "alone": alone}


def _number(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def _share(share: float) -> str:
    return f"{share:.3f}".removeprefix("0")
