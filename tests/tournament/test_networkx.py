"""The least distance by another hand: networkx finds the same sum, or no pairing either."""

from random import Random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.questions import season
from service.engine.errors import NoPairingError
from service.engine.tournament.matching import Budget, cheapest_matching, least_distance
from tests.tournament.building import FISC, history_by_place

NEVER = -1
Barred = list[set[int]]


def drawn_by_lot(size: int, percent: int, seed: int) -> Barred:
    """A history in which so many of all pairs have met."""
    lots = Random(seed)
    barred: Barred = [set() for _ in range(size)]
    for one in range(size):
        for two in range(one + 1, size):
            if lots.randrange(100) < percent:
                barred[one].add(two)
                barred[two].add(one)
    return barred


def by_another(barred: Barred, penalty: int | None) -> int:
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(barred)))
    for one in range(len(barred)):
        for two in range(one + 1, len(barred)):
            if two not in barred[one]:
                graph.add_edge(one, two, weight=two - one)
            elif penalty is not None:
                graph.add_edge(one, two, weight=two - one + penalty)
    found = networkx.min_weight_matching(graph)
    if 2 * len(found) < len(barred):
        return NEVER
    return sum(graph.edges[pair]["weight"] for pair in found)


def ours(barred: Barred, penalty: int | None) -> int:
    try:
        pairs = least_distance(barred, penalty).pairs
    except NoPairingError:
        return NEVER
    return sum(two - one + (penalty or 0) * (two in barred[one]) for one, two in pairs)


@settings(max_examples=150, deadline=None)
@given(
    size=st.integers(1, 22).map(lambda half: 2 * half),
    percent=st.integers(0, 98),
    seed=st.integers(0, 10**9),
    penalty=st.sampled_from([None, 1000]),
)
def test_networkx_finds_the_same_sum(
    size: int, percent: int, seed: int, penalty: int | None
) -> None:
    barred = drawn_by_lot(size, percent, seed)
    wanted = by_another(barred, penalty)
    assert ours(barred, penalty) == wanted
    found = cheapest_matching(barred, penalty, Budget(10**8))
    extra = penalty or 0
    assert wanted == (
        NEVER
        if found is None
        else sum(two - one + extra * (two in barred[one]) for one, two in found)
    )


@pytest.mark.parametrize(("size", "rounds"), [(40, 8), (120, 12)])
def test_networkx_finds_the_same_sum_after_a_season(size: int, rounds: int) -> None:
    barred = history_by_place(season(size, rounds, FISC), rounds + 1, FISC)
    assert least_distance(barred).distance == by_another(barred, None)
