"""Whole games over a word list between two players who see every play and take the best.

The words are the smallest graph of their letters, built as Daciuk and others describe: the keys
come in order, and what hangs below the point where a key leaves the one before it will not change
any more, so it is looked up among the nodes known. Plays are found as Appel and Jacobson do: a play
covers an anchor, an empty square beside a tile; what stands to the left of the anchor is tried from
the rack, what stands to the right follows the graph. Words and tiles are lexicon keys, one
character a tile.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from service.engine.board import PLAIN, Direction, Premium, Square
from service.engine.rules import Rules

Node = dict[str, "Node"]
"""What may follow: a letter and where it leads; "" where a word may end."""

END = ""


def word_graph(keys: Iterable[str]) -> Node:
    """The graph of keys that come in order, each once."""
    known: dict[tuple[tuple[str, int], ...], Node] = {}
    path: list[Node] = [{}]
    last = ""
    for key in keys:
        shared = _shared(key, last)
        _settle(path, last, shared, known)
        for letter in key[shared:]:
            path[-1][letter] = {}
            path.append(path[-1][letter])
        path[-1][END] = path[0]  # Never followed: only its presence counts.
        last = key
    _settle(path, last, 0, known)
    return path[0]


def is_word(key: str, graph: Node) -> bool:
    """Whether a key is one of the words."""
    node = _walk(key, graph)
    return node is not None and END in node


def _shared(one: str, other: str) -> int:
    """How many letters two keys begin with in common."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _settle(
    path: list[Node], word: str, kept: int, known: dict[tuple[tuple[str, int], ...], Node]
) -> None:
    """Put nodes that are known already in the place of what hangs below a point of the path."""
    while len(path) > kept + 1:
        node = path.pop()
        meaning = tuple((letter, id(child)) for letter, child in node.items())
        path[-1][word[len(path) - 1]] = known.setdefault(meaning, node)


class Tile(NamedTuple):
    """A tile on the board: its key, and what it counts."""

    key: str
    value: int


Grid = dict[Square, Tile]


class Found(NamedTuple):
    """A play: what it scores, where it lies, the letters that are blanks, the words it forms."""

    score: int
    start: Square
    direction: Direction
    word: str
    blanks: frozenset[int]
    formed: tuple[str, ...]


@dataclass(slots=True)
class Line:
    """A row or column: for each square the tile on it, or what a tile laid there would cross."""

    squares: Sequence[Square]
    tiles: list[Tile | None]
    before: list[str]  # tiles that a word across would have before the square, and after it
    after: list[str]
    crossed: list[int]  # what these count
    allowed: list[frozenset[str] | None]  # the letters that make a word with them; all if none
    premiums: list[Premium]

    def anchors(self) -> list[int]:
        """Empty squares with a tile beside them."""
        last = len(self.tiles) - 1
        return [
            at
            for at, tile in enumerate(self.tiles)
            if tile is None
            and (
                self.allowed[at] is not None
                or (at > 0 and self.tiles[at - 1] is not None)
                or (at < last and self.tiles[at + 1] is not None)
            )
        ]


BLANK = "?"


