"""Boards for drawn pages: lawful ones of any size, with boxes or without."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry, box_shapes
from sudokulens.solving.solve import solve


def geometry_of(size: int) -> Geometry:
    """The usual boxes of that size; where none tile it, every row is a region."""
    return Geometry.standard(size) if box_shapes(size) else Geometry.jigsaw(cell // size for cell in range(size * size))


def board_of(values: Iterable[int], size: int) -> Board:
    """A board with these givens, 0 for an empty cell."""
    return Board.of(map(int, values), geometry_of(size))


def partly_solved(board: Board, share: float, random: np.random.Generator) -> Board:
    """The puzzle with about that share of its empty cells filled in, rightly."""
    solved = solve(board).board
    assert solved is not None
    empty = [cell for cell, value in enumerate(board.values) if not value and random.random() < share]
    return board.with_values({cell: solved.values[cell] for cell in empty})


def random_board(size: int, share: float, random: np.random.Generator) -> Board:
    """Any digits in a share of the cells, lawful or not: what locating needs."""
    digits = random.integers(1, size + 1, size * size)
    return board_of(np.where(random.random(size * size) < share, digits, 0), size)


def box_shape(size: int) -> tuple[int, int]:
    """Rows and columns of the usual box; where none tiles the grid, a row is one."""
    return box_shapes(size)[0] if box_shapes(size) else (1, size)


def pattern(size: int) -> NDArray[np.int64]:
    """(size, size): 0 to size - 1 in an order that keeps the rules of rows, columns and boxes."""
    rows, columns = box_shape(size)
    row, column = np.indices((size, size))
    return np.asarray((row % rows * columns + row // rows + column) % size)


def lawful_digits(size: int, random: np.random.Generator) -> NDArray[np.int64]:
    """(size, size): a full board that keeps the rules of rows, columns and boxes, shuffled."""
    rows, columns = box_shape(size) if box_shapes(size) else (size, size)
    board = pattern(size) + 1
    down, across = _shuffled(size, rows, random), _shuffled(size, columns, random)
    return np.asarray(random.permutation(size)[board[down][:, across] - 1] + 1)


def _shuffled(size: int, step: int, random: np.random.Generator) -> list[int]:
    """Lines in an order that keeps those of one box together."""
    return [int(band * step + place) for band in random.permutation(size // step) for place in random.permutation(step)]
