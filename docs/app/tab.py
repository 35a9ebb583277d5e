"""The service in a tab: the same application, called instead of asked over HTTP.

It has the rules, and of the lexicons what is said of them, but no words: whoever challenges is sent
to a service.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from werkzeug.test import Client

from service import places
from service.http.app import create_app
from service.lexicon import Lexicon, read_manifest
from service.schemas.problems import ProblemError
from service.settings import Settings

HERE = Path(__file__).parent
Answer = tuple[int, list[tuple[str, str]], bytes]


class NoWords:
    """In the place of a lexicon's words."""

    def __contains__(self, key: object) -> NoReturn:
        """Whether it holds a word, nobody here can say."""
        raise ProblemError(503, "not_ready", "There are no words in this page; ask a service.")


def settings() -> Settings:
    """Nobody is counted here, and no lexicon is read."""
    return Settings(rulebook_path=(HERE,))


def shelf() -> dict[str, Lexicon]:
    """The lexicons of the editions, without their words."""
    recipes = sorted(places.recipes().glob("*.toml"))
    return {
        path.stem: Lexicon(path.stem, **read_manifest(path.with_suffix(".json")), trie=NoWords())
        for path in recipes
    }


APP = create_app(settings(), shelf())
CLIENT = Client(APP)


def answer(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """The answer to a request: its status, headers and body."""
    given = CLIENT.open(path, method=method, headers=dict(headers), data=body)
    return given.status_code, list(given.headers), given.data
