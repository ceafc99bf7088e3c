"""The grid cut out of a frame and laid flat, following bent pages crossing by crossing."""

from __future__ import annotations

from functools import lru_cache
from math import log2
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.location import Points, cell_side, outer_corners

Pixels: TypeAlias = NDArray[np.uint8]
"""Grey (H, W) or RGB (H, W, 3)."""

MARGIN_CELLS = 0.5
"""How much of its surroundings a canvas shows on each side of the grid, in cells."""

PAPER_SAMPLES = 150
"""Pixels along a side that the colour of paper and ink is taken from: quantiles of 20,000 are as good as of all."""

THINNING_FACTOR = 4
"""Averaged down by less, even a line of one pixel keeps a third of its darkness."""

MIN_DEPTH = 0.05
"""Of the first corner's distance from the camera: what seems nearer lies past the horizon."""

MAX_PRODUCT_OPERATIONS = 150_000
"""Multiplications; numpy's linear algebra starts threads somewhat above."""


def rectify(
    pixels: Pixels,
    lattice: Points,
    cell_pixels: int,
    margin_cells: float = MARGIN_CELLS,
    *,
    paper_beyond: bool = False,
    keep_thin: bool = False,
) -> Pixels:
    """The grid as a flat square, `cell_pixels` a cell, with `margin_cells` of its surroundings on every side.

    The side is (n + 2·margin)·cell_pixels, rounded; grey or RGB as given. The lattice is (n + 1, n + 1, 2) crossings
    in pixels of the picture. A grid larger than the canvas is averaged down first, so that thin lines and small
    digits are not lost between samples. Beyond the picture's edge its last pixels are repeated or, with
    `paper_beyond`, there is paper: the border of a board that fills the picture would be drawn out into black bars.
    With `keep_thin` dark lines are widened before averaging, so that those thinner than a sample stay dark.
    """
    crossings = np.asarray(lattice, dtype=np.float64)
    lines = len(crossings)
    if crossings.shape != (lines, lines, 2) or lines <= 2:
        raise ValueError(f"expected a lattice of shape (n + 1, n + 1, 2), got {crossings.shape}")
    if pixels.dtype != np.uint8 or pixels.ndim not in (2, 3):
        raise ValueError(f"expected uint8 pixels (H, W) or (H, W, 3), got {pixels.dtype} {pixels.shape}")
    # Computed at half the resolution where that comes out even: the map is smooth, and it is half the cost.
    side = round((lines - 1 + 2 * margin_cells) * cell_pixels)
    halved = cell_pixels % 2 == 0 and side % 2 == 0
    x, y = dense_map(crossings, cell_pixels // 2 if halved else cell_pixels, margin_cells)
    reduction = cell_side(crossings) / cell_pixels
    factor = max(1, int(reduction + 0.5)) if keep_thin else _power_of_two(reduction)
    source, x, y = _averaged_down(pixels, x, y, factor, keep_thin)
    beyond = paper_beyond and _reaches_beyond(source, x, y)
    if halved:
        x, y = (_enlarged(plane, side) for plane in (x, y))
    return _remapped(source, x, y, _paper(source) if beyond else None)


def _remapped(
    source: Pixels, x: NDArray[np.float32], y: NDArray[np.float32], paper: tuple[float, ...] | None
) -> Pixels:
    """The source at the places (x, y); beyond its edge there is paper or, without, its last pixels are repeated."""
    border = {"borderMode": cv2.BORDER_REPLICATE} if paper is None else {"borderValue": paper}
    # OpenCV maps four planes in half the time of three; to add one pays where there is not much more than is mapped.
    padded = source.ndim == 3 and source.shape[0] * source.shape[1] <= 2 * x.size
    if padded:
        source = np.asarray(cv2.cvtColor(source, cv2.COLOR_RGB2RGBA), dtype=np.uint8)
    flat = cv2.remap(source, x, y, cv2.INTER_LINEAR, **border)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_RGBA2RGB) if padded else flat, dtype=np.uint8)


