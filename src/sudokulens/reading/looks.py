"""What the ink of each cell looks like: colours, height, place and stroke.

All givens of a page are printed alike: one colour, one height, one line to stand on.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.canvases import BORDER_CELLS

LOOK_PIXELS = 48
"""Pixels a cell of the canvas on which looks are compared."""

_COLOURS = [f"{part} {axis}" for part in ("ink", "paper", "contrast") for axis in ("lightness", "red", "yellow")]
COLUMNS = (*_COLOURS, "shape: height", "shape: middle", "stroke")
"""What a look consists of: colours in units of lightness; height, middle and width of the stroke in cells."""


def _columns(name: str) -> slice:
    """The neighbouring columns whose name begins so."""
    found = [number for number, column in enumerate(COLUMNS) if column.startswith(name)]
    return slice(found[0], found[-1] + 1)


INK, PAPER, CONTRAST = _columns("ink"), _columns("paper"), _columns("contrast")
HEIGHT, SHAPE, STROKE = _columns("shape: height"), _columns("shape"), _columns("stroke")

FAINTEST = 0.12
"""Cells with less contrast than this share of the strongest are empty, whatever the noise in them looks like."""

CORE_COVER = 0.7
"""The share of a pixel from which on it is ink through and through, and shows its colour unmixed with the paper's."""

_SCALE = np.array([[100 / 255], [1], [1]], dtype=np.float32)
"""From eight bits to units of lightness."""

_BLACK = cv2.cvtColor(np.zeros((1, 1, 3), dtype=np.uint8), cv2.COLOR_RGB2LAB)[0, 0].astype(np.float32)
"""Black, as eight bits have it."""


def ink_looks(canvas: NDArray[np.uint8], size: int) -> NDArray[np.float64]:
    """(cells, COLUMNS): colour of the ink, of its paper, of one against the other; height, middle and stroke width."""
    cells, cell = _cells(canvas, size), len(canvas) // (size + 1)
    some = cells[:, :, ::2, ::2].reshape(len(cells), 3, -1)
    paper = _median(some)
    strongest = _strongest(some - paper[:, :, None])
    looks = np.zeros((len(cells), len(COLUMNS)))
    looks[:, PAPER] = paper
    inked = np.flatnonzero(strongest >= FAINTEST * strongest.max())
    apart = cells[inked].reshape(len(inked), 3, -1) - paper[inked, :, None]
    gap = _length(apart)
    cover = np.minimum(gap / np.maximum(strongest[inked], 1)[:, None], 1.0)
    core = (cover > CORE_COVER).astype(np.float32)
    looks[inked, CONTRAST] = (apart @ core[:, :, None])[:, :, 0] / np.maximum(core.sum(axis=1), 1)[:, None]
    looks[inked, HEIGHT.start :] = _shape(cover.reshape(-1, *cells.shape[2:])) / cell
    looks[:, PAPER] = (looks[:, PAPER] - _BLACK) * _SCALE[:, 0]
    looks[:, CONTRAST] *= _SCALE[:, 0]
    looks[:, INK] = looks[:, PAPER] + looks[:, CONTRAST]
    return looks


def _cells(canvas: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    """(cells, 3, side, side): the inner part of every cell, lightness and two chromatic axes of eight bits each."""
    cell = len(canvas) // (size + 1)
    first, edge = cell // 2, round(BORDER_CELLS * cell)
    grid = np.ascontiguousarray(canvas[first : first + size * cell, first : first + size * cell])
    inner = grid.reshape(size, cell, size, cell, 3)[:, edge:-edge, :, edge:-edge]
    side = cell - 2 * edge
    lab = cv2.cvtColor(np.ascontiguousarray(inner).reshape(-1, size * side, 3), cv2.COLOR_RGB2LAB)
    planes = np.stack(cv2.split(np.asarray(lab, dtype=np.uint8))).reshape(3, size, side, size, side)
    cells = np.ascontiguousarray(planes.transpose(1, 3, 0, 2, 4), dtype=np.uint8)
    return cells.reshape(size * size, 3, side, side)


def _median(levels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The median along the last axis; short integers sort ten times faster than numpy takes the median of floats."""
    ranked = np.sort(levels.astype(np.uint16), axis=2)
    middle = ranked.shape[2] // 2
    before = middle - 1 + ranked.shape[2] % 2
    return np.asarray((ranked[..., before] + ranked[..., middle]) / 2, dtype=np.float32)


def _length(apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """The distance between colours, in units of lightness; in place, for memory takes longer than arithmetic here."""
    scaled = apart * _SCALE
    np.multiply(scaled, scaled, out=scaled)
    total = scaled.sum(axis=1)
    return np.asarray(np.sqrt(total, out=total))


def _strongest(apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far the darkest fiftieth of each cell is from its paper."""
    gap = _length(apart)
    at = gap.shape[1] - gap.shape[1] // 50 - 1
    return np.asarray(np.partition(gap, at, axis=1)[:, at])


def _shape(cover: NDArray[np.float32]) -> NDArray[np.float64]:
    """(cells, 3): height, middle and stroke width of the ink, in pixels, from the share of each pixel it covers."""
    rows = np.asarray((cover > 0.5).any(axis=2))
    first, last = rows.argmax(axis=1), rows.shape[1] - 1 - rows[:, ::-1].argmax(axis=1)
    across, down = np.diff(cover[:, :-1], axis=2), np.diff(cover[:, :, :-1], axis=1)
    np.multiply(across, across, out=across)
    np.multiply(down, down, out=down)
    # Twice the area by the length of the outline: exact to parts of a pixel, as the soft edges of the ink are summed.
    outline = np.sqrt(np.add(across, down, out=across), out=across).sum(axis=(1, 2))
    stroke = 2 * cover.sum(axis=(1, 2)) / np.maximum(outline, 1)
    return np.stack([last - first + 1.0, (first + last) / 2, stroke], axis=1)
