"""X and V between neighbours: the two digits add up to ten or to five."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints.base import (
    Constraint,
    GlobalConstraint,
    cell_list,
    neighbour_pairs,
    read_cells,
    require_neighbours,
    split_value,
)
from sudokulens.puzzle.constraints.parts import Pair, Part, table_where

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry

TOTALS = {"X": 10, "V": 5}
_LETTERS = {total: letter for letter, total in TOTALS.items()}


@dataclass(frozen=True, slots=True)
class Xv(Constraint):
    """The two digits add up to 10 (X) or 5 (V)."""

    keyword: ClassVar[str] = "xv"
    title: ClassVar[str] = "X or V sign"

    cells: tuple[Cell, Cell]
    total: int

    @property
    def letter(self) -> str:
        return _LETTERS[self.total]

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Xv:
        letter, after = split_value(value, cls.title)
        cells = read_cells(after, shape)
        if letter.upper() not in TOTALS or len(cells) != 2:
            raise InvalidBoard(f"{value[:30]!r} is not X or V", expected="X:r1c1,r1c2 or V:r1c1,r1c2")
        return cls(cells, TOTALS[letter.upper()])

    def text(self, shape: Geometry) -> str:
        return f"{self.letter}:{cell_list(self.cells, shape)}"

    def statement(self, geometry: Geometry) -> str:
        first, second = map(geometry.cell_name, self.cells)
        return f"{first} and {second} add up to {self.total}"

    def normal(self) -> tuple[Xv]:
        """With the cells in order: a sign has no direction."""
        first, second = sorted(self.cells)
        return (Xv((first, second), self.total),)

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        yield Pair(self.cells, table_where(geometry.size, "sum", self.total))

    def check(self, geometry: Geometry) -> None:
        require_neighbours(self.cells, geometry, self.title)
        if self.total not in _LETTERS:
            raise InvalidBoard(f"an X or V with the sum {self.total}", expected="10 or 5")


@dataclass(frozen=True, slots=True)
class AllXv(GlobalConstraint):
    """Every X and V is shown: neighbours without one add up to neither ten nor five."""

    keyword: ClassVar[str] = "allxv"
    title: ClassVar[str] = "all X and V shown"

    def statement(self, geometry: Geometry) -> str:
        return "neighbouring cells without X or V add up to neither 10 nor 5"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        shown = {frozenset(rule.cells) for rule in geometry.rules if isinstance(rule, Xv)}
        for total in _LETTERS:
            table = table_where(geometry.size, "other sum", total)
            yield from (Pair(cells, table) for cells in neighbour_pairs(geometry) if frozenset(cells) not in shown)
