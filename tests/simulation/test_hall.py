"""Some dozens of halls: whatever goes wrong, what is promised stays true."""

from pathlib import Path

import pytest

from tests.simulation.hall import ROUNDS, live
from tests.support.small_lexicons import small_lexicons

WENT_WRONG = (20016,)
"""Halls that failed once."""


@pytest.fixture(scope="module")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_lexicons(tmp_path_factory.mktemp("lexicons"))


@pytest.mark.parametrize("seed", [*range(24), *WENT_WRONG])
def test_a_hall_keeps_its_promises(seed: int, tmp_path: Path, lexicons: Path) -> None:
    hall = live(seed, tmp_path, lexicons)
    assert len(hall.director.slips) == ROUNDS * len(hall.tables)
    assert hall.told
