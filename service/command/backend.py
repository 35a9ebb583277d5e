"""Whom a command asks: the service at an address, or the judge on this machine.

Both are asked in the same words, and nothing that asks can tell them apart. Offline the judge is
the one that the service has; only the shapes differ: a refusal becomes the exception that the
client would raise, and a verdict carries its lexicon. Who asks the one does not wait for the
packages of the other.
"""

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, Unpack, cast

from arbiter_client.answers import Judgement, PlayScore, Recount, Result, Spelled, Verdict
from arbiter_client.catalogue import Edition, Editions, Lexicons
from arbiter_client.errors import Problem, problem_error
from arbiter_client.handbook import Facts, Incidents, Ruling
from arbiter_client.questions import Finish, Game, JudgeOptions, Play, ScoreOptions, Words
from arbiter_client.tournaments import Checked, Pairings, Standings

from service.command.local import local_judge
from service.command.output import Console, waiting

if TYPE_CHECKING:
    from arbiter_client import Client

    from service.judge import Judge
    from service.judge import Verdict as Judged

Service: TypeAlias = "Client | Offline"
_LONGEST = 60.0
"""Seconds after which the bar is full: four attempts of a patient client."""
T = TypeVar("T")


@contextmanager
def open_service(options: Namespace, console: Console) -> Iterator[Service]:
    """Whom the options name, with a bar while the answer is awaited."""
    with waiting(console, f"asking {whom(options)}", _LONGEST):
        service = connect(options)
        try:
            yield service
        finally:
            service.close()


def connect(options: Namespace) -> Service:
    """The service that the options name."""
    if options.offline:
        return Offline(local_judge())
    from arbiter_client import Client

    return Client(options.url, options.key)


def whom(options: Namespace) -> str:
    """The name under which people know whom the options name."""
    return "the files on this machine" if options.offline else str(options.url)


class Offline:
    """A judge, asked as the client asks the service."""

    def __init__(self, judge: "Judge") -> None:
        """Ask this judge."""
        self._judge = judge

    def close(self) -> None:
        """Nothing is held that the end of the process does not let go."""

    def challenge(self, rules: str, words: Words) -> Verdict:
        """Whether all the words are valid."""
        return cast(Verdict, _judged(_ask(self._judge.challenge, rules, {"words": list(words)})))

    def spell(self, rules: str, words: Words) -> Spelled:
        """How each entry will be read."""
        return cast(Spelled, _ask(self._judge.spell, rules, {"words": list(words)}))

    def score(self, rules: str, play: Play, **options: Unpack[ScoreOptions]) -> PlayScore:
        """What a play scores."""
        return cast(PlayScore, _ask(self._judge.score, rules, {"play": play, **options}))

    def judge(self, rules: str, play: Play, **options: Unpack[JudgeOptions]) -> Judgement:
        """The verdict on a challenged play, and what it costs whom."""
        given = _ask(self._judge.judge, rules, {"play": play, **options})
        return cast(Judgement, _judged(given))

    def replay(self, rules: str, game: Game | bytes) -> Recount:
        """A game counted again."""
        return cast(Recount, _ask(self._judge.replay, rules, game))

    def replay_as_gcg(self, rules: str, game: Game | bytes) -> str:
        """A game counted again, as a GCG file."""
        return _ask(self._judge.replay_as_gcg, rules, game)

    def settle(self, rules: str, **finish: Unpack[Finish]) -> Result:
        """The result of a finished game."""
        return cast(Result, _ask(self._judge.settle, rules, finish))

    def incidents(self, rules: str) -> Incidents:
        """What the handbook of an edition has entries for."""
        return cast(Incidents, _ask(self._judge.incidents, rules))

    def incident(self, rules: str, incident: str, facts: Facts) -> Ruling:
        """What the regulation says about an incident."""
        return cast(Ruling, _ask(self._judge.incident, rules, incident, dict(facts)))

    def standings(self, rules: str, question: Mapping[str, object]) -> Standings:
        """A tournament's classification."""
        return cast(Standings, _ask(self._judge.standings, rules, dict(question)))

    def pairings(self, rules: str, question: Mapping[str, object]) -> Pairings:
        """A tournament's next round."""
        return cast(Pairings, _ask(self._judge.pairings, rules, dict(question)))

    def check(self, rules: str, question: Mapping[str, object]) -> Checked:
        """Everything that is wrong with a tournament."""
        return cast(Checked, _ask(self._judge.check, rules, dict(question)))

    def rules(self) -> Editions:
        """Every edition."""
        return cast(Editions, _ask(self._judge.rules))

    def edition(self, rules: str) -> Edition:
        """One edition in full."""
        return cast(Edition, _ask(self._judge.edition, rules))

    def lexicons(self) -> Lexicons:
        """Every lexicon that an edition plays with."""
        return cast(Lexicons, _ask(self._judge.lexicons))


def _ask(question: Callable[..., T], *arguments: object) -> T:
    """The answer, or what the client would raise instead."""
    from service.schemas.problems import REFUSALS, problem_of, write_problem

    try:
        return question(*arguments)
    except REFUSALS as fault:
        raise problem_error(cast(Problem, write_problem(problem_of(fault)))) from None


def _judged(verdict: "Judged") -> dict[str, Any]:
    """A verdict with its lexicon beside it, where the client puts what a header says."""
    if verdict.lexicon is None:
        return verdict.fields
    identity = ("language", "version", "sha256")
    used = {name: getattr(verdict.lexicon, name) for name in identity}
    return {**verdict.fields, "lexicon": used}
