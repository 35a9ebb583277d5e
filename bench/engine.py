"""The rules engine alone: plays and games a second, without HTTP or JSON."""

from collections.abc import Callable
from time import thread_time

from bench.lexicons import editions
from bench.questions import recorded_game
from bench.report import Section, Table, Target
from bench.samples import ratios, spread
from bench.setting import Setting
from service.engine.game.record import Played
from service.engine.game.recount import recount
from service.engine.notation import Play
from service.engine.rules import Rules
from service.engine.scoring import board_after, make_play
from service.schemas.game import read_game

PLAYS = 25


def measure(setting: Setting) -> Section:
    """Score each play of the recorded game on its own, and recount all of it, in turns."""
    rules = editions()["figs"]
    record = read_game(recorded_game(PLAYS), rules)
    score = _scoring([event.play for event in record.events if isinstance(event, Played)], rules)
    plays, games = [], []
    for _ in range(setting.scale.engine_rounds):
        plays.append(_microseconds(score) / PLAYS)
        games.append(_microseconds(lambda: recount(record, rules)))
    rows = (
        ("score one play", spread(plays), 1e6 / spread(plays).middle),
        (f"recount {PLAYS} plays", spread(games), 1e6 / spread(games).middle),
    )
    table = Table("Engine alone", ("what", "CPU µs", "a second"), rows)
    targets = (
        Target(f"recount of {PLAYS} plays / one play", ratios(games, plays), PLAYS),
        Target(f"recount of {PLAYS} plays, ms", spread(game / 1000 for game in games), 0.6),
    )
    return Section((table,), targets)


def _scoring(plays: list[Play], rules: Rules) -> Callable[[], None]:
    """Scores every play, each on the board before it, which it then leaves."""
    boards = [board_after(plays[:number], rules) for number in range(len(plays))]

    def score() -> None:
        for play, board in zip(plays, boards, strict=True):
            board.lift(make_play(play, board, rules).laid)

    return score


def _microseconds(work: Callable[[], object]) -> float:
    started = thread_time()
    work()
    return (thread_time() - started) * 1e6
