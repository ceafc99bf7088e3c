"""Several grids on one page that share cells: samurai and other overlapping boards.

A grid is named by the place (row, column) of its top left cell on a lattice that all grids share. The cells are those
of the lattice that lie in a grid, in reading order; the gaps between the grids have none.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from sudokulens.errors import InvalidBoard

Place: TypeAlias = tuple[int, int]
"""Row and column on the lattice, from 0."""
Grids: TypeAlias = tuple[Place, ...]

ONE_GRID: Grids = ((0, 0),)
MAX_GRIDS = 16
MAX_SIDE_CELLS = 99
"""Rows and columns of the lattice: what a name such as r12c34 can say."""

NAMED_LAYOUTS = MappingProxyType(
    {
        "samurai": ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)),
        "sohei": ((0, 6), (6, 0), (6, 12), (12, 6)),
        "flower": ((0, 3), (3, 0), (3, 3), (3, 6), (6, 3)),
        "butterfly": ((0, 0), (0, 3), (3, 0), (3, 3)),
        "twodoku": ((0, 0), (6, 6)),
    }
)
"""The layouts of 9×9 grids that have a name of their own, newspapers' first."""


@lru_cache(maxsize=64)
def lattice_places(size: int, grids: Grids) -> tuple[Place, ...]:
    """The place of every cell, in reading order."""
    return tuple(sorted({(top + r, left + c) for top, left in grids for r in range(size) for c in range(size)}))


@lru_cache(maxsize=64)
def lattice_boxes(size: int, box_rows: int, grids: Grids) -> tuple[int, ...]:
    """The number of every cell's box, boxes counted in reading order; a box that two grids share counts once."""
    corners: dict[Place, Place] = {}
    for top, left in grids:
        for r in range(size):
            for c in range(size):
                box = top + r // box_rows * box_rows, left + c // (size // box_rows) * (size // box_rows)
                corners[top + r, left + c] = box
    numbers = {corner: number for number, corner in enumerate(sorted(set(corners.values())))}
    return tuple(numbers[corners[place]] for place in lattice_places(size, grids))


def check_grids(size: int, box_shape: tuple[int, int], grids: Grids) -> None:
    """Raises InvalidBoard unless the grids make one board: apart by whole boxes, and linked by shared boxes."""
    if not 1 <= len(grids) <= MAX_GRIDS or len(set(grids)) != len(grids):
        raise InvalidBoard(f"{len(grids)} overlapping grids", expected=f"1 to {MAX_GRIDS} different ones")
    if min(map(min, grids)) < 0 or max(map(max, grids)) + size > MAX_SIDE_CELLS:
        raise InvalidBoard("a grid lies outside the page", expected=f"at most {MAX_SIDE_CELLS} rows and columns")
    if min(row for row, _ in grids) or min(column for _, column in grids):
        raise InvalidBoard("no grid starts in the first row or column", expected="a board without empty edges")
    rows, columns = box_shape
    for (top, left), (other_top, other_left) in ((a, b) for a in grids for b in grids if a < b):
        down, across = other_top - top, abs(other_left - left)
        if down < size and across < size and (down % rows or across % columns):
            raise InvalidBoard("two grids overlap in parts of boxes", expected="whole boxes that both grids share")
    if not _linked(size, grids):
        raise InvalidBoard("the grids do not all overlap", expected="grids that share boxes")


def layout_name(size: int, grids: Grids) -> str | None:
    """What the layout is called, where it has a name."""
    return next((name for name, named in NAMED_LAYOUTS.items() if size == 9 and named == grids), None)


def _linked(size: int, grids: Grids) -> bool:
    reached = [grids[0]]
    for top, left in reached:
        reached.extend(
            grid for grid in grids if grid not in reached and abs(grid[0] - top) < size and abs(grid[1] - left) < size
        )
    return len(reached) == len(grids)
