"""A drawing as data: shapes in board units, where a cell is 1×1 and the board's top left corner is (0, 0).

The same scene becomes an SVG, a PNG, or ink on the person's own photo, so that nothing is drawn twice in two ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Colour: TypeAlias = str
"""As #rrggbb."""


@dataclass(frozen=True, slots=True)
class Area:
    """A filled rectangle; `opacity` from 0 to 1."""

    x: float
    y: float
    width: float
    height: float
    fill: Colour
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points; with `dashed` it stands for a weak link."""

    points: tuple[Point, ...]
    colour: Colour
    width: float
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle, filled or as a ring of the given width."""

    centre: Point
    radius: float
    colour: Colour
    ring: float | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """Text centred on a point; `height` is that of a capital letter."""

    centre: Point
    text: str
    height: float
    colour: Colour
    bold: bool = False


Shape: TypeAlias = Area | Stroke | Disc | Label


@dataclass(frozen=True, slots=True)
class Scene:
    """Shapes on a board of `size` cells a side, in painting order."""

    size: int
    shapes: tuple[Shape, ...]
    background: Colour = "#ffffff"
