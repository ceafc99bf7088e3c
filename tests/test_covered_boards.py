"""Boards that are hard to read for what lies on them: messages over rows, pencil marks as large as the digits."""

from __future__ import annotations

import numpy as np
import pytest

from pages.grids import Look, draw_grid
from pages.screens import put_message
from sudokulens.apps.answers.pictures import answer_of
from sudokulens.puzzle.board import Board
from sudokulens.scanner import Scanner
from sudokulens.solving.random import random_puzzle
from sudokulens.vision.covered import covered_cells
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation
from sudokulens.wording.language import spoken
from tests.pictures import PAPER, Pixels, flat_grid

CELL = 64
PLACE = GridLocation.from_corners(CELL * (0.5 + 9 * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])))


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner()


def with_message(board: Board, top: float, bottom: float, dark: bool = False) -> Pixels:
    """The board with a message from one height to the other, in cells from its border."""
    ink, paper = ((225, 228, 235), (28, 30, 38)) if dark else ((30, 30, 34), (250, 250, 250))
    left, above, right, below = ((0.5 + at) * CELL for at in (0.15, top, 8.85, bottom))
    look = Look(cell=CELL, ink=ink, paper=paper, thick_ink=ink)
    return put_message(flat_grid(board, CELL, ink, paper), (left, above, right, below), look)


@pytest.mark.parametrize("dark", [False, True])
def test_the_cells_under_a_message_are_named(dark: bool) -> None:
    picture = with_message(random_puzzle(5), 5.7, 6.7, dark)
    assert np.flatnonzero(covered_cells(Frame(picture), PLACE)).tolist() == list(range(54, 63))


@pytest.mark.parametrize(("top", "bottom"), [(6.05, 6.95), (5.95, 7.1), (6.05, 7.2)])
def test_a_message_with_an_edge_near_a_line_is_known_by_the_sides_that_it_hides(top: float, bottom: float) -> None:
    covered = np.flatnonzero(covered_cells(Frame(with_message(random_puzzle(5), top, bottom)), PLACE))
    assert covered.tolist() == list(range(54, 63))


@pytest.mark.parametrize(("top", "bottom"), [(3.06, 4.25), (5.4, 6.85)])
def test_a_board_of_equal_lines_is_found_under_a_message(scanner: Scanner, top: float, bottom: float) -> None:
    board = random_puzzle(5)
    look = Look(cell=CELL, ink=(30, 30, 34), paper=(250, 250, 250), thick_ink=(30, 30, 34), thick=1, outer=1)
    left, above, right, below = ((0.5 + at) * CELL for at in (0.6, top, 8.4, bottom))
    (grid,) = scanner(put_message(draw_grid(board, look), (left, above, right, below), look)).grids
    assert all(grid.board.values[cell] in (0, board.values[cell]) for cell in range(81))


def test_digits_strokes_and_marks_cover_nothing() -> None:
    for seed in range(4):
        full = Board.of([(3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)])
        assert not covered_cells(Frame(flat_grid(random_puzzle(seed), CELL)), PLACE).any()
        assert not covered_cells(Frame(flat_grid(full, CELL)), PLACE).any()


def test_what_a_message_covers_is_said_and_not_read(scanner: Scanner) -> None:
    board = random_puzzle(5)
    (grid,) = scanner(with_message(board, 5.7, 6.7)).grids
    seen = [0 if 54 <= cell < 63 else digit for cell, digit in enumerate(board.values)]
    assert list(grid.board.values) == seen
    assert grid.covered == tuple(range(54, 63))
    assert "row 7" in grid.note
    assert grid.as_dict()["covered"] == [[7, column] for column in range(1, 10)]
    assert not any(54 <= marks.cell < 63 for marks in grid.marks)


def test_the_answer_says_so_in_the_persons_language(scanner: Scanner) -> None:
    with spoken("de"):
        (grid,) = answer_of(scanner(with_message(random_puzzle(5), 5.7, 6.7)))["grids"]
    assert grid["note"].startswith("Etwas liegt über Zellen von Zeile 7")


def crowded(board: Board, cell: int = 72) -> Pixels:
    """The board as some apps draw it: digits little larger than the pencil marks in all other cells."""
    black, white = (0, 0, 0), (255, 255, 255)
    texts = {number: str(digit) for number, digit in enumerate(board.values) if digit}
    noted = dict.fromkeys(set(range(81)) - texts.keys(), (3, 5, 8, 9))
    look = Look(
        cell=cell, ink=black, paper=white, thin_ink=black, thick_ink=black, thin=2, thick=5, outer=5, height=0.21,
        texts=texts, entry_ink=(70, 180, 235), noted=noted, edge=cell // 2,
    )  # fmt: skip
    return draw_grid(Board.empty(), look)


def test_small_digits_among_pencil_marks_are_read(scanner: Scanner) -> None:
    board = random_puzzle(2)
    (grid,) = scanner(crowded(board)).grids
    assert grid.board == board
    assert grid.status == "unique"


def test_the_five_grids_of_a_samurai_are_found_with_their_places(scanner: Scanner) -> None:
    cell = 36
    page = np.full((22 * cell, 22 * cell, 3), PAPER, dtype=np.uint8)
    inner = [cell for cell in range(81) if cell // 27 == 1 or cell % 9 // 3 == 1]
    middle = Board.of([digit if cell in inner else 0 for cell, digit in enumerate(random_puzzle(3).values)])
    boards = {place: random_puzzle(seed) for seed, place in enumerate(((0, 0), (0, 12), (12, 0), (12, 12)), 10)}
    for (row, column), board in {**boards, (6, 6): middle}.items():
        top, left = (row + 1) * cell - cell // 2, (column + 1) * cell - cell // 2
        drawn = flat_grid(board, cell)[cell // 2 - 3 : 3 - cell // 2, cell // 2 - 3 : 3 - cell // 2]
        page[top - 3 : top - 3 + len(drawn), left - 3 : left - 3 + len(drawn)] = drawn
    grids = scanner(page).grids
    assert {grid.shared for grid in grids} == {(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)}
    assert {grid.rules.kind for grid in grids} == {"samurai part"}
    centre = next(grid for grid in grids if grid.shared == (6, 6))
    assert centre.board.values == middle.values
    assert centre.as_dict()["shared"] == [7, 7]


def test_grids_side_by_side_share_nothing(scanner: Scanner) -> None:
    page = np.hstack([flat_grid(random_puzzle(seed), 40) for seed in (1, 2)])
    assert [grid.shared for grid in scanner(page).grids] == [None, None]
