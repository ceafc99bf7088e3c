"""Assignments of least cost, against all of them."""

from itertools import permutations

import numpy as np
import pytest

from sudokulens.reading.assignment import assignment_shares, cheapest_assignment


@pytest.mark.parametrize("seed", range(30))
def test_no_assignment_costs_less(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = int(random.integers(1, 6))
    costs = random.random((rows, int(random.integers(rows, 7)))) * 5
    columns = cheapest_assignment(costs)
    assert len(set(columns.tolist())) == rows
    all_sums = [costs[range(rows), chosen].sum() for chosen in permutations(range(costs.shape[1]), rows)]
    assert costs[range(rows), columns].sum() == pytest.approx(min(all_sums))


def test_shares_follow_from_the_next_best_assignment() -> None:
    costs = np.array([[0.0, 2.0, 50.0], [0.0, 50.0, 1.0]])
    shares = assignment_shares(costs)  # 0→1 and 1→0 costs 2; 0→0 and 1→2 costs 1.
    assert shares.argmax(axis=1).tolist() == [0, 2]
    assert shares[0, 0] == pytest.approx(1 / (1 + np.exp(-1)))
    assert shares.sum(axis=1) == pytest.approx([1, 1])


def test_more_rows_than_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="at most as many rows"):
        cheapest_assignment(np.zeros((3, 2)))
