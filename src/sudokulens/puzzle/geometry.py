"""The shape of a Sudoku: cells, units and peers, for any box shape and any extra regions.

A cell is an int in row-major order. A unit is a set of `size` cells that holds every digit once: a row, a column,
a region (a box, or a jigsaw piece), or an extra unit such as a diagonal. Rules, such as killer cages, say more about
some of the cells (see `puzzle/constraints`). Two cells that can never hold the same digit are peers. A board may have
several grids that share boxes (see `puzzle/overlap.py`): then cells are those of all grids, in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Literal, TypeAlias

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints import normal_rules
from sudokulens.puzzle.constraints.parts import Allowed, Pair, Part, different_pairs, forbidden_digits
from sudokulens.puzzle.overlap import (
    NAMED_LAYOUTS,
    ONE_GRID,
    Grids,
    Place,
    check_grids,
    lattice_boxes,
    lattice_places,
)

if TYPE_CHECKING:
    from sudokulens.puzzle.constraints.base import Constraint

Cell: TypeAlias = int
Digit: TypeAlias = int
DigitSet: TypeAlias = int
"""Digits as a bit mask: digit d is bit d - 1."""

UnitKind: TypeAlias = Literal["row", "column", "box", "region", "diagonal", "window", "group", "extra"]

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
    """Size, regions, extra units and rules of a Sudoku; everything else is derived from them.

    `regions[cell]` numbers the box or jigsaw piece that the cell belongs to. `extras` are further units, each with
    exactly `size` cells. `rules` are the constraints beyond the units. `grids` are the places (row, column) of the top
    left cells of grids that overlap; nearly every board has one grid. Extra units and rules are kept in one order, so
    that boards with the same ones are equal.
    """

    size: int
    regions: tuple[int, ...]
    extras: tuple[tuple[Cell, ...], ...] = ()
    rules: tuple[Constraint, ...] = ()
    grids: Grids = ONE_GRID

    def __post_init__(self) -> None:
        _check_shape(self)
        for rule in self.rules:
            rule.check(self)
        # Boards with the same units and rules are equal, in whichever order they were given.
        if self.extras:
            object.__setattr__(self, "extras", _normal_extras(self))
        if self.rules:
            object.__setattr__(self, "rules", normal_rules(self.rules))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.size, self.regions, self.extras, self.rules, self.grids))

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

    @staticmethod
    def overlapping(grids: Iterable[Place], size: int = 9, box_rows: int | None = None) -> Geometry:
        """Grids of one size that share boxes, each given by the row and column of its top left cell, from 0."""
        return _overlapping(tuple(grids), size, box_rows)

    @staticmethod
    def samurai() -> Geometry:
        """Five 9×9 grids, the middle one sharing a corner box with each of the others."""
        return _overlapping(NAMED_LAYOUTS["samurai"], 9, None)

    def with_diagonals(self) -> Geometry:
        """The same geometry with both diagonals of every grid as extra units."""
        return self if self.has_diagonals else replace(self, extras=self.diagonals + self.extras)

    def with_extras(self, extras: Iterable[tuple[Cell, ...]]) -> Geometry:
        """The same geometry with further extra units."""
        return replace(self, extras=self.extras + tuple(extras))

    def with_rules(self, rules: Iterable[Constraint]) -> Geometry:
        """The same cells and units with these rules instead of its own."""
        return replace(self, rules=tuple(rules))

    @cached_property
    def cell_count(self) -> int:
        return len(self.places) if self.overlaps else self.size * self.size

    @property
    def overlaps(self) -> bool:
        """True where several grids share boxes, as in a samurai."""
        return len(self.grids) > 1

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """For every cell its row and column, from 0."""
        return lattice_places(self.size, self.grids)

    @cached_property
    def _cells(self) -> dict[Place, Cell]:
        return {place: cell for cell, place in enumerate(self.places)}

    def cell_at(self, row: int, column: int) -> Cell | None:
        """The cell at that place, None in a gap between grids or off the board."""
        return self._cells.get((row, column))

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells that share an edge with this one, in order."""
        row, column = self.places[cell]
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return [self._cells[place] for place in around if place in self._cells]

    @cached_property
    def height(self) -> int:
        """Rows from the first to the last cell, gaps between grids included."""
        return max(row for row, _ in self.grids) + self.size

    @cached_property
    def width(self) -> int:
        return max(column for _, column in self.grids) + self.size

    def grid_cells(self, grid: int) -> tuple[Cell, ...]:
        """The cells of one of the grids, in its own reading order."""
        top, left = self.grids[grid]
        n = self.size
        return tuple(self._cells[top + r, left + c] for r in range(n) for c in range(n))

    @property
    def first_region(self) -> int:
        """The index into `units` of the first region; the rows and columns come before it."""
        return 2 * self.size * len(self.grids)

    @cached_property
    def first_extra(self) -> int:
        """The index into `units` of the first extra unit, or their number where there is none."""
        return self.first_region + max(self.regions) + 1

    @property
    def all_digits(self) -> DigitSet:
        return (1 << self.size) - 1

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """(rows, columns) of a box, or None where the regions are irregular."""
        for rows, columns in box_shapes(self.size):
            if self.regions == lattice_boxes(self.size, rows, self.grids):
                return rows, columns
        return None

    @cached_property
    def diagonals(self) -> tuple[tuple[Cell, ...], ...]:
        """The falling and the rising diagonal of every grid, whether or not they are units."""
        return self._of_every_grid(diagonal_cells(self.size))

    @cached_property
    def windows(self) -> tuple[tuple[Cell, ...], ...]:
        """The inner boxes of every grid, as a windoku has them."""
        return self._of_every_grid(window_cells(self.size))

    @cached_property
    def groups(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells in the same place of every box of a grid; none where the regions are irregular."""
        return self._of_every_grid(group_cells(self.size, self.box_shape[0])) if self.box_shape else ()

    def _of_every_grid(self, units: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell, ...], ...]:
        if not self.overlaps:
            return units
        grids = [self.grid_cells(grid) for grid in range(len(self.grids))]
        return tuple(tuple(cells[cell] for cell in unit) for cells in grids for unit in units)

    @cached_property
    def has_diagonals(self) -> bool:
        return all(diagonal in self.extras for diagonal in self.diagonals)

    @cached_property
    def is_classic(self) -> bool:
        """True for the newspaper's 9×9 with 3×3 boxes and nothing extra."""
        return self == _standard(9, 3, False)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Rows (of every grid in turn), then columns, then regions, then extra units."""
        n = self.size
        kind: UnitKind = "box" if self.box_shape else "region"
        pieces: list[list[Cell]] = [[] for _ in range(max(self.regions) + 1)]
        for cell, region in enumerate(self.regions):
            pieces[region].append(cell)
        grids = [self.grid_cells(grid) for grid in range(len(self.grids))]
        rows = [Unit("row", g * n + r, cells[r * n : r * n + n]) for g, cells in enumerate(grids) for r in range(n)]
        columns = [Unit("column", g * n + c, cells[c::n]) for g, cells in enumerate(grids) for c in range(n)]
        regions = [Unit(kind, i, tuple(piece)) for i, piece in enumerate(pieces)]
        extras = [Unit(self._extra_kind(cells), i, cells) for i, cells in enumerate(self.extras)]
        return tuple(rows + columns + regions + extras)

    def _extra_kind(self, cells: tuple[Cell, ...]) -> UnitKind:
        if cells in self.diagonals:
            return "diagonal"
        if cells in self.windows:
            return "window"
        return "group" if cells in self.groups else "extra"

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
        """For every cell those that can never hold its digit, by a unit or a rule, in order."""
        found = [
            {other for unit in self.units_of[cell] for other in self.units[unit].cells} - {cell}
            for cell in range(self.cell_count)
        ]
        for _, part in self.parts:
            for first, second in different_pairs(part):
                found[first].add(second)
                found[second].add(first)
        return tuple(tuple(sorted(others)) for others in found)

    @cached_property
    def parts(self) -> tuple[tuple[int, Part], ...]:
        """What the rules mean, as relations between cells, each with the index of its rule."""
        return tuple((index, part) for index, rule in enumerate(self.rules) for part in rule.parts(self))

    @cached_property
    def possible_digits(self) -> tuple[DigitSet, ...]:
        """For every cell the digits that a rule for this cell alone (even, odd) allows."""
        masks = [self.all_digits] * self.cell_count
        for _, part in self.parts:
            if isinstance(part, Allowed):
                masks[part.cells[0]] &= part.digits
        return tuple(masks)

    @cached_property
    def exclusions(self) -> dict[tuple[Cell, Digit], tuple[tuple[Cell, DigitSet], ...]]:
        """For a digit in a cell the other cells and digits that a rule forbids it, those of peers left aside."""
        found: dict[tuple[Cell, Digit], dict[Cell, DigitSet]] = {}
        for _, part in self.parts:
            if isinstance(part, Pair):
                for cell, digit, other, forbidden in forbidden_digits(part, self.size):
                    masks = found.setdefault((cell, digit), {})
                    masks[other] = masks.get(other, 0) | forbidden
        return {key: tuple(masks.items()) for key, masks in found.items()}

    def excluded_by(self, cell: Cell, digit: Digit) -> tuple[tuple[Cell, DigitSet], ...]:
        """The cells and their digits that the digit in the cell forbids by a rule for two cells."""
        return self.exclusions.get((cell, digit), ())

    def row(self, cell: Cell) -> int:
        return self.places[cell][0]

    def column(self, cell: Cell) -> int:
        return self.places[cell][1]

    def cell_name(self, cell: Cell) -> str:
        """The cell as r1c1, counted from 1; on overlapping grids over the whole page."""
        row, column = self.places[cell]
        return f"r{row + 1}c{column + 1}"


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


@cache
def window_cells(size: int) -> tuple[tuple[Cell, ...], ...]:
    """The inner boxes of a windoku, each a cell away from the usual boxes; none where those are not square."""
    box = isqrt(size)
    if box * box != size or box < 3:
        return ()
    starts = range(1, size - box, box + 1)
    corners = [row * size + column for row in starts for column in starts]
    return tuple(tuple(corner + r * size + c for r in range(box) for c in range(box)) for corner in corners)


@cache
def group_cells(size: int, box_rows: int) -> tuple[tuple[Cell, ...], ...]:
    """The disjoint groups: the cells in the same place of every box."""
    regions = box_regions(size, box_rows)
    boxes = [[cell for cell, region in enumerate(regions) if region == box] for box in range(size)]
    return tuple(zip(*boxes, strict=True))


@lru_cache(maxsize=64)
def _standard(size: int, box_rows: int | None, diagonals: bool) -> Geometry:
    shapes = box_shapes(size)
    if not shapes:
        raise InvalidBoard(f"a {size}×{size} grid has no rectangular boxes; give its regions")
    if box_rows is not None and box_rows not in [rows for rows, _ in shapes]:
        raise InvalidBoard(f"boxes of {box_rows} rows do not tile a {size}×{size} grid", expected=f"one of {shapes}")
    return Geometry(size, box_regions(size, box_rows or shapes[0][0]), diagonal_cells(size) if diagonals else ())


@lru_cache(maxsize=64)
def _overlapping(grids: Grids, size: int, box_rows: int | None) -> Geometry:
    shape = _standard(size, box_rows, False).box_shape
    assert shape is not None
    check_grids(size, shape, grids)
    return Geometry(size, lattice_boxes(size, shape[0], grids), grids=grids)


def _check_shape(geometry: Geometry) -> None:
    n = geometry.size
    if not 2 <= n <= len(DIGIT_CHARACTERS):
        raise InvalidBoard(f"size {n} is out of range", expected=f"2 to {len(DIGIT_CHARACTERS)}")
    count = geometry.cell_count
    if len(geometry.regions) != count:
        raise InvalidBoard(f"{len(geometry.regions)} region labels for a {n}×{n} grid", expected=str(count))
    if geometry.grids != ONE_GRID:
        _check_overlap(geometry)
    for region in range(n) if not geometry.overlaps else ():
        if (found := geometry.regions.count(region)) != n:
            raise InvalidBoard(f"region {region + 1} has {found} cells", expected=f"{n} regions of {n} cells")
    for cells in geometry.extras:
        if len(set(cells)) != n or len(cells) != n or not all(0 <= cell < count for cell in cells):
            raise InvalidBoard("an extra unit does not have one cell per digit", expected=f"{n} different cells")


def _normal_extras(geometry: Geometry) -> tuple[tuple[Cell, ...], ...]:
    """The extra units with their cells in order, each once: diagonals, windows, groups, and then the others."""
    found = {tuple(sorted(cells)) for cells in geometry.extras}
    named = [unit for unit in (*geometry.diagonals, *geometry.windows, *geometry.groups) if unit in found]
    return (*dict.fromkeys(named), *sorted(found.difference(named)))


def _check_overlap(geometry: Geometry) -> None:
    if geometry.box_shape is None:
        raise InvalidBoard("overlapping grids with irregular regions", expected="grids with rectangular boxes")
    check_grids(geometry.size, geometry.box_shape, geometry.grids)
