"""What the page draws or shades of further rules: diagonals, windows, and figures that can only be named."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry, diagonal_cells, window_cells
from sudokulens.reading.cages import LEAST_SHADE, likeliest_cages, price_as_seen
from sudokulens.reading.chance import EVEN, FLOOR
from sudokulens.reading.details import Details
from sudokulens.reading.rules import RuleEvidence

NAMED = ("thermometers", "arrows", "dots", "shapes")
"""Figures that the program can name but not read."""
FEWEST_TOUCHED = 3
"""Cells that a figure must touch to be named: one alone is a stray stroke."""
SHADE_RATIO = 3.0
"""Two groups are two shades if they differ by this many times the spread within a group."""
DARKEST_SHARE = 0.98
"""The share of a cell's pixels that are lighter than the ink by which the others are judged."""
OUTER_SHARE = 0.14
"""The share of a cell cut off on each side, so that lines do not affect its shade."""


def find_evidence(
    details: Details, canvas: NDArray[np.uint8], geometry: Geometry, solved: Board | None = None
) -> RuleEvidence:
    """What the details and the shades of one canvas say about rules beyond those of the geometry.

    `solved` is the solution by the ordinary rules, where there is one alone.
    """
    size = details.size
    shades = cell_shades(canvas, size)
    crossed = np.zeros(size * size, dtype=np.bool_)
    crossed[[cell for line in diagonal_cells(size) for cell in line]] = True
    windows = np.zeros(size * size, dtype=np.bool_)
    windows[[cell for window in window_cells(size) for cell in window] if size == 9 else []] = True
    choices = likeliest_cages(details, shades, geometry, solved)
    return RuleEvidence(
        diagonals=max(_drawn(details.figures["diagonals"], crossed), is_shaded(shades, crossed)),
        windows=max(_drawn(details.figures["windows"], windows), is_shaded(shades, windows)) if windows.any() else 0.0,
        cages=choices[0] if choices else (),
        other_sums=choices[1:],
        figures=tuple(name for name in NAMED if _touched(details.figures[name]) >= FEWEST_TOUCHED),
    )


def turn_price(details: Details, canvas: NDArray[np.uint8], share: float) -> float:
    """Nats for a bare grid standing upright on this canvas: its cages there, and the share that the reader gives it."""
    return price_as_seen(details, cell_shades(canvas, details.size)) - float(np.log(max(share, FLOOR)))


def cell_shades(canvas: NDArray[np.uint8], size: int) -> NDArray[np.float64]:
    """(n·n, 3) the median colour of every cell's inside: its ground, since ink covers less than half of it."""
    pixels = len(canvas) // (size + 1)
    cut = round(OUTER_SHARE * pixels)
    inner = canvas[pixels // 2 : pixels // 2 + size * pixels, pixels // 2 : pixels // 2 + size * pixels]
    tiles = inner.reshape(size, pixels, size, pixels, -1).swapaxes(1, 2)[:, :, cut:-cut:2, cut:-cut:2]
    return np.asarray(np.median(tiles.reshape(size * size, -1, tiles.shape[-1]), axis=1), dtype=np.float64)


def has_corner_ink(canvas: NDArray[np.uint8], size: int) -> bool:
    """True where as many cells as a side has hold a small blot of ink in the same corner, as sums of cages are."""
    pixels = len(canvas) // (size + 1)
    grey = cv2.cvtColor(np.ascontiguousarray(canvas), cv2.COLOR_RGB2GRAY) if canvas.ndim == 3 else canvas
    inner = grey[pixels // 2 : pixels // 2 + size * pixels, pixels // 2 : pixels // 2 + size * pixels]
    # Short integers are partitioned thirty times faster than numpy takes medians of floats.
    cells = inner.reshape(size, pixels, size, pixels).swapaxes(1, 2).reshape(size * size, -1).astype(np.int16)
    apart = np.abs(cells - _ranked(cells, EVEN))
    inked = apart >= EVEN * _ranked(apart, DARKEST_SHARE)
    squares = np.zeros((size, size, pixels, pixels), dtype=np.uint8)
    # Without the outermost pixels, where the lines lie: sums often touch them.
    squares[..., 1:-1, 1:-1] = inked.reshape(squares.shape)[..., 1:-1, 1:-1]
    page = squares.swapaxes(1, 2).reshape(inner.shape)
    _, _, boxes, centres = cv2.connectedComponentsWithStats(page, connectivity=8)
    boxes, centres = boxes[1:], centres[1:] / pixels
    high = boxes[:, cv2.CC_STAT_HEIGHT] / pixels
    from_middle = centres % 1 - EVEN
    small = (high >= OUTER_SHARE / 2) & (high <= 2 * OUTER_SHARE) & (boxes[:, cv2.CC_STAT_WIDTH] >= 2)
    small &= np.abs(from_middle).min(axis=1) >= OUTER_SHARE
    corners = (from_middle > 0) @ [1, 2]
    places = np.floor(centres) @ [1, size]
    return any(len(np.unique(places[small & (corners == corner)])) >= size for corner in range(4))


def _ranked(levels: NDArray[np.int16], share: float) -> NDArray[np.int16]:
    """(cells, 1): the level that so large a share of every cell's pixels stays below."""
    place = int(share * levels.shape[1])
    return np.partition(levels, place, axis=1)[:, place, None]


def is_shaded(shades: NDArray[np.float64], chosen: NDArray[np.bool_]) -> float:
    """1 where the chosen cells have one ground and all others another, else 0."""
    ours, theirs = np.median(shades[chosen], axis=0), np.median(shades[~chosen], axis=0)
    apart = float(np.linalg.norm(ours - theirs))
    spread = max(
        float(np.percentile(np.linalg.norm(shades[chosen] - ours, axis=1), 90)),
        float(np.percentile(np.linalg.norm(shades[~chosen] - theirs, axis=1), 90)),
    )
    return float(apart >= max(LEAST_SHADE, SHADE_RATIO * spread))


def _drawn(figure: NDArray[np.float32], cells: NDArray[np.bool_]) -> float:
    """1 where a figure touches some of these cells and hardly any others, else 0."""
    return float(_touched(figure[cells]) >= FEWEST_TOUCHED > _touched(figure[~cells]))


def _touched(figure: NDArray[np.float32]) -> int:
    return int((figure >= EVEN).sum())
