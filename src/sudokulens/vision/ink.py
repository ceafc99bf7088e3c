"""Which pixels are ink, and which of them hang together."""

from __future__ import annotations

from contextlib import suppress

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.vision.cells import Pixels

COUNTS_SHORT_LABELS = tuple(map(int, cv2.__version__.split(".")[:2])) >= (4, 13)
"""Whether OpenCV raises where there are more pieces than 16 bits count; older versions write beyond their memory
(opencv/opencv#27582)."""


_NUMBERS: dict[str, float] = fitted("locator")["numbers"]

WIDTH_SHARE: float = _NUMBERS["width_share"]
"""Of the picture's longer side: how wide a stroke may be. Its surroundings are twice as wide."""

GRAIN_SHARE: float = _NUMBERS["grain_share"]
"""Of the picture's longer side: the standard deviation of a blur that takes a camera's noise away and leaves lines."""

INK_SHARE: float = _NUMBERS["ink_share"]
"""The share of a picture's pixels that is ink, if there is any."""

MIN_LINE_GREY: float = _NUMBERS["line_grey"]
"""In grey levels: what is fainter is no line."""

MIN_PAPER_GREY = 2 * MIN_LINE_GREY
"""In grey levels: ground that is darker has no line to show, so that light is not blown up further."""


STROKE_GREY: float = _NUMBERS["stroke_grey"]
"""In grey levels: how much darker than the ground beside it a stroke is at least, where it is not faint."""

AROUND_GREY: float = _NUMBERS["around_grey"]
"""In grey levels: how much darker ink is than the mean of its surroundings."""


def strokes(grey: Pixels, threshold: float = STROKE_GREY) -> Pixels:
    """255 where a stroke is darker than the ground on both sides.

    Edges of shadows and of shaded cells are steps and not strokes, so they leave no mark.
    """
    response = _black_hat(grey, max(grey.shape) * WIDTH_SHARE)
    _, ink = cv2.threshold(response, threshold, 255, cv2.THRESH_BINARY)
    return np.asarray(ink, dtype=np.uint8)


def darker_than_around(grey: Pixels, window_share: float = 2 * WIDTH_SHARE) -> Pixels:
    """255 where a pixel is darker than the mean of its surroundings, a window of that share of the longer side.

    Faint inner lines close their cells here more often than among strokes.
    """
    window = _odd(max(grey.shape) * window_share)
    ink = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, AROUND_GREY)
    return np.asarray(ink, dtype=np.uint8)


def brought_out(grey: Pixels) -> Pixels:
    """The picture as dark strokes on white, smoothed and stretched, however faint they were or uneven the light."""
    calm = cv2.GaussianBlur(grey, (0, 0), max(grey.shape) * GRAIN_SHARE)
    response = _black_hat(np.asarray(calm, dtype=np.uint8), max(grey.shape) * WIDTH_SHARE)
    (strongest,) = grey_levels(response, (1 - INK_SHARE,))
    return np.asarray(255 - cv2.convertScaleAbs(response, alpha=128 / max(strongest, MIN_LINE_GREY)), dtype=np.uint8)


def _black_hat(grey: Pixels, width: float) -> Pixels:
    window = np.ones((_odd(width), _odd(width)), np.uint8)
    return np.asarray(cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, window), dtype=np.uint8)


def grey_levels(grey: Pixels, shares: tuple[float, ...]) -> list[float]:
    """The grey levels below which those shares of the pixels lie; counting is much quicker than sorting.

    And `np.percentile` loads numpy's masked arrays, which takes 40 ms of a process's first read.
    """
    below = np.cumsum(np.bincount(grey.ravel(), minlength=256))
    return [float(level) for level in np.searchsorted(below, np.array(shares) * below[-1])]


def _odd(width: float) -> int:
    """The width of a filter that has a middle and neighbours on both sides."""
    return max(2, round(width)) | 1


def connected(mask: Pixels, connectivity: int) -> tuple[NDArray[np.generic], NDArray[np.int32]]:
    """The label of every pixel, and for every label left, top, width, height and area; label 0 is all that is not set.

    Short labels are twice as fast, but a noisy picture can have more pieces than they can count.
    """
    if COUNTS_SHORT_LABELS:
        with suppress(cv2.error):
            return _labelled(mask, connectivity, cv2.CV_16U)
    return _labelled(mask, connectivity, cv2.CV_32S)


def _labelled(mask: Pixels, connectivity: int, kind: int) -> tuple[NDArray[np.generic], NDArray[np.int32]]:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=connectivity, ltype=kind)
    return np.asarray(labels), np.asarray(stats, dtype=np.int32)
