"""Whom a command asks: the service at an address, or the judge on this machine.

Both are asked in the same words, and nothing that asks can tell them apart. Offline the judge is
the one that the service has; only the shapes differ: a refusal becomes the exception that the
client would raise, and a verdict carries its lexicon. Who asks the one does not wait for the
packages of the other.
"""

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from arbiter_client.errors import Problem, problem_error

from service.command.local import local_judge
from service.command.output import Console, waiting

if TYPE_CHECKING:
    from arbiter_client import Client

    from service.judge import Judge

Service: TypeAlias = "Client | Offline"
_WORDS = ("challenge", "spell")
_ASKED = dict.fromkeys(_WORDS, "words") | {"score": "play", "judge": "play"}
"""What is in question, by the name that it has in a body."""
_DIRECTED = ("standings", "pairings", "schedule", "check")
_PLAIN: Mapping[str, Any] = {}
_IDENTITY = ("language", "version", "sha256")


@contextmanager
def open_service(options: Namespace, console: Console) -> Iterator[Service]:
    """Whom the options name, and that they are asked where that takes long."""
    with waiting(console, f"asking {whom(options)}"):
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
    """A judge, asked as the client asks the service: by the client's methods and their names."""

    def __init__(self, judge: "Judge") -> None:
        """Ask this judge."""
        self._judge = judge

    def close(self) -> None:
        """Nothing is held that the end of the process does not let go."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A question: what the client puts into the body or the address is asked here."""
        question = _question(self._judge, name)

        def asked(*given: Any, **options: Any) -> Any:
            if name in _ASKED:
                rules, value = given
                given = rules, {_ASKED[name]: [*value] if name in _WORDS else value, **options}
            elif options:
                given = *given, options
            return _ask(question, *given)

        return asked


def _question(judge: "Judge", name: str) -> Callable[..., Any]:
    """Who answers: the judge; or, of an edition alone, a module that is loaded when it is asked."""
    if hasattr(judge, name):
        return cast(Callable[..., Any], getattr(judge, name))
    module = import_module(f"service.{'directing' if name in _DIRECTED else 'counting'}")
    ask = getattr(module, name)
    return lambda rules, body, options=_PLAIN: ask(body, judge.find(rules), **options)


def _ask(question: Callable[..., Any], *arguments: object) -> Any:
    """The answer, or what the client would raise instead; a verdict has its lexicon beside it."""
    from service.judge import Verdict
    from service.schemas.problems import REFUSALS, problem_of, write_problem

    try:
        answer = question(*arguments)
    except REFUSALS as fault:
        raise problem_error(cast(Problem, write_problem(problem_of(fault)))) from None
    if not isinstance(answer, Verdict):
        return answer
    used = {name: getattr(answer.lexicon, name) for name in _IDENTITY} if answer.lexicon else None
    return answer.fields if used is None else {**answer.fields, "lexicon": used}
