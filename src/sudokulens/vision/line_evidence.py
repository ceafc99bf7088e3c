"""How much line there is along every side of every cell of a supposed lattice."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.vision.cells import Pixels, rectify
from sudokulens.vision.location import Points, cell_side

CELL_PIXELS = 24
MARGIN_CELLS = 1
_BORDER_PIXELS = CELL_PIXELS // 3
"""Taken away again after filtering: at the canvas's edge the filter sees half of its surroundings only. Steps in
brightness count within the same distance of the outer lines."""

LINE_CELLS: float = fitted("locator")["numbers"]["line_cells"]
"""In cells: how far from its place a line still is that line. Thick ones are so wide, and none bends more in a cell.

What lies further off is another line, or a digit's stroke; what lies nearer to the picture's edge leaves no room for a
border beside it.
"""

SHADE_PIXELS = 5
"""How far beside a line cells are looked at for their shade: digits keep further away."""

_CHUNK_ROWS = 4
_SKIPPED_ROWS = _CHUNK_ROWS // 2
"""Rows next to a crossing: there the crossing line hides the one that is measured."""


@dataclass(frozen=True, slots=True, eq=False)
class LineEvidence:
    """Responses of the flat canvas to lines, for the vertical lines and, transposed, for the horizontal ones.

    `lines[0, r, x]` is how strongly a vertical line at canvas column x runs through cell row r - 1; row 0 and the last
    row are the margin outside the grid. `lines[1, c, y]` is the same for horizontal lines through cell column c - 1.
    `unbroken` holds the weakest part of each stretch, `lines` the second weakest: a line may have one gap, while a
    digit's stroke has several. `cut` tells for the left, right, top and bottom line whether the picture ends there: a
    screenshot cut to the board may have lost its border.
    """

    lines: NDArray[np.float32]
    unbroken: NDArray[np.float32]
    size: int
    cut: tuple[bool, bool, bool, bool] = (False, False, False, False)


def gather_evidence(grey: Pixels, lattice: Points) -> LineEvidence:
    """The evidence for dark lines on brighter ground around a lattice in pixels of a grey picture."""
    canvas = rectify(grey, lattice, CELL_PIXELS, MARGIN_CELLS + _BORDER_PIXELS / CELL_PIXELS, keep_thin=True)
    lines, unbroken = _stretches(_lines(_both_ways(canvas)))
    return LineEvidence(lines, unbroken, len(lattice) - 1, _cut_sides(lattice, grey.shape[1], grey.shape[0]))


def _both_ways(canvas: Pixels) -> Pixels:
    """The canvas and, below it, its transpose: all filters look along rows, so that one pass does for both."""
    return np.concatenate([canvas, canvas.T])


def _cut_sides(lattice: Points, width: int, height: int) -> tuple[bool, bool, bool, bool]:
    """Whether the left, right, top and bottom line of a lattice lie along an edge of the picture."""
    cell = cell_side(lattice)
    last = np.array([width - 1, height - 1])
    if min(float(lattice.min()), float((last - lattice).min())) > LINE_CELLS * cell:
        return False, False, False, False
    lines = (lattice[:, 0], lattice[:, -1], lattice[0], lattice[-1])
    left, right, top, bottom = (_runs_along(line, cell) or _runs_along(last - line, cell) for line in lines)
    return left, right, top, bottom


def _runs_along(depths: Points, cell: float) -> bool:
    """Whether all points of a line are so near to the left or to the top edge, by their distance from both.

    A line that was cut off may have been twice as far beyond it.
    """
    along = (depths <= LINE_CELLS * cell) & (depths >= -2 * LINE_CELLS * cell)
    return bool(along.all(axis=0).any())


def _add_outer_steps(response: Pixels, canvas: Pixels) -> None:
    """Let steps in brightness count at the first and the last line: a border may be no more than the panel's edge."""
    outer, rows = _BORDER_PIXELS + MARGIN_CELLS * CELL_PIXELS, len(canvas)
    bands = [np.s_[:, side - _BORDER_PIXELS : side + _BORDER_PIXELS] for side in (outer, canvas.shape[1] - outer)]
    steps = _steps(np.concatenate([canvas[band] for band in bands]))
    for band, beside in zip(bands, (steps[:rows], steps[rows:]), strict=True):
        np.maximum(response[band], beside, out=response[band])


