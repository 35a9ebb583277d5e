"""The figures of the lexicons: against a list that is not ours, and in games.

A folder of yardsticks has a module `measure.py`: `load(language)` gives the digests by number of
tiles, `digest`, `plain` and `tiles` say how a word is looked up. Words with an even digest are the
visible half.

Italian yardsticks know no enclitics, and words of two and three tiles are decided by reviewed
lists, so precision is that of longer words. Which words a list lacks cannot be played over that
list: recall is measured for each length and weighed by how often words of the length are played.

The figures can be put into the tables of a Markdown page, each after a line that names it; what was
not measured stays as it stands.

    <!-- table: lexicons -->
    | id | … |
"""

import math
import re
import runpy
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from build_lexicon.building import (
    Evidence,
    by_basis,
    ensure_index,
    layer_words,
    look_up,
    read_index,
    show,
)
from build_lexicon.errors import BuildError
from build_lexicon.laboratory.play import Played, play_games, word_graph
from build_lexicon.library import open_built, read_manifest, recipes
from build_lexicon.recipe import Layer, Recipe
from build_lexicon.words import Kit, Reviewed, read_reviewed
from service.rulebook import Rulebook

MODULE = "measure.py"
LENGTH = 8  # bytes of a digest that are kept


@dataclass(frozen=True, slots=True)
class Count:
    """How two lists meet, in the half that can be asked for."""

    ours: int = 0
    shared: int = 0
    theirs: int = 0

    @property
    def precision(self) -> float:
        """The share of our words that the other list has."""
        return self.shared / max(1, self.ours)

    @property
    def recall(self) -> float:
        """The share of its words that we have."""
        return self.shared / max(1, self.theirs)

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        return 2 * self.shared / max(1, self.ours + self.theirs)

    def __add__(self, other: "Count") -> "Count":
        """Both together."""
        return Count(self.ours + other.ours, self.shared + other.shared, self.theirs + other.theirs)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The visible half of a list in a language."""

    module: SimpleNamespace
    language: str
    digests: dict[int, set[bytes]]

    def sees(self, word: str) -> bool:
        """Whether a word is in the half that can be asked for."""
        return self._digest(word)[0] % 2 == 0

    def has(self, word: str) -> bool:
        """Whether the list has a word of that half."""
        tiles: int = self.module.tiles(self.language, self.module.plain(word))
        return self._digest(word)[:LENGTH] in self.digests[tiles]

    def counts(self, words: Iterable[str]) -> dict[int, Count]:
        """How many words of each length these are, and how many of them the list has."""
        ours: Counter[int] = Counter()
        shared: Counter[int] = Counter()
        for word in set(map(self.module.plain, words)):
            if self.sees(word):
                tiles: int = self.module.tiles(self.language, word)
                ours[tiles] += 1
                shared[tiles] += self.has(word)
        return {n: Count(ours[n], shared[n], len(own)) for n, own in self.digests.items()}

    def _digest(self, word: str) -> bytes:
        digest: bytes = self.module.digest(self.language, self.module.plain(word))
        return digest


def open_yardstick(folder: Path, language: str) -> Yardstick | None:
    """The yardstick of a language; none if the folder has no list of it."""
    try:
        module = SimpleNamespace(**runpy.run_path(str(folder / MODULE)))
    except OSError as error:
        raise BuildError(f"{folder / MODULE}: {error.strerror}") from None
    try:
        return Yardstick(module, language, module.load(language))
    except OSError:
        return None


LEAST = 500  # words: a smaller class is not measured


class Alone(NamedTuple):
    """A rule and its packages, their words of four tiles and more, and how sure these are."""

    name: str
    words: int
    precision: float


def brought_alone(recipe: Recipe, kit: Kit, folder: Path, yardstick: Yardstick) -> list[Alone]:
    """The rules of the base, each with its packages, by what they alone bring in, the least sure
    first: what is least sure is asked about in a review (`lexicons/reviewed/doubts.toml`).
    """
    reviewed = read_reviewed(recipe, kit)
    words: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    shared: Counter[str] = Counter()
    for key, evidence in read_index(recipe, folder):
        if len(key) < MEASURED or reviewed.decides(key):
            continue
        base = [form for form in evidence.admitted if recipe.rules[form.rule].layer == Layer.BASE]
        if len(names := list(by_basis(base, recipe))) == 1:
            (name,) = names
            words[name] += 1
            text = kit.alphabet.spell(key)
            if yardstick.sees(text):
                asked[name] += 1
                shared[name] += yardstick.has(text)
    found = [
        Alone(name, count, shared[name] / max(1, asked[name]))
        for name, count in words.items()
        if count >= LEAST
    ]
    return sorted(found, key=lambda alone: alone.precision)


MEASURED = 4  # tiles; what is shorter was decided word by word
MOST = 20  # words and rules that are printed
REVIEWED = "reviewed"


@dataclass(frozen=True, slots=True)
class Weighed:
    """A word that was played: how often, and the rule and packages it rests on."""

    key: str
    times: int
    basis: str
    base: bool

    @property
    def measured(self) -> bool:
        """Whether a yardstick can be asked for such words."""
        return self.base and len(self.key) >= MEASURED


class ByPlay(NamedTuple):
    """What a player meets, in shares of the words and of the plays."""

    plays: int
    precision: float
    extra: float  # plays over our list with a word that the other lacks
    recall: float
    refused: float  # plays over the other list with a word that we lack


Recalls = Mapping[int, float]
"""For each length, the share of the other list that ours has."""


def weigh(
    played: Played, recipe: Recipe, reviewed: Reviewed, evidence: Mapping[str, Evidence]
) -> list[Weighed]:
    """Every word that was played with what it rests on, the most played first."""
    found = []
    for key, times in sorted(played.words.items(), key=lambda item: (-item[1], item[0])):
        forms = evidence[key].admitted
        by_hand = key in reviewed.stands
        basis = REVIEWED if by_hand or not forms else next(iter(by_basis(forms, recipe)))
        base = by_hand or any(recipe.rules[form.rule].layer == Layer.BASE for form in forms)
        found.append(Weighed(key, times, basis, base))
    return found


def summary(played: Played, words: Iterable[Weighed]) -> Iterator[str]:
    """How much was played, and words of which length."""
    formed, lengths = sum(played.words.values()), Counter[int]()
    for word in words:
        lengths[len(word.key)] += word.times
    yield (
        f"  {played.games} games over the list: {len(played.plays)} plays, {formed} words formed, "
        f"{len(played.words)} different"
    )
    bands = {"2": (2, 2), "3": (3, 3), "4-8": (4, 8), "9 and more": (9, 99)}
    shares = (
        f"{name}: {sum(lengths[n] for n in lengths if a <= n <= b) / formed:.1%}"
        for name, (a, b) in bands.items()
    )
    yield f"  by tiles: {', '.join(shares)}"


def judged(words: Iterable[Weighed], yardstick: Yardstick, kit: Kit) -> dict[Weighed, bool]:
    """Whether the yardstick has each of the words that it can be asked for."""
    spelled = {word: kit.alphabet.spell(word.key) for word in words if word.measured}
    return {word: yardstick.has(text) for word, text in spelled.items() if yardstick.sees(text)}


def by_play(
    played: Played, stands: Mapping[Weighed, bool], words: list[Weighed], recalls: Recalls
) -> ByPlay:
    """What a player meets."""
    lacking = {word.key for word, agrees in stands.items() if not agrees}
    wrong = sum(word.times for word, agrees in stands.items() if not agrees)
    seen = sum(not lacking.isdisjoint(formed) for formed in played.plays)
    measured = {word.key: word.times for word in words if word.measured}
    recalled = sum(times * recalls[len(key)] for key, times in measured.items())
    whole = (
        math.prod(recalls[len(key)] for key in formed if key in measured) for formed in played.plays
    )
    return ByPlay(
        plays=len(played.plays),
        precision=1 - wrong / max(1, sum(word.times for word in stands)),
        extra=2 * seen / len(played.plays),
        recall=recalled / max(1, sum(measured.values())),
        refused=1 - sum(whole) / len(played.plays),
    )


def told(stands: Mapping[Weighed, bool], kit: Kit) -> Iterator[str]:
    """The classes and words that decide it, in lines."""
    yield from _by_class(stands)
    lacking = sorted(
        (word for word, agrees in stands.items() if not agrees), key=lambda w: (-w.times, w.key)
    )
    yield f"  played most and not in the yardstick ({len(lacking)} different):"
    for word in lacking[:MOST]:
        yield f"    {word.times:4} {kit.spell(word.key)}  {word.basis}"


def _by_class(stands: Mapping[Weighed, bool]) -> Iterator[str]:
    """How much each rule is played with these sources, how sure it is, and what that costs."""
    played: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for word, agrees in stands.items():
        played[word.basis] += word.times
        wrong[word.basis] += 0 if agrees else word.times
    total = sum(played.values())
    for name, times in sorted(wrong.items(), key=lambda item: (-item[1], item[0]))[:MOST]:
        share, precision = played[name] / total, 1 - times / played[name]
        yield f"    {times / total:6.2%} wrong by {name}: {share:.1%} at {precision:.3f}"


class Asked(NamedTuple):
    """What a report is to look at."""

    yardsticks: Path | None = None
    games: int = 0


BANDS = {"4": (4, 4), "5–8": (5, 8), "9–15": (9, 15), "4–15": (4, 15)}
SURE = 0.95  # classes that are right so often are not shown
HEADS = {
    "lengths": ["", "tiles", "precision", "recall", "F1"],
    "alone": ["", "rule", "words alone", "precision"],
    "play": ["", "plays", "precision", "extra plays", "recall", "refused plays"],
}
Rows = list[list[str]]


def print_reports(
    recipes: Iterable[Recipe], rulebook: Rulebook, asked: Asked, page: Path | None
) -> None:
    """Print the figures of some lexicons, and put them into the tables of a page."""
    tables: dict[str, Rows] = {name: [] for name in HEADS}
    for recipe in recipes:
        for line in report(recipe, rulebook, asked, tables):
            print(line, flush=True)
        if page is not None:
            tables["lexicons"] = _lexicons(recipe.folder)
    if page is not None:
        write_tables(page, tables)


def report(
    recipe: Recipe, rulebook: Rulebook, asked: Asked, tables: dict[str, Rows]
) -> Iterator[str]:
    """Everything that can be measured about one lexicon, in lines, and as rows of the tables."""
    built = open_built(recipe.id, recipe.folder, rulebook)
    yield f"{recipe.id}: {built.title}, {built.manifest['words']} words"
    yield "  layers: " + ", ".join(f"{k} {n}" for k, n in built.manifest["layers"].items())
    if asked == Asked():
        return
    base = list(layer_words(recipe, rulebook, Layer.BASE))
    ensure_index(recipe, built.kit, recipe.folder)
    against: list[tuple[str, Yardstick, Recalls]] = []
    for name, yardstick in _yardsticks(asked.yardsticks, recipe):
        counts = yardstick.counts(base)
        alone = brought_alone(recipe, built.kit, recipe.folder, yardstick)
        lengths = _banded(counts).items()
        yield from _shown(
            tables,
            "lengths",
            [[name, band, *_shares(n.precision, n.recall, n.f1)] for band, n in lengths],
        )
        yield from _shown(
            tables,
            "alone",
            [[name, rule, _number(n), *_shares(right)] for rule, n, right in alone if right < SURE],
        )
        against.append((name, yardstick, {n: count.recall for n, count in counts.items()}))
    if asked.games:
        played = _played(recipe, map(built.kit.key, base), rulebook, asked.games)
        evidence = look_up(played.words, recipe, recipe.folder)
        words = weigh(played, recipe, read_reviewed(recipe, built.kit), evidence)
        yield from summary(played, words)
        for name, yardstick, recalls in against:
            stands = judged(words, yardstick, built.kit)
            found = by_play(played, stands, words, recalls)
            yield from _shown(tables, "play", [[name, _number(found.plays), *_shares(*found[1:])]])
            yield from told(stands, built.kit)


def _shown(tables: dict[str, Rows], name: str, rows: Rows) -> Iterator[str]:
    """Put rows into a table, and show them."""
    tables[name] += rows
    yield from (_line(row) for row in (HEADS[name], *rows))


def _yardsticks(folder: Path | None, recipe: Recipe) -> Iterator[tuple[str, Yardstick]]:
    """The yardsticks of a language, such as ca and ca-fisc, and how a table names them."""
    if folder is None:
        return
    language = recipe.language
    for name in (language, *sorted(path.stem for path in folder.glob(f"{language}-*.half"))):
        if yardstick := open_yardstick(folder, name):
            by = "" if name == language else f" by `{name}`"
            yield f"`{recipe.id}`{by}", yardstick


def _banded(counts: Mapping[int, Count]) -> dict[str, Count]:
    return {
        band: sum((counts[n] for n in range(shortest, longest + 1)), start=Count())
        for band, (shortest, longest) in BANDS.items()
    }


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


LAYERS = (Layer.BASE, "enclitics", "short", "added", "dropped")
_TABLE = re.compile(r"(<!-- table: (\w+) -->\n)((?:\|.*\n)*)")


def write_tables(page: Path, tables: Mapping[str, Rows]) -> None:
    """Put the figures into the tables of a page."""
    try:
        text = page.read_text(encoding="utf-8")
        page.write_text(_TABLE.sub(lambda found: _anew(found, tables), text), encoding="utf-8")
    except OSError as error:
        raise BuildError(f"{page}: {error.strerror}") from None


def _anew(found: re.Match[str], tables: Mapping[str, Rows]) -> str:
    rows = tables.get(found[2])
    if not rows:
        return found[0]
    marks = ["---:" if re.fullmatch(r"[\d .%]+", cell) else "---" for cell in rows[0]]
    head = HEADS.get(found[2], ["id", "name", "version", "words", *LAYERS])
    return found[1] + "".join(f"{_line(row)}\n" for row in (head, marks, *rows))


def _line(row: Sequence[str]) -> str:
    return f"| {' | '.join(row)} |"


def _lexicons(folder: Path) -> Rows:
    rows = []
    for recipe in recipes(folder, []):
        found = read_manifest(folder / f"{recipe.id}.json")
        counts = (found["words"], *(found["layers"].get(layer, 0) for layer in LAYERS))
        named = [f"`{recipe.id}`", found["name"], found["version"]]
        rows.append([*named, *map(_number, counts)])
    return rows


def _number(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def _shares(*shares: float) -> list[str]:
    return [f"{share:.3f}".removeprefix("0") for share in shares]
