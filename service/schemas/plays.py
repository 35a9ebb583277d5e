"""Words and plays: what is asked when one is challenged, scored or judged, and the answers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from marshmallow import ValidationError

from service.engine.board import Board, Direction
from service.engine.challenge import Consequences, Contest, keys, words_counted
from service.engine.errors import NotAWordError, NoTileError, RuleError
from service.engine.notation import (
    Play,
    Written,
    read_play,
    read_position,
    read_square,
    split_play,
    write_tiles,
)
from service.engine.rules import Rules
from service.engine.scoring import Made, Score, board_after, write_sum
from service.engine.tiles import LONGEST_TEXT, Alphabet, Face
from service.schemas.fields import (
    Checked,
    Fault,
    Fields,
    ObjectSchema,
    ShapeError,
    flag,
    listed,
    load,
    one_of,
    text,
    whole,
)


class NotWordsError(ShapeError):
    """Entries with something in them that is not a letter: mistyped, not misspelt."""

    code = "not_a_word"


class Spelling(NamedTuple):
    """An entry and the tiles that spell it; `None` where a letter has no tile."""

    text: str
    tiles: tuple[Face, ...] | None


@cache
def _schema(most: int) -> ObjectSchema:
    class _WordsSchema(ObjectSchema):
        words = Checked(listed(text(LONGEST_TEXT), 1, most), required=True)

    return _WordsSchema()


def read_challenge(body: object, rules: Rules) -> list[str]:
    """The lexicon keys of a challenge; a letter without a tile gives a key no lexicon holds."""
    words = _read_words(body, rules)
    return read_keys(words, rules.alphabet, "/words")


def read_keys(words: Sequence[str], alphabet: Alphabet, pointer: str) -> list[str]:
    """The lexicon keys of some words; every entry that is not a word is reported."""
    try:
        return keys(words, alphabet)
    except NotAWordError:
        raise NotWordsError(_not_words(words, alphabet, pointer)) from None


def read_spell(body: object, rules: Rules) -> list[Spelling]:
    """The entries with the tiles that spell them."""
    words = _read_words(body, rules)
    read_keys(words, rules.alphabet, "/words")
    return [Spelling(word, _tiles(word, rules.alphabet)) for word in words]


def write_verdict(*, stands: bool) -> Fields:
    """Yes or no: nothing else may be told about a challenge."""
    return {"valid": stands}


def write_spell(spellings: Iterable[Spelling]) -> Fields:
    """How each entry is read."""
    return {
        "words": [
            {"text": text, "tiles": None if tiles is None else list(tiles)}
            for text, tiles in spellings
        ]
    }


def most_words(rules: Rules) -> int:
    """How many words a play can form: one along it and one across each of its tiles."""
    return rules.rack.size + 1


def _read_words(body: object, rules: Rules) -> list[str]:
    words: list[str] = load(_schema(most_words(rules)), body)["words"]
    return words


def _tiles(word: str, alphabet: Alphabet) -> tuple[Face, ...] | None:
    try:
        return alphabet.tokenise(word)
    except NoTileError:
        return None


def _not_words(words: Sequence[str], alphabet: Alphabet, pointer: str) -> list[Fault]:
    faults = []
    for index, word in enumerate(words):
        try:
            _tiles(word, alphabet)
        except NotAWordError as fault:
            values = {"entry": index + 1, **fault.values}
            faults.append(Fault(f"{pointer}/{index}", str(fault), fault.reason, values))
    return faults


MOST_PLAYS = 128
MOST_POINTS = 100_000


read_direction = one_of({way.value: way for way in Direction})


class _PlaySchema(ObjectSchema):
    start = Checked(text(LONGEST_TEXT), required=True)
    direction = Checked(read_direction, required=True)
    tiles = Checked(text(LONGEST_TEXT), required=True)


_PLAY = _PlaySchema()


def read_written(value: object) -> Written:
    """Reads a play as written: an object with start, direction and tiles, or "8F MICIO"."""
    if isinstance(value, str) and len(value) <= LONGEST_TEXT:
        return split_play(value)
    if not isinstance(value, dict):
        raise ValidationError("Not an object, and not a text such as 8F MICIO.")
    given = _PLAY.read(value)
    return Written(read_square(given["start"]), given["direction"], given["tiles"])


class _OnBoardSchema(ObjectSchema):
    before = Checked(listed(read_written, 0, MOST_PLAYS))
    position = Checked(text(LONGEST_TEXT))
    play = Checked(read_written, required=True)
    placement = Checked(one_of({"uncontested": "uncontested"}))


class _ScoreSchema(_OnBoardSchema):
    declared = Checked(whole(-MOST_POINTS, MOST_POINTS))
    sums = Checked(flag)


class _JudgeSchema(_OnBoardSchema):
    contested = Checked(listed(text(LONGEST_TEXT), 0, MOST_PLAYS))
    variant = Checked(text(32))
    prior_unfounded = Checked(whole(0, MOST_PLAYS))
    retracted = Checked(flag)


_SCORE = _ScoreSchema()
_JUDGE = _JudgeSchema()


@dataclass(frozen=True, slots=True)
class OnBoard:
    """A play and the board it is made on."""

    board: Board
    play: Play
    uncontested: bool


@dataclass(frozen=True, slots=True)
class ScoreAsked:
    """A play to score, what the player said it scores, and whether its sums are wanted too."""

    on: OnBoard
    declared: int | None
    sums: bool


@dataclass(frozen=True, slots=True)
class JudgeAsked:
    """A challenged play; `keys` are the contested words as the lexicon stores them."""

    on: OnBoard
    contested: list[str]
    keys: list[str]
    contest: Contest
    retracted: bool


def read_score(body: object, rules: Rules) -> ScoreAsked:
    """The play to score."""
    given = load(_SCORE, body)
    return ScoreAsked(_on_board(given, rules), given.get("declared"), given.get("sums", False))


def write_score(made: Made, asked: ScoreAsked, rules: Rules) -> Fields:
    """What a play scores, word by word in tile notation."""
    score, total, words = made.score, made.score.total, write_words(made.score)
    answer: Fields = {"score": total, "words": words, "bonus": score.bonus, "tiles": score.tiles}
    if asked.declared is not None:
        answer["agrees"] = asked.declared == total
    if asked.sums:
        for word, written in zip(score.words, words, strict=True):
            written["sum"] = write_sum(word, made.laid, rules)
    return answer


def write_words(score: Score) -> list[Fields]:
    """The words of a play and what each scores."""
    return [{"word": write_tiles(word.tiles), "score": word.score} for word in score.words]


def read_judge(body: object, rules: Rules) -> JudgeAsked:
    """The challenge to judge; one that was taken back may name no word."""
    given = load(_JUDGE, body)
    retracted = given.get("retracted", False)
    contested = given.get("contested", [])
    least, most = 0 if retracted else 1, most_words(rules)
    if not least <= len(contested) <= most:
        told = f"Not a list of {least} to {most}."
        values = {"least": least, "most": most}
        raise ShapeError([Fault("/contested", told, "list", values)])
    keys = read_keys(contested, rules.alphabet, "/contested")
    counted = words_counted(contested, rules)
    contest = Contest(counted, given.get("variant"), given.get("prior_unfounded", 0))
    return JudgeAsked(_on_board(given, rules), contested, keys, contest, retracted)


def write_consequences(outcome: Consequences) -> Fields:
    """What follows for the two players."""
    return {
        "valid": outcome.stands,
        "score": outcome.score,
        "withdrawn": not outcome.stands,
        "mover": {
            "points": outcome.mover_points,
            "turn": "kept" if outcome.stands else "lost",
        },
        "challenger": {
            "points": outcome.challenger_points,
            "turn": "lost" if outcome.challenger_loses_turn else "kept",
            "seconds": outcome.challenger_seconds,
        },
    }


def _on_board(given: Fields, rules: Rules) -> OnBoard:
    if "position" not in given:
        board = board_after(_plays(given.get("before", ()), rules), rules)
    elif "before" not in given:
        board = read_position(given["position"], rules)
    else:
        raise ShapeError([Fault("/position", "Give the plays before, or the position, not both.")])
    play = read_play(given["play"], rules.alphabet)
    return OnBoard(board, play, "placement" in given)


def _plays(written: Iterable[Written], rules: Rules) -> Iterator[Play]:
    """The plays before; what is wrong with one is told with its number."""
    for number, one in enumerate(written, 1):
        try:
            yield read_play(one, rules.alphabet)
        except RuleError as fault:
            raise fault.at(f"play {number} before this one", before=number) from None
