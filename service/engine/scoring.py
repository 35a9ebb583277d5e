"""What a play scores.

Letter premiums count before word premiums, both only under the tiles laid now, and a premium under
a tile that makes two words counts in both: so say all regulations, and the `premiums` of an edition
name its articles. Whether a word exists is never asked here.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from service.engine.board import PLAIN, Board, Direction
from service.engine.errors import RuleError, TooFewTilesError
from service.engine.notation import Play
from service.engine.placement import check_placement, check_rack, lay, placement_fault
from service.engine.rules import Rules
from service.engine.tiles import Laid, Tiles


class WordScore(NamedTuple):
    """A word as it lies on the board, on which squares, and what it scores."""

    tiles: Tiles
    score: int
    squares: slice


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
    """A play that was made: its tiles by the numbers of their squares, and its score."""

    laid: Mapping[int, Laid]
    score: Score


def words_formed(board: Board, laid: Collection[int], direction: Direction) -> list[slice]:
    """Every word of two or more tiles that the play on the board forms, as its squares.

    The main word comes first, then the cross words. A single tile may form its only word across the
    stated direction; that word is then the main one. A misplaced play may form several words along
    its direction. The squares are given in reading order.
    """
    lying, words = board.lying, []
    for step in board.plan.steps[direction]:
        for at in laid:
            before, beyond = at - step, at + step
            if lying[before] is None and lying[beyond] is None:
                continue
            while lying[before] is not None and before not in laid:
                before -= step
            if before in laid:  # A word with several of the tiles is found at the first of them.
                continue
            while lying[beyond] is not None:
                beyond += step
            words.append(slice(before + step, beyond, step))
    return words


def score_play(board: Board, laid: Collection[int], direction: Direction, rules: Rules) -> Score:
    """The score of tiles as they lie on the board, wherever that is."""
    multiplied = board.plan.multiplied
    premiums = [at for at in laid if at in multiplied]
    words = tuple(
        [
            WordScore(board.word(word), _score_word(word, board, premiums), word)
            for word in words_formed(board, laid, direction)
        ]
    )
    bonus = rules.bingo.bonus if len(laid) == rules.bingo.tiles else 0
    return Score(words, bonus, len(laid))


def _score_word(word: slice, board: Board, premiums: Collection[int]) -> int:
    """What a word scores, with premiums on these squares, as far as they are under it."""
    points, times = board.points, 1
    letters = sum(points[word])
    if premiums:
        squares = range(word.start, word.stop, word.step)
        for at in premiums:
            if at in squares:
                letter, whole = board.plan.multiplied[at]
                letters += points[at] * (letter - 1)
                times *= whole
    return letters * times


def write_sum(word: WordScore, laid: Collection[int], rules: Rules) -> str:
    """How a word comes to its score, tile by tile: "(3×2 + 1) × 2"."""
    squares, times, parts = word.squares, 1, []
    numbers = range(squares.start, squares.stop, squares.step)
    for at, tile in zip(numbers, word.tiles, strict=True):
        letter, whole = rules.plan.multiplied.get(at, PLAIN) if at in laid else PLAIN
        worth = rules.alphabet.worth[tile.kind]
        parts.append(str(worth) if letter == 1 else f"{worth}×{letter}")
        times *= whole
    letters = " + ".join(parts)
    return letters if times == 1 else f"({letters}) × {times}"


def make_play(play: Play, board: Board, rules: Rules, *, uncontested: bool = False) -> Made:
    """Check the placement of a play, put it on the board and score it.

    Where the edition lets a misplaced play stand, `uncontested` scores it as it lies. A play that
    is refused leaves the board as it was.
    """
    waived = uncontested and rules.placement.stands_uncontested
    laid = lay(play, board, gaps=waived)
    check_placement(board, laid)
    check_rack(laid, rules.rack.size)
    fault = None if waived else placement_fault(board, laid, rules)
    if fault is not None:
        raise fault
    board.put(laid)
    score = score_play(board, laid, play.direction, rules)
    if not score.words and not waived:
        board.lift(laid)
        told = f"{play.text!r} at {play.start} forms no word of two tiles"
        raise TooFewTilesError(told, "no_word", text=play.text)
    return Made(laid, score)


def board_after(plays: Iterable[Play], rules: Rules) -> Board:
    """The board after plays that nobody contested."""
    board = Board(rules.plan, rules.alphabet)
    for number, play in enumerate(plays):
        try:
            make_play(play, board, rules, uncontested=True)
        except RuleError as fault:
            raise fault.at(f"play {number + 1} before this one", before=number + 1) from None
    return board
