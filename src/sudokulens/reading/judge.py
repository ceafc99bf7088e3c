"""The solver in the loop: how many solutions each board of a batch has, for any geometry."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudokulens.errors import TimeLimit
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry

Boards: TypeAlias = NDArray[np.uint8]
"""(boards, cells), 0 for an empty cell."""

Judge: TypeAlias = Callable[[Boards], tuple[Boards, NDArray[np.int64]]]
"""Boards → (a solution each, zeros where there is none; number of solutions, counted to 2)."""

MAX_COUNT_SECONDS = 0.25
"""A board, or a batch of ordinary ones, that is not counted by then, as few digits without a solution may not be, is
taken for an ambiguous one: a picture must not wait for it."""


def judge_for(geometry: Geometry) -> Judge:
    """The fastest judge that knows the geometry."""
    return judge_classic if geometry.is_classic else lambda boards: _judge_one_by_one(boards, geometry)


def judge_classic(boards: Boards) -> tuple[Boards, NDArray[np.int64]]:
    """The judge of ordinary 9×9 boards."""
    from sudokulens.solving.many import solve_many

    digits = np.ascontiguousarray(boards, dtype=np.uint8)
    try:
        solutions, counts = solve_many(digits, limit=2, threads=1, seconds=MAX_COUNT_SECONDS)
    except TimeLimit:
        return np.zeros_like(digits), np.full(len(digits), 2, dtype=np.int64)
    return solutions, counts.astype(np.int64)


def _judge_one_by_one(boards: Boards, geometry: Geometry) -> tuple[Boards, NDArray[np.int64]]:
    from sudokulens.solving.solve import solve

    solutions, counts = np.zeros_like(boards), np.zeros(len(boards), dtype=np.int64)
    for index, values in enumerate(boards):
        solution = solve(Board.of(map(int, values), geometry), time_limit=MAX_COUNT_SECONDS)
        counts[index] = {"none": 0, "unique": 1}.get(solution.kind, 2)
        if solution.board is not None:
            solutions[index] = solution.board.values
    return solutions, counts
