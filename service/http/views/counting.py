"""Everything about a game but whether a word exists: nothing here can reach a lexicon."""

from flask import Blueprint, Response

from service.engine.game.recount import recount
from service.engine.gcg import read_gcg, write_gcg
from service.engine.scoring import make_play
from service.engine.settlement import settle
from service.http.bodies import GCG, answer, game_body, json_body, prefers_gcg
from service.http.editions import find_rules
from service.schemas.game import read_game
from service.schemas.plays import read_score, write_score
from service.schemas.recounts import write_recount
from service.schemas.results import read_finish, write_result
from service.schemas.text import write_json
from service.schemas.words import read_spell, write_spell

counting = Blueprint("counting", __name__, url_prefix="/v1")


@counting.post("/<rules>/spell")
def spell(rules: str) -> Response:
    """Show how each entry is read as tiles."""
    return answer(write_spell(read_spell(json_body(), find_rules(rules))))


@counting.post("/<rules>/score")
def score(rules: str) -> Response:
    """Score one play."""
    edition = find_rules(rules)
    asked = read_score(json_body(), edition)
    made = make_play(asked.on.play, asked.on.board, edition, uncontested=asked.on.uncontested)
    return answer(write_score(made.score, asked.declared))


@counting.post("/<rules>/settle")
def settle_game(rules: str) -> Response:
    """Give the result of a finished game."""
    edition = find_rules(rules)
    return answer(write_result(settle(read_finish(json_body(), edition), edition)))


@counting.post("/<rules>/replay")
def replay(rules: str) -> Response:
    """Count a recorded game again, and write it as it was asked for."""
    edition = find_rules(rules)
    body = game_body()
    record = read_gcg(body, edition) if isinstance(body, bytes) else read_game(body, edition)
    recounted = recount(record, edition)
    if prefers_gcg():
        written = write_gcg(recounted, edition).encode("utf-8", "replace")
        return answer(written, f"{GCG}; charset=utf-8")
    return answer(write_json(write_recount(recounted, edition)))
