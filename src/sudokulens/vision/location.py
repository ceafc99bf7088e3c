"""Where a grid lies in a frame: its corners and every crossing of its lines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Points: TypeAlias = NDArray[np.float64]
"""x, y pairs in frame pixels along the last axis; the centre of the first pixel is (0, 0)."""

MAX_SIZE_CELLS = 35
"""Cells along a side: as many as there are characters for their digits."""

OVERLAP = 0.2
"""Two places that share this much of the smaller one are rivals: only one of them is a grid."""


@dataclass(frozen=True, slots=True, eq=False)
class GridLocation:
    """The place of one grid in frame pixels, the puzzle's own top-left first.

    `corners` (4, 2) go clockwise from the top-left; `lattice` (size + 1, size + 1, 2) holds the crossing of
    horizontal line r with vertical line c at [r, c]; `score` says how well lines were found there, 0 to 1, and `boxed`
    how clearly thicker lines mark the usual boxes, 0 to 1: killers have them, KenKens do not. None is unknown.
    """

    corners: Points
    lattice: Points
    size: int
    score: float = 1.0
    boxed: float | None = None

    def __post_init__(self) -> None:
        if not 2 <= self.size <= MAX_SIZE_CELLS:
            raise ValueError(f"expected a size of 2 to {MAX_SIZE_CELLS}, got {self.size}")
        lines = self.size + 1
        object.__setattr__(self, "corners", _checked("corners", self.corners, (4, 2)))
        object.__setattr__(self, "lattice", _checked("lattice", self.lattice, (lines, lines, 2)))

    @staticmethod
    def from_corners(corners: object, size: int = 9, score: float = 1.0) -> GridLocation:
        """The flat grid between four corners, given clockwise from the puzzle's top-left."""
        quad = _checked("corners", corners, (4, 2))
        return GridLocation(quad, flat_lattice(quad, size), size, score)

    @staticmethod
    def from_lattice(lattice: object, score: float = 1.0, boxed: float | None = None) -> GridLocation:
        """The grid with those crossings; its corners are the outermost ones."""
        points = np.asarray(lattice, dtype=np.float64)
        return GridLocation(outer_corners(points), points, len(points) - 1, score, boxed)

    @property
    def homography(self) -> NDArray[np.float64]:
        """The 3×3 map from (column, row) in cells, 0 to size, to frame pixels, exact at the four corners."""
        return _square_to_quad(self.corners, self.size)

    @property
    def cell_side(self) -> float:
        """The side of a typical cell in pixels: the root of the mean cell area."""
        return cell_side(self.lattice)

    def turned(self, quarters: int) -> GridLocation:
        """The same place with the corner `quarters` further clockwise taken as the puzzle's top-left."""
        if quarters % 4 == 0:
            return self  # What was laid flat for it stays good.
        corners, lattice = np.roll(self.corners, -quarters, axis=0), np.rot90(self.lattice, quarters)
        return replace(self, corners=corners, lattice=lattice)

    def moved(self, scale: float = 1.0, offset: tuple[float, float] = (0.0, 0.0)) -> GridLocation:
        """The place in a picture enlarged by `scale` (pixel areas, not centres, scale) and then shifted."""
        shift = np.asarray(offset) + (scale - 1) / 2
        return replace(self, corners=self.corners * scale + shift, lattice=self.lattice * scale + shift)


def overlap(first: GridLocation, second: GridLocation) -> float:
    """The shared area of two places as a part of the smaller one."""
    quads = [place.corners.astype(np.float32) for place in (first, second)]
    shared, _ = cv2.intersectConvexConvex(quads[0], quads[1])
    smaller = min(quad_area(place.corners) for place in (first, second))
    return float(shared) / smaller if smaller > 0 else 0.0


def are_rivals(first: GridLocation, second: GridLocation) -> bool:
    """True for two places of which only one can be a grid."""
    return overlap(first, second) > OVERLAP


def cell_side(lattice: Points) -> float:
    """The side of a typical cell in pixels: the root of the mean cell area."""
    return sqrt(quad_area(outer_corners(lattice))) / (len(lattice) - 1)


def outer_corners(lattice: Points) -> Points:
    """The four outermost crossings of a lattice, clockwise from [0, 0]."""
    return lattice[[0, 0, -1, -1], [0, -1, -1, 0]]


def flat_lattice(corners: Points, size: int) -> Points:
    """The crossings (size + 1, size + 1, 2) of a flat grid with these corners, in perspective."""
    return apply_homography(_square_to_quad(corners, size), _crossings(size))


@lru_cache(maxsize=MAX_SIZE_CELLS)
def _crossings(size: int) -> Points:
    """(size + 1, size + 1, 2): column and row of every crossing, in cells."""
    steps = np.arange(size + 1.0)
    return np.stack(np.meshgrid(steps, steps), axis=-1)


def quad_area(corners: Points) -> float:
    """The area inside a polygon of x, y corners."""
    points: list[list[float]] = corners.tolist()  # Of so few numbers plain arithmetic takes a tenth of numpy's time.
    following = points[1:] + points[:1]
    return 0.5 * abs(sum(x * next_y - y * next_x for (x, y), (next_x, next_y) in zip(points, following, strict=True)))


def apply_homography(homography: NDArray[np.float64], points: Points) -> Points:
    """The points, of any leading shape, mapped by a 3×3 homography."""
    mapped = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(mapped[..., :2] / mapped[..., 2:])


def _square_to_quad(corners: Points, size: int) -> NDArray[np.float64]:
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, corners.astype(np.float32)), dtype=np.float64)


def _checked(name: str, values: object, shape: tuple[int, ...]) -> Points:
    """A read-only float copy of `values`, refused unless finite and of that shape."""
    points = np.array(values, dtype=np.float64)
    if points.shape != shape:
        raise ValueError(f"expected {name} of shape {shape}, got {points.shape}")
    if not np.isfinite(points).all():
        raise ValueError(f"expected finite {name}, got {points.tolist()}")
    points.setflags(write=False)
    return points
