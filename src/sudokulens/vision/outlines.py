"""Quadrilaterals around connected ink: the first guess at where a grid may be."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.vision.cells import Pixels
from sudokulens.vision.ink import connected
from sudokulens.vision.location import Points, quad_area

_NUMBERS: dict[str, float] = fitted("locator")["numbers"]

MIN_SHARE: float = _NUMBERS["side_share"]
"""Of the picture's longer side: smaller things have too few pixels a cell to be read."""

MAX_PLACES = 8
"""As many of the largest things on a picture may be grids; what is returned of one picture is no more."""

MAX_HULL_EXCESS: float = _NUMBERS["hull_excess"]
"""How many times larger than the ink's hull a quadrilateral around it may be."""

MAX_ELONGATION: float = _NUMBERS["elongation"]
"""How many times longer than its shortest side the longest side of a grid, or of a cell, may seem."""

SHARPEST_CORNER: float = _NUMBERS["sharpest_corner"]
"""The cosine of the angle between two sides of a grid that is seen most aslant."""

SMOOTHING: float = _NUMBERS["smoothing"]
"""Of a hull's perimeter: what stands out by less is no corner of it."""


def outline_quads(ink: Pixels, limit: int = MAX_PLACES) -> list[Points]:
    """Corners (4, 2), clockwise from the picture's top-left, around the largest connected pieces of ink."""
    labels, stats = connected(ink, 8)
    smallest = MIN_SHARE * max(ink.shape)
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]]
    large = np.flatnonzero(sides[1:].min(axis=1) >= smallest) + 1
    large = large[np.argsort(-sides[large].prod(axis=1))]
    quads = []
    for k in large[:limit]:
        hull = _hull(labels, stats[k], int(k))
        largest = MAX_HULL_EXCESS * cv2.contourArea(hull)
        quads += [quad for quad in enclosing_quads(hull) if quad_area(quad) <= largest and _plausible(quad, smallest)]
    return quads


def _hull(labels: NDArray[np.generic], stat: NDArray[np.generic], label: int) -> NDArray[np.int32]:
    left, top, width, height = (int(value) for value in stat[:4].tolist())
    piece = (labels[top : top + height, left : left + width] == label).astype(np.uint8)
    contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=(left, top))
    return np.asarray(cv2.convexHull(max(contours, key=len)), dtype=np.int32)


def enclosing_quads(hull: NDArray[np.int32]) -> list[Points]:
    """The quadrilateral left when a hull loses, one by one, the edges that cost the least area; then the other one.

    The other one is left when those four edges go first: a grid without its border is a cross of four lines, and the
    hull of that an octagon, of which it is not plain which edges are the grid's sides.
    """
    perimeter = cv2.arcLength(hull, True)
    polygon = cv2.approxPolyDP(hull, SMOOTHING * perimeter, True)[:, 0].astype(np.float64)
    first, edges = _cut_to_four(polygon, frozenset())
    if first is None:
        return []
    second = _cut_to_four(polygon, edges)[0] if len(polygon) >= 8 else None
    return [clockwise_from_top_left(quad) for quad in (first, second) if quad is not None]


def _cut_to_four(polygon: Points, first: frozenset[int]) -> tuple[Points | None, frozenset[int]]:
    """What is left of a polygon after the edges named first, then the cheapest, were taken off, and which edges."""
    edges = list(range(len(polygon)))
    while len(polygon) > 4:
        named = [place for place, edge in enumerate(edges) if edge in first] or list(range(len(polygon)))
        corners: list[list[float]] = polygon.tolist()
        costs = [_removal(corners, place) for place in named]
        cheapest = int(np.argmin([cost for cost, _ in costs]))
        place, (cost, corner) = named[cheapest], costs[cheapest]
        if not np.isfinite(cost):
            return None, first
        polygon = polygon.copy()
        polygon[place] = corner
        following = (place + 1) % len(polygon)
        edges[place] = edges[following]
        polygon = np.delete(polygon, following, axis=0)
        edges.pop(following)
    return (polygon if len(polygon) == 4 else None), frozenset(edges)


def _removal(corners: list[list[float]], edge: int) -> tuple[float, tuple[float, float]]:
    """The area added when the edge from that corner goes and its neighbours are drawn out until they meet.

    Of so few numbers plain arithmetic takes a tenth of numpy's time.
    """
    before, start, end, after = (corners[(edge + step) % len(corners)] for step in (-1, 0, 1, 2))
    first, second = (start[0] - before[0], start[1] - before[1]), (end[0] - after[0], end[1] - after[1])
    cross = first[0] * second[1] - first[1] * second[0]
    gap = end[0] - start[0], end[1] - start[1]
    along = -1.0 if abs(cross) < 1e-9 else (gap[0] * second[1] - gap[1] * second[0]) / cross
    if along < 0:
        return np.inf, (start[0], start[1])
    added = 0.5 * abs(along * (first[0] * gap[1] - first[1] * gap[0]))
    return added, (start[0] + along * first[0], start[1] + along * first[1])


def clockwise_from_top_left(quad: Points) -> Points:
    """The same corners, clockwise as seen in the picture, from the one nearest its top-left."""
    centre = quad.mean(axis=0)
    order = np.argsort(np.arctan2(quad[:, 1] - centre[1], quad[:, 0] - centre[0]))
    ordered = quad[order]
    return np.roll(ordered, -int(np.argmin(ordered.sum(axis=1))), axis=0)


def _plausible(quad: Points, smallest: float) -> bool:
    """Not too small, not too long, no corner too sharp."""
    edges = np.roll(quad, -1, axis=0) - quad
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    if lengths.min() < smallest or lengths.max() > MAX_ELONGATION * lengths.min():
        return False
    directions = edges / lengths[:, None]
    return bool(np.abs((directions * np.roll(directions, 1, axis=0)).sum(axis=1)).max() < SHARPEST_CORNER)
