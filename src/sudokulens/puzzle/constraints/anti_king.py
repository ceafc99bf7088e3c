"""Anti-king: cells a chess king's move apart differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sudokulens.puzzle.constraints.base import GlobalConstraint, moves
from sudokulens.puzzle.constraints.parts import Different, Part

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Geometry

_STEPS = ((1, 1), (1, -1))
"""The moves along a row or a column are the business of the units."""


@dataclass(frozen=True, slots=True)
class AntiKing(GlobalConstraint):
    """Cells that touch, also at a corner, have different digits."""

    keyword: ClassVar[str] = "antiking"
    title: ClassVar[str] = "anti-king"

    def statement(self, geometry: Geometry) -> str:
        return "cells a king's move apart have different digits"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        yield from map(Different, moves(geometry, _STEPS))
