"""Thermometers: digits increase from the bulb to the tip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from sudokulens.puzzle.constraints.base import Constraint, cell_list, cell_names, read_cells, require_cells
from sudokulens.puzzle.constraints.parts import Pair, Part, table_where

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry


@dataclass(frozen=True, slots=True)
class Thermometer(Constraint):
    """From the bulb, the first cell, every digit is greater than the one before."""

    keyword: ClassVar[str] = "thermo"
    title: ClassVar[str] = "thermometer"

    cells: tuple[Cell, ...]

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Thermometer:
        return cls(read_cells(value, shape))

    def text(self, shape: Geometry) -> str:
        return cell_list(self.cells, shape)

    def statement(self, geometry: Geometry) -> str:
        return f"the digits of the thermometer {cell_names(self.cells, geometry)} increase from its bulb"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        table = table_where(geometry.size, "less")
        yield from (Pair(cells, table) for cells in pairwise(self.cells))

    def check(self, geometry: Geometry) -> None:
        require_cells(self.cells, geometry, self.title, 2)
