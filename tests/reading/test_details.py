"""Marks, cages and drawn rules, read from pages that the project's own painters draw."""

from __future__ import annotations

import numpy as np
import pytest

import sudokulens as sl
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import Cage
from sudokulens.reading.details import Details, without_figures
from sudokulens.scanned import ScannedGrid

KILLER = (
    "." * 81 + ";cage="
    "11:r1c1,r2c1,r3c1|29:r1c2,r1c3,r1c4,r1c5,r2c5|7:r1c6,r2c6,r2c7|22:r1c7,r1c8,r1c9|14:r2c2,r2c3,r2c4|"
    "12:r2c8,r2c9,r3c9|16:r3c2,r3c3|22:r3c4,r4c4,r5c4,r5c5,r6c4|5:r3c5,r4c5|27:r3c6,r3c7,r3c8,r4c7,r4c8|"
    "18:r4c1,r5c1,r6c1|10:r4c2,r4c3|19:r4c6,r5c6,r5c7|7:r4c9,r5c9|8:r5c2,r5c3,r6c2|21:r5c8,r6c8,r6c9|"
    "17:r6c3,r7c3|18:r6c5,r6c6,r7c6|5:r6c7,r7c7|25:r7c1,r7c2,r8c1,r8c2|13:r7c4,r7c5,r8c5|11:r7c8,r7c9|"
    "14:r8c3,r8c4,r9c4|10:r8c6,r8c7|13:r8c8,r9c7,r9c8|9:r8c9,r9c9|11:r9c1,r9c2,r9c3|11:r9c5,r9c6"
)
CLASSIC = ".783.5....5..46...........3.8..2..1..674......9.1.......2....5........9..1..5.48."
WINDOKU = ".4..3........5.6.4.....1........4.7......29.1...9.....9.6....2..34......2.....3..;windoku"
SPARSE_WINDOKU = ".........3..4....6......7.............815..4.25..3.81..............7..5...3......;windoku"
X_SUDOKU = ".8..6........1...8..6....2.7....1.8......7..4.........6.4...5...71.......5....9..;x"


@pytest.fixture(scope="module")
def scanner() -> sl.Scanner:
    return sl.Scanner()


def read(scanner: sl.Scanner, board: Board, pixels: int = 52, *, marks: bool = False) -> ScannedGrid:
    """The one grid that is found on a picture of the board."""
    (grid,) = scanner(sl.to_png(sl.draw(board, candidates=marks), cell_pixels=pixels)).grids
    return grid


def test_cages_and_sums_of_a_killer_without_digits_are_read_and_solved(scanner: sl.Scanner) -> None:
    board = Board.parse(KILLER)
    grid = read(scanner, board)
    assert grid.status == "unique"
    assert grid.rules.kind == "killer"
    expected = {(rule.cells, rule.total) for rule in board.rules if isinstance(rule, Cage)}
    assert {(cage.cells, cage.sum) for cage in grid.rules.cages} == expected
    assert grid.solved is not None
    assert grid.solved.values == sl.solve(board).board.values
    assert grid.marks == (), "a sum in a corner is no pencil mark"


def test_every_mark_of_a_full_page_of_candidates_is_read(scanner: sl.Scanner) -> None:
    board = Board.parse(CLASSIC)
    noted = board.with_candidates(board.computed_candidates())
    grid = read(scanner, noted, 64, marks=True)
    assert grid.board.values == board.values
    expected = {
        cell: "".join(str(digit) for digit in range(1, 10) if mask >> (digit - 1) & 1)
        for cell, mask in enumerate(board.computed_candidates())
        if not board[cell]
    }
    assert {marks.cell: marks.text for marks in grid.marks} == expected
    assert grid.noted.candidates is not None
    assert all(grid.noted.candidates[cell] == noted.candidates[cell] for cell in expected)


def test_a_plain_page_has_neither_marks_nor_cages(scanner: sl.Scanner) -> None:
    grid = read(scanner, Board.parse(CLASSIC))
    assert grid.marks == ()
    assert grid.rules.cages == ()
    assert grid.rules.kind == "classic"


@pytest.mark.parametrize(("text", "kind"), [(WINDOKU, "windoku"), (X_SUDOKU, "diagonal")])
def test_windows_and_diagonals_are_seen_and_obeyed(scanner: sl.Scanner, text: str, kind: str) -> None:
    board = Board.parse(text)
    grid = read(scanner, board, 64)
    assert grid.rules.kind == kind
    assert grid.status == "unique"
    assert grid.solved is not None
    assert grid.solved.values == sl.solve(board).board.values


def test_a_windoku_with_fewer_clues_than_an_ordinary_sudoku_needs_is_found(scanner: sl.Scanner) -> None:
    board = Board.parse(SPARSE_WINDOKU)
    picture = sl.to_png(sl.draw(board, edge="r1c1"), cell_pixels=64, theme="dark")
    (grid,) = scanner(picture).grids
    assert (grid.rules.kind, grid.status) == ("windoku", "unique")
    assert grid.board.values == board.values


def test_nothing_is_seen_in_covered_cells() -> None:
    touched = np.full(81, 0.9, dtype=np.float32)
    blank = np.zeros((81, 4), dtype=np.float32)
    details = Details(blank, blank, touched, blank, blank, blank, blank, {"arrows": touched}, 1.0, "test")
    seen = without_figures(details, range(9, 18)).figures["arrows"]
    assert np.flatnonzero(seen == 0).tolist() == list(range(9, 18))


def test_a_page_with_thermometers_is_named_and_no_line_read_as_a_digit(scanner: sl.Scanner) -> None:
    board = sl.generate(seed=1, variants=("thermo",))
    grid = read(scanner, board, 64)
    assert grid.judgement.kind == "other rules"
    assert "thermometers" in grid.judgement.text
    assert grid.board.values == board.values
