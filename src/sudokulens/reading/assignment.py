"""The assignment of rows to columns that costs least, and how certain it is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.chance import logistic


def cheapest_assignment(costs: NDArray[np.float64]) -> NDArray[np.intp]:
    """(rows,): the column of every row, each at most once, with the least sum of costs; rows ≤ columns.

    The Hungarian method, one augmenting path a row, with potentials.
    """
    rows, columns = costs.shape
    if rows > columns:
        raise ValueError(f"expected at most as many rows as columns, got {rows} and {columns}")
    row_of = np.full(columns + 1, -1)
    of_rows, of_columns = np.zeros(rows), np.zeros(columns + 1)
    for row in range(rows):
        _augment(costs, row, row_of, of_rows, of_columns)
    assigned = np.zeros(rows, dtype=np.intp)
    for column in np.flatnonzero(row_of[:-1] >= 0):
        assigned[row_of[column]] = column
    return assigned


def _augment(
    costs: NDArray[np.float64],
    row: int,
    row_of: NDArray[np.intp],
    of_rows: NDArray[np.float64],
    of_columns: NDArray[np.float64],
) -> None:
    """Gives the row a column by the shortest augmenting path (Dijkstra on reduced costs)."""
    columns = costs.shape[1]
    reach, came_from = np.full(columns, np.inf), np.full(columns, columns)
    done = np.zeros(columns, dtype=np.bool_)
    here, row_of[columns] = columns, row
    while row_of[here] >= 0:
        at = row_of[here]
        reduced = costs[at] - of_rows[at] - of_columns[:columns]
        nearer = ~done & (reduced < reach)
        reach[nearer], came_from[nearer] = reduced[nearer], here
        nearest = int(np.where(done, np.inf, reach).argmin())
        step = reach[nearest]
        visited = np.append(np.flatnonzero(done), columns)
        of_rows[row_of[visited]] += step
        of_columns[visited] -= step
        reach[~done] -= step
        here = nearest
        done[here] = True
    while here != columns:
        row_of[here], here = row_of[came_from[here]], came_from[here]


def assignment_shares(costs: NDArray[np.float64]) -> NDArray[np.float64]:
    """(rows, columns): the probability of every pair, from the best assignment and the next best for each row."""
    best = cheapest_assignment(costs)
    rows = np.arange(len(costs))
    never = 1 + np.abs(costs).sum()  # No assignment costs as much unless it must.
    shares = np.zeros_like(costs)
    for row in rows:
        barred = costs.copy()
        barred[row, best[row]] += never
        other = cheapest_assignment(barred)
        extra_cost = barred[rows, other].sum() - costs[rows, best].sum()
        share = float(logistic(extra_cost))
        shares[row, best[row]], shares[row, other[row]] = share, 1 - share
    return shares
