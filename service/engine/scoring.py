"""What a play scores.

Letter premiums count before word premiums, both only under the tiles laid now, and a premium under
a tile that makes two words counts in both: so say all regulations, and the `premiums` of an edition
name its articles. Whether a word exists is never asked here.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from service.engine.board import Board, Direction, Line, Square, words_formed
from service.engine.errors import (
    RuleError,
    TooFewTilesError,
)
from service.engine.notation import Play, lay
from service.engine.placement import (
    check_placement,
    check_rack,
    placement_fault,
)
from service.engine.rules import Rules
from service.engine.tiles import Laid


class WordScore(NamedTuple):
    """A word as it lies on the board and what it scores."""

    tiles: tuple[Laid, ...]
    score: int


class Score(NamedTuple):
    """What a play scores, word by word: the main word first."""

    words: tuple[WordScore, ...]
    bonus: int
    tiles: int

    @property
    def total(self) -> int:
        """The parts, added up."""
        total = self.bonus
        for word in self.words:
            total += word.score
        return total


class Made(NamedTuple):
    """A play that was made: its tiles, its score and the board after it."""

    laid: Mapping[Square, Laid]
    score: Score
    board: Board


def score_play(after: Board, laid: Collection[Square], direction: Direction, rules: Rules) -> Score:
    """The score of tiles as they lie, wherever that is, on the board after the play."""
    lines = words_formed(after, laid, direction, rules.plan)
    words = tuple([_score_word(line, after, laid, rules) for line in lines])
    bonus = rules.bingo.bonus if len(laid) == rules.bingo.tiles else 0
    return Score(words, bonus, len(laid))


def make_play(play: Play, board: Board, rules: Rules, *, uncontested: bool = False) -> Made:
    """Read a play, check its placement and score it.

    Where the edition lets a misplaced play stand, `uncontested` scores it as it lies.
    """
    waived = uncontested and rules.placement.stands_uncontested
    laid = lay(play, board, rules, gaps=waived)
    check_placement(board, laid, rules.plan, rules.alphabet)
    check_rack(laid, rules.rack.size)
    fault = None if waived else placement_fault(board, laid, rules)
    if fault is not None:
        raise fault
    after = board.with_tiles(laid)
    score = score_play(after, laid, play.direction, rules)
    if not score.words and not waived:
        raise TooFewTilesError(f"{play.text!r} at {play.start} forms no word of two tiles")
    return Made(laid, score, after)


def board_after(plays: Iterable[Play], rules: Rules) -> Board:
    """The board after plays that nobody contested."""
    board = Board()
    for number, play in enumerate(plays):
        try:
            board = make_play(play, board, rules, uncontested=True).board
        except RuleError as fault:
            raise fault.at(f"play {number + 1} before this one") from None
    return board


def _score_word(line: Line, after: Board, laid: Collection[Square], rules: Rules) -> WordScore:
    """The word that the line begins with."""
    tiles: list[Laid] = []
    letters, times = 0, 1
    present, premiums, alphabet = after.tiles, rules.plan.premiums, rules.alphabet
    for square in line:
        tile = present.get(square)
        if tile is None:
            break
        tiles.append(tile)
        value = alphabet.blank_value if tile.blank else alphabet.values[tile.face]
        if square in laid and square in premiums:
            letter, word = premiums[square]
            value *= letter
            times *= word
        letters += value
    return WordScore(tuple(tiles), letters * times)
