"""The engine for the classic 9×9: the compiled kernel that solves many puzzles in lock step."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator

from sudokulens.errors import TimeLimit
from sudokulens.puzzle.board import Board
from sudokulens.solving.bitset import search_board
from sudokulens.solving.compiled import solve_batch
from sudokulens.solving.engine import Budget, Grid

MAX_SOLUTIONS = 2**32 - 1


class LockstepEngine:
    """Solves classic 9×9 boards; the fastest engine there.

    The first solution is always the same one for the same board, on every machine. The kernel counts solutions but
    keeps only the first; where more are asked for, the general search lists the others.
    """

    name = "lockstep"

    def refusal(self, board: Board) -> str | None:
        return None if board.geometry.is_classic else "takes only the classic 9×9 without extra regions"

    def count(self, board: Board, budget: Budget, limit: int = MAX_SOLUTIONS) -> int:
        """How many solutions the board has, at most `limit`."""
        return self._solve(board, budget, limit)[1]

    def search(self, board: Board, budget: Budget, limit: int | None = None) -> Iterator[Grid]:
        if limit is not None and limit < 1:
            return
        first, found = self._solve(board, budget, 2 if limit is None else min(limit, 2))
        if found:
            yield first
        if found < 2:
            return
        others = (grid for grid in search_board(board, budget) if grid != first)
        for number, grid in enumerate(others, 2):
            yield grid
            if number == limit:
                return

    def _solve(self, board: Board, budget: Budget, limit: int) -> tuple[Grid, int]:
        solution, counts = bytearray(board.geometry.cell_count), array("I", [0])
        try:
            nodes, _ = solve_batch(
                bytes(board.values),
                solution,
                counts,
                min(limit, MAX_SOLUTIONS),
                path=chosen_path(),
                seconds=budget.left(),
            )
        except TimeoutError as fault:
            raise TimeLimit(f"not done within {budget.seconds:g} s") from fault
        budget.nodes += nodes
        return tuple(solution), counts[0]


def chosen_path() -> str | None:
    """The instruction set that `SUDOKULENS_KERNEL_PATH` asks for, or None for the fastest."""
    return os.environ.get("SUDOKULENS_KERNEL_PATH") or None
