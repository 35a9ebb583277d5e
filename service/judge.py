"""The judge: what can be asked of a whole rulebook and of the lexicons, and its answer.

A question is the body that the API takes and an answer is what it sends, both as JSON values, so
HTTP and the command's --offline only translate: the one from and to bytes, the other from and to
the client's types. What needs one edition and nothing else is in counting.py and directing.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from service.engine.challenge import check_formed, retract, variant
from service.engine.challenge import judge as judge_contest
from service.engine.handbook import rule_on
from service.engine.rules import Rules
from service.engine.scoring import make_play
from service.lexicon import Lexicon
from service.rulebook import Rulebook
from service.schemas.conditions import announced
from service.schemas.fields import Fields
from service.schemas.plays import read_challenge, read_judge, write_consequences, write_verdict
from service.schemas.problems import ProblemError
from service.schemas.rules import (
    read_facts,
    write_edition,
    write_incidents,
    write_lexicons,
    write_rules,
    write_ruling,
)


class Shelf(Protocol):
    """Lexicons by the names that editions use; a `KeyError` for one that is not there."""

    def __getitem__(self, name: str, /) -> Lexicon:
        """The lexicon of this name."""


class Observer:
    """Who is told of challenges; this one takes no notice."""

    def challenged(self, rules: Rules, keys: Sequence[str]) -> None:
        """A challenge is about to be looked up; to raise refuses it."""

    def judged(self, rules: Rules, *, stands: bool) -> None:
        """A challenge was judged."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict and the lexicon that gave it; none was asked about a challenge taken back."""

    fields: Fields
    lexicon: Lexicon | None


class Judge:
    """Answers by the editions of a rulebook, and with lexicons where words are challenged."""

    def __init__(
        self, rulebook: Rulebook, lexicons: Shelf, observer: Observer | None = None
    ) -> None:
        """Answer by these rules, with these lexicons; the observer is told of every challenge."""
        self._editions = tuple(rulebook.editions.values())
        self._named = rulebook.named()
        self._handbooks = rulebook.handbooks
        self._lexicons = lexicons
        self._observer = observer or Observer()

    def challenge(self, rules: str, body: object) -> Verdict:
        """Whether every word is in the lexicon, and nothing else."""
        edition = self.find(rules)
        keys = read_challenge(body, edition)
        lexicon = self.lexicon_of(edition)
        return Verdict(write_verdict(stands=self._stand(keys, edition, lexicon)), lexicon)

    def judge(self, rules: str, body: object) -> Verdict:
        """What a challenge does to the two players."""
        question, edition = announced(body, self.find(rules))
        asked = read_judge(question, edition)
        made = make_play(asked.on.play, asked.on.board, edition, uncontested=asked.on.uncontested)
        check_formed(asked.contested, made.score, edition.alphabet)
        if asked.retracted:
            outcome = retract(asked.contest, made.score.total, edition)
            return Verdict(write_consequences(outcome), None)
        variant(asked.contest.variant, edition)  # An unknown one must not cost a challenge.
        lexicon = self.lexicon_of(edition)
        stands = self._stand(asked.keys, edition, lexicon)
        outcome = judge_contest(asked.contest, made.score.total, edition, stands=stands)
        return Verdict(write_consequences(outcome), lexicon)

    def incidents(self, rules: str, about: str = "") -> Fields:
        """What the handbook of an edition has entries for, or what it says about something."""
        edition = self.find(rules)
        return write_incidents(self._handbooks.get(edition.id), edition, about)

    def incident(self, rules: str, name: str, body: object) -> Fields:
        """What the regulation says about an incident, given the facts."""
        edition = self.find(rules)
        handbook = self._handbooks.get(edition.id)
        if handbook is None or name not in handbook.incidents:
            detail = f"The handbook of {edition.id} has no incident {name[:64]!r}."
            raise ProblemError(404, "no_such_incident", detail)
        facts, edition = announced(body, edition)
        asked = handbook.incidents[name]
        return write_ruling(rule_on(asked, read_facts(facts), edition), asked, handbook)

    def rules(self) -> Fields:
        """Every edition in a line."""
        return write_rules(self._editions, self._named)

    def edition(self, rules: str) -> Fields:
        """One edition in full, with the identity of its lexicon."""
        edition = self.find(rules)
        return write_edition(edition, self.lexicon_of(edition).about())

    def lexicons(self) -> Fields:
        """Every lexicon that an edition judges with."""
        by_id = {lexicon.id: lexicon.about() for lexicon in self.open_lexicons().values()}
        return write_lexicons(by_id.values())

    def open_lexicons(self) -> dict[str, Lexicon]:
        """The lexicons by the names that editions use, all verified; a fault in one is raised."""
        users = {edition.lexicon: edition for edition in self._editions}
        return {name: self.lexicon_of(users[name]) for name in sorted(users)}

    def names(self) -> dict[str, str]:
        """The id of the edition that each name stands for."""
        return {name: rules.id for name, rules in self._named.items()}

    def find(self, name: str) -> Rules:
        """The edition with this id, or the newest one of the federation with this id."""
        rules = self._named.get(name)
        if rules is None:
            known = ", ".join(sorted(self._named))
            detail = f"There are no rules called {name!r}; there are {known}."
            raise ProblemError(404, "no_such_edition", detail)
        return rules

    def lexicon_of(self, rules: Rules) -> Lexicon:
        """The lexicon that an edition judges with."""
        try:
            return self._lexicons[rules.lexicon]
        except KeyError:
            detail = f"The lexicon of {rules.id} is not loaded."
            raise ProblemError(503, "not_ready", detail) from None

    def _stand(self, keys: list[str], rules: Rules, lexicon: Lexicon) -> bool:
        self._observer.challenged(rules, keys)
        stands = lexicon.holds(keys)
        self._observer.judged(rules, stands=stands)
        return stands
