"""The solver in the loop: how many solutions each board of a batch has, for any geometry.

Boards that take too much work, as few digits without a solution may, count as ambiguous: a picture must not wait for
them. The work is bounded in nodes, so that a picture has the same verdict on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry

Boards: TypeAlias = NDArray[np.uint8]
"""(boards, cells), 0 for an empty cell."""

Judge: TypeAlias = Callable[[Boards], tuple[Boards, NDArray[np.int64]]]
"""Boards → (a solution each, zeros where there is none; number of solutions, counted to 2)."""


def judge_for(geometry: Geometry) -> Judge:
    """The fastest judge that knows the geometry."""
    return judge_classic if geometry.is_classic else lambda boards: _judge_one_by_one(boards, geometry)


def judge_classic(boards: Boards) -> tuple[Boards, NDArray[np.int64]]:
    """The judge of ordinary 9×9 boards."""
    from sudokulens.solving.bounded import settle_classic

    solutions, counts = settle_classic(boards)
    return solutions, counts.astype(np.int64)


def _judge_one_by_one(boards: Boards, geometry: Geometry) -> tuple[Boards, NDArray[np.int64]]:
    from sudokulens.solving.bounded import settle

    solutions, counts = np.zeros_like(boards), np.zeros(len(boards), dtype=np.int64)
    for index, values in enumerate(boards):
        solution = settle(Board.of(map(int, values), geometry))
        counts[index] = {"none": 0, "unique": 1}.get(solution.kind, 2)
        if solution.board is not None:
            solutions[index] = solution.board.values
    return solutions, counts
