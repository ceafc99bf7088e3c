"""Minimal puzzles: one solution, and no given that could be spared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias, get_args

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell
from sudokulens.solving.shuffle import Shuffle
from sudokulens.solving.solve import count

Symmetry: TypeAlias = Literal["rotational", "quarter", "horizontal", "vertical", "diagonal", "antidiagonal"]
"""How the pattern of givens maps onto itself: by half a turn, a quarter turn, or in a mirror.

"horizontal" swaps top and bottom, "vertical" left and right, the last two mirror in a diagonal.
"""

_MOVES: dict[Symmetry, Callable[[int, int, int], tuple[int, int]]] = {
    "rotational": lambda row, column, last: (last - row, last - column),
    "quarter": lambda row, column, last: (column, last - row),
    "horizontal": lambda row, column, last: (last - row, column),
    "vertical": lambda row, column, last: (row, last - column),
    "diagonal": lambda row, column, last: (column, row),
    "antidiagonal": lambda row, column, last: (last - column, last - row),
}


def is_minimal(board: Board | str) -> bool:
    """True for a puzzle with one solution that has several as soon as any of its givens is taken away.

    Entries are left aside. False for a puzzle that has not exactly one solution.
    """
    puzzle = (Board.parse(board) if isinstance(board, str) else board).puzzle
    if not _is_unique(puzzle):
        return False
    return not any(_is_unique(_without(puzzle, [cell])) for cell, given in enumerate(puzzle.givens) if given)


def minimise(board: Board | str, seed: int = 0, symmetry: Symmetry | None = None) -> Board:
    """The puzzle with givens taken away, in the random order of `seed`, until none can be spared.

    With a symmetry, givens go together with their images, so the result is minimal among the patterns that keep it.
    Raises InvalidBoard where the givens do not have exactly one solution.
    """
    puzzle = (Board.parse(board) if isinstance(board, str) else board).puzzle
    if not _is_unique(puzzle):
        raise InvalidBoard("the puzzle does not have exactly one solution, so it cannot be made minimal")
    groups = orbits(puzzle.size, symmetry)
    Shuffle(seed)(groups)
    for group in groups:
        if any(puzzle.givens[cell] for cell in group):
            fewer = _without(puzzle, group)
            if _is_unique(fewer):
                puzzle = fewer
    return puzzle


def orbits(size: int, symmetry: Symmetry | None) -> list[tuple[Cell, ...]]:
    """The cells in groups that the symmetry maps onto each other; single cells without one."""
    if symmetry is None:
        return [(cell,) for cell in range(size * size)]
    if symmetry not in _MOVES:
        raise ValueError(f"unknown symmetry {symmetry!r} (expected one of {', '.join(get_args(Symmetry))})")
    move = _MOVES[symmetry]
    groups: dict[Cell, tuple[Cell, ...]] = {}
    for start in range(size * size):
        group = [start]
        while (cell := _moved(move, group[-1], size)) != start:
            group.append(cell)
        groups.setdefault(min(group), tuple(group))
    return list(groups.values())


def _moved(move: Callable[[int, int, int], tuple[int, int]], cell: Cell, size: int) -> Cell:
    row, column = move(cell // size, cell % size, size - 1)
    return row * size + column


def _without(puzzle: Board, cells: Iterable[Cell]) -> Board:
    return puzzle.with_values(dict.fromkeys(cells, 0))


def _is_unique(puzzle: Board) -> bool:
    return count(puzzle, 2) == 1
