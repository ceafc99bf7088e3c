"""The houses of a board bound the sums of its cages, and so correct sums that were misread."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.cage_sums import SumSearch, bounds_of, likeliest_sums

ANSWER = np.array(list(map(int, "534678912672195348198342567859761423426853791713924856961537284287419635345286179")))
CLASSIC = Geometry.standard(9)


def partition(seed: int) -> list[tuple[int, ...]]:
    """Cages of up to four neighbouring cells that cover the board."""
    random, free, cages = np.random.default_rng(seed), set(range(81)), []
    while free:
        cage = [min(free)]
        while len(cage) < random.integers(2, 5):
            near = [n for c in cage for n in _near(c) if n in free and n not in cage]
            if not near:
                break
            cage.append(int(random.choice(near)))
        free -= set(cage)
        cages.append(tuple(sorted(cage)))
    return cages


def _near(cell: int) -> list[int]:
    row, column = divmod(cell, 9)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [9 * r + c for r, c in steps if 0 <= r < 9 and 0 <= c < 9]


def sums_of(cages: list[tuple[int, ...]]) -> list[int]:
    return [int(ANSWER[list(cells)].sum()) for cells in cages]


@settings(deadline=None)  # A loaded machine takes its time.
@given(st.integers(0, 10_000))
def test_the_sums_of_a_solved_board_break_no_bound(seed: int) -> None:
    cages = partition(seed)
    assert bounds_of(cages, CLASSIC).broken(np.array(sums_of(cages))) is None


@settings(deadline=None)  # A loaded machine takes its time.
@given(st.integers(0, 10_000))
def test_bounds_hold_where_some_cells_lie_in_no_cage(seed: int) -> None:
    cages = partition(seed)[::2]
    assert bounds_of(cages, CLASSIC).broken(np.array(sums_of(cages))) is None


@pytest.mark.parametrize("seed", range(6))
def test_several_misread_sums_are_corrected_together(seed: int) -> None:
    cages, random = partition(seed), np.random.default_rng(seed)
    true = sums_of(cages)
    costs = [{total: 0.05, total + 1: 2.0, max(total - 1, 1): 2.0} for total in true]
    for cage in random.choice(len(cages), 4, replace=False):
        costs[cage] = {true[cage] + 5: 0.2, true[cage]: 1.4}
    _, first = next(likeliest_sums([SumSearch(0.0, cages, costs)], CLASSIC))
    assert sum(first) == 405
    assert sum(a != b for a, b in zip(first, true, strict=True)) <= 1


def test_choices_come_in_the_order_of_their_costs() -> None:
    cages = [(0, 1, 2, 3, 4, 5, 6, 7, 8), (9, 10), (18, 19)]
    costs = [{45: 0.0, 44: 0.1}, {7: 0.0, 8: 1.0, 9: 3.0}, {5: 0.0, 6: 1.5}]
    found = list(likeliest_sums([SumSearch(0.0, cages, costs)], CLASSIC))
    prices = [sum(cost[total] for cost, total in zip(costs, sums, strict=True)) for _, sums in found]
    assert prices == sorted(prices)
    assert found[0] == (0, (45, 7, 5))
    assert len(found) == 6, "every choice that keeps the first row whole, each once"


def test_a_division_waits_until_its_price_is_due() -> None:
    row, pair = (0, 1, 2, 3, 4, 5, 6, 7, 8), (9, 10)
    likelier = SumSearch(0.0, [row, pair], [{45: 0.0}, {7: 0.0, 8: 1.0}])
    dearer = SumSearch(0.5, [row, pair], [{45: 0.0}, {9: 0.0, 10: 1.0}])
    found = list(likeliest_sums([likelier, dearer], CLASSIC))
    assert found == [(0, (45, 7)), (1, (45, 9)), (0, (45, 8)), (1, (45, 10))]
