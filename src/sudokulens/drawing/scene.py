"""What a picture shows, as data: the board and the parts of a step by their roles, without places or colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from sudokulens.drawing.palette import Paint
from sudokulens.logic.step import Candidate, Node
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Geometry

EdgeLabels: TypeAlias = Literal["r1c1", "A1", "none"]
"""How rows and columns are labelled at the board's edge."""


DIGIT_HEIGHT = 0.5
"""Of a board's digits, in cells; on a photo they are as high as the page's own."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A cell and the part it plays: `role` is a word of the step (`base`, `als a`), `house`, `wrong` or `doubt`."""

    cell: Cell
    role: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A candidate and the part it plays."""

    candidate: Candidate
    role: str


@dataclass(frozen=True, slots=True)
class Arc:
    """A link between two nodes: solid if strong, dashed if weak; an implication has an arrow."""

    start: Node
    end: Node
    strong: bool
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class Ray:
    """A digit that blocks a cell, or several cells of one line: from its cell to the farthest that it blocks."""

    start: Cell
    end: Cell


@dataclass(frozen=True, slots=True)
class Evidence:
    """The parts of a scene that a step adds below its conclusion."""

    tints: tuple[Tint, ...] = ()
    marks: tuple[Mark, ...] = ()
    arcs: tuple[Arc, ...] = ()
    rays: tuple[Ray, ...] = ()
    blocked: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A board and what is to be seen on it. Painters take it through `layout`.

    `pencil` are candidates as bit masks, 0 where none are shown. `answer` and `removed` are a step's conclusion.
    `blocked` are places of a digit that the rays rule out. `digit_paints` are for digits in another than their usual
    colour.
    """

    board: Board
    pencil: tuple[int, ...] = ()
    tints: tuple[Tint, ...] = ()
    marks: tuple[Mark, ...] = ()
    arcs: tuple[Arc, ...] = ()
    rays: tuple[Ray, ...] = ()
    blocked: tuple[Candidate, ...] = ()
    answer: tuple[Candidate, ...] = ()
    removed: tuple[Candidate, ...] = ()
    digit_paints: Mapping[Cell, Paint] = field(default_factory=dict)
    digit_height: float = DIGIT_HEIGHT
    edge: EdgeLabels = "r1c1"

    @property
    def shape(self) -> Geometry:
        return self.board.geometry

    @property
    def size(self) -> int:
        return self.board.size

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that the scene shows, each once, for a legend."""
        shown = [tint.role for tint in self.tints] + [mark.role for mark in self.marks]
        shown += ["answer"] * bool(self.answer) + ["removed"] * bool(self.removed)
        return tuple(dict.fromkeys(shown))


def unit_tints(geometry: Geometry, unit: int, role: str) -> Iterator[Tint]:
    """The cells of a unit, all in one role."""
    return (Tint(cell, role) for cell in geometry.units[unit].cells)
