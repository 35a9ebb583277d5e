"""What the contenders are asked: bodies drawn from a lexicon and from one recorded game."""

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bench.lexicons import editions
from bench.serving import BenchError
from bench.tournaments import document, season
from service.engine.rules import Rules
from service.lexicon import Lexicon, open_lexicon
from tests.support.processes import ROOT

WORD_LENGTH = 7
_BODIES = 64
_DRAWN = 50_000
_GAME = ROOT / "bench" / "game.json"


@dataclass(frozen=True, slots=True)
class Question:
    """A path and the bodies sent to it in turn; without bodies it is a GET."""

    path: str
    bodies: tuple[bytes, ...] = ()

    def write(self, file: Path) -> Path:
        """The bodies in a file, one a line."""
        file.write_bytes(b"".join(body + b"\n" for body in self.bodies))
        return file


HELLO = Question("/hello")


class Vocabulary:
    """Words of one length that a lexicon has, and words that it has not."""

    def __init__(self, rules: Rules, lexicons: Path, seed: int = 1) -> None:
        """Map the lexicon of the edition."""
        self._rules = rules
        self._lexicon: Lexicon = open_lexicon(rules.lexicon, [lexicons])
        self._letters = [tile.key for tile in rules.alphabet.tiles]
        self.random = Random(seed)
        drawn = (self._lexicon.trie.restore_key(number) for number in self._numbers())
        self._good = [key for key in drawn if len(key) == WORD_LENGTH]
        if not self._good:
            raise BenchError(f"the lexicon {rules.lexicon} has no words of {WORD_LENGTH} tiles")

    def good(self) -> str:
        """A word of the lexicon."""
        return self._rules.alphabet.spell(self.random.choice(self._good))

    def bad(self) -> str:
        """A word of the lexicon with one letter changed so that it is none any more."""
        while True:
            key = self.random.choice(self._good)
            place = self.random.randrange(len(key))
            wrong = key[:place] + self.random.choice(self._letters) + key[place + 1 :]
            if wrong not in self._lexicon:
                return self._rules.alphabet.spell(wrong)

    def nonsense(self) -> str:
        """Letters thrown together."""
        while True:
            key = "".join(self.random.choices(self._letters, k=WORD_LENGTH))
            if key not in self._lexicon:
                return self._rules.alphabet.spell(key)

    def _numbers(self) -> list[int]:
        return [self.random.randrange(self._lexicon.words) for _ in range(_DRAWN)]


def challenge(edition: str, vocabulary: Vocabulary, words: int) -> Question:
    """Challenges of so many words; half of them have a bad word somewhere."""
    bodies = []
    for number in range(_BODIES):
        listed = [vocabulary.good() for _ in range(words)]
        if number % 2:
            listed[vocabulary.random.randrange(words)] = vocabulary.bad()
        bodies.append(body({"words": listed}))
    return Question(f"/v1/{edition}/challenge", tuple(bodies))


def score(edition: str, before: int) -> Question:
    """Score the next play of the recorded game after so many others."""
    plays = _plays()
    asked = {"before": plays[:before], "play": plays[before]}
    return Question(f"/v1/{edition}/score", (body(asked),))


def judge(edition: str) -> Question:
    """Judge the first play of the recorded game."""
    play = _plays()[0]
    asked = {"before": [], "play": play, "contested": [play["tiles"]]}
    return Question(f"/v1/{edition}/judge", (body(asked),))


def replay(edition: str, events: int) -> Question:
    """Recount the recorded game as far as so many plays."""
    return Question(f"/v1/{edition}/replay", (body(recorded_game(events)),))


def standings(edition: str, players: int, rounds: int) -> Question:
    """Classify a made-up season of so many players and rounds."""
    made = season(players, rounds, editions()[edition])
    return Question(f"/v1/{edition}/tournament/standings", (document(made),))


def recorded_game(events: int) -> dict[str, Any]:
    """The recorded game as far as so many plays, as JSON has it."""
    game: dict[str, Any] = json.loads(_GAME.read_text(encoding="utf-8"))
    return {**game, "events": game["events"][:events]}


def body(value: object) -> bytes:
    """The value as a client sends it."""
    return json.dumps(value, ensure_ascii=False).encode()


def _plays() -> list[dict[str, str]]:
    names = ("start", "direction", "tiles")
    return [{name: event[name] for name in names} for event in recorded_game(99)["events"]]
