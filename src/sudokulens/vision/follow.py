"""Where a lattice went from one frame to the next, by optical flow at its crossings.

Paper moves as a plane from frame to frame, so one homography carries all crossings: those that a hand covers go along
with those that can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from sudokulens.fitted import fitted
from sudokulens.vision.cells import Pixels
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation, apply_homography

_LIMITS: dict[str, float] = fitted("live")["limits"]

FLOW_SIDE = 640
"""The longer side of the pictures in which motion is looked for: fine enough for a fraction of a cell."""

COARSER = 4
"""By how much a glance is reduced for finding a jump."""

FLOW_WINDOW_PIXELS = 21
"""The side of what is looked for again around every crossing, at FLOW_SIDE: a cell, or somewhat less."""

MIN_POINTS = 8
"""Twice as many as a homography goes through."""

MIN_FOLLOWED_SHARE = _LIMITS["followed_share"]
"""A smaller share of crossings that moved together is chance."""

MIN_WAY_CELLS = _LIMITS["way_cells"]
"""In cells: what came less far from one frame to the next is not expected to go on."""


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


def follow(
    before: Glance, now: Glance, location: GridLocation, shift: tuple[float, float] = (0.0, 0.0)
) -> GridLocation | None:
    """The location in the present frame; None where too few of its crossings can be followed.

    `shift`, in frame pixels, is where the crossings are looked for first.
    """
    if before.grey.shape != now.grey.shape:
        return None
    points = location.lattice.reshape(-1, 2) / before.scale
    inside = ((points > 2) & (points < np.array(before.grey.shape[::-1]) - 3)).all(axis=1)
    fewest = max(MIN_POINTS, MIN_FOLLOWED_SHARE * len(points))
    if inside.sum() < fewest:
        return None
    start = points[inside].astype(np.float32).reshape(-1, 1, 2)
    moved, kept = _flow(before.grey, now.grey, start, np.array(shift, dtype=np.float32) / np.float32(now.scale))
    if kept.sum() < fewest:
        return None
    matrix, agreed = cv2.findHomography(start[kept], moved[kept], cv2.RANSAC, 2.0)
    if matrix is None or agreed.sum() < fewest:
        return None
    lattice = location.lattice / before.scale
    carried = cv2.perspectiveTransform(lattice.reshape(-1, 1, 2), matrix).reshape(lattice.shape) * now.scale
    if not np.isfinite(carried).all():
        return None
    return GridLocation.from_lattice(carried, location.score)


def gone_on(first: GridLocation, second: GridLocation) -> Iterator[GridLocation]:
    """Where a grid will be that goes on as it went from the first place to the second; nowhere if it hardly moved."""
    if np.abs(second.corners - first.corners).max() < MIN_WAY_CELLS * second.cell_side:
        return
    step = np.asarray(second.homography @ np.linalg.inv(first.homography), dtype=np.float64)
    lattice = apply_homography(step, second.lattice.reshape(-1, 2)).reshape(second.lattice.shape)
    if np.isfinite(lattice).all():
        yield GridLocation.from_lattice(lattice, second.score)


def leap(before: Glance, now: Glance, location: GridLocation) -> tuple[tuple[float, float], float]:
    """How far the grid jumped, in frame pixels, found by its coarse picture; and how alike the two are, -1 to 1."""
    first, second = (_coarse(glance) for glance in (before, now))
    scale = before.scale * before.grey.shape[1] / first.shape[1]
    height, width = first.shape
    left, top = np.clip(np.floor(location.corners.min(axis=0) / scale).astype(int), 0, (width, height))
    right, bottom = np.clip(np.ceil(location.corners.max(axis=0) / scale).astype(int), 0, (width, height))
    patch = first[top:bottom, left:right]
    if first.shape != second.shape or min(patch.shape) < 8:
        return (0.0, 0.0), -1.0
    # A part of the grid may have left the picture.
    edge = (patch.shape[0] // 3, patch.shape[1] // 3)
    room = cv2.copyMakeBorder(second, edge[0], edge[0], edge[1], edge[1], cv2.BORDER_REPLICATE)
    scores = cv2.matchTemplate(room, patch, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(scores)
    return (float((x - edge[1] - left) * scale), float((y - edge[0] - top) * scale)), float(best)


def _coarse(glance: Glance) -> Pixels:
    height, width = glance.grey.shape
    size = (max(1, width // COARSER), max(1, height // COARSER))
    return np.asarray(cv2.resize(glance.grey, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _flow(before: Pixels, now: Pixels, start: np.ndarray, shift: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where the points went, and which of them were found; wrong ones do not move along with the others."""
    flags, levels = (cv2.OPTFLOW_USE_INITIAL_FLOW, 2) if shift.any() else (0, 4)
    moved, found, _ = cv2.calcOpticalFlowPyrLK(
        before, now, start, start + shift, winSize=(FLOW_WINDOW_PIXELS,) * 2, maxLevel=levels, flags=flags
    )
    return moved, found.ravel() == 1
