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
_MOST_CELLS = 35 * 35


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
    def read(cls, value: str, size: int) -> Self:
        """The constraint that `text` wrote; raises InvalidBoard."""

    @abstractmethod
    def text(self, size: int) -> str:
        """What stands after `keyword=`; empty where the keyword says everything."""

    @abstractmethod
    def statement(self, geometry: Geometry) -> str:
        """What the constraint demands, as a clause for people: "r1c1 is greater than r1c2"."""

    @abstractmethod
    def parts(self, geometry: Geometry) -> Iterator[Part]:
        """The constraint's meaning, as relations that engines understand."""

    def check(self, geometry: Geometry) -> None:
        """Raises InvalidBoard where the constraint makes no sense on this geometry."""
        require_cells(self.cells, geometry.size, self.title)

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
    def read(cls, value: str, size: int) -> Self:
        if value:
            raise InvalidBoard(f"{cls.keyword} has a value {value[:20]!r}", expected=f"{cls.keyword} alone")
        return cls()

    def text(self, size: int) -> str:
        return ""

    def check(self, geometry: Geometry) -> None:
        """It makes sense everywhere."""


def require_cells(cells: Sequence[Cell], size: int, title: str, fewest: int = 1) -> None:
    """Raises InvalidBoard unless these are at least `fewest` different cells of the board."""
    if len(cells) < fewest:
        raise InvalidBoard(f"{title} with {len(cells)} cells", expected=f"at least {fewest}")
    if len(set(cells)) != len(cells):
        raise InvalidBoard(f"{title} with the same cell twice")
    for cell in cells:
        if not 0 <= cell < size * size:
            raise InvalidBoard(f"{title} with the cell {cell}", expected=f"0 to {size * size - 1}")


def require_neighbours(cells: Sequence[Cell], size: int, title: str) -> None:
    """Raises InvalidBoard unless the two cells share an edge."""
    require_cells(cells, size, title, 2)
    first, second = cells
    steps = abs(first // size - second // size) + abs(first % size - second % size)
    if steps != 1:
        raise InvalidBoard(f"{title} between {cell_list(cells, size)}", expected="two cells that share an edge")


def cell_list(cells: Iterable[Cell], size: int) -> str:
    """Cells as they are written: r1c1,r1c2."""
    return ",".join(f"r{cell // size + 1}c{cell % size + 1}" for cell in cells)


def cell_names(cells: Iterable[Cell], size: int) -> str:
    """Cells as they are said: r1c1, r1c2."""
    return cell_list(cells, size).replace(",", ", ")


def read_cells(text: str, size: int) -> tuple[Cell, ...]:
    """The cells of a list such as r1c1,r1c2; raises InvalidBoard."""
    return tuple(read_cell(word, size) for word in re.split(r"[,\s]+", text.strip())[:_MOST_CELLS])


def read_cell(word: str, size: int) -> Cell:
    place = _CELL.fullmatch(word.strip())
    if not place or not 1 <= int(place[1]) <= size or not 1 <= int(place[2]) <= size:
        raise InvalidBoard(f"{word[:20]!r} is no cell", expected=f"r1c1 to r{size}c{size}")
    return (int(place[1]) - 1) * size + int(place[2]) - 1


def read_number(text: str) -> int:
    """A whole number from 0 to 9999; raises InvalidBoard."""
    word = text.strip()
    if not re.fullmatch("[0-9]{1,4}", word):
        raise InvalidBoard(f"{word[:20]!r} is no number", expected="a whole number")
    return int(word)


def split_value(value: str, title: str) -> tuple[str, str]:
    """What stands before and after the colon; raises InvalidBoard where there is none."""
    before, colon, after = value.partition(":")
    if not colon:
        raise InvalidBoard(f"{title} without a colon: {value[:30]!r}", expected="number:cells")
    return before, after


def neighbour_pairs(size: int) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells that share an edge, each pair once."""
    for cell in range(size * size):
        if cell % size + 1 < size:
            yield cell, cell + 1
        if cell + size < size * size:
            yield cell, cell + size


def moves(size: int, steps: Iterable[tuple[int, int]]) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells that one of the steps (rows, columns) leads between."""
    chosen = tuple(steps)
    for cell in range(size * size):
        for rows, columns in chosen:
            row, column = cell // size + rows, cell % size + columns
            if 0 <= row < size and 0 <= column < size:
                yield cell, row * size + column
