"""Every play that a rack allows, found by following the words through the lines of the board.

The algorithm is Appel and Jacobson's: a play covers an anchor, an empty square beside a tile; what
stands to the left of the anchor is tried from the rack, what stands to the right follows the graph.
Words and tiles are lexicon keys, one character a tile.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from build_lexicon.play.graph import END, Node, is_word
from build_lexicon.play.lines import Found, Grid, Line, Tile
from service.engine.board import PLAIN, Direction, Square
from service.engine.rules import Rules

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
