"""What palindromes, renban lines and whispers share: a line through cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from sudokulens.puzzle.constraints.base import Constraint, cell_list, read_cells, require_cells

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry


@dataclass(frozen=True, slots=True)
class LineConstraint(Constraint):
    """A rule for the cells along a line."""

    cells: tuple[Cell, ...]

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Self:
        return cls(read_cells(value, shape))

    def text(self, shape: Geometry) -> str:
        return cell_list(self.cells, shape)

    def normal(self) -> tuple[Self]:
        """From the end that comes first: these lines have no direction."""
        return (replace(self, cells=min(self.cells, self.cells[::-1])),)

    def check(self, geometry: Geometry) -> None:
        require_cells(self.cells, geometry, self.title, 2)
