"""Cells that hold an even or an odd digit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from sudokulens.puzzle.constraints.base import Constraint, cell_list, cell_names, read_cells
from sudokulens.puzzle.constraints.parts import Allowed, Part, mask_of

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry


@dataclass(frozen=True, slots=True)
class _Parity(Constraint):
    lowest: ClassVar[int]

    cells: tuple[Cell, ...]

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Self:
        return cls(read_cells(value, shape))

    def text(self, shape: Geometry) -> str:
        return cell_list(self.cells, shape)

    def statement(self, geometry: Geometry) -> str:
        verb = "is" if len(self.cells) == 1 else "are"
        return f"{cell_names(self.cells, geometry)} {verb} {self.keyword}"

    def normal(self) -> Iterator[Self]:
        """One rule a cell."""
        return (type(self)((cell,)) for cell in self.cells)

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        digits = mask_of(range(self.lowest, geometry.size + 1, 2))
        yield from (Allowed((cell,), digits) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Even(_Parity):
    """Each of the cells has an even digit."""

    keyword: ClassVar[str] = "even"
    title: ClassVar[str] = "even cells"
    lowest: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class Odd(_Parity):
    """Each of the cells has an odd digit."""

    keyword: ClassVar[str] = "odd"
    title: ClassVar[str] = "odd cells"
    lowest: ClassVar[int] = 1
