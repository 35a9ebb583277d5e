"""The verdict on a challenged play, and what a challenge costs whom.

Only the contested words are judged (FIGS art. 29, FISC §6, FRS 5.11), and the answer is about all
of them at once: which word failed is never told, not even by the time it takes.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from service.engine.errors import NotFormedError, NoTileError, SilentError, UnknownVariantError
from service.engine.rules import Penalty, PenaltyKind, RetractedWords, Retraction, Rules, WordCount
from service.engine.scoring import Score
from service.engine.tiles import Alphabet, Face


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a challenge does to the two players; `score` is what the play itself keeps."""

    stands: bool
    score: int
    mover_points: int
    challenger_points: int
    challenger_loses_turn: bool
    challenger_seconds: int


@dataclass(frozen=True, slots=True)
class Contest:
    """A challenge as it was made: how many words, under which variant, after how many failures."""

    words: int
    variant: str | None = None
    prior_unfounded: int = 0


def keys_stand(keys: Iterable[str], lexicon: Container[str]) -> bool:
    """Whether every key is in the lexicon; all are looked up whatever the first gives."""
    found = [key in lexicon for key in keys]
    return sum(found) == len(found)  # To look for the first that fails would take until it.


def keys(words: Sequence[str], alphabet: Alphabet) -> list[str]:
    """The lexicon keys of the words; a letter without a tile gives a key no lexicon holds."""
    plain = alphabet.plain_keys(words)
    return plain if len(plain) == len(words) else [_key(word, alphabet) for word in words]


def check_formed(contested: Sequence[str], score: Score, alphabet: Alphabet) -> None:
    """Refuse a contested word that the play does not form."""
    formed = Counter(tuple(tile.face for tile in word.tiles) for word in score.words)
    for text in contested:
        faces = _faces(text, alphabet)
        if faces not in formed:
            raise NotFormedError(f"the play does not form {text!r}", "word", word=text)
        if not formed[faces]:
            told = f"{text!r} is contested more often than the play forms it"
            raise NotFormedError(told, "too_often", word=text)
        formed[faces] -= 1


def words_counted(contested: Sequence[str], rules: Rules) -> int:
    """How many words a penalty per word is paid for; a challenge is about one at least."""
    match rules.challenge.counts:
        case WordCount.ENTRIES:
            return max(1, len(contested))
        case WordCount.DISTINCT:
            return max(1, len({_faces(text, rules.alphabet) for text in contested}))
        case _:
            assert_never(rules.challenge.counts)


def judge(contest: Contest, play_score: int, rules: Rules, *, stands: bool) -> Consequences:
    """What follows from the verdict."""
    penalty = variant(contest.variant, rules)
    if not stands:
        lost = penalty_points(rules.challenge.rejected, play_score, contest)
        return Consequences(False, 0, -lost, 0, False, 0)
    return Consequences(
        stands=True,
        score=play_score,
        mover_points=bonus_points(penalty, contest),
        challenger_points=-penalty_points(penalty, play_score, contest),
        challenger_loses_turn=loses_turn(penalty, contest),
        challenger_seconds=penalty.amount if penalty.kind is PenaltyKind.SECONDS else 0,
    )


def retract(contest: Contest, play_score: int, rules: Rules) -> Consequences:
    """What a challenge taken back comes to."""
    match rules.challenge.retraction:
        case Retraction.UNFOUNDED:
            one = rules.challenge.retracted is RetractedWords.ONE
            contest = replace(contest, words=1) if one else contest
            return judge(contest, play_score, rules, stands=True)
        case Retraction.SILENT:
            told = f"{rules.id} does not say what a challenge taken back comes to"
            raise SilentError(told, "retraction")
        case _:
            assert_never(rules.challenge.retraction)


def variant(name: str | None, rules: Rules) -> Penalty:
    """The penalty for an unfounded challenge under a variant, or under the usual one.

    A tournament may have announced numbers of its own: c:5 is variant c at five points.
    """
    known = rules.challenge.unfounded
    asked = rules.challenge.default_variant if name is None else name
    chosen, colon, numbers = asked.partition(":")
    chosen = rules.challenge.aliases.get(chosen, chosen)
    if chosen not in known:
        names = ", ".join((*known, *rules.challenge.aliases))
        told = f"{rules.id} has no variant {chosen!r}; it has {names}"
        raise UnknownVariantError(told, "name", variant=chosen)
    return _announced(known[chosen], numbers, rules) if colon else known[chosen]


def _announced(penalty: Penalty, written: str, rules: Rules) -> Penalty:
    """The penalty with the numbers that a tournament announced."""
    parts = written.split("-")
    rising = penalty.kind is PenaltyKind.RISING_POINTS
    if not penalty.announced or (len(parts) > 1 and not rising):
        raise UnknownVariantError(f"{rules.id} leaves no such number open: {written!r}")
    if not all(part.isdecimal() and len(part) < 4 and int(part) for part in parts):
        raise UnknownVariantError(f"{written!r} is not a number, or numbers such as 5-10-15")
    steps = tuple(map(int, parts))
    return replace(penalty, steps=steps) if rising else replace(penalty, amount=steps[0])


def penalty_points(penalty: Penalty, play_score: int, contest: Contest) -> int:
    """Points lost. A percentage is rounded to the nearest, halves down, and is at least one."""
    match penalty.kind:
        case PenaltyKind.PERCENT:
            return max(1, (play_score * penalty.amount + 49) // 100)
        case PenaltyKind.POINTS_PER_WORD:
            return penalty.amount * contest.words
        case PenaltyKind.POINTS_PER_PLAY:
            return penalty.amount
        case PenaltyKind.RISING_POINTS:
            return penalty.steps[min(contest.prior_unfounded, len(penalty.steps) - 1)]
        case (
            PenaltyKind.NONE
            | PenaltyKind.BONUS_PER_WORD
            | PenaltyKind.LOST_TURN
            | PenaltyKind.LOST_TURN_AFTER_FIRST
            | PenaltyKind.SECONDS
        ):
            return 0
        case _:
            assert_never(penalty.kind)


def bonus_points(penalty: Penalty, contest: Contest) -> int:
    """Points that the mover gains when a challenge is unfounded."""
    if penalty.kind is PenaltyKind.BONUS_PER_WORD:
        return penalty.amount * contest.words
    return 0


def loses_turn(penalty: Penalty, contest: Contest) -> bool:
    """Whether an unfounded challenge costs the challenger a turn."""
    after_first = penalty.kind is PenaltyKind.LOST_TURN_AFTER_FIRST and contest.prior_unfounded > 0
    return penalty.kind is PenaltyKind.LOST_TURN or after_first


def _key(word: str, alphabet: Alphabet) -> str:
    try:
        return alphabet.key(word)
    except NoTileError:
        return ""


def _faces(text: str, alphabet: Alphabet) -> tuple[Face, ...]:
    try:
        return alphabet.tokenise(text)
    except NoTileError:
        return ()
