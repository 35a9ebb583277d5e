"""The statistics of a run, on numbers small enough to check by hand."""

from random import Random

import pytest

from bench.samples import Spread, compare, mann_whitney, quantile, ratios, spread


def test_the_middle_and_the_quartiles_of_five_numbers() -> None:
    assert spread([5, 1, 4, 2, 3]) == Spread(3, 2, 4)


def test_a_quantile_between_two_values_is_interpolated() -> None:
    assert quantile([10, 20], 0.25) == 12.5


def test_a_ratio_is_taken_round_by_round() -> None:
    assert ratios([2, 40, 6], [1, 10, 2]).middle == 3


@pytest.mark.parametrize(
    ("first", "second", "p", "chance"),
    [
        # U = 9 of 9, expected 4.5, variance 3 · 3 · 7 / 12 = 5.25, so z = 1.964.
        ([1, 2, 3], [4, 5, 6], 0.0495, 1.0),
        # U = 5 of 9: z = 0.5 / 2.291.
        ([1, 3, 5], [2, 4, 4.5], 0.827, 5 / 9),
        # Two ties of two: U = 2 of 4, just as expected.
        ([1, 2], [1, 2], 1.0, 0.5),
        ([7, 7, 7], [7, 7, 7], 1.0, 0.5),
    ],
)
def test_mann_whitney(first: list[float], second: list[float], p: float, chance: float) -> None:
    found = mann_whitney(first, second)
    assert found[0] == pytest.approx(p, abs=0.001)
    assert found[1] == pytest.approx(chance)


def test_which_kind_comes_first_does_not_matter() -> None:
    random = Random(1)
    first = [random.gauss(10, 2) for _ in range(200)]
    second = [random.gauss(10.5, 2) for _ in range(300)]
    there, back = mann_whitney(first, second), mann_whitney(second, first)
    assert there[0] == pytest.approx(back[0])
    assert there[1] == pytest.approx(1 - back[1])


def test_a_leak_of_four_microseconds_in_a_noise_of_forty_is_found() -> None:
    random = Random(2)
    first = [400 + random.expovariate(1 / 40) for _ in range(4000)]
    second = [404 + random.expovariate(1 / 40) for _ in range(4000)]
    found = compare(first, second)
    assert found.p < 0.001
    assert found.shift.low < 4 < found.shift.high


def test_no_leak_is_found_where_there_is_none() -> None:
    random = Random(3)
    first, second = ([random.expovariate(1 / 40) for _ in range(4000)] for _ in range(2))
    found = compare(first, second)
    assert found.p > 0.05
    assert found.shift.low < 0 < found.shift.high
