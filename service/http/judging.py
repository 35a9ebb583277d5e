"""The judge of the application that answers, and what is counted about its verdicts."""

from collections.abc import Sequence
from logging import getLogger

from flask import Flask, current_app

from service.engine.rules import Rules
from service.http.bodies import calling
from service.http.metrics import count_verdict
from service.http.rates import count_challenge
from service.judge import Judge, Observer
from service.lexicon import LexiconError, Lexicons
from service.rulebook import RulebookError, load_rulebook
from service.settings import Settings
from service.variables import StartError

_JUDGE = "arbiter.judge"
_log = getLogger("service.tables")


class Counter(Observer):
    """Counts challenges against their caller's rate and verdicts by edition, without a word.

    Where devices are enrolled, the organiser is told at which table there was which verdict.
    """

    def __init__(self, *, tells: bool) -> None:
        """Count, and tell who got a verdict or not."""
        self._tells = tells

    def challenged(self, rules: Rules, keys: Sequence[str]) -> None:
        """Count a challenge, or refuse one too many."""
        count_challenge(rules.id, keys)

    def judged(self, rules: Rules, *, stands: bool) -> None:
        """Count a verdict."""
        count_verdict(rules.id, stands=stands)
        if self._tells:
            _log.info("judged", extra={"label": calling().label, "valid": stands})


def install_judge(app: Flask, settings: Settings) -> Judge:
    """Load the rules and every lexicon that they name; a fault in one stops the start."""
    try:
        rulebook = load_rulebook(*settings.rulebook_path)
        editions = rulebook.editions.values()
        lexicons = Lexicons(
            editions,
            settings.lexicons_path,
            settings.lexicons,
            settings.chosen,
            settings.official,
        )
        judge = Judge(rulebook, lexicons, Counter(tells=settings.devices is not None))
        judge.open_lexicons()
    except (RulebookError, LexiconError) as fault:
        raise StartError(str(fault)) from None
    app.extensions[_JUDGE] = judge
    return judge


def judge() -> Judge:
    """The judge of the application that answers."""
    found: Judge = current_app.extensions[_JUDGE]
    return found
