"""Where a lattice went from one frame to the next, by optical flow at its crossings.

Paper moves as a plane from frame to frame, so one homography carries all crossings: those that a hand covers go along
with those that can be seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from sudokulens.vision.cells import Pixels
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation, Points

FLOW_SIDE = 640
"""The longer side of the pictures in which motion is looked for: fine enough for a fraction of a cell."""

FEWEST_FOLLOWED = 0.3
"""A smaller share of crossings that moved together is chance."""

LARGEST_RETURN_ERROR = 1.0
"""In pixels: a crossing followed there and back again must come home."""


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """A frame made small and grey, for comparing it with the next one."""

    grey: Pixels
    scale: float
    """Frame pixels per pixel here."""

    @staticmethod
    def of(frame: Frame) -> Glance:
        height, width = frame.pixels.shape[:2]
        scale = max(1.0, max(height, width) / FLOW_SIDE)
        size = (round(width / scale), round(height / scale))
        # Shrinking before the colours are mixed is a third of the work of the other order.
        small = cv2.resize(frame.pixels, size, interpolation=cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR)
        return Glance(np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), dtype=np.uint8), scale)


def follow(before: Glance, now: Glance, location: GridLocation) -> GridLocation | None:
    """The location in the present frame; None where too few of its crossings can be followed."""
    if before.grey.shape != now.grey.shape:
        return None
    points = _points(location) / before.scale
    inside = ((points > 2) & (points < np.array(before.grey.shape[::-1]) - 3)).all(axis=1)
    if inside.sum() < FEWEST_FOLLOWED * len(points):
        return None
    start = points[inside].astype(np.float32).reshape(-1, 1, 2)
    moved, kept = _flow(before.grey, now.grey, start)
    if kept.sum() < max(8, FEWEST_FOLLOWED * len(points)):
        return None
    matrix, agreed = cv2.findHomography(start[kept], moved[kept], cv2.RANSAC, 2.0)
    if matrix is None or agreed.sum() < max(8, FEWEST_FOLLOWED * len(points)):
        return None
    lattice = location.lattice / before.scale
    carried = cv2.perspectiveTransform(lattice.reshape(-1, 1, 2), matrix).reshape(lattice.shape) * now.scale
    return GridLocation.from_lattice(carried, location.score)


def _points(location: GridLocation) -> Points:
    return location.lattice.reshape(-1, 2)


def _flow(before: Pixels, now: Pixels, start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where the points went, and which of them come back to where they started."""
    moved, found, _ = cv2.calcOpticalFlowPyrLK(before, now, start, start.copy(), winSize=(21, 21), maxLevel=4)
    home, returned, _ = cv2.calcOpticalFlowPyrLK(now, before, moved, start.copy(), winSize=(21, 21), maxLevel=4)
    error = np.linalg.norm((home - start).reshape(-1, 2), axis=1)
    kept = (found.ravel() == 1) & (returned.ravel() == 1) & (error < LARGEST_RETURN_ERROR)
    return moved, kept
