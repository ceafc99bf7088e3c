"""Non-consecutive: neighbours never hold consecutive digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sudokulens.puzzle.constraints.base import GlobalConstraint, neighbour_pairs
from sudokulens.puzzle.constraints.parts import Pair, Part, table_where

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Geometry


@dataclass(frozen=True, slots=True)
class NonConsecutive(GlobalConstraint):
    """Cells that share an edge do not have consecutive digits."""

    keyword: ClassVar[str] = "nonconsecutive"
    title: ClassVar[str] = "non-consecutive"

    def statement(self, geometry: Geometry) -> str:
        return "neighbouring cells do not have consecutive digits"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        table = table_where(geometry.size, "other difference", 1)
        yield from (Pair(cells, table) for cells in neighbour_pairs(geometry))
