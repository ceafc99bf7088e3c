"""Killer cages: different digits, with a sum where one is printed."""

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
    read_number,
    require_cells,
)
from sudokulens.puzzle.constraints.parts import Different, Part, different_with_total

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry


@dataclass(frozen=True, slots=True)
class Cage(Constraint):
    """The cells have different digits, which add up to the total if there is one."""

    keyword: ClassVar[str] = "cage"
    title: ClassVar[str] = "killer cage"

    cells: tuple[Cell, ...]
    total: int | None = None

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Cage:
        before, colon, after = value.partition(":")
        return cls(read_cells(after if colon else before, shape), read_number(before) if colon else None)

    def text(self, shape: Geometry) -> str:
        total = "" if self.total is None else f"{self.total}:"
        return total + cell_list(self.cells, shape)

    def statement(self, geometry: Geometry) -> str:
        total = "" if self.total is None else f" with sum {self.total}"
        return f"the cage {cell_names(self.cells, geometry)} holds different digits{total}"

    def normal(self) -> tuple[Cage]:
        """With the cells in order."""
        return (Cage(tuple(sorted(self.cells)), self.total),)

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        if self.total is None:
            yield Different(self.cells)
        else:
            yield from different_with_total(self.cells, self.total, geometry.size)

    def check(self, geometry: Geometry) -> None:
        require_cells(self.cells, geometry, self.title)
        if len(self.cells) > geometry.size:
            raise InvalidBoard(f"a cage of {len(self.cells)} cells", expected=f"at most {geometry.size}, one per digit")
