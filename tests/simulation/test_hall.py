"""Some dozens of halls: whatever goes wrong, what is promised stays true."""

from pathlib import Path

import pytest

from tests.simulation.hall import ROUNDS, live
from tests.support.small_lexicons import small_lexicons


@pytest.fixture(scope="module")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_lexicons(tmp_path_factory.mktemp("lexicons"))


@pytest.mark.parametrize("seed", range(24))
def test_a_hall_keeps_its_promises(seed: int, tmp_path: Path, lexicons: Path) -> None:
    hall = live(seed, tmp_path, lexicons)
    assert len(hall.director.slips) == ROUNDS * len(hall.tables)
    assert hall.told
