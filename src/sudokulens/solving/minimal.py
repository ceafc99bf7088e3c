"""Minimal puzzles: one solution, and no given that could be spared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias, get_args

from sudokulens.errors import InvalidBoard, InvalidRequest
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.solving.engine import Budget, Grid
from sudokulens.solving.many import solve_many
from sudokulens.solving.shuffle import Shuffle
from sudokulens.solving.solve import choose_engine, has_duplicates

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


def is_minimal(board: Board | str, time_limit: float | None = None) -> bool:
    """True for a puzzle with one solution that has several as soon as any of its givens is taken away.

    Entries are left aside. False for a puzzle that has not exactly one solution. Raises TimeLimit.
    """
    puzzle = (Board.parse(board) if isinstance(board, str) else board).puzzle
    budget = Budget(time_limit)
    givens = [cell for cell, given in enumerate(puzzle.givens) if given]
    fewer = (_without(puzzle.values, [cell]) for cell in givens)
    return _is_unique(puzzle.geometry, puzzle.values, budget) and not any(
        _is_unique(puzzle.geometry, values, budget) for values in fewer
    )


def minimise(
    board: Board | str, seed: int = 0, symmetry: Symmetry | None = None, time_limit: float | None = None
) -> Board:
    """The puzzle with givens taken away, in the random order of `seed`, until none can be spared.

    With a symmetry, givens go together with their images, so the result is minimal among the patterns that keep it.
    Raises InvalidBoard where the givens do not have exactly one solution, and TimeLimit; beyond 16×16 it can take
    hours.
    """
    puzzle = (Board.parse(board) if isinstance(board, str) else board).puzzle
    budget = Budget(time_limit)
    if has_duplicates(puzzle) or not _is_unique(puzzle.geometry, puzzle.values, budget):
        raise InvalidBoard("the puzzle does not have exactly one solution, so it cannot be made minimal")
    return remove_givens(puzzle, 0, Shuffle(seed), symmetry, budget)


def remove_givens(puzzle: Board, keep: int, shuffle: Shuffle, symmetry: Symmetry | None, budget: Budget) -> Board:
    """The puzzle, which has one solution, with givens taken away until no more than `keep` are left or none can go."""
    groups = orbits(puzzle.geometry, symmetry)
    shuffle(groups)
    values = puzzle.values
    for group in groups:
        fewer = _without(values, group)
        if fewer != values and len(fewer) - fewer.count(0) >= keep and _is_unique(puzzle.geometry, fewer, budget):
            values = fewer
    return Board.of(values, puzzle.geometry)


def orbits(shape: Geometry, symmetry: Symmetry | None) -> list[tuple[Cell, ...]]:
    """The cells in groups that the symmetry maps onto each other; single cells without one.

    Raises InvalidRequest for overlapping grids that do not have the symmetry.
    """
    if symmetry is None:
        return [(cell,) for cell in range(shape.cell_count)]
    if symmetry not in _MOVES:
        raise ValueError(f"unknown symmetry {symmetry!r} (expected one of {', '.join(get_args(Symmetry))})")
    move = _MOVES[symmetry]
    groups: dict[Cell, tuple[Cell, ...]] = {}
    for start in range(shape.cell_count):
        group = [start]
        while (cell := _moved(move, group[-1], shape)) != start:
            group.append(cell)
        groups.setdefault(min(group), tuple(group))
    return list(groups.values())


def _moved(move: Callable[[int, int, int], tuple[int, int]], cell: Cell, shape: Geometry) -> Cell:
    image = shape.cell_at(*move(*shape.places[cell], shape.height - 1)) if shape.height == shape.width else None
    if image is None:
        raise InvalidRequest("these overlapping grids do not have the symmetry", expected="another, or none")
    return image


def _without(values: Grid, cells: Iterable[Cell]) -> Grid:
    fewer = list(values)
    for cell in cells:
        fewer[cell] = 0
    return tuple(fewer)


def is_unique(board: Board, budget: Budget) -> bool:
    """Whether the board has exactly one solution; raises TimeLimit."""
    return _is_unique(board.geometry, board.values, budget)


def _is_unique(geometry: Geometry, values: Grid, budget: Budget) -> bool:
    if geometry.is_classic:
        # The shortest way into the kernel: making a puzzle minimal asks this eighty times.
        _, counts = solve_many(["".join(map(str, values))], threads=1, seconds=budget.left())
        return counts == [1]
    board = Board.of(values, geometry)
    return sum(1 for _ in choose_engine("auto", board).search(board, budget, 2)) == 1
