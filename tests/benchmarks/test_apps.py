"""The boards that the screens of apps show are what their labels say, and every theme has a name of its own."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.reading.app_themes import HELD_OUT, TUNED
from benchmarks.reading.apps import played
from sudokulens.puzzle.board import Board
from sudokulens.solving.solve import solve

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


@pytest.mark.parametrize("slips", [False, True])
def test_a_played_board_keeps_its_puzzle_and_slips_only_where_it_may(slips: bool) -> None:
    solution = solve(PUZZLE).board
    assert solution is not None
    wrong = 0
    for seed in range(40):
        board = played(PUZZLE, np.random.default_rng(seed), slips)
        assert all(board.givens[cell] for cell in range(81) if PUZZLE.values[cell])
        assert solve(board.puzzle).kind == "unique"
        wrong += sum(value != solution.values[cell] for cell, value in board.entries.items())
    assert (wrong > 0) == slips


def test_no_theme_is_both_tuned_on_and_held_out() -> None:
    names = [theme.name for theme in TUNED + HELD_OUT]
    assert len(set(names)) == len(names)
