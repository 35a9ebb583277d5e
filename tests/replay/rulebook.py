"""The packaged editions and the English one of the tests."""

from service.engine.rules import Rules
from service.rulebook import load_rulebook
from tests.data import TESTS

RULEBOOK = load_rulebook(TESTS / "english")


def edition(name: str) -> Rules:
    """An edition or the newest of a federation."""
    rules = RULEBOOK.find(name)
    assert rules is not None
    return rules


ENGLISH = edition("english")
