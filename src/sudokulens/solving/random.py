"""Random full grids and random puzzles, the same for the same seed everywhere."""

from __future__ import annotations

from itertools import count as integers

from sudokulens.errors import InvalidBoard, TimeLimit
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.dlx import DlxEngine
from sudokulens.solving.engine import Budget, Grid
from sudokulens.solving.minimal import Symmetry, remove_givens
from sudokulens.solving.shuffle import Shuffle


def random_grid(seed: int, geometry: Geometry | None = None) -> Board:
    """A full grid, all of it givens. Every grid can come up; the chances are near to equal, not exactly.

    Raises InvalidBoard where the geometry has no full grid.
    """
    shape = geometry or Geometry.standard()
    shuffle = Shuffle(seed)
    grid = _fill(shape, shuffle)
    if shape.box_shape and not shape.extras:
        grid = _rearranged(grid, shape.size, shape.box_shape, shuffle)
    return Board.of(grid, shape)


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
    keep = 0 if minimal else comfortable_givens(shape.size)
    return remove_givens(random_grid(seed, shape), keep, Shuffle(seed), symmetry, Budget(time_limit))


def comfortable_givens(size: int) -> int:
    """Givens enough for a puzzle that is not hard for its size: 41 % of the cells at 9×9, 60 % at 25×25."""
    return round((0.3 + 0.012 * size) * size * size)


class _NodeBudget(Budget):
    """Ends a search after so many guesses: unlike time, the same on every machine."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def check(self) -> None:
        if self.nodes > self.most:
            raise TimeLimit(f"not done within {self.most} guesses")


def _fill(geometry: Geometry, shuffle: Shuffle) -> Grid:
    """A random solution of the empty board; an unlucky start is given up for another, with more patience."""
    engine, empty = DlxEngine(shuffle), Board.empty(geometry)
    for doubling in integers():
        try:
            for grid in engine.search(empty, _NodeBudget(2 * geometry.cell_count << doubling), 1):
                return grid
        except TimeLimit:
            continue
        break
    raise InvalidBoard("no full grid has these regions and extra units")


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
