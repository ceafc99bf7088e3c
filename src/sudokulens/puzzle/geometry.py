"""The shape of a Sudoku: cells, units and peers, for any box shape and any extra regions.

A cell is an int in row-major order. A unit is a set of `size` cells that holds every digit once: a row, a column,
a region (a box, or a jigsaw piece), or an extra unit such as a diagonal. Two cells that share a unit are peers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import isqrt
from typing import Literal, TypeAlias

from sudokulens.errors import InvalidBoard

Cell: TypeAlias = int
Digit: TypeAlias = int
DigitSet: TypeAlias = int
"""Digits as a bit mask: digit d is bit d - 1."""

UnitKind: TypeAlias = Literal["row", "column", "box", "region", "diagonal", "extra"]

DIGIT_CHARACTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Unit:
    """`size` cells that hold every digit once, with the name a person uses for them ("row 3")."""

    kind: UnitKind
    index: int
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        return f"{self.kind} {self.index + 1}"


@dataclass(frozen=True)
class Geometry:
    """Size, regions and extra units of a Sudoku; everything else is derived from them.

    `regions[cell]` numbers the box or jigsaw piece that the cell belongs to. `extras` are further units, each with
    exactly `size` cells.
    """

    size: int
    regions: tuple[int, ...]
    extras: tuple[tuple[Cell, ...], ...] = ()

    def __post_init__(self) -> None:
        _check_shape(self)

    @staticmethod
    def standard(size: int = 9, box_rows: int | None = None, *, diagonals: bool = False) -> Geometry:
        """The usual Sudoku of that size; `box_rows` chooses among box shapes, `diagonals` makes it an X-Sudoku."""
        return _standard(size, box_rows, diagonals)

    @staticmethod
    def jigsaw(regions: Iterable[int], *, diagonals: bool = False) -> Geometry:
        """Irregular regions, given as one label per cell in row-major order; labels are renumbered by appearance."""
        labels: dict[int, int] = {}
        numbered = tuple(labels.setdefault(label, len(labels)) for label in regions)
        size = isqrt(len(numbered))
        return Geometry(size, numbered, diagonal_cells(size) if diagonals else ())

    def with_diagonals(self) -> Geometry:
        """The same geometry with both diagonals as extra units."""
        return (
            self if self.has_diagonals else Geometry(self.size, self.regions, diagonal_cells(self.size) + self.extras)
        )

    @property
    def cell_count(self) -> int:
        return self.size * self.size

    @property
    def all_digits(self) -> DigitSet:
        return (1 << self.size) - 1

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """(rows, columns) of a box, or None where the regions are irregular."""
        for rows, columns in box_shapes(self.size):
            if self.regions == box_regions(self.size, rows):
                return rows, columns
        return None

    @cached_property
    def has_diagonals(self) -> bool:
        return all(diagonal in self.extras for diagonal in diagonal_cells(self.size))

    @cached_property
    def is_classic(self) -> bool:
        """True for the newspaper's 9×9 with 3×3 boxes and nothing extra."""
        return self == _standard(9, 3, False)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Rows, then columns, then regions, then extra units."""
        n = self.size
        kind: UnitKind = "box" if self.box_shape else "region"
        pieces: list[list[Cell]] = [[] for _ in range(n)]
        for cell, region in enumerate(self.regions):
            pieces[region].append(cell)
        rows = [Unit("row", r, tuple(range(r * n, r * n + n))) for r in range(n)]
        columns = [Unit("column", c, tuple(range(c, n * n, n))) for c in range(n)]
        regions = [Unit(kind, i, tuple(piece)) for i, piece in enumerate(pieces)]
        diagonals = diagonal_cells(n)
        extras = [Unit("diagonal" if cells in diagonals else "extra", i, cells) for i, cells in enumerate(self.extras)]
        return tuple(rows + columns + regions + extras)

    @cached_property
    def units_of(self) -> tuple[tuple[int, ...], ...]:
        """For every cell the indices into `units` of the units that hold it."""
        found: list[list[int]] = [[] for _ in range(self.cell_count)]
        for index, unit in enumerate(self.units):
            for cell in unit.cells:
                found[cell].append(index)
        return tuple(map(tuple, found))

    @cached_property
    def peers(self) -> tuple[tuple[Cell, ...], ...]:
        """For every cell the cells that share a unit with it, in order, without itself."""
        return tuple(
            tuple(sorted({other for unit in self.units_of[cell] for other in self.units[unit].cells} - {cell}))
            for cell in range(self.cell_count)
        )

    def row(self, cell: Cell) -> int:
        return cell // self.size

    def column(self, cell: Cell) -> int:
        return cell % self.size

    def cell_name(self, cell: Cell) -> str:
        """The cell as r1c1, counted from 1."""
        return f"r{cell // self.size + 1}c{cell % self.size + 1}"


def box_shapes(size: int) -> tuple[tuple[int, int], ...]:
    """The box shapes (rows, columns) that tile a grid of that size; the usual one, nearest to square, first."""
    shapes = [(rows, size // rows) for rows in range(2, size) if size % rows == 0]
    return tuple(sorted(shapes, key=lambda shape: (abs(shape[0] - shape[1]), shape[0])))


@cache
def box_regions(size: int, box_rows: int) -> tuple[int, ...]:
    """The box number of every cell, boxes counted in reading order."""
    box_columns = size // box_rows
    return tuple(r // box_rows * box_rows + c // box_columns for r in range(size) for c in range(size))


@cache
def diagonal_cells(size: int) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The falling and the rising diagonal."""
    return (
        tuple(i * size + i for i in range(size)),
        tuple(i * size + size - 1 - i for i in range(size)),
    )


@lru_cache(maxsize=64)
def _standard(size: int, box_rows: int | None, diagonals: bool) -> Geometry:
    shapes = box_shapes(size)
    if not shapes:
        raise InvalidBoard(f"a {size}×{size} grid has no rectangular boxes; give its regions")
    if box_rows is not None and box_rows not in [rows for rows, _ in shapes]:
        raise InvalidBoard(f"boxes of {box_rows} rows do not tile a {size}×{size} grid", expected=f"one of {shapes}")
    return Geometry(size, box_regions(size, box_rows or shapes[0][0]), diagonal_cells(size) if diagonals else ())


def _check_shape(geometry: Geometry) -> None:
    n = geometry.size
    if not 2 <= n <= len(DIGIT_CHARACTERS):
        raise InvalidBoard(f"size {n} is out of range", expected=f"2 to {len(DIGIT_CHARACTERS)}")
    if len(geometry.regions) != n * n:
        raise InvalidBoard(f"{len(geometry.regions)} region labels for a {n}×{n} grid", expected=str(n * n))
    for region in range(n):
        if (found := geometry.regions.count(region)) != n:
            raise InvalidBoard(f"region {region + 1} has {found} cells", expected=f"{n} regions of {n} cells")
    for cells in geometry.extras:
        if len(set(cells)) != n or len(cells) != n or not all(0 <= cell < n * n for cell in cells):
            raise InvalidBoard("an extra unit does not have one cell per digit", expected=f"{n} different cells")
