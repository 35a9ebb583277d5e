"""Answers without a network: the same questions, answered from the files on this machine.

A question is read and an answer is written by the very functions that the service uses, so the two
cannot differ in shape. A lexicon is opened when it is first needed: an arbiter's laptop may hold
one language only.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Unpack

from arbiter_client.answers import (
    Judgement,
    LexiconUsed,
    PlayScore,
    Recount,
    Result,
    Spelled,
    Verdict,
)
from arbiter_client.catalogue import Edition, Editions, Lexicons
from arbiter_client.errors import ShapeFault, problem_error
from arbiter_client.questions import Finish, Game, JudgeOptions, Play, ScoreOptions, Words

from service.command.local import local_lexicon, rulebook
from service.engine.challenge import Consequences, check_formed, judge, keys_stand, retract
from service.engine.errors import RuleError
from service.engine.game.record import Record
from service.engine.game.recount import recount
from service.engine.gcg import read_gcg, write_gcg
from service.engine.rules import Rules
from service.engine.scoring import make_play
from service.engine.settlement import settle
from service.lexicon import Lexicon
from service.rulebook import Rulebook
from service.schemas.fields import ShapeError
from service.schemas.game import read_game
from service.schemas.plays import read_judge, read_score, write_consequences, write_score
from service.schemas.recounts import write_recount
from service.schemas.results import read_finish, write_result
from service.schemas.rules import write_edition, write_lexicons, write_rules
from service.schemas.text import write_json
from service.schemas.words import read_challenge, read_spell, write_spell


@contextmanager
def refusing() -> Iterator[None]:
    """Turns a refusal of the engine into the client's exception for it."""
    try:
        yield
    except RuleError as fault:
        raise problem_error({"status": 422, "code": fault.code, "detail": str(fault)}) from None
    except ShapeError as fault:
        errors = [ShapeFault(pointer=f.pointer, detail=f.detail) for f in fault.faults]
        raise problem_error(
            {"status": 422, "code": fault.code, "detail": str(fault), "errors": errors}
        ) from None


@dataclass(frozen=True, slots=True)
class Offline:
    """The rulebook of this machine and the lexicons opened so far."""

    rulebook: Rulebook
    opened: dict[str, Lexicon] = field(default_factory=dict)

    def close(self) -> None:
        """Nothing is held that the end of the process does not let go."""

    def challenge(self, rules: str, words: Words) -> Verdict:
        """Whether all the words are valid."""
        edition = self._rules(rules)
        with refusing():
            keys = read_challenge({"words": list(words)}, edition)
        lexicon = self._lexicon(edition)
        return Verdict(valid=keys_stand(keys, lexicon), lexicon=_used(lexicon))

    def spell(self, rules: str, words: Words) -> Spelled:
        """How each entry will be read."""
        with refusing():
            spellings = read_spell({"words": list(words)}, self._rules(rules))
        spelled: Spelled = json.loads(write_spell(spellings))
        return spelled

    def score(self, rules: str, play: Play, **options: Unpack[ScoreOptions]) -> PlayScore:
        """What a play scores."""
        edition = self._rules(rules)
        with refusing():
            asked = read_score({"play": play, **options}, edition)
            made = make_play(
                asked.on.play, asked.on.board, edition, uncontested=asked.on.uncontested
            )
        score: PlayScore = json.loads(write_score(made.score, asked.declared))
        return score

    def judge(self, rules: str, play: Play, **options: Unpack[JudgeOptions]) -> Judgement:
        """The verdict on a challenged play, and what it costs whom."""
        edition = self._rules(rules)
        with refusing():
            asked = read_judge({"play": play, **options}, edition)
            made = make_play(
                asked.on.play, asked.on.board, edition, uncontested=asked.on.uncontested
            )
            check_formed(asked.contested, made.score, edition.alphabet)
            if asked.retracted:
                return _judgement(retract(asked.contest, made.score.total, edition))
            lexicon = self._lexicon(edition)
            stands = keys_stand(asked.keys, lexicon)
            outcome = judge(asked.contest, made.score.total, edition, stands=stands)
        judgement = _judgement(outcome)
        judgement["lexicon"] = _used(lexicon)
        return judgement

    def replay(self, rules: str, game: Game | bytes) -> Recount:
        """A game counted again."""
        edition = self._rules(rules)
        with refusing():
            counted = recount(_read_record(game, edition), edition)
        answer: Recount = json.loads(write_json(write_recount(counted, edition)))
        return answer

    def replay_as_gcg(self, rules: str, game: Game | bytes) -> str:
        """A game counted again, as a GCG file."""
        edition = self._rules(rules)
        with refusing():
            counted = recount(_read_record(game, edition), edition)
        return write_gcg(counted, edition)

    def settle(self, rules: str, **finish: Unpack[Finish]) -> Result:
        """The result of a finished game."""
        edition = self._rules(rules)
        with refusing():
            result: Result = json.loads(write_result(settle(read_finish(finish, edition), edition)))
        return result

    def rules(self) -> Editions:
        """Every edition."""
        editions = self.rulebook.editions.values()
        newest = {rules.federation: self._rules(rules.federation) for rules in editions}
        listed: Editions = json.loads(write_rules(editions, newest))
        return listed

    def edition(self, rules: str) -> Edition:
        """One edition in full."""
        found = self._rules(rules)
        edition: Edition = json.loads(write_edition(found, self._lexicon(found).about()))
        return edition

    def lexicons(self) -> Lexicons:
        """Every lexicon that an edition plays with."""
        editions = sorted(self.rulebook.editions.values(), key=lambda rules: rules.lexicon)
        named = {lexicon.id: lexicon.about() for lexicon in map(self._lexicon, editions)}
        lexicons: Lexicons = json.loads(write_lexicons(named.values()))
        return lexicons

    def _rules(self, name: str) -> Rules:
        rules = self.rulebook.find(name)
        if rules is None:
            detail = f"There are no rules called {name!r}."
            raise problem_error({"status": 404, "code": "no_such_edition", "detail": detail})
        return rules

    def _lexicon(self, rules: Rules) -> Lexicon:
        if rules.lexicon not in self.opened:
            self.opened[rules.lexicon] = local_lexicon(rules)
        return self.opened[rules.lexicon]


def open_offline() -> Offline:
    """The rules and lexicons of this machine."""
    return Offline(rulebook())


def _judgement(outcome: Consequences) -> Judgement:
    judgement: Judgement = json.loads(write_consequences(outcome))
    return judgement


def _read_record(game: Game | bytes, rules: Rules) -> Record:
    return read_gcg(game, rules) if isinstance(game, bytes) else read_game(game, rules)


def _used(lexicon: Lexicon) -> LexiconUsed:
    return LexiconUsed(language=lexicon.language, version=lexicon.version, sha256=lexicon.sha256)
