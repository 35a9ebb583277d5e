"""Whole games between two players who see every play and take the one that scores most."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from build_lexicon.play.graph import Node
from build_lexicon.play.lines import Found, Grid, Tile
from build_lexicon.play.moves import BLANK, Mover
from service.engine.board import Square
from service.engine.rules import Rules

PASSES = 4  # in a row end a game


@dataclass(slots=True)
class Played:
    """The words that each play formed, how often each was formed, and in how many games."""

    plays: list[tuple[str, ...]] = field(default_factory=list)
    words: Counter[str] = field(default_factory=Counter)
    games: int = 0


def play_games(graph: Node, rules: Rules, number: int) -> Iterator[Played]:
    """Play so many games, the same ones every time; what was played so far, after each."""
    mover, played = Mover(graph, rules), Played()
    for seed in range(number):
        for play in _game(mover, rules, Random(seed)):
            played.plays.append(play.formed)
            played.words.update(play.formed)
        played.games += 1
        yield played


def _game(mover: Mover, rules: Rules, random: Random) -> Iterator[Found]:
    bag = [tile.key for tile in rules.alphabet.tiles for _ in range(tile.count)]
    bag += BLANK * rules.alphabet.blanks
    random.shuffle(bag)
    grid: Grid = {}
    racks, turn, passed = ["", ""], 0, 0
    while passed < PASSES:
        racks[turn] = _drawn(racks[turn], bag, rules.rack.size)
        play = mover.best(grid, racks[turn])
        if play is not None:
            racks[turn] = _laid(play, grid, racks[turn], mover)
            yield play
        elif len(bag) >= rules.exchange.min_bag:
            bag, racks[turn] = [*bag, *racks[turn]], ""
            random.shuffle(bag)
        passed = 0 if play is not None else passed + 1
        if not racks[turn] and not bag:
            return
        turn = 1 - turn


def _drawn(rack: str, bag: list[str], size: int) -> str:
    while bag and len(rack) < size:
        rack += bag.pop()
    return "".join(sorted(rack))


def _laid(play: Found, grid: Grid, rack: str, mover: Mover) -> str:
    """Put a play on the board; what is left of the rack."""
    down, right = play.direction.step
    for at, key in enumerate(play.word):
        square = Square(play.start.row + at * down, play.start.col + at * right)
        if square not in grid:
            blank = at in play.blanks
            grid[square] = Tile(key, 0 if blank else mover.values[key])
            rack = rack.replace(BLANK if blank else key, "", 1)
    return rack
