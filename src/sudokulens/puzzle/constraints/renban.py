"""Renban lines: consecutive digits in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints.base import cell_names, require_cells
from sudokulens.puzzle.constraints.line import LineConstraint
from sudokulens.puzzle.constraints.parts import Combination, Part, runs

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Renban(LineConstraint):
    """The line holds a set of consecutive digits, each once, in any order."""

    keyword: ClassVar[str] = "renban"
    title: ClassVar[str] = "renban line"

    def statement(self, geometry: Geometry) -> str:
        return f"the line {cell_names(self.cells, geometry)} holds consecutive digits in any order"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        yield Combination(self.cells, runs(geometry.size, len(self.cells)))

    def check(self, geometry: Geometry) -> None:
        require_cells(self.cells, geometry, self.title, 2)
        if len(self.cells) > geometry.size:
            raise InvalidBoard(f"a renban line of {len(self.cells)} cells", expected=f"at most {geometry.size}")
