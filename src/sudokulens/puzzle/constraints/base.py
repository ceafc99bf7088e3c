"""What every constraint offers: its text, its name for people, and its meaning as parts."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from sudokulens.errors import InvalidBoard

if TYPE_CHECKING:
    from sudokulens.puzzle.constraints.parts import Part
    from sudokulens.puzzle.geometry import Cell, Digit, Geometry

_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")
_MAX_CELLS = 35 * 35


class Constraint(ABC):
    """One rule of a board beyond its units. Subclasses are frozen dataclasses, one file each.

    `keyword` names it in texts, `title` is what people call it, `cells` are the cells that it is drawn on (none where
    it holds on the whole board).
    """

    keyword: ClassVar[str]
    title: ClassVar[str]

    if TYPE_CHECKING:  # at run time a dataclass would take an inherited property for the default of its field

        @property
        def cells(self) -> tuple[Cell, ...]: ...

    @classmethod
    @abstractmethod
    def read(cls, value: str, shape: Geometry) -> Self:
        """The constraint that `text` wrote; raises InvalidBoard."""

    @abstractmethod
    def text(self, shape: Geometry) -> str:
        """What stands after `keyword=`; empty where the keyword says everything."""

    @abstractmethod
    def statement(self, geometry: Geometry) -> str:
        """What the constraint demands, as a clause for people: "r1c1 is greater than r1c2"."""

    @abstractmethod
    def parts(self, geometry: Geometry) -> Iterator[Part]:
        """The constraint's meaning, as relations that engines understand."""

    def check(self, geometry: Geometry) -> None:
        """Raises InvalidBoard where the constraint makes no sense on this geometry."""
        require_cells(self.cells, geometry, self.title)

    def normal(self) -> Iterable[Constraint]:
        """The same demand in the form that boards keep, so that boards with equal rules are equal."""
        return (self,)

    def broken(self, values: Sequence[Digit], geometry: Geometry) -> Iterator[tuple[Cell, ...]]:
        """For every part that the digits break, the cells of the part that have digits (all where none has)."""
        for part in self.parts(geometry):
            if not part.possible(values, geometry.size):
                yield tuple(cell for cell in part.cells if values[cell]) or part.cells


class GlobalConstraint(Constraint):
    """A rule for the whole board, which its keyword says in full."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        return ()

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Self:
        if value:
            raise InvalidBoard(f"{cls.keyword} has a value {value[:20]!r}", expected=f"{cls.keyword} alone")
        return cls()

    def text(self, shape: Geometry) -> str:
        return ""

    def check(self, geometry: Geometry) -> None:
        """It makes sense everywhere."""


def require_cells(cells: Sequence[Cell], shape: Geometry, title: str, fewest: int = 1) -> None:
    """Raises InvalidBoard unless these are at least `fewest` different cells of the board."""
    if len(cells) < fewest:
        raise InvalidBoard(f"{title} with {len(cells)} cells", expected=f"at least {fewest}")
    if len(set(cells)) != len(cells):
        raise InvalidBoard(f"{title} with the same cell twice")
    for cell in cells:
        if not 0 <= cell < shape.cell_count:
            raise InvalidBoard(f"{title} with the cell {cell}", expected=f"0 to {shape.cell_count - 1}")


def require_neighbours(cells: Sequence[Cell], shape: Geometry, title: str) -> None:
    """Raises InvalidBoard unless the two cells share an edge."""
    require_cells(cells, shape, title, 2)
    first, second = cells
    steps = abs(shape.row(first) - shape.row(second)) + abs(shape.column(first) - shape.column(second))
    if steps != 1:
        raise InvalidBoard(f"{title} between {cell_list(cells, shape)}", expected="two cells that share an edge")


def require_one_grid(shape: Geometry, title: str) -> None:
    """Raises InvalidBoard on overlapping grids, for clues at the edge of a single grid."""
    if shape.overlaps:
        raise InvalidBoard(f"{title} on overlapping grids", expected="a board of one grid")


def cell_list(cells: Iterable[Cell], shape: Geometry) -> str:
    """Cells as they are written: r1c1,r1c2."""
    return ",".join(map(shape.cell_name, cells))


def cell_names(cells: Iterable[Cell], shape: Geometry) -> str:
    """Cells as they are said: r1c1, r1c2."""
    return ", ".join(map(shape.cell_name, cells))


def read_cells(text: str, shape: Geometry) -> tuple[Cell, ...]:
    """The cells of a list such as r1c1,r1c2; raises InvalidBoard."""
    return tuple(read_cell(word, shape) for word in re.split(r"[,\s]+", text.strip())[:_MAX_CELLS])


def read_cell(word: str, shape: Geometry) -> Cell:
    place = _CELL.fullmatch(word.strip())
    cell = shape.cell_at(int(place[1]) - 1, int(place[2]) - 1) if place else None
    if cell is None:
        raise InvalidBoard(f"{word[:20]!r} is not a cell", expected=f"r1c1 to r{shape.height}c{shape.width}")
    return cell


def read_number(text: str) -> int:
    """A whole number from 0 to 9999; raises InvalidBoard."""
    word = text.strip()
    if not re.fullmatch("[0-9]{1,4}", word):
        raise InvalidBoard(f"{word[:20]!r} is not a number", expected="a whole number")
    return int(word)


def split_value(value: str, title: str) -> tuple[str, str]:
    """What stands before and after the colon; raises InvalidBoard where there is none."""
    before, colon, after = value.partition(":")
    if not colon:
        raise InvalidBoard(f"{title} without a colon: {value[:30]!r}", expected="number:cells")
    return before, after


def neighbour_pairs(shape: Geometry) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells that share an edge, each pair once."""
    return moves(shape, ((0, 1), (1, 0)))


def moves(shape: Geometry, steps: Iterable[tuple[int, int]]) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells that one of the steps (rows, columns) leads between."""
    chosen = tuple(steps)
    for cell, (row, column) in enumerate(shape.places):
        for rows, columns in chosen:
            other = shape.cell_at(row + rows, column + columns)
            if other is not None:
                yield cell, other
