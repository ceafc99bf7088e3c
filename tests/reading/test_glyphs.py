"""Boards above 9×9 in one type: what the network hardly knows is read with the help of equal shapes."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from pages.boards import lawful_digits
from pages.grids import Look, draw_grid
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.glyphs import agreement, by_glyphs, correlations, grouped, inked, seeing
from sudokulens.reading.letters import CLASSES, number_shares, shape_shares
from sudokulens.reading.reading import Reading
from sudokulens.scanner import Scanner

SIZE, CELL = 16, 48
SYMBOLS = "123456789abcdef0"
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def lawful(size: int = SIZE) -> NDArray[np.int64]:
    return lawful_digits(size, np.random.default_rng(3))


def sheet(board: NDArray[np.int64], margin: int, symbols: str = SYMBOLS) -> NDArray[np.uint8]:
    """The board in small letters, or other symbols, on white, thick lines around its boxes."""
    texts = {cell: symbols[value - 1] for cell, value in enumerate(board.ravel().tolist()) if value}
    return written(texts, Look(thick=4, outer=4, edge=margin), len(board))


def written(texts: dict[int, str], look: Look, size: int = SIZE) -> NDArray[np.uint8]:
    black = replace(look, cell=CELL, ink=BLACK, paper=WHITE, thin_ink=BLACK, thick_ink=BLACK, height=0.34, texts=texts)
    return draw_grid(Board.empty(Geometry.standard(size)), black)


def some_of(board: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.where(np.random.default_rng(4).random(board.shape) < 0.5, board, 0)


def test_equal_symbols_come_into_one_group() -> None:
    board = some_of(lawful())
    filled = np.flatnonzero(board)
    groups = grouped(correlations(inked(sheet(board, CELL // 2), SIZE)[filled]), SIZE)
    assert sorted(len(set(board.ravel()[filled[group]])) for group in groups) == [1] * SIZE


def test_of_shapes_that_are_hardly_alike_those_that_read_alike_are_joined() -> None:
    """Two 6s, two 8s and an 8 that touches a line: small type, where a 6 is more like an 8 than that 8 is."""
    symbols = np.array([6, 6, 8, 8, 8])
    likeness = np.where(symbols[:, None] == symbols, 0.98, 0.88)
    likeness[4, :4] = likeness[:4, 4] = 0.8
    shares = np.where(symbols[:, None] == np.arange(1, 10), 0.9, 0.1 / 8)
    groups = grouped(likeness.astype(np.float32), 2, agreement(shares))
    assert sorted(groups) == [[0, 1], [2, 3, 4]]


def test_shapes_tell_small_letters() -> None:
    board = lawful()
    shares = shape_shares(inked(sheet(board, CELL // 2), SIZE))
    told = np.array(list(CLASSES), dtype=object)[shares.argmax(axis=1)]
    wanted = np.array(list(SYMBOLS), dtype=object)[board.ravel() - 1]
    assert (told == wanted)[board.ravel() < SIZE].mean() > 0.95  # A zero may be an O to it.


def test_a_misread_cell_is_outvoted_by_its_equals() -> None:
    board = some_of(lawful())
    digits = np.full((SIZE * SIZE, SIZE + 1), 0.001, dtype=np.float32)
    digits[np.arange(SIZE * SIZE), board.ravel()] = 1
    threes = np.flatnonzero(board == 3)
    digits[threes[0]], digits[threes[0], 8] = 0.001, 1
    blank = np.zeros((SIZE * SIZE, 4), dtype=np.float32)
    reading = Reading(digits, blank, np.array([1, 0, 0, 0], dtype=np.float32), 1.0, "test")
    assert reading.values()[threes[0]] == 8
    assert by_glyphs(reading, sheet(board, CELL // 2)).values().tolist() == board.ravel().tolist()


def test_more_shapes_than_symbols_leave_the_reading_alone() -> None:
    noise = np.random.default_rng(1).integers(0, 256, ((SIZE + 1) * CELL, (SIZE + 1) * CELL, 3), dtype=np.uint8)
    digits = np.zeros((SIZE * SIZE, SIZE + 1), dtype=np.float32)
    digits[:, 1] = 1
    blank = np.zeros((SIZE * SIZE, 4), dtype=np.float32)
    reading = Reading(digits, blank, np.array([1, 0, 0, 0], dtype=np.float32), 1.0, "test")
    assert by_glyphs(reading, noise) is reading


def test_a_board_in_small_letters_is_read_whole() -> None:
    board = some_of(lawful())
    grids = Scanner()(sheet(board, 20)).grids
    assert [grid.board.values for grid in grids] == [tuple(board.ravel().tolist())]


@pytest.mark.parametrize(
    ("symbols", "lettered"),
    [("ABCDEFGHIJKLMNOPQRSTUVWXY", True), ("123456789ABCDEFGHIJKLMNOP", False), ("ABCDEFGHIJKLMNOP", True)],
    ids=["A to Y", "1 to P", "A to P"],
)
def test_letters_that_no_network_knows_are_told_by_their_shapes(symbols: str, lettered: bool) -> None:
    board = some_of(lawful(len(symbols)))
    [grid] = Scanner()(sheet(board, 20, symbols)).grids
    assert grid.board.values == tuple(board.ravel().tolist())
    assert grid.reading.lettered == lettered
    assert ("A is 1, B is 2" in grid.note) == lettered


def test_an_o_and_a_q_in_one_row_come_into_two_groups() -> None:
    alike, apart = np.full((3, 3), 0.97, dtype=np.float32), np.zeros((3, 3), dtype=np.bool_)
    apart[0, 1] = apart[1, 0] = True
    assert grouped(alike, 1) == [[0, 1, 2]]
    assert sorted(map(sorted, grouped(alike, 1, apart=apart))) in ([[0], [1, 2]], [[0, 2], [1]])


def test_the_same_symbol_twice_in_a_row_of_print_is_still_one() -> None:
    """A page whose symbols are all there, one of them once too often in its row."""
    board = some_of(lawful())
    free = np.flatnonzero(board[0] == 0)[0]
    board[0, free] = board[0][board[0] > 0][0]
    digits = np.full((SIZE * SIZE, SIZE + 1), 0.001, dtype=np.float32)
    digits[np.arange(SIZE * SIZE), board.ravel()] = 1
    digits[free], digits[free, 8] = 0.001, 1
    ink = np.eye(4, dtype=np.float32)[np.where(board.ravel() > 0, 1, 0)]
    reading = Reading(digits, ink, np.array([1, 0, 0, 0], dtype=np.float32), 1.0, "test")
    assert by_glyphs(reading, sheet(board, CELL // 2)).values().tolist() == board.ravel().tolist()


def test_only_print_of_a_row_or_a_column_is_known_to_differ() -> None:
    ink = np.tile(np.array([0, 1, 0, 0], dtype=np.float32), (16, 1))
    ink[3] = [0, 0, 1, 0]
    reading = Reading(
        np.full((16, 5), 0.2, dtype=np.float32), ink, np.array([1, 0, 0, 0], dtype=np.float32), 1.0, "test"
    )
    apart = seeing(reading)
    assert apart[0, 1]
    assert apart[0, 4]
    assert not apart[0, 5]
    assert not apart[0, 3]


def test_a_letter_that_reads_as_nothing_is_told_by_its_equals() -> None:
    board = some_of(lawful())
    digits = np.full((SIZE * SIZE, SIZE + 1), 0.001, dtype=np.float32)
    digits[np.arange(SIZE * SIZE), board.ravel()] = 1
    ink = np.eye(4, dtype=np.float32)[np.where(board.ravel() > 0, 1, 0)]
    lost = np.flatnonzero(board == 14)[:2]
    digits[lost], digits[lost, 0], ink[lost] = 0.001, 1, [1, 0, 0, 0]
    reading = Reading(digits, ink, np.array([1, 0, 0, 0], dtype=np.float32), 1.0, "test")
    told = by_glyphs(reading, sheet(board, CELL // 2))
    assert told.values().tolist() == board.ravel().tolist()
    assert told.givens()[lost].all()


def test_numbers_of_two_digits_are_told_by_their_halves() -> None:
    numbers = 10 + np.arange(SIZE * SIZE) % 16
    texts = {cell: str(number) for cell, number in enumerate(numbers)}
    canvas = written(texts, Look(thin=0, thick=0, outer=0, edge=CELL // 2))
    shares = number_shares(inked(canvas, SIZE), 25)
    assert (shares.argmax(axis=1) + 1).tolist() == numbers.tolist()
