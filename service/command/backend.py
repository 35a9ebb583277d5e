"""Whom a command asks: the service at an address, or the files on this machine.

`Service` is what the two have in common. Nothing that asks can tell them apart.
"""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol, Unpack

from arbiter_client import Client, Patience
from arbiter_client.answers import Judgement, PlayScore, Recount, Result, Spelled, Verdict
from arbiter_client.catalogue import Edition, Editions, Lexicons
from arbiter_client.handbook import Facts, Incidents, Ruling
from arbiter_client.questions import Finish, Game, JudgeOptions, Play, ScoreOptions, Words
from arbiter_client.tournaments import Checked, Pairings, Standings

from service.command.local import local_judge
from service.command.output import Console, waiting


class Service(Protocol):
    """Everything that can be asked with or without a network."""

    def challenge(self, rules: str, words: Words) -> Verdict:
        """Whether all the words are valid."""

    def spell(self, rules: str, words: Words) -> Spelled:
        """How each entry will be read."""

    def score(self, rules: str, play: Play, **options: Unpack[ScoreOptions]) -> PlayScore:
        """What a play scores."""

    def judge(self, rules: str, play: Play, **options: Unpack[JudgeOptions]) -> Judgement:
        """The verdict on a challenged play."""

    def replay(self, rules: str, game: Game | bytes) -> Recount:
        """A game counted again."""

    def replay_as_gcg(self, rules: str, game: Game | bytes) -> str:
        """A game counted again, as a GCG file."""

    def settle(self, rules: str, **finish: Unpack[Finish]) -> Result:
        """The result of a finished game."""

    def incidents(self, rules: str) -> Incidents:
        """What the handbook of an edition has entries for."""

    def incident(self, rules: str, incident: str, facts: Facts) -> Ruling:
        """What the regulation says about an incident."""

    def standings(self, rules: str, question: Mapping[str, object]) -> Standings:
        """A tournament's classification."""

    def pairings(self, rules: str, question: Mapping[str, object]) -> Pairings:
        """A tournament's next round."""

    def check(self, rules: str, question: Mapping[str, object]) -> Checked:
        """Everything that is wrong with a tournament."""

    def rules(self) -> Editions:
        """Every edition."""

    def edition(self, rules: str) -> Edition:
        """One edition in full."""

    def lexicons(self) -> Lexicons:
        """Every lexicon."""

    def close(self) -> None:
        """Let go of whatever is held."""


@contextmanager
def open_service(options: Namespace, console: Console) -> Iterator[Service]:
    """Whom the options name, with a bar while the answer is awaited."""
    patience = Patience()
    most = patience.attempts * (patience.seconds + patience.longest_wait)
    with waiting(console, f"asking {whom(options)}", most):
        service = connect(options, patience)
        try:
            yield service
        finally:
            service.close()


def connect(options: Namespace, patience: Patience) -> Service:
    """The service that the options name."""
    if options.offline:
        # Imported only here: who asks a service need not wait for the packages of one.
        from service.command.offline import Offline

        return Offline(local_judge())
    return Client(options.url, options.key, patience)


def whom(options: Namespace) -> str:
    """The name under which people know whom the options name."""
    return "the files on this machine" if options.offline else str(options.url)
