"""What painters paint: shapes in board units, where a cell is 1×1 and the board's top left corner is (0, 0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from sudokulens.drawing.palette import Paint

Point: TypeAlias = tuple[float, float]

Layer: TypeAlias = Literal["rules", "tints", "lines", "signs", "digits", "links", "pencil", "marks", "answer", "edge"]
"""In painting order:

- `rules`: windows, diagonals, thermometers and the like; `tints`: units and cells of the pattern;
- `lines`, `digits`: the board itself, which a photo has already; `signs`: cages, dots and other signs above the lines,
  clues outside the board; `links`: chains, beneath the candidates;
- `pencil`: candidates without a part in the step; `marks`: those with one; `answer`: what the step concludes;
- `edge`: labels of rows and columns, outside the board.
"""

LAYERS: tuple[Layer, ...] = get_args(Layer)


@dataclass(frozen=True, slots=True)
class Area:
    """A filled rectangle, its corners rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    opacity: float = 1.0
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points; `arrow` adds a head at its end."""

    points: tuple[Point, ...]
    paint: Paint
    width: float
    dashed: bool = False
    opacity: float = 1.0
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle, filled or as a ring of the given width."""

    centre: Point
    radius: float
    paint: Paint
    ring: float | None = None
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Label:
    """Text centred on a point; `height` is that of a capital letter."""

    centre: Point
    text: str
    height: float
    paint: Paint
    bold: bool = False


Shape: TypeAlias = Area | Stroke | Disc | Label

Drawing: TypeAlias = Mapping[Layer, tuple[Shape, ...]]
"""Shapes by layer; painted layer by layer, in the order of `LAYERS`."""
