"""From a flat canvas to the network's input: the one function that training and reading share."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

MARGIN_CELLS = 0.5
"""How much of its surroundings a canvas shows on each side of the grid, in cells."""
LUMINANCE = (0.299, 0.587, 0.114)
LEAST_SPREAD = 6.0
LIMIT = 5.0


def tensor_from_canvas(canvas: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The network input (1, 3, side, side) for an RGB or grey uint8 canvas."""
    if canvas.dtype != np.uint8 or canvas.ndim not in (2, 3) or canvas.shape[0] != canvas.shape[1]:
        raise ValueError(f"expected a square uint8 canvas, grey or RGB, got {canvas.dtype} {canvas.shape}")
    if canvas.ndim == 3 and canvas.shape[2] != 3:
        raise ValueError(f"expected three colour channels, got {canvas.shape[2]}")
    planes = np.repeat(canvas[None], 3, axis=0) if canvas.ndim == 2 else canvas.transpose(2, 0, 1)
    return np.ascontiguousarray(normalised(planes.astype(np.float32)[None]))


def normalised(pixels: Any) -> Any:
    """Pixels (batch, 3, side, side) of 0 to 255 with the luminance at mean 0 and spread 1, colours kept with it.

    Takes numpy arrays and torch tensors alike, so that training cannot drift from reading. Paper and contrast of
    the whole canvas decide, and a blank canvas is not blown up into noise (`LEAST_SPREAD`).
    """
    sample = pixels[:, :, ::2, ::2]  # A quarter of the pixels gives the same mean and spread.
    luminance = sample[:, 0] * LUMINANCE[0] + sample[:, 1] * LUMINANCE[1] + sample[:, 2] * LUMINANCE[2]
    mean = luminance.mean(axis=(1, 2))
    spread = ((luminance - mean[:, None, None]) ** 2).mean(axis=(1, 2)) ** 0.5
    spread = spread.clip(min=LEAST_SPREAD)
    scaled = (pixels - mean[:, None, None, None]) / spread[:, None, None, None]
    return scaled.clip(-LIMIT, LIMIT)


def size_of(canvas: NDArray[np.uint8], cell_pixels: int) -> int:
    """The number of cells along a side of the grid on the canvas, margins taken off."""
    cells, rest = divmod(int(canvas.shape[0]), cell_pixels)
    size = cells - round(2 * MARGIN_CELLS)
    if rest or size < 2:
        raise ValueError(f"expected a canvas of (n + 1)·{cell_pixels} pixels a side, got {canvas.shape[0]}")
    return size
