"""What a request costs the server against the number of words, the lexicon and the game."""

from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median

from bench import questions
from bench.lexicons import editions, lexicon_ids, make_up
from bench.load import Load
from bench.plot import Line
from bench.questions import Vocabulary
from bench.report import Section, Table, Target
from bench.samples import Spread, ratios
from bench.setting import Setting
from bench.throughput import Contender, take_turns

_FEW = 1000
_COLUMNS = ("size", "CPU µs", "cost")


def measure(setting: Setting) -> tuple[Section, list[Line]]:
    """The three, and the lines to be drawn."""
    scale = setting.scale
    with ExitStack() as running:
        ours = running.enter_context(setting.ours())
        vocabulary = Vocabulary(editions()["figs"], setting.lexicons)
        asked = [
            *((str(n), questions.challenge("figs", vocabulary, n)) for n in scale.words),
            *((f"{n} plays", questions.replay("figs", n)) for n in scale.plays),
        ]
        contenders = [Contender(name, ours, question) for name, question in asked]
        sizes = _lexicons(setting, running)
        rounds = take_turns([*contenders, *sizes], setting, scale.side_rounds)
    by_words = {n: rounds[str(n)] for n in scale.words}
    by_plays = {n: rounds[f"{n} plays"] for n in scale.plays}
    small, large = (rounds[one.name] for one in sizes)
    lexicon_rows = tuple(
        (one.name, _cpu(rounds[one.name]), _cost(rounds[one.name], small)) for one in sizes
    )
    tables = (
        _table("Cost against words in a challenge", by_words),
        Table("Cost against the size of the lexicon", _COLUMNS, lexicon_rows),
        _table("Cost against plays in a recount", by_plays),
    )
    targets = (
        Target("cost of 8 words / 1 word", _cost(by_words[8], by_words[1]), 1.25),
        Target("cost in 5 times the lexicon", _cost(large, small), 1.1),
    )
    lines = [_line("words in a challenge", by_words), _line("plays in a recount", by_plays)]
    return Section(tables, targets), lines


def _lexicons(setting: Setting, running: ExitStack) -> list[Contender]:
    """The same service with a small and with a large made-up lexicon."""
    contenders = []
    for words in setting.scale.sizes:
        folder = setting.folder / f"lexicon-{words}"
        folder.mkdir()
        for lexicon in lexicon_ids():
            make_up(folder, lexicon, words if lexicon == "it" else _FEW)
        start = setting.ours(f"{words} words", LEXICONS_PATH=str(folder))
        question = questions.challenge("figs", Vocabulary(editions()["figs"], folder), 8)
        contenders.append(Contender(f"{words:,} keys", running.enter_context(start), question))
    return contenders


def _table(title: str, measured: dict[int, list[Load]]) -> Table:
    first = measured[min(measured)]
    rows = tuple((str(size), _cpu(loads), _cost(loads, first)) for size, loads in measured.items())
    return Table(title, _COLUMNS, rows, "Server CPU an answer; cost is the ratio to the first row.")


def _cpu(loads: Sequence[Load]) -> float:
    return median(load.cpu for load in loads)


def _cost(loads: Sequence[Load], bases: Sequence[Load]) -> Spread:
    return ratios([load.cpu for load in loads], [load.cpu for load in bases])


def _line(name: str, measured: dict[int, list[Load]]) -> Line:
    return Line(name, tuple((size, _cpu(loads)) for size, loads in measured.items()))
