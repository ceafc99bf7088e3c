"""Little killers: a sum outside the grid for a diagonal of cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints.base import (
    Constraint,
    cell_list,
    cell_names,
    read_cells,
    read_number,
    require_cells,
    require_one_grid,
    split_value,
)
from sudokulens.puzzle.constraints.parts import Part, Total

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry


@dataclass(frozen=True, slots=True)
class LittleKiller(Constraint):
    """The digits along a diagonal, from the edge where its number stands, add up to it; they may repeat."""

    keyword: ClassVar[str] = "littlekiller"
    title: ClassVar[str] = "little killer"

    cells: tuple[Cell, ...]
    total: int

    @classmethod
    def read(cls, value: str, shape: Geometry) -> LittleKiller:
        total, cells = split_value(value, cls.title)
        return cls(read_cells(cells, shape), read_number(total))

    def text(self, shape: Geometry) -> str:
        return f"{self.total}:{cell_list(self.cells, shape)}"

    def statement(self, geometry: Geometry) -> str:
        return f"the diagonal {cell_names(self.cells, geometry)} adds up to {self.total}"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        yield Total(self.cells, (1,) * len(self.cells), self.total)

    def check(self, geometry: Geometry) -> None:
        require_one_grid(geometry, self.title)
        require_cells(self.cells, geometry, self.title)
        places = [geometry.places[cell] for cell in self.cells]
        steps = {(row - above, column - before) for (above, before), (row, column) in pairwise(places)}
        if len(steps) > 1 or not steps <= {(1, 1), (1, -1), (-1, 1), (-1, -1)}:
            raise InvalidBoard("a little killer off the diagonal", expected="cells in a diagonal line")
