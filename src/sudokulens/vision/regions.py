"""The irregular regions of a jigsaw Sudoku, by its thick borders or by the colours of its cells."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation

_CELL = 32
Regions = tuple[int, ...]
"""One region number per cell, row-major."""

Edge = tuple[float, int, int]
"""Strength of the border between two neighbouring cells, and the cells."""


def find_regions(frame: Frame, location: GridLocation) -> list[Regions]:
    """Divisions of the grid into regions of `size` cells that its borders or colours suggest, likeliest first."""
    flat = rectify(frame.pixels, location.lattice, _CELL)
    grey = cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY).astype(np.float32)
    borders = _border_edges(grey, location.size)
    colours = _colour_edges(flat, location.size)
    both = [(b + c, first, second) for (b, first, second), (c, _, _) in zip(borders, colours, strict=True)]
    found: list[Regions] = []
    for edges in (borders, colours, both):
        regions = _grown(edges, location.size)
        if regions and regions not in found:
            found.append(regions)
    return found


def _border_edges(grey: NDArray[np.float32], size: int) -> list[Edge]:
    """Edges by the darkness of the line between two cells, summed across it."""
    across = [_darkness(grey, row, column) for row, column, _ in _pairs(size, down=False)]
    down = [_darkness(grey.T, column, row) for row, column, _ in _pairs(size, down=True)]
    pairs = [*_pairs(size, down=False), *_pairs(size, down=True)]
    return _edges(np.array(across + down), pairs, size)


def _pairs(size: int, down: bool) -> list[tuple[int, int, int]]:
    """Row, column of a cell and the number of its neighbour to the right, or below."""
    rows, columns = (size - 1, size) if down else (size, size - 1)
    return [(r, c, (r + 1) * size + c if down else r * size + c + 1) for r in range(rows) for c in range(columns)]


def _darkness(grey: NDArray[np.float32], row: int, column: int) -> float:
    """How much ink the line to the right of a cell has: its darkness against the paper beside it."""
    top, middle = round((row + 0.5) * _CELL), round((column + 1.5) * _CELL)
    reach = _CELL // 5  # How far from its place a border is looked for, and from the lines that cross it.
    strip = grey[top + reach : top + _CELL - reach, middle - reach - 3 : middle + reach + 3]
    profile = np.median(strip, axis=0)
    paper = max(float(profile[:3].mean()), float(profile[-3:].mean()))
    return float(np.maximum(paper - profile[2:-2], 0).sum())


def _colour_edges(flat: NDArray[np.uint8], size: int) -> list[Edge]:
    """Edges by the difference between the colours of two cells."""
    half = _CELL // 2
    lab = cv2.cvtColor(flat.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)[half:-half, half:-half]
    cells = lab.reshape(size, _CELL, size, _CELL, 3).swapaxes(1, 2)[:, :, 6:-6, 6:-6].reshape(size * size, -1, 3)
    bright = cells[..., 0] >= np.median(cells[..., 0], axis=1, keepdims=True)
    colours = np.array([np.median(cell[keep], axis=0) for cell, keep in zip(cells, bright, strict=True)])
    pairs = [*_pairs(size, down=False), *_pairs(size, down=True)]
    gaps = [float(np.linalg.norm(colours[r * size + c] - colours[other])) for r, c, other in pairs]
    return _edges(np.array(gaps), pairs, size)


def _edges(strengths: NDArray[np.float64], pairs: list[tuple[int, int, int]], size: int) -> list[Edge]:
    """The edges with strengths in standard deviations, so that those of borders and of colours can be added."""
    scaled = strengths / max(float(strengths.std()), 1e-6)
    return [
        (float(value), row * size + column, other) for value, (row, column, other) in zip(scaled, pairs, strict=True)
    ]


def _grown(edges: list[Edge], size: int) -> Regions | None:
    """Cells joined across the weakest edges first, up to `size` of them; None unless all regions come out whole."""
    region = list(range(size * size))
    members = {cell: [cell] for cell in region}
    for _, first, second in sorted(edges):
        keep, lose = region[first], region[second]
        if keep != lose and len(members[keep]) + len(members[lose]) <= size:
            for cell in members[lose]:
                region[cell] = keep
            members[keep] += members.pop(lose)
    if any(len(cells) != size for cells in members.values()):
        return None
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in region)