@dataclass(slots=True)
class Mover:
    """Knows the words and the rules, and finds the best play."""

    graph: Node
    rules: Rules
    values: dict[str, int] = field(init=False)
    _fitting: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look up what each tile counts."""
        self.values = {tile.key: tile.value for tile in self.rules.alphabet.tiles}
        self.values |= dict.fromkeys(map(str, self.rules.alphabet.blank_only), 0)

    def best(self, grid: Grid, rack: str) -> Found | None:
        """The play that scores most; of equals, the last in order."""
        return max(self.plays(grid, rack), default=None)

    def plays(self, grid: Grid, rack: str) -> Iterator[Found]:
        """Every play; one tile that forms two words is found in both directions."""
        plan = self.rules.plan
        for direction in Direction:
            across = direction is Direction.ACROSS
            for index in range(plan.rows if across else plan.cols):
                first = Square(index, 0) if across else Square(0, index)
                squares = [plan.square(number) for number in plan.lines[direction][first]]
                line = self._line(grid, squares, direction)
                anchors = line.anchors()
                if not grid and plan.centre in line.squares:
                    anchors = [line.squares.index(plan.centre)]
                if anchors:
                    yield from _Search(self, line, direction, anchors).found(rack)

    def _line(self, grid: Grid, squares: Sequence[Square], direction: Direction) -> Line:
        tiles: list[Tile | None] = [grid.get(square) for square in squares]
        sides = [
            ("", "", 0) if tile is not None else self._across(grid, square, direction)
            for tile, square in zip(tiles, squares, strict=True)
        ]
        return Line(
            squares,
            tiles,
            before=[before for before, _, _ in sides],
            after=[after for _, after, _ in sides],
            crossed=[points for _, _, points in sides],
            allowed=[self._letters(before, after) for before, after, _ in sides],
            premiums=[self.rules.plan.premiums.get(square, PLAIN) for square in squares],
        )

    def _across(self, grid: Grid, square: Square, direction: Direction) -> tuple[str, str, int]:
        down, right = direction.other.step
        texts, points = [], 0
        for way in (-1, 1):
            text, (row, col) = "", square
            while tile := grid.get(Square(row := row + way * down, col := col + way * right)):
                text += tile.key
                points += tile.value
            texts.append(text[::way])
        return texts[0], texts[1], points

    def _letters(self, before: str, after: str) -> frozenset[str] | None:
        if not before and not after:
            return None
        if (before, after) not in self._fitting:
            fitting = (key for key in self.values if is_word(before + key + after, self.graph))
            self._fitting[before, after] = frozenset(fitting)
        return self._fitting[before, after]


@dataclass(slots=True)
class _Search:
    """The plays of one line."""

    mover: Mover
    line: Line
    direction: Direction
    anchors: list[int]
    _rack: Counter[str] = field(default_factory=Counter)
    _anchor: int = 0

    def found(self, rack: str) -> Iterator[Found]:
        """Every play along the line."""
        self._rack = Counter(rack)
        free = 0  # squares to the left that no other anchor has a claim to
        for at, tile in enumerate(self.line.tiles):
            if at not in self.anchors:
                free = free + 1 if tile is None else 0
                continue
            self._anchor = at
            start = at
            while start and self.line.tiles[start - 1] is not None:
                start -= 1
            if start < at:
                laid = "".join(tile.key for tile in self.line.tiles[start:at] if tile)
                yield from self._right(_walk(laid, self.mover.graph), at, laid, ())
            else:
                yield from self._left(self.mover.graph, "", (), free)
            free = 0

    def _left(self, node: Node, word: str, blanks: tuple[int, ...], free: int) -> Iterator[Found]:
        """Words that begin with these letters, and with more of the rack before the anchor."""
        yield from self._right(node, self._anchor, word, blanks)
        if free:
            for letter, child, blank in self._next(node, None):
                more = (*blanks, len(word)) if blank else blanks
                yield from self._left(child, word + letter, more, free - 1)
                self._rack[BLANK if blank else letter] += 1

    def _right(
        self, node: Node | None, at: int, word: str, blanks: tuple[int, ...]
    ) -> Iterator[Found]:
        """Words that go on from a square."""
        if node is None:
            return
        tiles = self.line.tiles
        if at < len(tiles) and (tile := tiles[at]) is not None:
            yield from self._right(node.get(tile.key), at + 1, word + tile.key, blanks)
            return
        if at > self._anchor and END in node and len(word) > 1:
            yield self._scored(at - len(word), word, blanks)
        if at < len(tiles):
            for letter, child, blank in self._next(node, self.line.allowed[at]):
                more = (*blanks, len(word)) if blank else blanks
                yield from self._right(child, at + 1, word + letter, more)
                self._rack[BLANK if blank else letter] += 1

    def _next(self, node: Node, allowed: frozenset[str] | None) -> Iterator[tuple[str, Node, bool]]:
        """The letters that may follow, each taken from the rack; whoever asks puts it back."""
        rack = self._rack
        for letter, child in node.items():
            if letter and (allowed is None or letter in allowed):
                for taken in (letter, BLANK):
                    if rack[taken]:
                        rack[taken] -= 1
                        yield letter, child, taken is BLANK

    def _scored(self, start: int, word: str, blanks: tuple[int, ...]) -> Found:
        line, values = self.line, self.mover.values
        main, factor, crosses, laid = 0, 1, 0, 0
        formed = [word]
        for at, letter in enumerate(word, start):
            tile = line.tiles[at]
            if tile is not None:
                main += tile.value
                continue
            laid += 1
            value = 0 if at - start in blanks else values[letter]
            premium = line.premiums[at]
            main += value * premium.letter
            factor *= premium.word
            if line.allowed[at] is not None:
                crosses += (value * premium.letter + line.crossed[at]) * premium.word
                formed.append(line.before[at] + letter + line.after[at])
        bingo = self.mover.rules.bingo
        score = main * factor + crosses + (bingo.bonus if laid == bingo.tiles else 0)
        return Found(
            score, line.squares[start], self.direction, word, frozenset(blanks), tuple(formed)
        )


def _walk(letters: str, graph: Node) -> Node | None:
    node: Node | None = graph
    for letter in letters:
        if node is not None:
            node = node.get(letter)
    return node


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
