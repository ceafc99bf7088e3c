"""Boards settled by work bounded in nodes: the same answer on every machine, whatever its clock says."""

from __future__ import annotations

import time
from itertools import count

import numpy as np
import pytest
from numpy.typing import NDArray

from sudokulens import Board, Geometry, random_puzzle
from sudokulens.reading.judge import judge_classic, judge_for
from sudokulens.solving import bounded
from sudokulens.solving.bounded import settle, settle_classic
from tests.solving.own_puzzles import own_puzzles

IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
"""Seventeen digits without a solution, found by Peter Norvig: 1.2 million branches of the lock-step search."""


def digits_of(*puzzles: str) -> NDArray[np.uint8]:
    return np.array([Board.parse(puzzle).values for puzzle in puzzles], dtype=np.uint8)


def test_several_impossible_boards_have_no_solution() -> None:
    """Together they took more than the quarter of a second after which they once counted as ambiguous."""
    assert judge_classic(digits_of(*[IMPOSSIBLE] * 8))[1].tolist() == [0] * 8


def test_a_slow_machine_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = random_puzzle(seed=3, geometry=Geometry.standard(6, diagonals=True))
    hours = count(0, 3600)  # between one look at the clock and the next
    monkeypatch.setattr(time, "monotonic", lambda: float(next(hours)))
    solutions, counts = judge_for(puzzle.geometry)(np.array([puzzle.values], dtype=np.uint8))
    assert counts.tolist() == [1]
    assert solutions.all()


def test_both_ways_of_settling_agree() -> None:
    boards = np.array([list(puzzle.values) for puzzle in own_puzzles()], dtype=np.uint8)
    solutions, counts = settle_classic(boards)
    kinds = {"none": 0, "unique": 1, "multiple": 2}
    for values, solution, number in zip(boards.tolist(), solutions.tolist(), counts, strict=True):
        found = settle(Board.of(values))
        assert kinds[found.kind] == number
        assert number != 1 or (found.board is not None and found.board.values == tuple(solution))


def test_a_board_beyond_its_nodes_is_unfinished_and_counts_as_ambiguous(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "NODES_TIMES_CELLS", 81)
    monkeypatch.setattr(bounded, "LOCKSTEP_NODES", 1)
    monkeypatch.setattr("sudokulens.solving.bitset.SLICE", 1)
    assert settle(Board.parse(IMPOSSIBLE)).kind == "unfinished"
    solutions, counts = settle_classic(digits_of(IMPOSSIBLE))
    assert counts.tolist() == [2]
    assert not solutions.any()
