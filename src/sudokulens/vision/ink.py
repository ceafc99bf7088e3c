"""Which pixels are ink, and which of them hang together."""

from __future__ import annotations

from contextlib import suppress

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.cells import Pixels

COUNTS_SHORT_LABELS = tuple(map(int, cv2.__version__.split(".")[:2])) >= (4, 13)
"""Whether OpenCV raises where there are more pieces than 16 bits count; older versions write beyond their memory
(opencv/opencv#27582)."""


def strokes(grey: Pixels, threshold: int = 18, width_share: float = 0.02) -> Pixels:
    """255 where a stroke is darker than the ground on both sides, up to that share of the longer side wide.

    Edges of shadows and of shaded cells are steps and not strokes, so they leave no mark.
    """
    width = max(5, round(max(grey.shape) * width_share)) | 1
    response = cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, np.ones((width, width), np.uint8))
    _, ink = cv2.threshold(response, threshold, 255, cv2.THRESH_BINARY)
    return np.asarray(ink, dtype=np.uint8)


def darker_than_around(grey: Pixels, offset: int = 7, window_share: float = 0.04) -> Pixels:
    """255 where a pixel is darker than the mean of its surroundings, a window of that share of the longer side.

    Faint inner lines close their cells here more often than among strokes.
    """
    window = max(5, round(max(grey.shape) * window_share)) | 1
    ink = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, offset)
    return np.asarray(ink, dtype=np.uint8)


def brought_out(grey: Pixels, width_share: float = 0.03) -> Pixels:
    """The picture as dark strokes on white, smoothed and stretched, however faint they were or uneven the light."""
    width = max(7, round(max(grey.shape) * width_share)) | 1
    calm = cv2.GaussianBlur(grey, (0, 0), max(0.8, max(grey.shape) / 700))
    response = cv2.morphologyEx(calm, cv2.MORPH_BLACKHAT, np.ones((width, width), np.uint8))
    strongest = max(4.0, float(np.percentile(response[::4, ::4], 98)))
    return np.asarray(255 - cv2.convertScaleAbs(response, alpha=120 / strongest), dtype=np.uint8)


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
