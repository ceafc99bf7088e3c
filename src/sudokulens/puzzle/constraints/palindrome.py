"""Palindromes: a line that reads the same from both ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sudokulens.puzzle.constraints.base import cell_names
from sudokulens.puzzle.constraints.line import LineConstraint
from sudokulens.puzzle.constraints.parts import Pair, Part, table_where

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Palindrome(LineConstraint):
    """The digits along the line read the same in both directions."""

    keyword: ClassVar[str] = "palindrome"
    title: ClassVar[str] = "palindrome"

    def statement(self, geometry: Geometry) -> str:
        return f"the line {cell_names(self.cells, geometry)} reads the same from both ends"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        table = table_where(geometry.size, "equal")
        for place in range(len(self.cells) // 2):
            yield Pair((self.cells[place], self.cells[-1 - place]), table)
