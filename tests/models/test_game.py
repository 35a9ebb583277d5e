"""A game in any order: what is counted step by step, taken back and written is one game."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from service.engine.game.record import (
    Challenged,
    Event,
    Exchanged,
    Passed,
    Played,
    Record,
    Rejudged,
    name_players,
)
from service.engine.game.recount import position, recount
from service.engine.game.replay import apply
from service.engine.game.state import start_game
from service.engine.gcg import read_gcg, write_gcg
from service.engine.notation import read_position
from service.engine.rules import Rules
from tests.engine.test_laws import EDITIONS, plays

PLAYERS = name_players(["Ana", "Bo"])


class Sheet(RuleBasedStateMachine):
    """A game that goes on by one event, or back by one, beside the list of its events."""

    edition: Rules

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Event] = []
        self.games = [start_game(2, self.edition)]

    def happens(self, new: Event) -> None:
        game = self.games[-1].copy()
        apply(game, new, self.edition)
        self.games.append(game)
        self.events.append(new)

    @rule(data=st.data(), announced=st.integers(-3, 3) | st.none())
    def play(self, data: st.DataObject, announced: int | None) -> None:
        board = self.games[-1].board
        self.happens(Played(play=data.draw(plays(board, self.edition)), declared=announced))

    @rule(stands=st.booleans(), retracted=st.booleans())
    def challenge(self, stands: bool, retracted: bool) -> None:
        self.happens(Challenged(stands=stands or retracted, retracted=retracted))

    @rule(stands=st.booleans())
    def judge_again(self, stands: bool) -> None:
        self.happens(Rejudged(stands=stands))

    @rule(count=st.integers(1, 7))
    def exchange(self, count: int) -> None:
        self.happens(Exchanged(count=count))

    @rule()
    def give_up_a_turn(self) -> None:
        self.happens(Passed())

    @precondition(lambda self: self.events)
    @rule()
    def undo(self) -> None:
        self.events.pop()
        self.games.pop()

    @invariant()
    def the_sheet_counted_again_is_the_game(self) -> None:
        game = self.games[-1]
        again = recount(Record(PLAYERS, tuple(self.events)), self.edition).game
        assert (again.board, again.bag, again.held) == (game.board, game.bag, game.held)
        assert (again.totals, again.computed, again.turn) == (game.totals, game.computed, game.turn)

    @invariant()
    def no_tile_is_lost_and_none_is_made(self) -> None:
        game = self.games[-1]
        whole = sum(self.edition.alphabet.bag.values())
        assert len(game.board.tiles) + game.bag + sum(game.held) == whole

    @invariant()
    def what_is_written_is_what_is_read(self) -> None:
        first = recount(Record(PLAYERS, tuple(self.events)), self.edition)
        text = write_gcg(first, self.edition)
        again = recount(read_gcg(text, self.edition), self.edition)
        assert write_gcg(again, self.edition) == text
        assert (again.game.board, again.game.totals) == (first.game.board, first.game.totals)
        board = read_position(position(first.game, self.edition).split(" / ")[0], self.edition)
        assert board == first.game.board


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
def test_a_game_in_any_order(rules: Rules) -> None:
    class Game(Sheet):
        pass

    Game.edition = rules
    run_state_machine_as_test(Game, settings=settings(max_examples=25, stateful_step_count=20))
