"""Random full grids and random puzzles, the same for the same seed everywhere."""

from __future__ import annotations

from itertools import count as integers

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints.parts import Allowed
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.bitset import search_board
from sudokulens.solving.dlx import DlxEngine
from sudokulens.solving.engine import Budget, Grid, NodeBudget, NodesSpent
from sudokulens.solving.minimal import Symmetry, remove_givens
from sudokulens.solving.shuffle import Shuffle

_PATIENCE_FOR_SHAPES = 2000
"""Guesses after which regions count as impossible."""
_PATIENCE = 200
"""Guesses after which a random digit counts as unlucky."""


def random_grid(seed: int, geometry: Geometry | None = None, budget: Budget | None = None) -> Board:
    """A full grid, all of it givens. Every grid can come up; the chances are near to equal, not exactly.

    Raises InvalidBoard where the geometry has no full grid, and TimeLimit when the budget is spent.
    """
    shape = geometry or Geometry.standard()
    shuffle = Shuffle(seed)
    if shape.overlaps or shape.box_shape is None or any(not isinstance(part, Allowed) for _, part in shape.parts):
        return Board.of(_fill_by_rules(shape, shuffle, budget or Budget()), shape)
    grid = _fill(shape, shuffle, budget or Budget())
    if shape.box_shape and not shape.extras and not shape.rules:
        grid = _rearranged(grid, shape.size, shape.box_shape, shuffle)
    return Board.of(grid, shape)


def can_be_filled(geometry: Geometry, budget: Budget) -> bool:
    """Whether a full grid is found with little effort: some irregular regions have none, and take ages to refute."""
    return _first(Board.empty(geometry), budget, _PATIENCE_FOR_SHAPES) is not None


def random_puzzle(
    seed: int,
    geometry: Geometry | None = None,
    symmetry: Symmetry | None = None,
    minimal: bool = True,
    time_limit: float | None = None,
) -> Board:
    """A puzzle with one solution, its givens in that symmetry.

    Minimal, it is one from which nothing can be taken (with a symmetry: nothing that keeps it); else it has givens to
    spare: 33 at 9×9. Raises TimeLimit: a minimal puzzle beyond 16×16 can take hours.
    """
    shape = geometry or Geometry.standard()
    keep = 0 if minimal else comfortable_givens(shape)
    budget = Budget(time_limit)
    return remove_givens(random_grid(seed, shape, budget), keep, Shuffle(seed), symmetry, budget)


def comfortable_givens(shape: Geometry) -> int:
    """Givens enough for a puzzle that is not hard for its size: 41 % of the cells at 9×9, 60 % at 25×25."""
    return round((0.3 + 0.012 * shape.size) * shape.cell_count)


def _fill(geometry: Geometry, shuffle: Shuffle, budget: Budget) -> Grid:
    """A random solution of the empty board; an unlucky start is given up for another, with more patience."""
    engine, empty = DlxEngine(shuffle), Board.empty(geometry)
    for doubling in integers():
        try:
            for grid in engine.search(empty, NodeBudget(2 * geometry.cell_count << doubling, budget), 1):
                return grid
        except NodesSpent:
            continue
        break
    raise InvalidBoard("no full grid has these regions and extra units")


def _fill_by_rules(geometry: Geometry, shuffle: Shuffle, budget: Budget) -> Grid:
    """A random solution: digits at random places, each kept if the rest can still be filled in.

    Rules are beyond dancing links, and irregular regions or overlapping grids often lead them far astray.
    """
    board = Board.empty(geometry)
    grid = _first(board, budget)
    if grid is None:
        raise InvalidBoard("no full grid obeys these rules")
    cells = list(range(geometry.cell_count))
    shuffle(cells)
    for cell in cells[: geometry.cell_count // 3]:
        digits = [d for d in range(1, geometry.size + 1) if board.computed_candidates()[cell] >> (d - 1) & 1]
        shuffle(digits)
        tried = board.with_values({cell: digits[0]}) if digits else board
        if found := _first(tried, budget, patience=_PATIENCE):
            board, grid = tried, found
        else:
            board = board.with_values({cell: grid[cell]})
    return grid


def _first(board: Board, budget: Budget, patience: int = 10_000_000) -> Grid | None:
    """The first solution; None where there is none, or none was found within the guesses."""
    try:
        return next(search_board(board, NodeBudget(patience, budget)), None)
    except NodesSpent:
        return None


def _rearranged(grid: Grid, size: int, box_shape: tuple[int, int], shuffle: Shuffle) -> Grid:
    """An equivalent grid, all equally likely: digits renamed, rows, bands, columns and stacks exchanged."""
    rows = _shuffled_lines(size, box_shape[0], shuffle)
    columns = _shuffled_lines(size, box_shape[1], shuffle)
    names = list(range(1, size + 1))
    shuffle(names)
    return tuple(names[grid[row * size + column] - 1] for row in rows for column in columns)


def _shuffled_lines(size: int, thickness: int, shuffle: Shuffle) -> list[int]:
    """Row or column numbers with whole bands exchanged, and lines exchanged within each band."""
    bands = [list(range(first, first + thickness)) for first in range(0, size, thickness)]
    shuffle(bands)
    for band in bands:
        shuffle(band)
    return [line for band in bands for line in band]
