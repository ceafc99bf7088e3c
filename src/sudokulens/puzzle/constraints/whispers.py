"""German whispers: neighbours along a line differ by at least five."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints.base import cell_list, cell_names, read_cells, read_number, require_cells
from sudokulens.puzzle.constraints.line import LineConstraint
from sudokulens.puzzle.constraints.parts import Pair, Part, table_where

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Geometry

DEFAULT_DIFFERENCE = 5


@dataclass(frozen=True, slots=True)
class Whispers(LineConstraint):
    """Digits that follow each other on the line differ by at least `difference`."""

    keyword: ClassVar[str] = "whispers"
    title: ClassVar[str] = "whispers line"

    difference: int = DEFAULT_DIFFERENCE

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Whispers:
        before, colon, after = value.partition(":")
        cells = read_cells(after if colon else before, shape)
        return cls(cells, read_number(before) if colon else DEFAULT_DIFFERENCE)

    def text(self, shape: Geometry) -> str:
        difference = "" if self.difference == DEFAULT_DIFFERENCE else f"{self.difference}:"
        return difference + cell_list(self.cells, shape)

    def statement(self, geometry: Geometry) -> str:
        cells = cell_names(self.cells, geometry)
        return f"neighbours on the line {cells} differ by at least {self.difference}"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        table = table_where(geometry.size, "apart", self.difference)
        yield from (Pair(cells, table) for cells in pairwise(self.cells))

    def check(self, geometry: Geometry) -> None:
        require_cells(self.cells, geometry, self.title, 2)
        if not 1 <= self.difference < geometry.size:
            raise InvalidBoard(f"whispers with the difference {self.difference}", expected=f"1 to {geometry.size - 1}")
