"""A transparent picture laid over a grid in a frame, along the page's perspective and bends."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation, Points, apply_homography

_EXACT = 4
"""Refinements after which a place on a page that sags by half a cell is right within a hundredth of a cell."""


def lay(
    frame: Frame, location: GridLocation, film: NDArray[np.uint8], cell_pixels: int, refinements: int = _EXACT
) -> Frame:
    """A new frame with the film, premultiplied RGBA of the whole grid, on it.

    A film of a moving picture needs one refinement: its page is tracked anew in every frame.
    """
    left, top, right, bottom = _bounds(location.lattice, frame)
    pixels = frame.pixels.copy()
    if right <= left or bottom <= top:
        return Frame(pixels, frame.timestamp)
    x, y = _places(location, np.arange(left, right), np.arange(top, bottom), refinements)
    scale, shift = np.float32(cell_pixels), np.float32(0.5)
    laid = cv2.remap(film, x * scale - shift, y * scale - shift, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    part = pixels[top:bottom, left:right]
    light = np.repeat(255 - laid[..., 3:], 3, axis=2)
    part[:] = cv2.add(cv2.multiply(part, light, scale=1 / 255), laid[..., :3].copy())
    return Frame(pixels, frame.timestamp)


def _bounds(lattice: Points, frame: Frame) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part of the frame that the grid covers."""
    flat = lattice.reshape(-1, 2)
    left, top = np.clip(np.floor(flat.min(axis=0)).astype(int), 0, (frame.width, frame.height))
    right, bottom = np.clip(np.ceil(flat.max(axis=0)).astype(int) + 1, 0, (frame.width, frame.height))
    return int(left), int(top), int(right), int(bottom)


def _places(
    location: GridLocation, columns: NDArray[np.intp], rows: NDArray[np.intp], refinements: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For every pixel its place on the grid in cells: by perspective, then by the bend between crossings."""
    inverse: NDArray[np.float64] = np.asarray(np.linalg.inv(location.homography), dtype=np.float64)
    x, y = columns[None, :].astype(np.float32), rows[:, None].astype(np.float32)
    a = inverse.astype(np.float32)
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = a[2, 0] * x + a[2, 1] * y + a[2, 2]
        u, v = ((a[axis, 0] * x + a[axis, 1] * y + a[axis, 2]) / depth for axis in (0, 1))
    steps = np.arange(location.size + 1.0)
    straight: Points = np.stack(np.meshgrid(steps, steps), axis=-1)
    bend = np.subtract(straight, apply_homography(inverse, location.lattice)).astype(np.float32)
    placed = u, v
    for _ in range(refinements):
        # The bend is known at the crossings, that is at places on the grid: a fixed point of place = straight + bend.
        bent = cv2.remap(bend, placed[0], placed[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        placed = u + bent[..., 0], v + bent[..., 1]
    return placed
