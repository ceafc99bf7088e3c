"""From a flat canvas to the network's input: the one function that training and reading share."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.cells import MARGIN_CELLS
from sudokulens.vision.pixels import LUMINANCE

MIN_SPREAD_GREY = 6.0
LIMIT = 5.0


def tensor_from_canvas(canvas: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The network input (1, 3, side, side) for an RGB or grey uint8 canvas."""
    if canvas.dtype != np.uint8 or canvas.ndim not in (2, 3) or canvas.shape[0] != canvas.shape[1]:
        raise ValueError(f"expected a square uint8 canvas, grey or RGB, got {canvas.dtype} {canvas.shape}")
    if canvas.ndim == 3 and canvas.shape[2] != 3:
        raise ValueError(f"expected three colour channels, got {canvas.shape[2]}")
    planes = np.stack((canvas,) * 3 if canvas.ndim == 2 else cv2.split(canvas))
    mean, spread = _mean_and_spread(planes[None, :, ::2, ::2].astype(np.float32))
    # All pixels have one of 256 levels: each is scaled once.
    levels = _scaled(np.arange(256, dtype=np.float32).reshape(1, 1, 1, 256), mean, spread).ravel()
    scaled = cv2.LUT(planes.reshape(-1, planes.shape[2]), levels)
    return np.asarray(scaled, dtype=np.float32).reshape(1, *planes.shape)


def normalised(pixels: Any) -> Any:
    """Pixels (batch, 3, side, side) of 0 to 255 with the luminance at mean 0 and spread 1, colours kept with it.

    Takes numpy arrays and torch tensors alike, so that training cannot drift from reading. Paper and contrast of
    the whole canvas decide, and a blank canvas is not blown up into noise (`MIN_SPREAD_GREY`).
    """
    # A quarter of the pixels gives the same mean and spread.
    return _scaled(pixels, *_mean_and_spread(pixels[:, :, ::2, ::2]))


def _mean_and_spread(sample: Any) -> tuple[Any, Any]:
    """Mean and spread of the luminance, one a canvas."""
    luminance = sample[:, 0] * LUMINANCE[0] + sample[:, 1] * LUMINANCE[1] + sample[:, 2] * LUMINANCE[2]
    mean = luminance.mean(axis=(1, 2))
    spread = ((luminance - mean[:, None, None]) ** 2).mean(axis=(1, 2)) ** 0.5
    return mean, spread.clip(min=MIN_SPREAD_GREY)


def _scaled(pixels: Any, mean: Any, spread: Any) -> Any:
    scaled = (pixels - mean[:, None, None, None]) / spread[:, None, None, None]
    return scaled.clip(-LIMIT, LIMIT)


def size_of(canvas: NDArray[np.uint8], cell_pixels: int) -> int:
    """The number of cells along a side of the grid on the canvas, margins taken off."""
    cells, rest = divmod(int(canvas.shape[0]), cell_pixels)
    size = cells - round(2 * MARGIN_CELLS)
    if rest or size < 2:
        raise ValueError(f"expected a canvas of (n + 1)·{cell_pixels} pixels a side, got {canvas.shape[0]}")
    return size