def _enlarged(plane: NDArray[np.float32], side: int) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(plane, (side, side), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def _reaches_beyond(pixels: Pixels, x: NDArray[np.float32], y: NDArray[np.float32]) -> bool:
    """Whether any of the places lies outside the picture; the outermost ones lie on the canvas's sides."""
    height, width = pixels.shape[:2]
    return any(
        plane[side].min() < 0 or plane[side].max() > limit - 1
        for plane, limit in ((x, width), (y, height))
        for side in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1])
    )


def _paper(pixels: Pixels) -> tuple[float, ...]:
    """The median colour: ink covers less than half of a page."""
    step = max(1, round((pixels.shape[0] * pixels.shape[1]) ** 0.5 / PAPER_SAMPLES))
    sample = np.ascontiguousarray(pixels[::step, ::step])
    channels = range(1 if pixels.ndim == 2 else pixels.shape[2])
    # Levels are counted, which takes a fifth of the time of sorting them.
    below = [np.cumsum(cv2.calcHist([sample], [channel], None, [256], [0, 256])) for channel in channels]
    middle = sample.shape[0] * sample.shape[1] // 2
    return tuple(float(np.searchsorted(counts, middle, side="right")) for counts in below)


def corners_enlarged(canvas: Pixels, size: int, factor: float, corner: tuple[int, int] = (0, 0)) -> Pixels:
    """The canvas at half its scale, with one corner of every cell enlarged by `factor` over the whole cell.

    The corner is (down, across), 0 for the top or the left and 1 for the bottom or the right.
    """
    before = len(canvas) // (size + 1)
    after = before // 2
    y, x = (_enlarged_places(size, before, after, factor, end) for end in corner)
    smooth = cv2.GaussianBlur(canvas, (0, 0), before / after / factor / 2)
    maps = np.meshgrid(x, y)
    return np.asarray(cv2.remap(smooth, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def _enlarged_places(size: int, before: int, after: int, factor: float, end: int) -> NDArray[np.float32]:
    """Along one axis: the place on the canvas of every enlarged pixel, one end of each cell stretched over it."""
    steps = (np.arange((size + 1) * after) + 0.5) / after - 0.5
    cells = np.clip(np.floor(steps), 0, size - 1)
    within = steps - cells
    inner = np.where((within >= 0) & (within <= 1), end + (within - end) / factor, within)
    return np.asarray((cells + inner + 0.5) * before - 0.5, dtype=np.float32)


def trimmed(canvas: Pixels, size: int, cell_pixels: int, trim: float) -> Pixels:
    """The canvas with that share of every cell cut away on each side and the rest stretched over the cell."""
    steps = np.arange(len(canvas)) + 0.5
    cells = np.clip(np.floor(steps / cell_pixels - 0.5), 0, size - 1)
    within = steps / cell_pixels - 0.5 - cells
    inner = np.where((within >= 0) & (within <= 1), trim + within * (1 - 2 * trim), within)
    places = ((cells + inner + 0.5) * cell_pixels - 0.5).astype(np.float32)
    x, y = np.meshgrid(places, places)
    return np.asarray(cv2.remap(canvas, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def dense_map(
    lattice: Points, cell_pixels: int, margin_cells: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The frame positions x and y of every pixel of the flat canvas, interpolated smoothly between crossings.

    The interpolation is a natural cubic spline in homogeneous coordinates: flat pages in perspective come out exact,
    margins included, and bent ones pass through every crossing.
    """
    basis = _spline_basis(len(lattice), cell_pixels, margin_cells)
    depth = _depth(lattice)
    planes = (lattice[..., 0] * depth, lattice[..., 1] * depth, depth)
    x, y, w = (_spread(basis, plane.astype(np.float32)) for plane in planes)
    np.maximum(w, MIN_DEPTH, out=w)  # A margin that reaches past the horizon has no place in the picture.
    x /= w
    y /= w
    return x, y


def _spread(basis: NDArray[np.float32], plane: NDArray[np.float32]) -> NDArray[np.float32]:
    """basis · plane · basisᵀ, in blocks too small for the product to be shared out between threads.

    On a busy machine waiting for those threads was measured to take a hundred times longer than the product.
    """
    side, lines = basis.shape
    rows = basis @ plane
    spread = np.empty((side, side), dtype=np.float32)
    step = max(1, MAX_PRODUCT_OPERATIONS // (side * lines))
    for top in range(0, side, step):
        np.matmul(rows[top : top + step], basis.T, out=spread[top : top + step])
    return spread


def _depth(lattice: Points) -> NDArray[np.float64]:
    """The homogeneous coordinate w of every crossing, were the page flat between its corners."""
    lines = len(lattice)
    square = np.array([[0, 0], [lines - 1, 0], [lines - 1, lines - 1], [0, lines - 1]], dtype=np.float32)
    homography = cv2.getPerspectiveTransform(square, outer_corners(lattice).astype(np.float32))
    steps = np.arange(lines)
    depth = homography[2, 0] * steps[None, :] + homography[2, 1] * steps[:, None] + 1.0
    if not np.isfinite(depth).all() or depth.min() < MIN_DEPTH:
        return np.ones((lines, lines))  # The corners make no convex quadrilateral: plain interpolation.
    return np.asarray(depth)


@lru_cache(maxsize=32)
def _spline_basis(lines: int, cell_pixels: int, margin_cells: float) -> NDArray[np.float32]:
    """Weights (canvas side, lines) of a natural cubic spline through the lines, continued straight outside."""
    side = round((lines - 1 + 2 * margin_cells) * cell_pixels)
    places = (np.arange(side) + 0.5) / cell_pixels - margin_cells
    curvature = _spline_curvature(lines)
    cell = np.clip(np.floor(places).astype(int), 0, lines - 2)
    after = places - cell
    before = 1 - after
    identity = np.eye(lines)
    basis = before[:, None] * identity[cell] + after[:, None] * identity[cell + 1]
    inside = np.clip(after, 0, 1)
    basis += ((1 - inside) ** 3 - (1 - inside))[:, None] / 6 * curvature[cell]
    basis += (inside**3 - inside)[:, None] / 6 * curvature[cell + 1]
    basis -= np.minimum(after, 0)[:, None] / 6 * curvature[1]
    basis += np.maximum(after - 1, 0)[:, None] / 6 * curvature[-2]
    weights = np.asarray(basis, dtype=np.float32)
    weights.setflags(write=False)
    return weights


def _spline_curvature(lines: int) -> NDArray[np.float64]:
    """The matrix from values at the lines to the second derivatives there, zero at both ends."""
    system = np.eye(lines)
    differences = np.zeros((lines, lines))
    for line in range(1, lines - 1):
        system[line, line - 1 : line + 2] = [1, 4, 1]
        differences[line, line - 1 : line + 2] = [6, -12, 6]
    return np.asarray(np.linalg.solve(system, differences), dtype=np.float64)


def _power_of_two(reduction: float) -> int:
    """The factor to average by where remapping does the rest: halving is many times faster than any other reduction."""
    return 1 << max(0, round(log2(max(reduction, 1))))


def _averaged_down(
    pixels: Pixels, x: NDArray[np.float32], y: NDArray[np.float32], factor: int, keep_thin: bool
) -> tuple[Pixels, NDArray[np.float32], NDArray[np.float32]]:
    """The part of the picture around the places (x, y), averaged by an integer factor, and the places in it."""
    height, width = pixels.shape[:2]
    left, right = _reach(x, width, factor)
    top, bottom = _reach(y, height, factor)
    if factor == 1 or right <= left or bottom <= top:
        return pixels, x, y
    part = pixels[top:bottom, left:right]
    if keep_thin and factor >= THINNING_FACTOR:
        part = np.asarray(cv2.erode(part, np.ones((factor // 2 | 1,) * 2, np.uint8)), dtype=np.uint8)
    left_over = factor
    while left_over > 1:
        step = 2 if left_over % 2 == 0 else left_over
        small = (part.shape[1] // step, part.shape[0] // step)
        part = np.asarray(cv2.resize(part, small, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        left_over //= step
    middle = (factor - 1) / 2
    inverse = np.float32(1 / factor)
    x = (x - np.float32(left + middle)) * inverse
    y = (y - np.float32(top + middle)) * inverse
    return part, x, y


def _reach(places: NDArray[np.float32], limit: int, factor: int) -> tuple[int, int]:
    """First and last pixel that the places need along one axis, a multiple of `factor` apart."""
    first = max(int(places.min()) - 2 * factor, 0)
    last = min(int(places.max()) + 2 * factor + 1, limit)
    return first, first + (last - first) // factor * factor
