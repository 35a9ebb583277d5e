"""Use cases that need an edition and nothing else: everything but whether a word exists.

A question is the body that the API takes and an answer is what it sends, both as JSON values; the
engine is between them. Nothing is kept: a game's record is the history. Scoring must not become an
oracle, so no lexicon can be reached from here, or from directing.py, however far one follows the
imports, and a test follows them.
"""

from service.engine.game.recount import Recount, recount
from service.engine.gcg import read_gcg, write_gcg
from service.engine.rules import Rules
from service.engine.scoring import make_play
from service.engine.settlement import settle as settle_finish
from service.schemas.conditions import announced, naming_who_decided
from service.schemas.fields import Fields
from service.schemas.game import read_game, write_game
from service.schemas.plays import read_score, read_spell, write_score, write_spell
from service.schemas.results import read_finish, write_recount, write_result


def spell(body: object, rules: Rules) -> Fields:
    """How each entry is read as tiles."""
    return write_spell(read_spell(body, rules))


def score(body: object, rules: Rules) -> Fields:
    """What one play scores."""
    asked = read_score(body, rules)
    made = make_play(asked.on.play, asked.on.board, rules, uncontested=asked.on.uncontested)
    return write_score(made, asked, rules)


def settle(body: object, rules: Rules) -> Fields:
    """The result of a finished game."""
    asked, rules = announced(body, rules)
    result = write_result(settle_finish(read_finish(asked, rules), rules))
    return naming_who_decided(result, rules)


def replay(game: object, rules: Rules, *, record: bool = False) -> Fields:
    """A recorded game counted again; bytes are a GCG file, anything else the game as JSON.

    With `record` the answer also has the game as it was read, in JSON.
    """
    asked, rules = announced(game, rules)
    counted = _recount(asked, rules)
    answer = naming_who_decided(write_recount(counted, rules), rules)
    return {**answer, "record": write_game(counted.record)} if record else answer


def replay_as_gcg(game: object, rules: Rules) -> str:
    """A recorded game counted again, as a GCG file with the scores as they should have been."""
    asked, rules = announced(game, rules)
    return write_gcg(_recount(asked, rules), rules)


def _recount(game: object, rules: Rules) -> Recount:
    record = read_gcg(game, rules) if isinstance(game, bytes) else read_game(game, rules)
    return recount(record, rules)
