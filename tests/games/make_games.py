"""Plays the recorded games of this folder and writes them as GCG.

    python -m tests.games.make_games it=lexicons/it.marisa ca=lexicons/ca.marisa ...

Both players are the same greedy mover with a fixed seed and a few thousand words each; now and then
one lays nonsense and is challenged, challenges in vain, exchanges or passes. A list of words is a
lexicon file or a text with one word a line. The games are data for the tests: their scores at the
turns in vectors.toml are written out there letter by letter.
"""

import sys
from collections.abc import Set
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import marisa_trie

from service.engine.board import Square
from service.engine.errors import RuleError
from service.engine.game.record import (
    Challenged,
    Ended,
    Event,
    Exchanged,
    FreelyExchanged,
    Passed,
    Played,
    Record,
    name_players,
)
from service.engine.game.recount import recount
from service.engine.game.replay import apply
from service.engine.game.state import Game, start_game
from service.engine.gcg import write_gcg
from service.engine.notation import Play
from service.engine.rules import Rules
from service.engine.scoring import Made, make_play
from service.engine.tiles import Face, Laid, Put
from service.rulebook import load_rulebook
from tests.games.mover import BLANK, Found, find_plays, letters_of

HERE = Path(__file__).parent
VOCABULARY = 20_000
LONGEST = 9
WEAK = 15  # what a turn should score while tiles can still be exchanged


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be played; `passing_from` is the turn after which nobody lays a tile any more."""

    name: str
    edition: str
    players: tuple[str, str]
    seed: int
    variant: str | None = None
    overtime: tuple[int, ...] = ()
    passing_from: int = 99


PLANS = (
    Plan("it-1", "figs-2012", ("Ada", "Beppe"), 304, overtime=(0, 25)),
    Plan("it-2", "figs-75min", ("Carla", "Dino"), 308),
    Plan("it-3", "figs-2008", ("Elsa", "Furio"), 13, passing_from=19),
    Plan("ca-1", "fisc-2023", ("Aina", "Biel"), 203, overtime=(61, 0)),
    Plan("ca-2", "fisc-2023", ("Clara", "Dídac"), 204),
    Plan("ca-3", "fisc-2023", ("Elna", "Ferran"), 23, passing_from=17),
    Plan("ro-1", "frs-2019", ("Ana", "Bogdan"), 31),
    Plan("ro-2", "frs-2019", ("Corina", "Dan"), 32, variant="f"),
    Plan("ro-3", "frs-2019", ("Elena", "Florin"), 33, variant="d"),
    Plan("en-1", "english-club", ("Alice", "Bob"), 41, overtime=(0, 61)),
    Plan("en-2", "english-club", ("Carol", "Dave"), 42, variant="double"),
)


class Table:
    """Two players at a board, with the bag between them."""

    def __init__(self, plan: Plan, rules: Rules, keys: Set[str]) -> None:
        """Shuffle the bag, draw the racks and think of the words that the players know."""
        self.plan, self.rules, self.keys = plan, rules, keys
        self.random = Random(plan.seed)
        short = sorted(key for key in keys if len(key) <= LONGEST)
        known = self.random.sample(short, min(VOCABULARY, len(short)))
        self.words = [(letters_of(word), word) for word in known]
        alphabet = rules.alphabet
        self.bag = [tile.key for tile in alphabet.tiles for _ in range(tile.count)]
        self.bag += BLANK * alphabet.blanks
        self.random.shuffle(self.bag)
        self.racks = ["", ""]
        self.faces = {tile.key: tile.face for tile in alphabet.tiles}
        self.faces |= {str(face): face for face in alphabet.blank_only}
        self.events: list[Event] = []
        self.game: Game = start_game(2, rules)
        self.draw(0)
        self.draw(1)

    def draw(self, player: int) -> None:
        """Fill a rack from the bag."""
        while self.bag and len(self.racks[player]) < self.rules.rack.size:
            self.racks[player] += self.bag.pop()
        self.racks[player] = "".join(sorted(self.racks[player]))

    def happen(self, event: Event) -> None:
        """Write an event down and let it have its effect."""
        self.events.append(event)
        apply(self.game, event, self.rules)

    def take_turn(self) -> None:
        """One turn, or what one turn holds before the next player may move."""
        player = self.game.turn or 0
        best = self.best_play(player)
        if len(self.game.turns) >= self.plan.passing_from:
            self.happen(Passed(player=player, rack=self.tiles(player)))
        elif best is not None and (best[1].score.total >= WEAK or len(self.bag) < 7):
            self.lay(player, *best)
        elif len(self.bag) >= 7:
            self.exchange(player)
        else:
            self.happen(Passed(player=player, rack=self.tiles(player)))

    def best_play(self, player: int) -> tuple[Play, Made] | None:
        """The play with the highest score."""
        grid = {
            (square.row, square.col): self.rules.alphabet.key_of([tile.face])
            for square, tile in self.game.board.tiles.items()
        }
        found = find_plays(grid, self.racks[player], self.words, self.keys)
        plays = [self.written(play) for play in found]
        made = [(play, self.tried(play)) for play in plays]
        return max(made, key=lambda one: (one[1].score.total, _order(one[0])), default=None)

    def tried(self, play: Play) -> Made:
        """What a play would come to."""
        return make_play(play, self.game.board.copy(), self.rules)

    def written(self, found: Found) -> Play:
        """The play in tile notation."""
        tiles: list[Laid | None] = []
        down, right = found.direction.step
        for at, letter in enumerate(found.word):
            square = Square(found.start.row + at * down, found.start.col + at * right)
            tile = Laid(self.faces[letter], blank=at in found.blanks)
            tiles.append(None if square in self.game.board.tiles else tile)
        return Play(found.start, found.direction, tuple(tiles))

    def lay(self, player: int, play: Play, made: Made) -> None:
        """Lay the play, or now and then nonsense in its place; now and then it is challenged."""
        rack = self.tiles(player)
        main = "".join(tile.face for tile in made.score.words[0].tiles)
        backwards = Play(play.start, play.direction, _backwards(play.tiles))
        nonsense = self.tried(backwards).score.words[0].tiles
        word = "".join(tile.face for tile in nonsense)
        if self.random.random() < 0.08 and self.rules.alphabet.key(word) not in self.keys:
            self.happen(Played(player=player, rack=rack, play=backwards))
            self.happen(Challenged(player=1 - player, stands=False, words=(word,)))
            return
        self.happen(Played(player=player, rack=rack, play=play))
        for tile in made.laid.values():
            key = BLANK if tile.blank else self.rules.alphabet.key_of([tile.face])
            self.racks[player] = self.racks[player].replace(key, "", 1)
        self.draw(player)
        if self.random.random() < 0.08:
            variant = self.plan.variant
            self.happen(Challenged(player=1 - player, stands=True, words=(main,), variant=variant))

    def exchange(self, player: int) -> None:
        """Exchange some tiles, or all of them for nothing where that is still allowed."""
        rack = self.tiles(player)
        free = self.game.free_exchanges[player] < self.rules.free_exchange.per_player
        back = self.racks[player] if free else self.racks[player][: self.random.randint(2, 7)]
        if free:
            self.happen(FreelyExchanged(player=player, rack=rack))
        else:
            tiles = rack[: len(back)]
            self.happen(Exchanged(player=player, rack=rack, count=len(tiles), tiles=tiles))
        self.racks[player] = self.racks[player][len(back) :]
        self.draw(player)
        self.bag += back
        self.random.shuffle(self.bag)

    def tiles(self, player: int) -> tuple[Laid, ...]:
        """The rack of a player, as a sheet shows it."""
        return tuple(
            Laid(Face(BLANK), blank=True) if key == BLANK else Laid(self.faces[key])
            for key in self.racks[player]
        )


def _order(play: Play) -> str:
    """Which of two plays with the same score is taken."""
    return repr((play.start, play.direction, play.text))


def _backwards(tiles: tuple[Put, ...]) -> tuple[Put, ...]:
    """The same tiles in the opposite order, around the squares already covered."""
    laid = [tile for tile in tiles if tile is not None]
    return tuple(None if tile is None else laid.pop() for tile in tiles)


def play_game(plan: Plan, rules: Rules, keys: Set[str]) -> str:
    """A whole game as GCG."""
    table = Table(plan, rules, keys)
    while table.game.ending is None:
        table.take_turn()
    if plan.overtime:
        table.happen(Ended(racks=(None, None), overtime=plan.overtime))
    headers = (("title", plan.name), ("rules", rules.id), ("lexicon", rules.lexicon))
    record = Record(name_players(plan.players), tuple(table.events), headers=headers)
    return write_gcg(recount(record, rules), rules)


def read_keys(path: Path, rules: Rules) -> Set[str]:
    """The keys of a lexicon file, or of the words of a text that the tiles can spell."""
    if path.suffix == ".marisa":
        return set(marisa_trie.Trie().mmap(str(path)).keys())
    keys = set()
    for word in path.read_text(encoding="utf-8").split():
        with suppress(RuleError):
            keys.add(rules.alphabet.key(word))
    return keys


def main(arguments: list[str]) -> None:
    """Play every game whose lexicon is given."""
    rulebook = load_rulebook(HERE.parent / "english")
    paths = dict(argument.split("=") for argument in arguments)
    for plan in PLANS:
        rules = rulebook.editions[plan.edition]
        if rules.lexicon in paths:
            keys = read_keys(Path(paths[rules.lexicon]), rules)
            path = HERE / f"{plan.name}.gcg"
            path.write_text(play_game(plan, rules, keys), encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
