"""What once went wrong does not go wrong again."""

from pathlib import Path

import pytest

from tests.corpus.promises import FAILURES, Promises, read_request


@pytest.fixture(scope="module")
def promises(lexicons: Path) -> Promises:
    return Promises(lexicons)


@pytest.mark.parametrize("path", sorted(FAILURES.iterdir()), ids=lambda path: path.name)
def test_what_went_wrong_once_does_not_again(path: Path, promises: Promises) -> None:
    promises.hold(read_request(path))
