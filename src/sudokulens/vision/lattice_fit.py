"""A lattice drawn onto the lines that are really there, from rough to exact."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.line_evidence import CELL_PIXELS, MARGIN_CELLS, LineEvidence
from sudokulens.vision.location import Points


def moved_to_lines(lattice: Points, evidence: LineEvidence, window_cells: float, degree: int) -> Points:
    """The lattice shifted to the nearest lines, as a smooth polynomial of that degree over the whole grid."""
    size = evidence.size
    across, across_weight = _offsets(evidence.vertical, size, window_cells)
    down, down_weight = _offsets(evidence.horizontal, size, window_cells)
    along_x = _smooth(_side_terms(size, degree), across, across_weight, size, degree)
    along_y = _smooth(_side_terms(size, degree), down, down_weight, size, degree).T
    # The lattice's own slopes turn canvas pixels into picture pixels; later rounds make up for what they miss.
    down_slope, across_slope = np.gradient(lattice, axis=(0, 1))
    shift = along_x[..., None] * across_slope + along_y[..., None] * down_slope
    return np.asarray(lattice + shift / CELL_PIXELS)


def _offsets(
    profiles: NDArray[np.float32], size: int, window_cells: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For every stretch (cell, line) the distance in pixels to the strongest line near, and its strength."""
    reach = round(window_cells * CELL_PIXELS)
    steps = np.arange(-reach, reach + 1)
    columns = line_columns(size)[:, None] + steps
    near = profiles[1:-1][:, columns] * (1 - 0.3 * (steps / (reach + 1)) ** 2)
    peak = near.argmax(axis=2)[..., None]
    around = np.clip(peak + np.arange(-2, 3), 0, 2 * reach)
    weights = np.take_along_axis(near, around, axis=2) ** 2 + 1e-6
    offset = (weights * steps[around]).sum(axis=2) / weights.sum(axis=2)
    # Column k of the canvas has its centre half a pixel further than the line it should lie on.
    return offset + 0.5, np.take_along_axis(near, peak, axis=2)[..., 0].astype(np.float64)


def line_columns(size: int) -> NDArray[np.intp]:
    """The canvas column just right of every line of the lattice."""
    return (np.arange(size + 1) + MARGIN_CELLS) * CELL_PIXELS


def _smooth(
    known: NDArray[np.float64],
    offsets: NDArray[np.float64],
    strength: NDArray[np.float64],
    size: int,
    degree: int,
) -> NDArray[np.float64]:
    """The polynomial through noisy offsets at known places, evaluated at every crossing; outliers lose their say."""
    trust = np.clip(strength / (float(np.median(strength)) + 1e-6), 0, 1).ravel()
    values = offsets.ravel()
    ridge = 1e-4 * np.eye(known.shape[1])
    weight = trust
    for _ in range(3):
        left = known * weight[:, None]
        coefficients = np.linalg.solve(left.T @ known + ridge, left.T @ values)
        residual = np.abs(values - known @ coefficients)
        spread = 1.5 * float(np.median(residual)) + 0.5
        weight = trust / (1 + (residual / spread) ** 2) ** 2
    return np.asarray((_crossing_terms(size, degree) @ coefficients).reshape(size + 1, size + 1))


@lru_cache(maxsize=32)
def _side_terms(size: int, degree: int) -> NDArray[np.float64]:
    """Terms at the middle of every vertical cell side, in the order of the evidence: cell row, then line."""
    across, down = np.meshgrid(np.arange(size + 1.0) / size, (np.arange(size) + 0.5) / size)
    return _terms(across, down, degree)


@lru_cache(maxsize=32)
def _crossing_terms(size: int, degree: int) -> NDArray[np.float64]:
    steps = np.arange(size + 1.0) / size
    return _terms(*np.meshgrid(steps, steps), degree)


def _terms(u: NDArray[np.float64], v: NDArray[np.float64], degree: int) -> NDArray[np.float64]:
    """All products of powers of u and v up to the degree, centred, one row per place."""
    x, y = 2 * u.ravel() - 1, 2 * v.ravel() - 1
    return np.stack([x**i * y**j for i in range(degree + 1) for j in range(degree + 1 - i)], axis=1)
