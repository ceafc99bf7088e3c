"""How many pencil marks stand in a cell: its strokes of ink are counted, whatever digits they are.

Where marks are hard to read, their number is still plain to see, and says which of the likely digits are there.
"""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.preprocess import MIN_SPREAD_GREY
from sudokulens.vision.canvases import BORDER_CELLS
from sudokulens.vision.cells import MARGIN_CELLS

Box: TypeAlias = tuple[int, int]
"""Width and height of a stroke of ink, in pixels."""

RIM = BORDER_CELLS / 2
"""What is cut away on every side of a cell, as a share of it: its lines. What touches the rim and is thinner is one."""

FAINTEST_INK = 2 * MIN_SPREAD_GREY
"""Grey levels from the paper below which nothing is ink: where half of a cell were, it would spread as a blank page."""

MIN_MARK_HEIGHT_CELLS, MAX_MARK_SIDE_CELLS = BORDER_CELLS, 1 - 2 * BORDER_CELLS
"""Of a cell: a mark is higher than the first, and neither higher nor wider than the second."""

WIDEST_DIGIT = 1.1
"""Width of a digit to the height of the page's marks: 99 of 100 have less, two that touch have more."""

WIDEST_PAIR = 2 * WIDEST_DIGIT
"""The same for two digits that touch."""


def count_marks(canvas: NDArray[np.uint8], cells: NDArray[np.intp], size: int) -> NDArray[np.int64]:
    """(n·n,): the number of marks in each of these cells of an upright RGB canvas, 0 in the others."""
    counts = np.zeros(size * size, dtype=np.int64)
    boxes = [_boxes(cell) for cell in _cut(canvas, cells, size)]
    heights = [height for some in boxes for _, height in some]
    usual = float(np.median(heights)) if heights else 1.0
    counts[cells] = [sum(_digits(width / usual) for width, _ in some) for some in boxes]
    return counts


def _cut(canvas: NDArray[np.uint8], cells: NDArray[np.intp], size: int) -> list[NDArray[np.float32]]:
    """The insides of the cells, in grey."""
    grey = cv2.cvtColor(canvas, cv2.COLOR_RGB2GRAY).astype(np.float32)
    side = len(canvas) // round(size + 2 * MARGIN_CELLS)
    rim, start = round(RIM * side), round(MARGIN_CELLS * side)
    corners = [(start + int(cell) // size * side + rim, start + int(cell) % size * side + rim) for cell in cells]
    return [grey[y : y + side - 2 * rim, x : x + side - 2 * rim] for y, x in corners]


def _boxes(cell: NDArray[np.float32]) -> list[Box]:
    """The connected strokes of ink that are as large as a mark."""
    apart = cell - np.median(cell)
    ink = -apart if -apart.min() > apart.max() else apart
    # Less than half of the strongest ink is the blur around it, or paper.
    drawn = ink > max(float(np.percentile(ink, 99)) / 2, FAINTEST_INK)
    _, _, table, _ = cv2.connectedComponentsWithStats(drawn.astype(np.uint8), connectivity=8)
    inside = len(cell)
    side = inside / (1 - 2 * RIM)
    found = []
    for x, y, width, height, _ in table[1:].tolist():
        at_rim = not (x and y) or x + width == inside or y + height == inside
        line = at_rim and min(width, height) < RIM * side
        if height >= MIN_MARK_HEIGHT_CELLS * side and max(width, height) <= MAX_MARK_SIDE_CELLS * side and not line:
            found.append((width, height))
    return found


def _digits(width: float) -> int:
    """How many digits a stroke of that width holds, in heights of the page's marks."""
    return 1 if width < WIDEST_DIGIT else 2 if width < WIDEST_PAIR else 3
