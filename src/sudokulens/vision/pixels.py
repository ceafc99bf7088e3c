"""Pixels as arrays: their type, and transparent ones laid on a plain background."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels: TypeAlias = NDArray[np.uint8]

LUMINANCE = (0.299, 0.587, 0.114)
"""Shares of red, green and blue in the brightness of a colour (ITU-R BT.601)."""

BLACK, WHITE = 0, int(np.iinfo(np.uint8).max)


def is_opaque(rgba: Pixels) -> bool:
    """Whether nothing shows through, looked up in whole pixels: bytes with gaps between them are slow."""
    if not rgba.size:
        return False
    together = np.bitwise_and.reduce(np.ascontiguousarray(rgba).view(np.uint32), axis=None)
    return bool(together.reshape(1).view(np.uint8)[3] == 255)


def composite(rgba: Pixels, background: int) -> Pixels:
    """RGBA pixels laid on a plain grey background."""
    if not rgba.size:
        return np.ascontiguousarray(rgba[..., :3])
    if is_opaque(rgba):  # as every frame of a camera: OpenCV drops the alpha 40 times faster than numpy
        return np.asarray(cv2.cvtColor(rgba, cv2.COLOR_RGBA2RGB), dtype=np.uint8)
    *colours, alpha = (np.asarray(plane, dtype=np.uint16) for plane in cv2.split(rgba))
    # Division by 255, rounded, in whole numbers: x / 255 is (x + 128 + (x + 128 >> 8)) >> 8.
    ground = background * (255 - alpha) + 128
    mixed = [plane * alpha + ground for plane in colours]
    return np.asarray(cv2.merge([((plane + (plane >> 8)) >> 8).astype(np.uint8) for plane in mixed]), dtype=np.uint8)


def background_for(rgba: NDArray[np.uint8]) -> int:
    """White or black, whichever keeps what borders on the transparent parts visible."""
    if is_opaque(rgba):
        return WHITE
    opaque = (rgba[..., 3] >= 128).astype(np.uint8)
    if opaque.all() or not opaque.any():
        return WHITE
    edge = (opaque == 1) & (cv2.erode(opaque, np.ones((3, 3), np.uint8)) == 0)
    luminance = rgba[edge, :3] @ np.array(LUMINANCE)
    # A white panel with see-through corners has a bright edge too; there either background will do.
    return BLACK if luminance.mean() >= 128 else WHITE
