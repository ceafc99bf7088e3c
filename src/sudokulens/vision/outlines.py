"""Quadrilaterals around connected ink: the first guess at where a grid may be."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.cells import Pixels
from sudokulens.vision.ink import connected
from sudokulens.vision.location import Points, quad_area

SMALLEST_SHARE = 0.07
"""Of the picture's longer side: smaller things have too few pixels a cell to be read."""


def outline_quads(ink: Pixels, limit: int = 8) -> list[Points]:
    """Corners (4, 2), clockwise from the picture's top-left, around the largest connected pieces of ink."""
    labels, stats = connected(ink, 8)
    smallest = SMALLEST_SHARE * max(ink.shape)
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]]
    large = np.flatnonzero(sides[1:].min(axis=1) >= smallest) + 1
    large = large[np.argsort(-sides[large].prod(axis=1))]
    quads = []
    for k in large[:limit]:
        hull = _hull(labels, stats[k], int(k))
        quad = enclosing_quad(hull)
        if quad is not None and quad_area(quad) <= 1.35 * cv2.contourArea(hull) and _plausible(quad, smallest):
            quads.append(quad)
    return quads


def _hull(labels: NDArray[np.generic], stat: NDArray[np.generic], label: int) -> NDArray[np.int32]:
    left, top, width, height = (int(value) for value in stat[:4].tolist())
    piece = (labels[top : top + height, left : left + width] == label).astype(np.uint8)
    contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=(left, top))
    return np.asarray(cv2.convexHull(max(contours, key=len)), dtype=np.int32)


def enclosing_quad(hull: NDArray[np.int32]) -> Points | None:
    """The quadrilateral left when a hull loses, one by one, the edges that cost the least area."""
    perimeter = cv2.arcLength(hull, True)
    polygon = cv2.approxPolyDP(hull, 0.004 * perimeter, True)[:, 0].astype(np.float64)
    if len(polygon) < 4:
        return None
    while len(polygon) > 4:
        costs = [_removal(polygon, edge) for edge in range(len(polygon))]
        edge = int(np.argmin([cost for cost, _ in costs]))
        cost, corner = costs[edge]
        if not np.isfinite(cost):
            return None
        polygon[edge] = corner
        polygon = np.delete(polygon, (edge + 1) % len(polygon), axis=0)
    return clockwise_from_top_left(polygon)


def _removal(polygon: Points, edge: int) -> tuple[float, Points]:
    """The area added when the edge from that corner goes and its neighbours are drawn out until they meet."""
    before, start, end, after = (polygon[(edge + step) % len(polygon)] for step in (-1, 0, 1, 2))
    first, second = start - before, end - after
    cross = first[0] * second[1] - first[1] * second[0]
    gap = end - start
    if abs(cross) < 1e-9:
        return np.inf, start
    along = (gap[0] * second[1] - gap[1] * second[0]) / cross
    if along < 0:
        return np.inf, start
    corner = start + along * first
    added = 0.5 * abs(along * (first[0] * gap[1] - first[1] * gap[0]))
    return float(added), corner


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
    if lengths.min() < smallest / 1.5 or lengths.max() > 3 * lengths.min():
        return False
    directions = edges / lengths[:, None]
    return bool(np.abs((directions * np.roll(directions, 1, axis=0)).sum(axis=1)).max() < 0.8)
