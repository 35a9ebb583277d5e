"""Some dozens of halls: whatever goes wrong, what is promised stays true."""

from pathlib import Path

import pytest

from tests.simulation.hall import ROUNDS, live

WENT_WRONG = (20016,)
"""Halls that failed once."""


@pytest.mark.parametrize("seed", [*range(24), *WENT_WRONG])
def test_a_hall_keeps_its_promises(seed: int, tmp_path: Path, lexicons: Path) -> None:
    hall = live(seed, tmp_path, lexicons)
    assert len(hall.director.slips) == ROUNDS * len(hall.tables)
    assert hall.verdicts
