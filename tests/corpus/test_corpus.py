"""What once went wrong does not go wrong again."""

from pathlib import Path

import pytest

from tests.corpus.promises import FAILURES, Promises, read_request
from tests.support.small_lexicons import small_lexicons


@pytest.fixture(scope="module")
def promises(tmp_path_factory: pytest.TempPathFactory) -> Promises:
    return Promises(small_lexicons(tmp_path_factory.mktemp("lexicons")))


@pytest.mark.parametrize("path", sorted(FAILURES.iterdir()), ids=lambda path: path.name)
def test_what_went_wrong_once_does_not_again(path: Path, promises: Promises) -> None:
    promises.hold(read_request(path))
