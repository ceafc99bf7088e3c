"""Arrows: the digits along the shaft add up to the number in the circle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints.base import (
    Constraint,
    cell_list,
    cell_names,
    read_cells,
    require_cells,
    split_value,
)
from sudokulens.puzzle.constraints.parts import Part, Total

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry

_MAX_PILL_CELLS = 3


@dataclass(frozen=True, slots=True)
class Arrow(Constraint):
    """The digits of the shaft, which may repeat, add up to the circle; a pill of two or three cells is a number."""

    keyword: ClassVar[str] = "arrow"
    title: ClassVar[str] = "arrow"

    circle: tuple[Cell, ...]
    shaft: tuple[Cell, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.circle + self.shaft

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Arrow:
        circle, shaft = split_value(value, cls.title)
        return cls(read_cells(circle, shape), read_cells(shaft, shape))

    def text(self, shape: Geometry) -> str:
        return f"{cell_list(self.circle, shape)}:{cell_list(self.shaft, shape)}"

    def statement(self, geometry: Geometry) -> str:
        circle, shaft = (cell_names(cells, geometry) for cells in (self.circle, self.shaft))
        return f"the digits of the arrow {shaft} add up to its circle {circle}"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        places = [-(10**power) for power in reversed(range(len(self.circle)))]
        yield Total(self.cells, (*places, *[1] * len(self.shaft)), 0)

    def check(self, geometry: Geometry) -> None:
        require_cells(self.cells, geometry, self.title, 2)
        if not 1 <= len(self.circle) <= _MAX_PILL_CELLS or not self.shaft:
            raise InvalidBoard("an arrow without a circle or a shaft", expected="1 to 3 cells, a colon, and the shaft")
        if len(self.circle) > 1 and geometry.size > 9:
            raise InvalidBoard("an arrow's pill on a board with digits beyond 9", expected="a circle of one cell")
