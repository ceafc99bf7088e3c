"""Quadruples: digits in a circle where four cells meet, each of which is in one of the four."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints.base import (
    Constraint,
    cell_list,
    cell_names,
    read_cell,
    read_number,
    require_one_grid,
    split_value,
)
from sudokulens.puzzle.constraints.parts import Holds, Part

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Digit, Geometry


@dataclass(frozen=True, slots=True)
class Quadruple(Constraint):
    """Every digit is in one of the four cells whose top left one is `corner`; a digit listed twice, in two."""

    keyword: ClassVar[str] = "quad"
    title: ClassVar[str] = "quadruple"

    corner: Cell
    size: int
    digits: tuple[Digit, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.corner, self.corner + 1, self.corner + self.size, self.corner + self.size + 1

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Quadruple:
        digits, corner = split_value(value, cls.title)
        return cls(read_cell(corner, shape), shape.size, tuple(map(read_number, digits.split(",")[:5])))

    def text(self, shape: Geometry) -> str:
        return f"{','.join(map(str, self.digits))}:{cell_list((self.corner,), shape)}"

    def statement(self, geometry: Geometry) -> str:
        digits = ", ".join(map(str, self.digits))
        return f"{cell_names(self.cells, geometry)} hold {digits}"

    def normal(self) -> tuple[Quadruple]:
        """With the digits in order."""
        return (Quadruple(self.corner, self.size, tuple(sorted(self.digits))),)

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        yield Holds(self.cells, self.digits)

    def check(self, geometry: Geometry) -> None:
        require_one_grid(geometry, self.title)
        n = geometry.size
        row, column = divmod(self.corner, n)
        if self.size != n or not (0 <= row < n - 1 and 0 <= column < n - 1):
            raise InvalidBoard("a quadruple at the edge", expected="the top left of four cells")
        if not 1 <= len(self.digits) <= 4 or not all(1 <= digit <= n for digit in self.digits):
            raise InvalidBoard(f"a quadruple of {self.digits}", expected=f"1 to 4 digits from 1 to {n}")
        if max(Counter(self.digits).values()) > 2:
            raise InvalidBoard("a quadruple with a digit three times", expected="at most twice")
