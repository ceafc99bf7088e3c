"""Anti-knight: cells a chess knight's move apart differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sudokulens.puzzle.constraints.base import GlobalConstraint, moves
from sudokulens.puzzle.constraints.parts import Different, Part

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Geometry

_STEPS = ((1, 2), (1, -2), (2, 1), (2, -1))


@dataclass(frozen=True, slots=True)
class AntiKnight(GlobalConstraint):
    """Cells a knight's move apart have different digits."""

    keyword: ClassVar[str] = "antiknight"
    title: ClassVar[str] = "anti-knight"

    def statement(self, geometry: Geometry) -> str:
        return "cells a knight's move apart have different digits"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        yield from map(Different, moves(geometry, _STEPS))
