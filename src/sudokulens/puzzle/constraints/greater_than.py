"""Greater-than signs between neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints.base import Constraint, cell_list, read_cell, require_cells
from sudokulens.puzzle.constraints.parts import Pair, Part, table_where

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry


@dataclass(frozen=True, slots=True)
class GreaterThan(Constraint):
    """The digit of one cell is greater than that of the other."""

    keyword: ClassVar[str] = "greater"
    title: ClassVar[str] = "greater-than sign"

    greater: Cell
    smaller: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.greater, self.smaller

    @classmethod
    def read(cls, value: str, shape: Geometry) -> GreaterThan:
        first, sign, second = value.replace("<", ">").partition(">")
        if not sign:
            raise InvalidBoard(f"no > in {value[:30]!r}", expected="r1c1>r1c2")
        cells = read_cell(first, shape), read_cell(second, shape)
        return cls(*(cells if ">" in value else cells[::-1]))

    def text(self, shape: Geometry) -> str:
        return cell_list((self.greater,), shape) + ">" + cell_list((self.smaller,), shape)

    def statement(self, geometry: Geometry) -> str:
        return f"{geometry.cell_name(self.greater)} is greater than {geometry.cell_name(self.smaller)}"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        yield Pair((self.smaller, self.greater), table_where(geometry.size, "less"))

    def check(self, geometry: Geometry) -> None:
        require_cells(self.cells, geometry, self.title, 2)
