"""What all are asked: words of the lexicon, a recorded game, and seasons that are made up."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from service.engine.rules import Rules
from service.engine.tournament.document import Game, Player, Tournament
from service.engine.tournament.drawing import Wanted
from service.engine.tournament.pairing import pair_round
from service.lexicon import open_lexicon
from service.rulebook import load_rulebook

_GAME = Path(__file__).with_name("game.json")
_LENGTH = 7
_BODIES = 256


@dataclass(frozen=True, slots=True)
class Question:
    """A path, the bodies that are sent to it in turn, and a header beside them."""

    path: str
    bodies: tuple[bytes, ...]
    header: str = ""


def find_rules(edition: str) -> Rules:
    """An edition that is there."""
    rules = load_rulebook().find(edition)
    assert rules is not None
    return rules


def challenges(edition: str, lexicons: Path, words: int, seed: int = 1) -> Question:
    """Challenges drawn from the whole lexicon; every second one has a bad word somewhere."""
    rules, lots = find_rules(edition), Random(seed)
    lexicon = open_lexicon(rules.lexicon, [lexicons])
    letters = [tile.key for tile in rules.alphabet.tiles]

    def good() -> str:
        while True:
            key: str = lexicon.trie.restore_key(lots.randrange(lexicon.words))
            if len(key) == _LENGTH:
                return key

    def bad() -> str:
        while True:
            key, place = good(), lots.randrange(_LENGTH)
            wrong = key[:place] + lots.choice(letters) + key[place + 1 :]
            if wrong not in lexicon:
                return wrong

    bodies = []
    for number in range(_BODIES):
        listed = [good() for _ in range(words)]
        if number % 2:
            listed[lots.randrange(words)] = bad()
        bodies.append(written({"words": [rules.alphabet.spell(key) for key in listed]}))
    return Question(f"/v1/{edition}/challenge", tuple(bodies))


def score(edition: str) -> Question:
    """Score the first play of the recorded game."""
    first = recorded_game(1)["events"][0]
    play = {name: first[name] for name in ("start", "direction", "tiles")}
    return Question(f"/v1/{edition}/score", (written({"before": [], "play": play}),))


def replay(edition: str, plays: int) -> Question:
    """Recount the recorded game as far as so many plays."""
    return Question(f"/v1/{edition}/replay", (written(recorded_game(plays)),))


def standings(edition: str, players: int, rounds: int) -> Question:
    """Classify a season of so many players and rounds."""
    made = season(players, rounds, find_rules(edition))
    return Question(f"/v1/{edition}/tournament/standings", (document(made),))


def recorded_game(plays: int) -> dict[str, Any]:
    """The recorded game as far as so many plays, as JSON has it."""
    game: dict[str, Any] = json.loads(_GAME.read_text(encoding="utf-8"))
    return {**game, "events": game["events"][:plays]}


def season(size: int, rounds: int, rules: Rules, seed: int = 1) -> Tournament:
    """A season in which the better player usually wins."""
    lots = Random(seed)
    players = tuple(Player(f"p{n}", f"Name {n:04}", rating=2500 - n) for n in range(size))
    tournament = Tournament(players, rounds=max(5, rounds + 1))
    for number in range(1, rounds + 1):
        games = []
        for table in pair_round(tournament, Wanted(number), rules).tables:
            one, two = (int(player[1:]) for player in table.players)
            margin = int(lots.gauss((two - one) / 300, 1) * 90)
            games.append(Game(number, table.players, (400 + margin, 400)))
        tournament = replace(tournament, games=tournament.games + tuple(games))
    return tournament


def document(tournament: Tournament) -> bytes:
    """A season as a body of the API."""
    players = [{"id": p.id, "name": p.name, "rating": p.rating} for p in tournament.players]
    games = [
        {"round": game.round, "players": list(game.players), "scores": list(game.scores or ())}
        for game in tournament.games
    ]
    return written({"rounds": tournament.rounds, "players": players, "games": games})


def written(value: object) -> bytes:
    """The value as a client sends it."""
    return json.dumps(value, ensure_ascii=False).encode()
