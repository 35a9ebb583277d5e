"""The judge of the application that answers, and what is counted about its verdicts."""

from collections.abc import Sequence

from flask import Flask, current_app

from service.engine.rules import Rules
from service.http.access import count_challenge
from service.http.metrics import count_verdict
from service.judge import Judge, Observer
from service.lexicon import LexiconError, Lexicons
from service.rulebook import RulebookError, load_rulebook
from service.settings import Settings
from service.variables import StartError

JUDGE = "judge"


class Counter(Observer):
    """Counts challenges against their caller's rate and verdicts by edition, without a word."""

    def challenged(self, rules: Rules, keys: Sequence[str]) -> None:
        """Count a challenge, or refuse one too many."""
        count_challenge(rules.id, keys)

    def judged(self, rules: Rules, *, stands: bool) -> None:
        """Count a verdict."""
        count_verdict(rules.id, stands=stands)


def install_judge(app: Flask, settings: Settings) -> Judge:
    """Load the rules and every lexicon that they name; a fault in one stops the start."""
    try:
        rulebook = load_rulebook(*settings.rulebook_path)
        editions = rulebook.editions.values()
        lexicons = Lexicons(editions, settings.lexicons_path, settings.lexicons, settings.chosen)
        judge = Judge(rulebook, lexicons, Counter())
        judge.open_lexicons()
    except (RulebookError, LexiconError) as fault:
        raise StartError(str(fault)) from None
    app.extensions[JUDGE] = judge
    return judge


def judge() -> Judge:
    """The judge of the application that answers."""
    found: Judge = current_app.extensions[JUDGE]
    return found