def gather_steps(grey: Pixels, lattice: Points) -> NDArray[np.float32]:
    """The step from shade to shade along every stretch, in grey levels, as `lines` of the evidence.

    Where one of two neighbouring cells is shaded, a step may be all that there is of the line between them.
    """
    canvas = rectify(grey, lattice, CELL_PIXELS, MARGIN_CELLS + _BORDER_PIXELS / CELL_PIXELS)
    return _stretches(_shade_steps(_both_ways(canvas)))[0]


def _shade_steps(canvas: Pixels) -> Pixels:
    """By how much all pixels on one side of a column are brighter than all on the other, unlike those beside a line."""
    window = np.ones((1, SHADE_PIXELS), np.uint8)
    dark, bright = cv2.erode(canvas, window), cv2.dilate(canvas, window)
    apart = SHADE_PIXELS + 1
    steps = np.zeros_like(canvas)
    middle = slice(apart // 2, apart // 2 + canvas.shape[1] - apart)
    rising = cv2.subtract(dark[:, apart:], bright[:, :-apart])
    falling = cv2.subtract(dark[:, :-apart], bright[:, apart:])
    steps[:, middle] = np.maximum(rising, falling)
    return steps


def _steps(canvas: Pixels) -> Pixels:
    gradient = cv2.morphologyEx(canvas, cv2.MORPH_GRADIENT, np.ones((1, 3), np.uint8))
    return np.asarray(gradient, dtype=np.uint8) // 2


def _lines(canvas: Pixels) -> Pixels:
    """The response to vertical lines that are darker than the ground on both sides, and to the border's steps."""
    across = np.ones((1, 2 * (CELL_PIXELS // 5) + 1), np.uint8)
    response = np.asarray(cv2.morphologyEx(canvas, cv2.MORPH_BLACKHAT, across), dtype=np.uint8)
    _add_outer_steps(response, canvas)
    # Widened, so that a line that leans by a pixel or two within one cell still counts as one line.
    return np.asarray(cv2.dilate(response, np.ones((1, 3), np.uint8)), dtype=np.uint8)


def _stretches(response: Pixels) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(2, cells, columns): the second weakest and the weakest part of every stretch, one cell long, both ways."""
    side, inside = response.shape[1] - 2 * _BORDER_PIXELS, slice(_BORDER_PIXELS, -_BORDER_PIXELS)
    inner = response.reshape(2, -1, response.shape[1])[:, inside, inside]
    rows = inner.reshape(2, side // CELL_PIXELS, CELL_PIXELS, side)[:, :, _SKIPPED_ROWS:-_SKIPPED_ROWS]
    parts = (CELL_PIXELS - 2 * _SKIPPED_ROWS) // _CHUNK_ROWS
    quarters = rows.reshape(*rows.shape[:2], parts, _CHUNK_ROWS, side)
    sums = quarters[:, :, :, 0].astype(np.uint16)
    for row in range(1, _CHUNK_ROWS):
        sums += quarters[:, :, :, row]
    second, weakest = (_as_mean(least) for least in _two_least(sums))
    # Digits keep away from the ends of a cell's side, lines do not.
    first, last = (np.maximum(rows[:, :, end], rows[:, :, near]) for end, near in ((0, 1), (-1, -2)))
    return second, np.minimum(weakest, np.minimum(first, last))


def _two_least(parts: NDArray[np.uint16]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """The second least and the least along the last axis but one; much quicker than sorting a handful of planes."""
    planes = np.moveaxis(parts, -2, 0)
    least, second = np.minimum(planes[0], planes[1]), np.maximum(planes[0], planes[1])
    for plane in planes[2:]:
        np.minimum(second, np.maximum(least, plane), out=second)
        np.minimum(least, plane, out=least)
    return second, least


def _as_mean(sums: NDArray[np.uint16]) -> NDArray[np.float32]:
    return sums * np.float32(1 / _CHUNK_ROWS)
