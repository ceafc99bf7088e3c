"""Whether boards have no, one or several solutions, by work that is bounded in nodes.

Under a time limit a slow or busy machine may answer otherwise than a quick one. Here a board has the same answer on all
of them.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from sudokulens.puzzle.board import Board
from sudokulens.solving.bitset import search_board
from sudokulens.solving.compiled import IS_COMPILED, solve_batch
from sudokulens.solving.engine import NodeBudget, NodesSpent, Solution, SolutionKind
from sudokulens.solving.lockstep import chosen_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]
    Counts = NDArray[np.uint32]

GIVEN_UP = 2**32 - 1
"""The kernel's count of a puzzle that takes more nodes than it may."""

LOCKSTEP_NODES = 5000 if IS_COMPILED else 1000
"""Nodes of the lock-step search for each ordinary 9×9: about a millisecond. The hardest known puzzles take 438. Few
digits without a solution may take a million; the general search, which learns from contradictions, refutes them in
dozens."""

NODES_TIMES_CELLS = 10_000_000 if IS_COMPILED else 100_000
NODES_TIMES_CELLS_BY_RULES = 4_000_000 if IS_COMPILED else 40_000
"""Nodes of the general search, times cells, for a board or all of a batch. At 9×9 these are 123,000, or 49,000 with
cages or other rules, whose nodes take longer: 0.3 s and at most 0.7 s on one core of an AMD EPYC. Minimal 16×16,
samurai and killers take fewer than 1,300, the hardest random puzzles of rarer rules 40,000."""


def settle(board: Board, share: int = 1) -> Solution:
    """What `solve` says of the board, or "unfinished" when the nodes, or one part of so many of them, are spent."""
    most = NODES_TIMES_CELLS_BY_RULES if board.geometry.rules else NODES_TIMES_CELLS
    budget = NodeBudget(most // board.geometry.cell_count // share)
    found: list[Board] = []
    kinds: tuple[SolutionKind, ...] = ("none", "unique", "multiple")
    try:
        for grid in islice(search_board(board, budget), 2):
            found.append(replace(board, values=grid, candidates=None))  # noqa: PERF401 - kept when the nodes are spent
    except NodesSpent:
        kinds = ("unfinished", "unfinished", "multiple")
    return Solution(kinds[len(found)], tuple(found), budget.nodes, "bitset")


def settle_classic(digits: Digits) -> tuple[Digits, Counts]:
    """A solution of each ordinary 9×9 (zeros where there is none, or none was found) and their number, counted to 2.

    What is not settled within its nodes counts as 2.
    """
    import numpy as np

    boards = np.ascontiguousarray(digits, dtype=np.uint8)
    solutions, counts = np.zeros_like(boards), np.zeros(len(boards), dtype=np.uint32)
    solve_batch(
        boards.reshape(-1).data, solutions.reshape(-1).data, counts.data, 2, path=chosen_path(), nodes=LOCKSTEP_NODES
    )
    for index in np.flatnonzero(counts == GIVEN_UP):
        solution = settle(Board.of(map(int, boards[index])), share=len(boards))
        counts[index] = {"none": 0, "unique": 1}.get(solution.kind, 2)
        solutions[index] = solution.board.values if solution.board else 0
    return solutions, counts
