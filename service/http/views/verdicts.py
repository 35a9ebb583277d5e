"""Verdicts: is every word valid, and what follows from it. Yes or no, and never which word."""

from flask import Blueprint, Response

from service.engine.challenge import check_formed, judge, keys_stand, retract, variant
from service.engine.rules import Rules
from service.engine.scoring import make_play
from service.http.access import count_challenge
from service.http.bodies import answer, json_body
from service.http.editions import find_rules
from service.http.lexicons import find_lexicon
from service.http.metrics import count_verdict
from service.lexicon import Lexicon
from service.schemas.plays import read_judge, write_consequences
from service.schemas.words import INVALID, VALID, read_challenge

verdicts = Blueprint("verdicts", __name__, url_prefix="/v1")


@verdicts.post("/<rules>/challenge")
def challenge(rules: str) -> Response:
    """Say whether every word is in the lexicon, and nothing else."""
    edition = find_rules(rules)
    keys = read_challenge(json_body(), edition)
    lexicon = find_lexicon(edition)
    return _judged(VALID if _stand(keys, edition, lexicon) else INVALID, lexicon)


@verdicts.post("/<rules>/judge")
def judge_play(rules: str) -> Response:
    """Say what a challenge does to the two players."""
    edition = find_rules(rules)
    asked = read_judge(json_body(), edition)
    made = make_play(asked.on.play, asked.on.board, edition, uncontested=asked.on.uncontested)
    check_formed(asked.contested, made.score, edition.alphabet)
    if asked.retracted:
        return answer(write_consequences(retract(asked.contest, made.score.total, edition)))
    variant(asked.contest.variant, edition)  # An unknown one must not cost a challenge.
    lexicon = find_lexicon(edition)
    stands = _stand(asked.keys, edition, lexicon)
    outcome = judge(asked.contest, made.score.total, edition, stands=stands)
    return _judged(write_consequences(outcome), lexicon)


def _stand(keys: list[str], edition: Rules, lexicon: Lexicon) -> bool:
    """The verdict, counted without a word of it."""
    count_challenge(edition.id, keys)
    stands = keys_stand(keys, lexicon)
    count_verdict(edition.id, stands=stands)
    return stands


def _judged(body: bytes, lexicon: Lexicon) -> Response:
    """An answer that a lexicon gave, with the lexicon's identity."""
    response = answer(body)
    response.headers["Lexicon"] = lexicon.identity
    return response
