"""Plays scored and games recounted in a second: the engine alone, on the games of tests/games.

    python -m bench.recounts

A game takes well under 3 milliseconds, hardly more than its plays cost one by one. The best of many
runs counts; the rest is what else the machine does.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from service.engine.board import Board
from service.engine.game.record import Played, Record
from service.engine.game.recount import recount
from service.engine.gcg import read_gcg, write_gcg
from service.engine.notation import Play
from service.engine.rules import Rules
from service.engine.scoring import make_play
from service.rulebook import load_rulebook

TESTS = Path(__file__).parent.parent / "tests"
RUNS = 100


def main() -> None:
    """Print the figures of all games together."""
    games = [read(path) for path in sorted((TESTS / "games").glob("*.gcg"))]
    plays = [play for record, rules in games for play in boards(record, rules)]
    written = [(write_gcg(recount(record, rules), rules), rules) for record, rules in games]
    events = sum(len(record.events) for record, _ in games)
    scoring = sum(best(partial(score, *play)) for play in plays)
    counting = sum(best(partial(recount, *game)) for game in games)
    reading = sum(best(partial(read_gcg, *text)) for text in written)
    print(f"{len(plays) / scoring:>9.0f} plays scored a second")
    print(f"{len(games) / counting:>9.0f} games recounted a second")
    print(f"{len(games) / reading:>9.0f} GCG files read a second")
    print(f"{25_000 * counting / events:>9.2f} ms for 25 events (at most 3)")
    print(f"{counting / events / (scoring / len(plays)):>9.2f} plays is what one event costs")


def read(path: Path) -> tuple[Record, Rules]:
    """A recorded game and the edition it was played by."""
    text = path.read_text(encoding="utf-8")
    name = next(line.split()[1] for line in text.splitlines() if line.startswith("#rules"))
    rules = load_rulebook(TESTS / "english").editions[name]
    return read_gcg(text, rules), rules


def boards(record: Record, rules: Rules) -> list[tuple[Play, Board, Rules]]:
    """Every play of a game with the board before it."""
    found: list[tuple[Play, Board, Rules]] = []
    for number, event in enumerate(record.events):
        if isinstance(event, Played):
            before = recount(Record(record.players, record.events[:number]), rules).game
            found.append((event.play, before.board, rules))
    return found


def score(play: Play, board: Board, rules: Rules) -> None:
    """Make a play and take it back."""
    board.lift(make_play(play, board, rules).laid)


def best(run: Callable[[], object]) -> float:
    """The shortest time of many runs, in seconds."""
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    main()
