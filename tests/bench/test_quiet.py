"""A measurement that neighbours disturb is made again, so often and no more."""

import pytest

from bench import quiet


@pytest.mark.parametrize(
    ("stolen", "kept"),
    [
        ([0, 0], 1),
        ([0, 5, 5, 5], 2),
        ([0, 5, 5, 7, 7, 8], 3),
        ([0, 5, 5, 7, 7, 12], 2),
    ],
    ids=["the first is quiet", "the second is quiet", "the last is the quietest", "none is quiet"],
)
def test_the_quietest_try_counts(
    monkeypatch: pytest.MonkeyPatch, stolen: list[int], kept: int
) -> None:
    counter, numbers = iter(stolen), iter((1, 2, 3))
    monkeypatch.setattr(quiet, "_stolen", lambda: next(counter))
    assert quiet.undisturbed(lambda: next(numbers), 3) == kept
    assert list(counter) == []


def test_what_the_kernel_counts_only_grows() -> None:
    before = quiet._stolen()
    assert 0 <= before <= quiet._stolen()
