"""Sandwich sums: the digits between the 1 and the 9 of a row or column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints.base import Constraint, read_number, require_one_grid, split_value
from sudokulens.puzzle.constraints.parts import Between, Part, sandwich_sets

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry

MAX_SIZE = 16
"""Larger boards have too many sets of digits with a sum to list them."""

_LINE = re.compile(r"([rc])(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Sandwich(Constraint):
    """In a row or column (counted from 0), the digits between the lowest and the highest add up to the total."""

    keyword: ClassVar[str] = "sandwich"
    title: ClassVar[str] = "sandwich sum"

    line: Literal["row", "column"]
    index: int
    size: int
    total: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        if self.line == "row":
            return tuple(range(self.index * self.size, (self.index + 1) * self.size))
        return tuple(range(self.index, self.size * self.size, self.size))

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Sandwich:
        line, total = split_value(value, cls.title)
        place = _LINE.fullmatch(line.strip().lower())
        size = shape.size
        if not place or not 1 <= int(place[2]) <= size:
            raise InvalidBoard(f"{line[:20]!r} is not a row or column", expected=f"r1 to r{size} or c1 to c{size}")
        return cls("row" if place[1] == "r" else "column", int(place[2]) - 1, size, read_number(total))

    def text(self, shape: Geometry) -> str:
        return f"{self.line[0]}{self.index + 1}:{self.total}"

    def statement(self, geometry: Geometry) -> str:
        line = f"{self.line} {self.index + 1}"
        return f"the digits between 1 and {geometry.size} in {line} add up to {self.total}"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        yield Between(self.cells, sandwich_sets(geometry.size, self.total))

    def check(self, geometry: Geometry) -> None:
        require_one_grid(geometry, self.title)
        if geometry.size > MAX_SIZE:
            raise InvalidBoard(f"a sandwich sum on a board of size {geometry.size}", expected=f"at most {MAX_SIZE}")
        if self.size != geometry.size or not 0 <= self.index < geometry.size or self.line not in ("row", "column"):
            raise InvalidBoard(f"a sandwich sum for {self.line} {self.index + 1}", expected=f"1 to {geometry.size}")
