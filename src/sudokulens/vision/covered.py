"""Cells that something lies over: a message in an app, which hides lines and digits alike.

A message has an upper and a lower edge of the same length, which run straight through the middle of several cells,
where a grid has no line. Where an edge lies near a line instead, the sides of cells that are missing under the message,
many in one row and nowhere else, reveal it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.frame import Frame
from sudokulens.vision.lattice_fit import line_columns
from sudokulens.vision.lattice_score import line_threshold, sides_with_lines
from sudokulens.vision.line_evidence import CELL_PIXELS, SHADE_PIXELS, LineEvidence, gather_evidence
from sudokulens.vision.location import GridLocation

Mask = NDArray[np.bool_]

MIN_EDGE_CELLS = 5
"""In whole cells, an odd number: what runs for less through the middle of cells may be strokes of digits."""


@dataclass(frozen=True, slots=True)
class _Edge:
    """A straight edge through the middle of cells: its height in cells, and the first and the last column."""

    height: float
    first: int
    last: int

    def joins(self, other: _Edge) -> bool:
        """Whether both may be edges of one message."""
        return abs(self.first - other.first) <= 1 and abs(self.last - other.last) <= 1


def covered_cells(frame: Frame, location: GridLocation) -> Mask:
    """(cells,): true where a message lies over a cell."""
    grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    tries = [gather_evidence(picture, location.lattice) for picture in (grey, np.asarray(255 - grey))]
    return cells_under_messages(max(tries, key=lambda each: float(sides_with_lines(each).mean()))).ravel()


def cells_under_messages(evidence: LineEvidence) -> Mask:
    """(rows, columns): true where a message lies over a cell; nowhere on a grid with all its lines."""
    there = sides_with_lines(evidence)
    covered = np.zeros((evidence.size, evidence.size), dtype=np.bool_)
    if there.all():
        return covered
    middles = np.arange(evidence.size) + 0.5
    for upper, lower in combinations(_edges(evidence), 2):
        if upper.joins(lower):
            rows = (middles > upper.height) & (middles < lower.height)
            covered[rows, min(upper.first, lower.first) : max(upper.last, lower.last) + 1] = True
    return covered | _between_missing_sides(there[0])


def _between_missing_sides(there: Mask) -> Mask:
    """(rows, columns): cells beside the lines that a row lacks many of at a stretch and most other rows have.

    There are rows above and below: at an end a table has fewer rows, rather.
    """
    usual = there.mean(axis=0) > 0.5
    missing = (~there & usual).astype(np.uint8)
    missing[:, [0, -1]] = 0
    ruled = there.mean(axis=1) > 0.5
    missing[~(np.logical_or.accumulate(ruled) & np.logical_or.accumulate(ruled[::-1])[::-1])] = 0
    run = cv2.morphologyEx(missing, cv2.MORPH_OPEN, np.ones((1, MIN_EDGE_CELLS), np.uint8)) > 0
    return np.asarray(run[:, :-1] | run[:, 1:])


def _edges(evidence: LineEvidence) -> Iterator[_Edge]:
    """The edges in mid-cell from top to bottom."""
    runs = _runs(evidence)
    first = int(line_columns(evidence.size)[0])
    heights = np.flatnonzero(runs.any(axis=1))
    for group in np.split(heights, np.flatnonzero(np.diff(heights) > 1) + 1):
        if len(group):
            columns = np.flatnonzero(runs[group].any(axis=0))
            height = (float(group.mean()) + 0.5 - first) / CELL_PIXELS
            yield _Edge(height, int(columns[0]), int(columns[-1]))


def _runs(evidence: LineEvidence) -> Mask:
    """(heights, columns): true where a line crosses the middle of a cell, and of enough cells beside it."""
    threshold, upright = line_threshold(evidence), np.ones((3, 1), np.uint8)
    whole, most = (
        np.asarray(cv2.dilate((threshold <= each[1:-1].T).astype(np.uint8), upright))
        for each in (evidence.unbroken[1], evidence.lines[1])
    )
    inside = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((1, MIN_EDGE_CELLS), np.uint8))
    # A message may end within the cells next to those that its edge crosses from side to side.
    runs = (cv2.dilate(inside, np.ones((1, 3), np.uint8)) > 0) & (most > 0)
    places = np.arange(len(runs)) - line_columns(evidence.size)[0]
    within = places % CELL_PIXELS
    # What is nearer to a line may be the border of a cage.
    inner = (within >= SHADE_PIXELS) & (within < CELL_PIXELS - SHADE_PIXELS)
    inner &= (places >= 0) & (places < evidence.size * CELL_PIXELS)
    return np.asarray(runs & inner[:, None])
