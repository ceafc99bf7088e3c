"""What palindromes, renban lines and whispers share: a line through cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from sudokulens.puzzle.constraints.base import Constraint, cell_list, read_cells, require_cells

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry


@dataclass(frozen=True, slots=True)
class LineConstraint(Constraint):
    """A rule for the cells along a line."""

    cells: tuple[Cell, ...]

    @classmethod
    def read(cls, value: str, size: int) -> Self:
        return cls(read_cells(value, size))

    def text(self, size: int) -> str:
        return cell_list(self.cells, size)

    def check(self, geometry: Geometry) -> None:
        require_cells(self.cells, geometry.size, self.title, 2)
