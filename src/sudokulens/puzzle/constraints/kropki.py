"""Kropki dots between neighbours: white for consecutive digits, black where one is double the other."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints.base import (
    Constraint,
    GlobalConstraint,
    cell_list,
    neighbour_pairs,
    read_cells,
    read_number,
    require_neighbours,
)
from sudokulens.puzzle.constraints.parts import Pair, Part, table_where

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Geometry


@dataclass(frozen=True, slots=True)
class _Dot(Constraint):
    usual: ClassVar[int]
    relation: ClassVar[str]

    cells: tuple[Cell, Cell]

    @property
    @abstractmethod
    def amount(self) -> int:
        """How far apart the digits are, or how many times one is the other."""

    @classmethod
    def read(cls, value: str, shape: Geometry) -> Self:
        before, colon, after = value.partition(":")
        cells = read_cells(after if colon else before, shape)
        if len(cells) != 2:
            raise InvalidBoard(f"{cls.title} with {len(cells)} cells", expected="2")
        return cls(cells, read_number(before) if colon else cls.usual)  # type: ignore[call-arg]

    def text(self, shape: Geometry) -> str:
        amount = "" if self.amount == self.usual else f"{self.amount}:"
        return amount + cell_list(self.cells, shape)

    def normal(self) -> tuple[Self]:
        """With the cells in order: a dot has no direction."""
        first, second = sorted(self.cells)
        return (type(self)((first, second), self.amount),)  # type: ignore[call-arg]

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        yield Pair(self.cells, table_where(geometry.size, self.relation, self.amount))

    def check(self, geometry: Geometry) -> None:
        require_neighbours(self.cells, geometry, self.title)
        if not 1 <= self.amount <= geometry.size:
            raise InvalidBoard(f"{self.title} with {self.amount}", expected=f"1 to {geometry.size}")


@dataclass(frozen=True, slots=True)
class WhiteDot(_Dot):
    """The two digits are consecutive, or as far apart as the number in the dot says."""

    keyword: ClassVar[str] = "white"
    title: ClassVar[str] = "white Kropki dot"
    usual: ClassVar[int] = 1
    relation: ClassVar[str] = "difference"

    difference: int = 1

    @property
    def amount(self) -> int:
        return self.difference

    def statement(self, geometry: Geometry) -> str:
        first, second = map(geometry.cell_name, self.cells)
        if self.difference == 1:
            return f"{first} and {second} are consecutive"
        return f"{first} and {second} differ by {self.difference}"


@dataclass(frozen=True, slots=True)
class BlackDot(_Dot):
    """One digit is double the other, or as many times it as the number in the dot says."""

    keyword: ClassVar[str] = "black"
    title: ClassVar[str] = "black Kropki dot"
    usual: ClassVar[int] = 2
    relation: ClassVar[str] = "ratio"

    ratio: int = 2

    @property
    def amount(self) -> int:
        return self.ratio

    def statement(self, geometry: Geometry) -> str:
        first, second = map(geometry.cell_name, self.cells)
        times = "double" if self.ratio == 2 else f"{self.ratio} times"
        return f"one of {first} and {second} is {times} the other"


@dataclass(frozen=True, slots=True)
class AllDots(GlobalConstraint):
    """Every dot is shown: neighbours without a dot are neither consecutive nor one double the other."""

    keyword: ClassVar[str] = "alldots"
    title: ClassVar[str] = "all Kropki dots shown"

    def statement(self, geometry: Geometry) -> str:
        return "neighbouring cells without a dot are neither consecutive nor in the ratio 1:2"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        shown = {frozenset(rule.cells) for rule in geometry.rules if isinstance(rule, WhiteDot | BlackDot)}
        for relation, amount in (("other difference", 1), ("other ratio", 2)):
            table = table_where(geometry.size, relation, amount)
            yield from (Pair(cells, table) for cells in neighbour_pairs(geometry) if frozenset(cells) not in shown)
